import { expect, test } from 'vitest'
import { memoryStorage } from '../memory/memory-storage.ts'
import type { SegmentStorage } from '../storage.ts'
import { Merger } from './merger.ts'
import { packSegment, type TermMap } from './segment.ts'
import { SegmentStore } from './segment-store.ts'

/** A storage with eight segments of one document and so many terms each, or with more segments. */
function eightSegments(count: number, most = 8): SegmentStorage {
  const storage = memoryStorage()
  const segments = new SegmentStore(storage)
  for (let n = 1; n <= most; n++) {
    const terms: TermMap = new Map()
    for (let i = 0; i < count; i++) terms.set(`a word of some thirty units ${n} ${i}`, [n])
    segments.add(packSegment(terms, [n]))
  }
  return storage
}

/** The number of terms of each document that the segments contain. */
function termCounts(storage: SegmentStorage): Map<number, number> {
  const segments = new SegmentStore(storage)
  const counts = new Map<number, number>()
  for (const segment of segments.read())
    segments.forEach(segment, (_, n) => counts.set(n, (counts.get(n) ?? 0) + 1))
  return counts
}

test.each([
  ['few terms are merged into one', 10, 1],
  ['very many terms stay as they are, since merging them would take long', 1_000, 8],
])('eight segments of %s', (_, count, left) => {
  const storage = eightSegments(count)
  const merger = new Merger(storage, 2)
  const merge = merger.prepare()
  expect(merge === undefined || merger.write(merge)).toBe(true)
  expect(new SegmentStore(storage).read()).toHaveLength(left)
  expect([...termCounts(storage).values()]).toEqual(Array.from({ length: 8 }, () => count))
})

test('a merge takes eight segments, however many there are', () => {
  const storage = eightSegments(3, 20)
  const merger = new Merger(storage)
  const sizes: number[] = []
  for (let merge = merger.prepare(); merge; merge = merger.prepare()) {
    sizes.push(merge.from.length)
    merger.write(merge)
  }
  expect(sizes).toEqual([8, 8])
  expect(new SegmentStore(storage).read()).toHaveLength(6)
  expect([...termCounts(storage).values()]).toEqual(Array.from({ length: 20 }, () => 3))
})

test('a merge keeps documents deleted that were deleted after it was prepared', () => {
  const storage = eightSegments(3)
  const merger = new Merger(storage)
  const merge = merger.prepare()
  new SegmentStore(storage).add(packSegment(new Map(), [4]))
  expect(merge && merger.write(merge)).toBe(true)
  expect(termCounts(storage).has(4)).toBe(false)
  expect(termCounts(storage).size).toBe(7)
})

test('a merge is not written twice', () => {
  const storage = eightSegments(3)
  const merger = new Merger(storage)
  const merge = merger.prepare()
  expect(merge && merger.write(merge)).toBe(true)
  expect(merge && merger.write(merge)).toBe(false)
  expect(merger.prepare()).toBeUndefined()
})
