/**
 * Writes go on over three servers while processes are killed, replicas deleted, and PostgreSQL is away.
 *
 * @module-tag postgres
 * @module-tag process
 */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describePostgres, findPostgres, startPostgres, type PostgresServer } from '@notegraph/postgres-tests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberOf, useServers, type Reply } from './servers.ts'

const WRITERS = 6
/** Writes that are acknowledged before and after each fault. */
const BETWEEN = 30
/** The memory of a stopped server must not hold commits that it has acknowledged. */
const SETTINGS = { synchronous_commit: 'on', full_page_writes: 'on' }

describePostgres('writes over three servers', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres(findPostgres({ env: process.env })!, { settings: SETTINGS })
  })
  afterAll(async () => postgres.stop())
  const servers = useServers({
    count: 3,
    isApart: true,
    env: () => ({
      NOTEGRAPH_DATABASE_URL: postgres.url(),
      NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
      NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
      NOTEGRAPH_REVERTIBLE_CHANGES: '0',
    }),
  })

  async function killProcess(acknowledged: () => number): Promise<void> {
    const before = acknowledged()
    await servers.all[0]!.kill()
    // The others go on without it.
    await until(() => acknowledged() >= before + BETWEEN)
    await servers.startAt(0)
  }

  async function deleteReplicas(): Promise<void> {
    for (const n of [0, 1]) {
      // The server goes on to create files there, so that a deletion in place may find the folder not empty.
      const gone = join(servers.data(n), 'gone')
      renameSync(join(servers.data(n), 'replicas'), gone)
      rmSync(gone, { recursive: true })
    }
    const replies = await servers.atOnce(6, async (server) => server.send('GET', '/notes/pages'))
    expect(numberOf(replies, 200)).toBe(6)
    // A graph that no server has open needs a new replica.
    await servers.command('account', 'create', 'late')
    const secret = await servers.newToken('late', 'late')
    for (const server of servers.all)
      expect((await servers.addBlock(server, 'today', 'late', { secret })).status).toBe(200)
  }

  /** Ends PostgreSQL as its administrator would, or at once. */
  const stopPostgres =
    (signal: 'SIGINT' | 'SIGKILL') =>
    async (_: unknown, failed: () => number): Promise<void> => {
      process.kill(postgres.pid, signal)
      await postgres.ended()
      for (const server of servers.all) {
        await until(async () => (await server.send('GET', '/notes/pages')).status === 503)
        const replies = await Promise.all([
          server.send('GET', '/notes/pages'),
          servers.addBlock(server, 'today', 'never written'),
          server.send('GET', '/settings/changes', { secret: servers.session }),
        ])
        for (const reply of replies) expectUnavailable(reply)
        expect(await server.device.pull(undefined)).toMatchObject({ ok: false, status: 503 })
      }
      // A writer has to meet the stop before it is over.
      await until(() => failed() > 0)
      await postgres.restart()
    }

  test.each<
    [
      fault: string,
      cause: (acknowledged: () => number, failed: () => number) => Promise<void>,
      leastFailed: number,
    ]
  >([
    ['a server is killed', killProcess, 1],
    ['replicas are deleted', deleteReplicas, 0],
    ['PostgreSQL stops and starts again', stopPostgres('SIGINT'), 1],
    ['PostgreSQL is killed and starts again', stopPostgres('SIGKILL'), 1],
  ])('are each there once if they were acknowledged, though %s', async (fault, cause, leastFailed) => {
    const page = fault
    const path = `/notes/pages/${encodeURIComponent(page)}`
    expect((await servers.all[0]!.send('POST', '/notes/pages', { body: { name: page } })).status).toBe(200)
    const acknowledged: string[] = []
    const over = new AbortController()
    const refusals: Reply[] = []
    let failed = 0

    /** Sends one write to the servers in turn until one takes it. */
    async function write(text: string, first: number): Promise<void> {
      let n = first
      const isTaken = async (): Promise<boolean> => {
        const server = servers.all[n++ % servers.all.length]!
        const reply = await servers
          .addBlock(server, encodeURIComponent(page), text, { key: text.replaceAll(' ', '-') })
          .catch(() => undefined) // the process was killed
        if (reply?.status === 200) return true
        failed++
        if (reply && reply.status !== 409) refusals.push(reply)
        return false
      }
      await until(isTaken, 20)
      acknowledged.push(text)
    }
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; !over.signal.aborted; n++) await write(`${page} ${writer}.${n}`, writer + n)
      }),
    )
    const faulty = (async () => {
      const more = async () => {
        const before = acknowledged.length
        await until(() => acknowledged.length >= before + BETWEEN)
      }
      await more()
      await cause(
        () => acknowledged.length,
        () => failed,
      )
      await more()
    })().finally(() => over.abort())
    await Promise.all([faulty, writers])
    for (const reply of refusals) expectUnavailable(reply)

    for (const server of servers.all) {
      const texts: string[] = []
      for (let total = Infinity; texts.length < total;) {
        const { body } = await server.send('GET', `${path}?limit=500&offset=${texts.length}`)
        total = body['total']
        for (const { content } of body['blocks'] as { content: string }[]) texts.push(content)
      }
      expect(texts.toSorted()).toEqual(acknowledged.toSorted())
    }
    expect(await servers.command('check', '--account', 'me')).toMatchObject({ code: 0, stderr: '' })
    expect(failed).toBeGreaterThanOrEqual(leastFailed)
  })
})

function expectUnavailable({ status, headers, body }: Reply): void {
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body['error']).toMatch(/^[A-Z].+\.$/)
}

const until = async (isTrue: () => boolean | Promise<boolean>, interval = 5): Promise<void> =>
  expect.poll(isTrue, { interval }).toBe(true)
