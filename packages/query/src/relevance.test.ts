import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byRelevance, type CountedWord } from './index.ts'

const rank = (texts: readonly string[], words: readonly CountedWord[], ceiling = 100): string[] =>
  byRelevance(texts, (text) => text, words, ceiling)
const word = (text: string, documents = 10): CountedWord => ({ text, documents })

describe('[A5.1] by relevance', () => {
  test.each([
    [
      'whole words come before parts',
      ['rye rye ryes', 'ryes'].toReversed(),
      [word('rye')],
      ['rye rye ryes', 'ryes'],
    ],
    [
      'more of the words come first',
      ['rye ryes', 'rye bread'],
      [word('rye'), word('bread')],
      ['rye bread', 'rye ryes'],
    ],
    ['shorter texts come first', ['rye and a lot more', 'rye'], [word('rye')], ['rye', 'rye and a lot more']],
    [
      'rarer words come first',
      ['the oven', 'the rye.'],
      [word('oven', 90), word('rye', 1)],
      ['the rye.', 'the oven'],
    ],
    ['more places come first', ['rye oats', 'rye rye.'], [word('rye')], ['rye rye.', 'rye oats']],
    ['equal texts keep their order', ['rye a', 'rye b', 'rye c'], [word('rye')], ['rye a', 'rye b', 'rye c']],
  ])('%s', (_, texts, words, ranked) => expect(rank(texts, words)).toEqual(ranked))

  test('every match is ranked once, whatever the counts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 })
    const counted = fc.record({ text: fc.constantFrom('a', 'ab', 'b a'), documents: fc.nat(200) })
    fc.assert(
      fc.property(fc.array(text), fc.array(counted), (texts, words) => {
        expect(rank(texts, words).toSorted()).toEqual(texts.toSorted())
      }),
    )
  })
})
