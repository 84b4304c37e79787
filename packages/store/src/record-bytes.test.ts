import { plainBlock, type BlockRecord } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { plainBytes, recordBytes } from './record-bytes.ts'

const block = plainBlock({
  id: 'b1',
  content: 'Übung',
  rev: 'r1',
  pageId: 'p1',
  parentId: null,
  order: 1,
  createdAt: 0,
  updatedAt: 0,
})
const empty = recordBytes({ ...block, words: { ...block.words, text: '' } })
const beside = (record: Partial<BlockRecord>): number => recordBytes({ ...block, ...record }) - empty

test.each<[string, Partial<BlockRecord>, number]>([
  ['its words', {}, 6],
  ['each version of them', { versions: [{ text: 'abc', rev: 'r2', at: 0, device: 'd' }] }, 6 + 3],
  [
    'its props, keys and values',
    { props: { key: { v: 'né', at: 0 }, n: { v: [1], at: 0 } } },
    6 + 3 + 3 + 1 + 3,
  ],
  ['the key alone of one that was cleared', { props: { key: { v: null, at: 0 } } }, 6 + 3],
  ['keys that nobody here knows', { mood: 'né', more: [1] } as Partial<BlockRecord>, 6 + 4 + 3 + 4 + 3],
  ['those of a deleted one too', { mood: 'né', deleted: 1 } as Partial<BlockRecord>, 32 - 256 + 4 + 3],
  ['no earlier revision', { hist: Array.from({ length: 32 }, String) }, 6],
  ['[sync server 9] no words where it is deleted', { deleted: 1 }, 32 - 256],
])('a record counts for %s', (_, record, bytes) => {
  expect(beside(record)).toBe(bytes)
})

test('[sync server 9] a tombstone counts 32 bytes, whatever it was', () => {
  const versions = [{ text: 'abc', rev: 'r2', at: 0, device: 'd' }]
  expect(recordBytes({ ...block, deleted: 1 })).toBe(32)
  expect(recordBytes({ ...block, versions, props: { key: { v: 'x', at: 0 } }, deleted: 1 })).toBe(32)
})

test('a plain block counts for as much by its content alone', () => {
  expect(plainBytes(block.words.text)).toBe(recordBytes(block))
})
