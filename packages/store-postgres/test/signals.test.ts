/** @module-tag postgres */
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { describePostgres, findPostgres, startPostgres } from '@notegraph/postgres-tests'
import type { Account } from '@notegraph/store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTruth, type Truth } from '../src/store.ts'
import { emptyTables } from './empty-store.ts'
import { runSql } from './run-sql.ts'

const ADA: Account = { id: 'ada', plan: 'active', allowed: true, quota: 9, createdAt: 1 }
const GRACE: Account = { ...ADA, id: 'grace' }

/** The connections that listen. */
const LISTENING =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'notegraph listener' AND state = 'idle'"

describePostgres('signals', (database) => {
  let writer: Truth
  let reader: Truth
  let heard: string[]
  const listen = (id: string, truth = reader) => truth.store.watch(id, () => heard.push(id))
  const listeners = async () => runSql(database.url, `${LISTENING} AND datname = current_database()`)
  const until = async (expected: readonly string[]) => expect.poll(() => heard).toEqual(expected)
  const begun = async (...ids: string[]) => {
    for (const id of ids) listen(id)
    await until(ids) // the first connection asks all to look
    heard = []
  }

  beforeEach(async () => {
    heard = []
    writer = await openTruth({ url: database.url })
    reader = await openTruth({ url: database.url })
    await emptyTables(database.url)
    for (const account of [ADA, GRACE]) await writer.store.accounts.create(account)
    await writer.store.sessions.create({ id: 's1', accountId: 'ada', hash: 'h', device: 'd', createdAt: 1 })
    await writer.store.tokens.create({
      id: 't1',
      accountId: 'ada',
      hash: 'h',
      name: 'n',
      scope: 'read',
      createdAt: 1,
    })
  })
  afterEach(async () => {
    await Promise.all([writer.store.close(), reader.store.close()])
    // PostgreSQL ends a connection some time after this process.
    await vi.waitUntil(async () => (await listeners()).length === 0, { timeout: 120_000, interval: 10 })
  })

  test.each<[string, (truth: Truth) => unknown]>([
    ['a commit', ({ signals }) => signals.signal('ada')],
    ['a changed plan', async ({ store }) => store.accounts.update(ADA, { ...ADA, quota: 1 })],
    ['a removed account', async ({ store }) => store.accounts.remove('ada')],
    ['an ended session', async ({ store }) => store.sessions.end('s1', 2)],
    ['a revoked token', async ({ store }) => store.tokens.revoke('t1', 2)],
  ])('of %s reach the watchers of the account in another process once', async (_, act) => {
    await begun('ada', 'grace')
    await act(writer)
    await until(['ada'])
    writer.signals.signal('grace')
    await until(['ada', 'grace'])
  })

  test('reach watchers of the same process at once, and not again', async () => {
    await begun('ada')
    listen('ada', writer)
    await until(['ada'])
    writer.signals.signal('ada')
    expect(heard).toEqual(['ada', 'ada'])
    await until(['ada', 'ada', 'ada']) // the reader
    reader.signals.signal('ada')
    await until(['ada', 'ada', 'ada', 'ada', 'ada'])
  })

  test('of a burst are merged while one is on its way, and the last is never lost', async () => {
    await begun('ada', 'grace')
    for (let n = 0; n < 5_000; n++) writer.signals.signal('ada')
    writer.signals.signal('grace')
    await expect.poll(() => heard).toContain('grace')
    expect(heard.length).toBeLessThan(10)
  })

  test('that are under way are sent before a process closes', async () => {
    await begun('ada')
    const short = await openTruth({ url: database.url })
    short.signals.signal('ada')
    await short.store.close()
    await until(['ada'])
  })

  test('use one connection for all watchers of a process, and none without', async () => {
    const short = await openTruth({ url: database.url })
    expect(await listeners()).toEqual([])
    for (const id of ['ada', 'grace', 'alan']) listen(id, short)
    await until(['ada', 'grace', 'alan'])
    expect(await listeners()).toHaveLength(1)
    await short.store.close()
    await expect.poll(listeners).toEqual([])
  })

  test('that a lost connection missed are made up for: all watchers look again', async () => {
    await begun('ada', 'grace')
    const [row] = await listeners()
    await runSql(database.url, `SELECT pg_terminate_backend(${String(row!['pid'])}, 5000)`)
    await until(['ada', 'grace'])
    writer.signals.signal('ada')
    await until(['ada', 'grace', 'ada'])
  })
})

describePostgres('a listener', () => {
  test('of a server that is away comes back by itself', async () => {
    const server = await startPostgres(findPostgres({ env: process.env })!)
    const url = server.url()
    const upstream = `${new URL(url).searchParams.get('host')!}/.s.PGSQL.5432`
    let isAway = false
    const sockets = new Set<Socket>()
    const proxy = createServer((client) => {
      if (isAway) return client.destroy()
      const postgres = createConnection(upstream)
      for (const one of [client, postgres]) sockets.add(one.on('error', () => {}))
      client.pipe(postgres).pipe(client)
      return undefined
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as { port: number }
    const truth = await openTruth({ url, listenUrl: `postgres://postgres@127.0.0.1:${port}/postgres` })
    let calls = 0
    truth.store.watch('ada', () => calls++)
    await expect.poll(() => calls).toBe(1)
    isAway = true
    for (const socket of sockets) socket.destroy()
    proxy.once('connection', () => (isAway = false)) // the first try fails
    await expect.poll(() => calls).toBe(2)
    await truth.store.close()
    proxy.close()
    await server.stop()
  })
})
