/** Differences are marked word by word, in any script. */
import { expect, test } from 'vitest'
import { EFFORT, pieces } from './difference.ts'

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

test('the cost of a comparison is bounded: a long text with many edits is shown whole, one with few is compared', () => {
  const long = 'word '.repeat(10_000)
  const edited = (every: number) =>
    long.replaceAll('word', (word, at: number) => (at % (5 * every) === 0 ? 'term' : word))
  expect(marked(long, edited(1_000))[0]).toHaveLength(10)
  expect(marked(long, edited(20))[0]).toHaveLength(1)
  expect(pieces(long, edited(1_000), EFFORT / 100)[0]).toHaveLength(1)
})
