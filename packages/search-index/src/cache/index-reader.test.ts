/** The parts of an index that stay cached when documents are indexed or segments are merged. */
import { expect, test } from 'vitest'
import { someDocument } from '../../test/some-document.ts'
import { MemoryDocuments } from '../memory/memory-documents.ts'
import { memoryStorage } from '../memory/memory-storage.ts'
import { TermSearch } from '../search/term-search.ts'
import { DocValues, FIELD_NAMES } from '../segments/doc-values.ts'
import { patternsOf } from '../terms/terms.ts'
import { IndexWriter } from '../write/index-writer.ts'
import { CacheBudget } from './cache-budget.ts'
import { IndexReader } from './index-reader.ts'

const storage = memoryStorage()
const documents = new MemoryDocuments(storage)
const writer = new IndexWriter(storage, documents, { background: true })
const reader = new IndexReader(storage, new CacheBudget(2 ** 27))

/** Adds so many documents and indexes them as one segment. */
function grow(count: number): void {
  for (let i = 0; i < count; i++)
    documents.add(someDocument({ id: `b${documents.last()}`, words: `rye ${documents.last()}` }))
  writer.indexSome(count)
  reader.refresh()
}

test('a step of the index leaves cached what it has not changed, and adds what it has', () => {
  grow(8)
  const [first] = reader.segments()
  if (!first) throw new Error('there is no segment')
  const blocks = reader.termBlocks(first, false)
  const { patterns } = patternsOf('rye')
  const span = { from: 0, to: 9 }
  new TermSearch(reader).find(patterns, span)
  for (const name of FIELD_NAMES) reader.values(name)
  reader.indexed()

  grow(3_000)
  const search = new TermSearch(reader)
  expect(reader.segments()).toHaveLength(2)
  expect(reader.termBlocks(first, false)).toBe(blocks)
  expect(search.isFound(patterns, span)).toBe(true)
  expect(search.isFound(patterns, { from: 0, to: 3_010 })).toBe(false)
  for (const name of FIELD_NAMES) {
    expect(reader.hasValues(name)).toBe(true)
    const whole = new DocValues(storage).whole(name)
    expect(reader.values(name).slice(0, whole.length)).toEqual(whole)
  }
  expect(reader.indexed().count()).toBe(3_008)
})

test('a merge drops the terms of the merged segments, and their numbers are never given again', () => {
  const [first] = reader.segments()
  if (!first) throw new Error('there is no segment')
  const blocks = reader.termBlocks(first, false)
  for (let i = 0; i < 8; i++) grow(8)
  expect(reader.hasTermBlocks(first)).toBe(false)
  expect(reader.segments().some(({ n }) => n === first.n)).toBe(false)
  for (const segment of reader.segments()) expect(reader.termBlocks(segment, false)).not.toBe(blocks)
  const highest = Math.max(...reader.segments().map(({ n }) => n))
  grow(8)
  expect(Math.max(...reader.segments().map(({ n }) => n))).toBeGreaterThan(highest)
})

test('nothing stays cached of segments that were merged, or have fewer documents', () => {
  const { patterns } = patternsOf('rye')
  const ask = (one: IndexReader) => {
    one.refresh()
    return new TermSearch(one).find(patterns, { from: 0, to: documents.last() + 1 }).toArray()
  }
  const old = new IndexReader(storage, new CacheBudget(2 ** 27))
  for (let round = 0; round < 100; round++) {
    grow(8)
    // A document of each round and one of the first change, so that segments are scattered too.
    for (const n of [documents.last() - 3, 1 + round]) {
      documents.change({ ...someDocument({ words: `rye ${round}` }), n })
      writer.note([n], 0)
    }
    writer.indexSome(10)
    ask(old)
  }
  const fresh = new IndexReader(storage, new CacheBudget(2 ** 27))
  expect(ask(old)).toEqual(ask(fresh))
  expect(old.bytes).toBe(fresh.bytes)
})

test('nothing stays cached when the whole index is deleted', () => {
  expect(reader.bytes).toBeGreaterThan(0)
  writer.clear()
  reader.refresh()
  expect(reader.bytes).toBe(0)
  expect(reader.segments()).toEqual([])
  expect(FIELD_NAMES.filter((name) => reader.hasValues(name))).toEqual([])
})

test('a cache over its budget is cleared, and reads the same again', () => {
  grow(8)
  const small = new IndexReader(storage, new CacheBudget(1_000))
  small.refresh()
  for (const name of FIELD_NAMES) {
    expect(small.values(name)).toEqual(new DocValues(storage).whole(name))
    expect(small.bytes).toBe(0)
  }
  expect(small.indexed().count()).toBe(reader.indexed().count())
})
