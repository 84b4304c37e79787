import type { FileName } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PICTURE } from '../../test/builders.ts'
import { MemoryRows } from '../../test/memory-rows.ts'
import { rowsFromRecords, rowsOf } from '../../test/rows-from-records.ts'
import { makeBlock, makePage, makeShape } from '../make.ts'
import type { BlockRecord, GraphRecord } from '../record.ts'

const BLOCKS = [1, 2, 3, 4].map((i) => `3f2504e0-4f89-41d3-9a0c-0305e82c330${i}`)
const PAGES = ['p1', 'p2', 'journal-20261120']
const FILE: FileName = { name: 'loaf.png', type: 'image/png' }
const LINK = `![](/api/files/${PICTURE})`

const TEXTS = [
  'plain words. And more.',
  'TODO [[Rye]] #Rye',
  '#Rye #Oats',
  '[[Oats]] [[2026-11-20]]',
  'key:: [[Rye]], wheat',
  `see ((${BLOCKS[0]}))`,
  `((${BLOCKS[1]})) #Oats`,
  LINK,
  `[[a ${LINK}]]`,
]

interface Commit {
  readonly newBlocks: readonly BlockRecord[]
  readonly records: readonly GraphRecord[]
  readonly withFile: boolean
}

const at = fc.integer({ min: 1, max: 6 })
const isDeleted = fc.boolean()
const anyPage = fc
  .record({
    id: fc.constantFrom(...PAGES),
    name: fc.constantFrom('Rye', 'Oats', 'Bread'),
    props: fc.subarray([
      ['alias', 'Rye, Bread'],
      ['tags', 'Oats'],
      ['type', 'book'],
      ['pdf', 'x.pdf'],
      ['image', LINK],
    ] as [string, string][]),
    createdAt: at,
    now: at,
  })
  .map((page) => makePage(page))
const place = { pageId: fc.constantFrom(...PAGES), order: at, now: at }
const anyBlock = fc
  .record({ id: fc.constantFrom(...BLOCKS), content: fc.constantFrom(...TEXTS), ...place })
  .map((block) => makeBlock({ ...block, rev: 'r', parentId: null }))
const anyShape = fc
  .record({ id: fc.constantFrom('s1', 's2'), ...place })
  .map((shape) => makeShape({ ...shape, text: '', rev: 'r', props: {} }))
const anyRecord = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: anyBlock }, { weight: 2, arbitrary: anyPage }, anyShape),
    fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, isDeleted),
  )
  .map(([record, gone]): GraphRecord => (gone ? { ...record, deleted: record.updatedAt } : record))
const anyCommit: fc.Arbitrary<Commit> = fc.record({
  newBlocks: fc.array(anyBlock, { maxLength: 2 }),
  records: fc.uniqueArray(anyRecord, { maxLength: 4, selector: ({ id }) => id }),
  withFile: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
})

/** Runs the commits one by one. Compares the rows after each with those derived from the records alone. */
function expectInStep(commits: readonly Commit[]): void {
  const rows = new MemoryRows()
  for (const { newBlocks, records, withFile } of commits) {
    const files = new Map(withFile && !rows.files.has(PICTURE) ? [[PICTURE, FILE]] : [])
    rows.commit(records, files, newBlocks)
    expect(rowsOf(rows)).toEqual(rowsFromRecords([...rows.records.values()], rows.files))
  }
}

test('rows reindexed commit by commit equal the rows of the records', () => {
  fc.assert(fc.property(fc.array(anyCommit, { maxLength: 12 }), expectInStep), { numRuns: 500 })
})
