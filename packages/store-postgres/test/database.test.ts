/** @module-tag postgres */
import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { StoreUnavailable } from '@notegraph/store'
import { describePostgres, findPostgres, startPostgres } from '@notegraph/postgres-tests'
import type { Account } from '@notegraph/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../src/database/database.ts'
import { ofAccount, type Statement } from '../src/database/statement.ts'
import { isUnavailable } from '../src/database/unavailable.ts'
import { openPostgres, type PostgresStore } from '../src/index.ts'
import { runSql, withConnection } from './run-sql.ts'

const ADA: Account = { id: 'ada', plan: 'active', allowed: true, quota: 9, createdAt: 1 }
const LOCK = ofAccount('SELECT 1 FROM account WHERE account_id = $1 FOR UPDATE')
const fault = (code: string) => Object.assign(new Error(code), { code })

describe('PostgreSQL is away', () => {
  test.each([
    ['nobody listens', fault('ECONNREFUSED'), true],
    ['there is no socket', fault('ENOENT'), true],
    ['the server stops', fault('57P01'), true],
    ['the connection breaks', new Error('Connection terminated unexpectedly'), true],
    ['it has too many connections', fault('53300'), true],
    ['its disk is full', fault('53100'), true],
    ['its disk fails', fault('58030'), true],
    ['a row is there already', fault('23505'), false],
    ['the statement is wrong', fault('42601'), false],
    ['a lock is held', fault('55P03'), false],
  ])('if %s: %s %s', (_, error, away) => expect(isUnavailable(error)).toBe(away))
})

describePostgres('a transaction', (database) => {
  let db: Database
  let store: PostgresStore
  beforeEach(async () => {
    store = await openPostgres({ url: database.url, lockTimeout: 20 })
    db = openDatabase({ url: database.url, connections: 1 })
    await store.accounts.create(ADA)
  })
  afterEach(async () => {
    await store.accounts.remove('ada')
    await Promise.all([store.close(), db.close()])
  })

  test('reports its connections, and who waits for one', async () => {
    const free = Promise.withResolvers<void>()
    const first = db.withClient(() => free.promise)
    const second = db.withClient(async () => 2)
    await expect
      .poll(() => db.usage())
      .toEqual({ databaseConnections: 1, databaseIdle: 0, databaseWaiting: 1 })
    free.resolve()
    await Promise.all([first, second])
    expect(db.usage()).toEqual({ databaseConnections: 1, databaseIdle: 1, databaseWaiting: 0 })
    expect(store.usage?.()).toHaveProperty('databaseConnections')
  })

  test('sends statements that do not wait for each other in one call of the system', async () => {
    const rooms = { text: 'SELECT $1::int AS room' } as Statement
    const calls = vi.spyOn(Socket.prototype, '_writev')
    const found = await db.transaction(async (session) => {
      calls.mockClear()
      return Promise.all([1, 2, 3].map(async (room) => session.one(rooms, [room])))
    })
    expect(found).toEqual([{ room: 1 }, { room: 2 }, { room: 3 }])
    expect(calls).toHaveBeenCalledOnce()
    calls.mockRestore()
  })

  test.each(['40001', '40P01', '55P03'])('runs again after %s, three times at most', async (code) => {
    let runs = 0
    await expect(
      db.transaction(async () => {
        runs++
        throw fault(code)
      }),
    ).rejects.toThrow(code)
    expect(runs).toBe(3)
    const third = db.transaction(async () => {
      if (++runs < 6) throw fault(code)
      return runs
    })
    expect(await third).toBe(6)
  })

  test('runs once after any other fault, and its connection serves the next', async () => {
    let runs = 0
    await expect(
      db.transaction(async () => {
        runs++
        throw fault('23505')
      }),
    ).rejects.toThrow('23505')
    expect([runs, await db.transaction(async () => 'next')]).toEqual([1, 'next'])
  })

  test('fails with the fault of the statement that failed, not of those behind it', async () => {
    const wrong = { text: "SELECT 1 / (length('a') - 1)" } as never
    const right = { text: 'SELECT 1' } as never
    await expect(
      db.transaction(async (session) =>
        Promise.all([Promise.all([session.all(wrong), session.all(right)]), session.all(right)]),
      ),
    ).rejects.toMatchObject({ code: '22012' })
  })

  test('of reads that fails leaves its connection to the next', async () => {
    const wrong = { text: 'SELECT 1 / 0' } as Statement
    await expect(db.snapshot(async (session) => session.all(wrong))).rejects.toMatchObject({ code: '22012' })
    expect(await db.transaction(async () => 'next')).toBe('next')
  })

  test('gives up on a lock that another holds', async () => {
    await withConnection(database.url, async (run) => {
      await run("BEGIN; SELECT 1 FROM account WHERE account_id = 'ada' FOR UPDATE")
      await expect(store.accounts.update(ADA, { ...ADA, quota: 10 })).rejects.toMatchObject({ code: '55P03' })
      await run('ROLLBACK')
    })
    expect(await store.accounts.update(ADA, { ...ADA, quota: 10 })).toBe(true)
  })

  test('leaves a connection that broke while the pool handed it over', async () => {
    const owners: unknown[] = []
    const own = async () => db.withClient(async (client) => owners.push(client))
    await own()
    const handed = own()
    // The pool has stopped listening by then, and the next owner has not begun.
    process.nextTick(() => (owners[0] as EventEmitter).emit('error', new Error('write EPIPE')))
    await handed
    await own()
    expect(owners[1]).toBe(owners[0])
    expect(owners[2]).not.toBe(owners[0])
  })

  test('whose connection is ended says that the store is away, and the next call finds it', async () => {
    const found = await db.withClient(async (client) =>
      client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'),
    )
    const { pid } = found.rows[0]!
    await expect(
      db.transaction(async (session) => {
        await session.one(LOCK, ['ada'])
        await runSql(database.url, `SELECT pg_terminate_backend(${pid}, 5000)`)
      }),
    ).rejects.toThrow(StoreUnavailable)
    expect(await db.transaction(async () => 'next')).toBe('next')
  })
})

describePostgres('a server that stops', () => {
  test('makes the store unavailable, and fails a start', async () => {
    const server = await startPostgres(findPostgres({ env: process.env })!)
    const url = server.url()
    const store = await openPostgres({ url })
    await store.ready()
    await server.stop()
    await expect(store.ready()).rejects.toThrow('The database is not available. Try again later.')
    await expect(openPostgres({ url })).rejects.toThrow(StoreUnavailable)
    await store.close()
  })
})
