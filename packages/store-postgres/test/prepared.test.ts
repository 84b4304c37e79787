/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../src/database/database.ts'
import { ofAccount } from '../src/database/statement.ts'
import { openPostgres } from '../src/index.ts'
import { startPoolerProxy } from './pooler-proxy.ts'

const FIND = ofAccount('SELECT quota FROM account WHERE account_id = $1')
const GROW = ofAccount('UPDATE account SET quota = quota + $2 WHERE account_id = $1')
/** PostgreSQL plans the first five runs of a statement. */
const RUNS = 10

describePostgres('statements that a connection prepares', (database) => {
  let db: Database
  const open = (url: string) => (db = openDatabase({ url, connections: 1 }))
  beforeEach(async () => {
    const store = await openPostgres({ url: database.url })
    await store.accounts.remove('ada')
    await store.accounts.create({ id: 'ada', plan: 'active', allowed: true, quota: 0, createdAt: 1 })
    await store.close()
  })
  afterEach(async () => db.close())

  const quota = async () => (await db.one<{ quota: number }>(FIND, ['ada']))?.quota
  const grow = async () =>
    db.transaction(async (session) => {
      await Promise.all([session.write(GROW, ['ada', 1]), session.write(GROW, ['ada', 1])])
      await session.last.write(GROW, ['ada', 1])
    })
  const prepared = async () => {
    const { rows } = await db.withClient(async (client) =>
      client.query<{ statement: string; generic: string }>(
        'SELECT statement, generic_plans AS generic FROM pg_prepared_statements ORDER BY prepare_time',
      ),
    )
    return rows
  }
  const forget = async () => db.withClient(async (client) => client.query('DEALLOCATE ALL'))

  test('are parsed once, and planned for any values', async () => {
    open(database.url)
    for (let n = 0; n < RUNS; n++) {
      await grow()
      expect(await quota()).toBe(3 * (n + 1))
    }
    const found = await prepared()
    expect(found.map(({ statement }) => statement)).toEqual([GROW.text, FIND.text])
    for (const { generic } of found) expect(Number(generic)).toBeGreaterThan(0)
  })

  test('are none behind a pooler, which may send each transaction to another connection', async () => {
    const pooler = await startPoolerProxy(database.url)
    open(pooler.url)
    for (let n = 0; n < RUNS; n++) await grow()
    expect([await quota(), await prepared()]).toEqual([3 * RUNS, []])
    await db.close()
    await pooler.close()
  })

  test('are none in a snapshot, whose plans must keep the order of an index', async () => {
    open(database.url)
    await grow()
    for (let n = 0; n < RUNS; n++) await db.snapshot(async (session) => session.one(FIND, ['ada']))
    expect((await prepared()).map(({ statement }) => statement)).toEqual([GROW.text])
  })

  test('are planned again a second later, as their tables may have grown', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1)
    open(database.url)
    for (let n = 0; n < RUNS; n++) await quota()
    const plan = async () =>
      JSON.stringify(
        (await db.withClient(async (client) => client.query(`EXPLAIN EXECUTE ${FIND.name}('ada')`))).rows,
      )
    // Another plan would be made from now on.
    await db.withClient(async (client) => client.query('SET enable_indexscan = off'))
    expect(await plan()).toContain('"Index Scan')
    clock.mockReturnValue(1_002)
    expect(await plan()).not.toContain('"Index Scan')
    clock.mockRestore()
  })

  test('are none in a large transaction, as its tables grow meanwhile', async () => {
    open(database.url)
    await db.transaction(async (session) => session.write(GROW, ['ada', 1]), { isLarge: true })
    expect([await prepared(), await quota()]).toEqual([[], 1])
  })

  test.each([
    ['a statement', quota],
    ['a transaction', grow],
  ])('that the server lost: %s runs again without them', async (_, work) => {
    open(database.url)
    await grow()
    expect(await quota()).toBe(3)
    await forget()
    await work()
    await grow()
    expect([await quota(), await prepared()]).toEqual([work === grow ? 9 : 6, []])
  })

  test('whose columns another release changed: runs again without them', async () => {
    open(database.url)
    const ALL = ofAccount('SELECT * FROM account WHERE account_id = $1')
    for (let n = 0; n < RUNS; n++) await db.one(ALL, ['ada'])
    await db.withClient(async (client) => client.query('ALTER TABLE account ADD COLUMN later text'))
    expect(await db.one(ALL, ['ada'])).toHaveProperty('later', null)
    await db.withClient(async (client) => client.query('ALTER TABLE account DROP COLUMN later'))
  })
})
