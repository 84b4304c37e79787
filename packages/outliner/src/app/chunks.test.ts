import { expect, test } from 'vitest'
import { chunksOf, isLong, type Chunk } from './chunks.ts'

const rows = (count: number): string[] => Array.from({ length: count }, (_, n) => `row-${n}`)
const sizes = (chunks: readonly Chunk[]): number[] => chunks.map(({ ids }) => ids.length)
/** The rows that are drawn in another run than before. */
function movedRows(before: readonly Chunk[], after: readonly Chunk[]): string[] {
  const keyOf = new Map(before.flatMap(({ key, ids }) => ids.map((id) => [id, key])))
  return after.flatMap(({ key, ids }) => ids.filter((id) => keyOf.has(id) && keyOf.get(id) !== key))
}

test('[O6.1] short lists have no runs, and long ones are cut', () => {
  expect([isLong(rows(50)), isLong(rows(51))]).toEqual([false, true])
  const chunks = chunksOf(rows(60), [])
  expect(sizes(chunks)).toEqual([25, 25, 10])
  expect(chunks.flatMap(({ ids }) => ids)).toEqual(rows(60))
})

test.each([
  ['a new row', (ids: string[]) => ids.toSpliced(3, 0, 'new'), []],
  ['a row that goes', (ids: string[]) => ids.toSpliced(3, 1), []],
  ['the first row of a run that goes', (ids: string[]) => ids.toSpliced(25, 1), []],
  ['a row that moves far', (ids: string[]) => [...ids.toSpliced(3, 1), 'row-3'], ['row-3']],
])('[O6.1] %s draws no other row again', (_, edit, moved) => {
  const before = chunksOf(rows(60), [])
  const ids = edit(rows(60))
  const after = chunksOf(ids, before)
  expect(after.flatMap((chunk) => chunk.ids)).toEqual(ids)
  expect(movedRows(before, after)).toEqual(moved)
  expect(new Set(after.map(({ key }) => key)).size).toBe(after.length)
})

test('[O6.1] a run that grows is cut, and all keys differ', () => {
  let chunks = chunksOf(rows(60), [])
  const ids = rows(60)
  for (let n = 0; n < 200; n++) {
    ids.splice(1, 0, `new-${n}`)
    chunks = chunksOf(ids, chunks)
    expect(chunks.flatMap((chunk) => chunk.ids)).toEqual(ids)
  }
  expect(Math.max(...sizes(chunks))).toBe(50)
  expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length)
})
