import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { GRAPH_SCHEMA } from '../graph-schema.ts'
import { segmentStore, type Pieces } from './segments.ts'

test.each([
  ['few pieces are put together to one', 10, 1],
  ['very many pieces stay as they are, since that would take long', 1_000, 8],
])('eight segments of %s', (_, count, left) => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const segments = segmentStore(db, 2)
  for (let n = 1; n <= 8; n++) {
    const pieces: Pieces = new Map()
    for (let i = 0; i < count; i++) pieces.set(`a word of some thirty units ${n} ${i}`, [n])
    segments.add(pieces, [n])
  }
  expect(segments.read()).toHaveLength(left)
  const held = new Map<number, number>()
  segments.all((_, n) => held.set(n, (held.get(n) ?? 0) + 1))
  expect([...held.values()]).toEqual(Array.from({ length: 8 }, () => count))
  db.close()
})
