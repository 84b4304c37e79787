import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RunFinder } from './index.ts'

test.each([
  ['rye', 'rye', { parts: 1, whole: 1 }],
  ['rye', 'Rye', { parts: 0, whole: 0 }],
  ['ye', 'rye, yes, ye.', { parts: 3, whole: 1 }],
  ['rye bread', 'rye bread, rye breads', { parts: 2, whole: 1 }],
  ['rye', '[[rye]] #rye/rye_2 rye’s', { parts: 4, whole: 4 }],
  ['#rye', 'a#rye', { parts: 1, whole: 1 }],
  ['rye ', 'rye bread', { parts: 1, whole: 1 }],
  ['2', '2 22 a2 2a 2.2', { parts: 7, whole: 3 }],
  ['aa', 'aaaa aa', { parts: 4, whole: 1 }],
  ['über', 'über überall', { parts: 2, whole: 1 }],
  ['京都', '東京都に行く', { parts: 1, whole: 1 }],
  ['ab', '京ab都', { parts: 1, whole: 1 }],
  ['😀', 'a😀b', { parts: 1, whole: 1 }],
] as const)('[A5.1] %j in %j: %j', (run, text, counts) => {
  const finder = new RunFinder(run)
  expect(finder.count(text)).toEqual(counts)
  expect(finder.isWholeIn(text)).toBe(counts.whole > 0)
})

const few = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '京', '2'), maxLength: 30 })

test('[A5.1] every place of a run is found, and a run between spaces is whole', () => {
  fc.assert(
    fc.property(few, few, few, (run, before, after) => {
      fc.pre(run !== '')
      const text = `${before} ${run} ${after}`
      const places: number[] = []
      new RunFinder(run).forEach(text, (at) => {
        places.push(at)
      })
      const read = Array.from(text, (_, at) => at).filter((at) => text.startsWith(run, at))
      expect(places).toEqual(read)
      expect(new RunFinder(run).isWholeIn(text)).toBe(true)
    }),
  )
})

test('a text and a run that repeat themselves take linear time', () => {
  const steps = { count: 0 }
  new RunFinder(`${'a'.repeat(1_000)}b`).forEach('a'.repeat(100_000), () => {
    steps.count++
  })
  new RunFinder('a'.repeat(1_000)).forEach('a'.repeat(100_000), () => {
    steps.count++
  })
  expect(steps.count).toBe(99_001)
})
