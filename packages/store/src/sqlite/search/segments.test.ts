import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { segmentMerger } from './merge.ts'
import { packSegment, segmentStore, type Pieces } from './segments.ts'

test.each([
  ['few pieces are merged into one', 10, 1],
  ['very many pieces stay as they are, since that would take long', 1_000, 8],
])('eight segments of %s', (_, count, left) => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const segments = segmentStore(db)
  for (let n = 1; n <= 8; n++) {
    const pieces: Pieces = new Map()
    for (let i = 0; i < count; i++) pieces.set(`a word of some thirty units ${n} ${i}`, [n])
    segments.add(packSegment(pieces, [n]))
  }
  const merger = segmentMerger(db, 2)
  const merge = merger.prepare()
  expect(merge === undefined || merger.write(merge)).toBe(true)
  expect(segments.read()).toHaveLength(left)
  const held = new Map<number, number>()
  for (const segment of segments.read()) segments.each(segment, (_, n) => held.set(n, (held.get(n) ?? 0) + 1))
  expect([...held.values()]).toEqual(Array.from({ length: 8 }, () => count))
  db.close()
})
