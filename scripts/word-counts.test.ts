import { expect, test } from 'vitest'
import { grown, totals, withoutZeros, type Counts } from './word-counts.ts'

const counts = (comments: Record<string, number>): Counts => ({ documents: {}, comments })

test.each([
  ['fewer', { a: 2 }, { a: 1 }, []],
  ['as many', { a: 2 }, { a: 2 }, []],
  ['more', { a: 2 }, { a: 3 }, [{ group: 'comments', key: 'a', from: 2, to: 3 }]],
  ['in a new package', {}, { b: 1 }, [{ group: 'comments', key: 'b', from: 0, to: 1 }]],
])('counts may only fall: %s', (_, before, after, faults) => {
  expect(grown(counts(before), counts(after))).toEqual(faults)
})

test('a group that the list does not have yet starts at 0', () => {
  expect(grown({}, counts({ a: 1 }))).toEqual([{ group: 'comments', key: 'a', from: 0, to: 1 }])
})

test('comments that move to another package keep the total, so that an update takes them', () => {
  expect(grown(totals(counts({ a: 2 })), totals(counts({ a: 1, b: 1 })))).toEqual([])
})

test('a package without faults is left out', () => {
  expect(withoutZeros(counts({ b: 1, a: 0 }))).toEqual(counts({ b: 1 }))
})
