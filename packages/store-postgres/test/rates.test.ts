import { describePostgres } from '@notegraph/postgres-tests'
import { rateLog } from '@notegraph/service'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres, type PostgresStore } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'
import { runSql } from './run-sql.ts'

const MINUTE = 60_000

describePostgres('[D7] a rate across processes', (database) => {
  let store: PostgresStore
  beforeEach(async () => {
    store = await openPostgres({ url: database.url })
    await emptyTables(database.url)
  })
  afterEach(async () => store.close())

  test('lets as many through as there may be, wherever they come in at once', async () => {
    const other = await openPostgres({ url: database.url })
    const over = await Promise.all(
      Array.from({ length: 40 }, async (_, i) =>
        (i % 2 === 0 ? store : other).rate(25, MINUTE).count('a', 1_000 + i),
      ),
    )
    expect(over.filter((one) => !one)).toHaveLength(25)
    await other.close()
  })

  test('counts as the log of one process does', async () => {
    const request = fc.record({
      key: fc.constantFrom('a', 'b', '日本'),
      later: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(99, 100, 101)),
      requests: fc.constantFrom(1, 1, 1, 2, 5),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(request, { minLength: 1, maxLength: 12 }),
        async (limit, requests) => {
          const [memory, shared] = [rateLog(limit, 100), store.rate(limit, 100)]
          const start = ++run * 1_000_000
          let now = start
          for (const { key, later, requests: count } of requests) {
            now += later
            const own = `${run} ${key}`
            expect(await shared.room(own, now)).toEqual(memory.room(own, now))
            expect(await shared.count(own, now, count)).toBe(memory.count(own, now, count))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('keeps one time more than its limit, and nothing of idle keys', async () => {
    const rates = store.rate(3, MINUTE)
    await rates.count('idle', 0)
    await store.rate(3, MINUTE).count('a', MINUTE, 50)
    expect(await runSql(database.url, 'SELECT key, cardinality(times) AS times FROM rate')).toEqual([
      { key: 'a', times: 4 },
    ])
  })

  test('0 is no limit, and writes nothing', async () => {
    expect(await store.rate(0, MINUTE).count('a', 0, 1_000)).toBe(false)
    expect(await runSql(database.url, 'SELECT 1 FROM rate')).toEqual([])
  })
})
