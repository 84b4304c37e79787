/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import type { RateRule } from '@notegraph/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres, type PostgresStore } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'
import { startCutProxy } from './cut-proxy.ts'
import { runSql } from './run-sql.ts'

const MINUTE = 60_000

const rule = (limit: number): RateRule => ({ name: 'requests', limit, window: MINUTE })

describePostgres('[D7] a rate across processes', (database) => {
  let store: PostgresStore
  beforeEach(async () => {
    store = await openPostgres({ url: database.url })
    await emptyTables(database.url)
  })
  afterEach(async () => store.close())

  test.each([
    [
      'count',
      async ({ rates }: PostgresStore, now: number) => rates.count({ rate: rule(25), key: 'a' }, now),
    ],
    [
      'take',
      async ({ rates }: PostgresStore, now: number) =>
        (await rates.take([{ rate: rule(25), key: 'a' }], now)) !== undefined,
    ],
  ])('%s lets as many through as the limit, wherever they come in at once', async (_, isOver) => {
    const other = await openPostgres({ url: database.url })
    const over = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => isOver(n % 2 === 0 ? store : other, 1_000 + n)),
    )
    expect(over.filter((one) => !one)).toHaveLength(25)
    await other.close()
  })

  test('is taken in one round trip, also from two rates', async () => {
    const proxy = await startCutProxy(database.url)
    const near = await openPostgres({ url: proxy.url })
    const uses = [rule(2), { ...rule(3), name: 'reads' }].map((rate) => ({ rate, key: 'a' }))
    await near.rates.take(uses, 1)
    const before = proxy.turns
    expect([await near.rates.take(uses, 2), await near.rates.take(uses, 3)]).toEqual([undefined, 0])
    expect(proxy.turns - before).toBe(2)
    await near.close()
    await proxy.close()
  })

  test('keeps one time more than its limit, and nothing of idle keys', async () => {
    await store.rates.count({ rate: rule(3), key: 'idle' }, 0)
    const other = await openPostgres({ url: database.url })
    await other.rates.count({ rate: rule(3), key: 'a' }, MINUTE, 50)
    await other.close()
    expect(await runSql(database.url, 'SELECT key, cardinality(times) AS times FROM rate')).toEqual([
      { key: 'requests a', times: 4 },
    ])
  })
})
