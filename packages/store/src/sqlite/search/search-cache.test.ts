import { parseQuery } from '@notegraph/query'
import { startOfDay } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import { openSqlite } from '../index.ts'
import { BUDGET } from './search.ts'

test('a graph that closes leaves nothing in the cache of searches', async () => {
  const before = BUDGET.bytes
  const store = openSqlite(':memory:')
  const graph = store.graph('me')
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'hello harbour'))
  await graph.search.index()
  const parsed = parseQuery('hello')
  if (!parsed.ok) throw new Error(parsed.fault.reason)
  const days = { today: 20260101, startOf: (day: number) => startOfDay(day, 'UTC') }
  const window = { limit: 10, offset: 0 }
  expect((await graph.search.find(parsed.query, days, window, 100)).total).toBe(1)
  expect(BUDGET.bytes).toBeGreaterThan(before)
  await store.close()
  expect(BUDGET.bytes).toBe(before)
})
