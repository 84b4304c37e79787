import { afterAll, expect, test } from 'vitest'
import type { ChangeFilter } from '../../graph/changes.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { changeStore } from './change-list.ts'

const db = openDatabase(':memory:', GRAPH_SCHEMA)
const counts: string[] = []
const changes = changeStore(
  Object.create(db, {
    prepare: {
      value: (sql: string) => {
        if (sql.startsWith('SELECT count(*)')) counts.push(sql)
        return db.prepare(sql)
      },
    },
  }) as typeof db,
)
afterAll(() => db.close())

test.each<ChangeFilter>([
  { since: 1 },
  { since: 1, tokenId: 't' },
  { since: 1, notTokenId: 't' },
  { since: 1, pageId: 'p' },
  { since: 1, tokenId: 't', pageId: 'p' },
])('the changes of %j are counted without reading their items', async (filter) => {
  counts.length = 0
  await changes.list(filter, { limit: 1, offset: 0 })
  expect(counts).toHaveLength(1)
  const values = counts[0]!.match(/\?/g)!.map(() => 1)
  const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${counts[0]}`).all(...values)
  expect(plan.map(({ detail }) => detail).join()).toMatch(/^(SCAN|SEARCH) change USING COVERING INDEX \w+/)
})
