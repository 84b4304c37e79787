/** How many documents a writer indexes at once, and what it notices of an index that is wrong. */
import { expect, test } from 'vitest'
import {
  IndexWriter,
  MemoryDocuments,
  memoryStorage,
  verifyIndex,
  type SegmentStorage,
} from '../src/index.ts'
import { someDocument } from './some-document.ts'

const MB = 2 ** 20

function graphOf(lengths: readonly number[], background = true) {
  const storage = memoryStorage()
  const documents = new MemoryDocuments(storage)
  for (const [i, length] of lengths.entries())
    documents.add(someDocument({ id: `b${i}`, words: 'rye '.repeat(length / 4) }))
  return { storage, documents, writer: new IndexWriter(storage, documents, { background }) }
}

test('a batch has few documents if they are long, and one that is longer than a batch alone', () => {
  const { storage, documents, writer } = graphOf([1.5, 1.5, 1.5, 5, 0.1, 0.1].map((size) => (size * MB) / 2))
  const steps: number[] = []
  while (writer.unindexed() > 0) {
    writer.indexSome(1_024)
    steps.push(storage.counters.get('indexed'))
  }
  expect(steps).toEqual([2, 3, 4, 6])
  expect(verifyIndex(storage, documents)).toEqual([])
})

test('a write indexes short documents, and leaves long ones to the thread', () => {
  const { storage, documents, writer } = graphOf([1.1 * MB, ...Array.from({ length: 1_100 }, () => 8)], false)
  writer.note([], 1_101)
  expect([storage.counters.get('indexed'), writer.unindexed()]).toEqual([1_101, 1])
  expect(verifyIndex(storage, documents)).toEqual([])
  writer.indexSome(1)
  expect(writer.unindexed()).toBe(0)
  expect(verifyIndex(storage, documents)).toEqual([])
})

test('a write of few documents leaves them to the thread', () => {
  const { writer } = graphOf(Array.from({ length: 900 }, () => 8))
  writer.note([], 900)
  expect(writer.unindexed()).toBe(900)
})

test.each<[string, (storage: SegmentStorage) => void]>([
  ['a missing posting list', ({ postings }) => postings.clear()],
  ['missing doc values', ({ docValues }) => docValues.clear()],
  ['a wrong doc value', ({ docValues }) => docValues.put(0, { strip: new Uint8Array(8_000), step: 1 })],
  [
    'another term',
    ({ terms }) => {
      for (const [key, row] of Array.from(terms.scan(0, Infinity)))
        terms.put(key, { ...row, terms: row.terms.replace('rye', 'rya') })
    },
  ],
  [
    'a document that is marked as deleted',
    ({ segments }) => {
      for (const [key, row] of Array.from(segments.scan(0, Infinity)))
        segments.put(key, { ...row, deleted: Uint8Array.of(1) })
    },
  ],
])('verifyIndex finds %s', (_, damage) => {
  const { storage, documents, writer } = graphOf([8])
  writer.indexSome(9)
  expect(verifyIndex(storage, documents)).toEqual([])
  damage(storage)
  expect(verifyIndex(storage, documents)).toContain(1)
})
