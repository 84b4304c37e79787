import { expect, test } from 'vitest'
import { countRetired, grown, retiredIn, totals, type Counts } from './retired-words.ts'

test.each([
  ['The device is told that the change landed.', ['told', 'landed']],
  ['Told anew, as it then is.', ['Told', 'anew', 'as it then is']],
  ['an island, a standard and a stallion', []],
  ['The server reports the commit again.', []],
])('retired words in %j: %j', (text, words) => {
  expect(retiredIn(text).map(({ word }) => word)).toEqual(words)
})

const counts = (comments: Record<string, number>): Counts => ({ documents: {}, strings: {}, comments })

test.each([
  ['fewer', { a: 2 }, { a: 1 }, []],
  ['as many', { a: 2 }, { a: 2 }, []],
  ['more', { a: 2 }, { a: 3 }, [{ group: 'comments', key: 'a', from: 2, to: 3 }]],
  ['in a new package', {}, { b: 1 }, [{ group: 'comments', key: 'b', from: 0, to: 1 }]],
])('counts may only fall: %s', (_, before, after, faults) => {
  expect(grown(counts(before), counts(after))).toEqual(faults)
})

test('comments that move to another package keep the total, so that an update takes them', () => {
  expect(grown(totals(counts({ a: 2 })), totals(counts({ a: 1, b: 1 })))).toEqual([])
})

test('a package without retired words is left out', () => {
  expect(countRetired(counts({ b: 1, a: 0 }))).toEqual(counts({ b: 1 }))
})
