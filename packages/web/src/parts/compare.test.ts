/** What differs is marked word by word, in any script. */
import { expect, test } from 'vitest'
import { pieces } from './compare.ts'

const marked = (before: string, after: string) =>
  pieces(before, after).map((all) => all?.filter(({ differs }) => differs).map(({ text }) => text))

test.each([
  ['tea at nine', 'tea at ten', ['nine'], ['ten']],
  ['tea at nine', 'tea at nine', [], []],
  ['the quay', 'the old quay', [], ['old ']],
  ['تغادر في التاسعة', 'تغادر في العاشرة', ['التاسعة'], ['العاشرة']],
  ['הסירה יוצאת בתשע', 'הסירה יוצאת בעשר', ['בתשע'], ['בעשר']],
  ['лодка уходит утром', 'лодка уходит вечером', ['утром'], ['вечером']],
  ['私は東京に行く', '私は大阪に行く', ['東京'], ['大阪']],
])('%s, then %s', (before, after, went, came) => {
  expect(marked(before, after)).toEqual([went, came])
  expect(pieces(before, after).map((all) => all?.map(({ text }) => text).join(''))).toEqual([before, after])
})

test('two texts that have nothing in common are shown whole', () => {
  for (const word of ['word', 'слово']) {
    const text = (from: number) => Array.from({ length: 900 }, (_, i) => `${word}${from + i}`).join(' ')
    expect(marked(text(0), text(5_000))).toEqual([[text(0)], [text(5_000)]])
  }
})
