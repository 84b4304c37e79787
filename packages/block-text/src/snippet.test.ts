import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchedText, snippetOf, wordPlaces, WordsFinder } from './index.ts'

const LONG = `first ${'filler words '.repeat(40)}the rye grew ${'more of the same '.repeat(40)}and RYE again`
const STRASSE = `${'x '.repeat(300)}in der Straße, café ${'y '.repeat(300)}`

test.each([
  ['sow the rye in the long bed', ['long'], 12, '…the long bed'],
  ['short', ['nothing'], 12, 'short'],
  ['no such word in this text', ['nothing'], 12, 'no such word…'],
])('[A5.2] %j around %j in %i characters: %j', (text, words, most, shown) => {
  expect(snippetOf(text, words, most).text).toBe(shown)
})

test.each([
  [LONG, ['rye'], ['rye', 'RYE']],
  [LONG, ['first', 'again'], ['first', 'again']],
  [STRASSE, ['STRASSE'], ['Straße']],
  [STRASSE, ['cafe\u0301'], ['café']],
  [STRASSE, ['cafe'], ['café']],
  [STRASSE, ['cafè'], []],
  ['l’ﬁn co\u00adop', ["l'f", 'coo'], ['l’ﬁ', 'co\u00ado']],
] as const)('[A5.2] a snippet of a long text shows the places of the words %#', (text, words, shown) => {
  const snippet = snippetOf(text, words, 400)
  expect(snippet.text.length).toBeLessThan(410)
  expect(snippet.matches.map(([from, to]) => snippet.text.slice(from, to))).toEqual(shown)
})

test('[A5.2] words that are close share one long part', () => {
  const { text, matches } = snippetOf('rye '.repeat(300), ['rye'], 400)
  expect(text.length).toBeGreaterThan(350)
  expect(matches.length).toBeGreaterThan(15)
})

const few = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', ' ', '😀', 'é', '京', '\n'), maxLength: 300 })

test('[A5.2] each match is a searched word, parts are of the text, and the room is kept', () => {
  fc.assert(
    fc.property(
      few,
      fc.array(fc.constantFrom('a', 'ab', 'SS', '京', 'é', 'b a'), { maxLength: 4 }),
      (text, words) => {
        const { text: shown, matches } = snippetOf(text, words, 40)
        expect(shown.length).toBeLessThanOrEqual(40 + 5)
        expect(shown.isWellFormed()).toBe(true)
        for (const part of shown.split('…')) expect(text).toContain(part)
        for (const [from, to] of matches) {
          const match = searchedText(shown.slice(from, to))
          expect(words.some((word) => new WordsFinder(word).isIn(match))).toBe(true)
        }
      },
    ),
  )
})

test.each([
  ['ryes, rye', [[6, 9]]],
  ['ryés and rye', [[9, 12]]],
  ['ryes', []],
] as const)('[assistants 5.1] whole words only are marked in %s', (text, places) => {
  expect(wordPlaces(text, ['rye'], true)).toEqual(places)
  expect(snippetOf(text, ['rye'], 400, true).matches).toEqual(places)
})
