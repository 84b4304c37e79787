/**
 * Commits go on while real processes of PostgreSQL are killed.
 *
 * @module-tag postgres
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { OutcomeUnknown, StoreUnavailable } from '@notegraph/store'
import { describePostgres, findPostgres, startPostgres, type PostgresServer } from '@notegraph/postgres-tests'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commit } from '../src/graphs/commit.ts'
import { openGraph } from '../src/graphs/graph-row.ts'
import { openTruth, type Truth } from '../src/store.ts'
import { adding, allRecords } from './decisions.ts'
import { runSql } from './run-sql.ts'

const ACCOUNTS = ['ada', 'grace']
const WRITERS = 8
/** Acknowledged commits before each kill, and after the last. */
const BETWEEN = 40
const KILLS = 2

/** The memory of a killed server must not hold commits that it has acknowledged. */
const SETTINGS = { synchronous_commit: 'on', full_page_writes: 'on' }

describePostgres('commits under load', () => {
  let server: PostgresServer
  let truth: Truth
  beforeEach(async () => {
    server = await startPostgres(findPostgres({ env: process.env })!, { settings: SETTINGS })
    truth = await openTruth({ url: server.url() })
  })
  afterEach(async () => {
    await truth.store.close()
    await server.stop()
  })

  /** A process that runs a transaction of the store now. */
  async function busyBackend(): Promise<number> {
    let pid = 0
    const look = async () => {
      const [row] = await runSql(
        server.url(),
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'notegraph' AND xact_start IS NOT NULL LIMIT 1",
      )
      return (pid = Number(row?.['pid'] ?? 0))
    }
    await expect.poll(look, { interval: 1 }).toBeGreaterThan(0)
    return pid
  }

  test.each<[string, () => Promise<void>]>([
    ['a backend', async () => void process.kill(await busyBackend(), 'SIGKILL')],
    [
      'the postmaster',
      async () => {
        process.kill(server.pid, 'SIGKILL')
        await server.restart()
      },
    ],
  ])('are each there once if they were acknowledged, though %s is killed', async (_, kill) => {
    const { db } = truth
    const acknowledged = new Map<string, string[]>(ACCOUNTS.map((id) => [id, []]))
    const unknown = new Set<string>()
    let refused = 0
    const over = new AbortController()
    const count = () => ACCOUNTS.reduce((sum, id) => sum + acknowledged.get(id)!.length, 0)
    const until = async (most: number) => expect.poll(count, { interval: 5 }).toBeGreaterThanOrEqual(most)

    async function write(accountId: string): Promise<void> {
      const name = randomUUID()
      try {
        const written = await commit(db, accountId, randomUUID(), {}, adding(name))
        if (written.ok) acknowledged.get(accountId)!.push(name)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        if (error instanceof OutcomeUnknown) unknown.add(name)
        else refused++
        await wait(20)
      }
    }
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async (_, i) => {
        while (!over.signal.aborted) await write(ACCOUNTS[i % ACCOUNTS.length]!)
      }),
    )
    try {
      for (let kills = 1; kills <= KILLS; kills++) {
        await until(count() + BETWEEN)
        await kill()
      }
      await until(count() + BETWEEN)
    } finally {
      over.abort()
    }
    await writers

    // A kill may find no writer but those whose commit is under way.
    expect(refused + unknown.size).toBeGreaterThan(0)
    for (const id of ACCOUNTS) {
      const records = await allRecords(db, id)
      const stored = records.map((one) => one.id)
      expect(stored.filter((name) => !unknown.has(name)).toSorted()).toEqual(acknowledged.get(id)!.toSorted())
      expect(records.map(({ seq }) => seq)).toEqual(records.map((_, i) => i + 1))
      expect((await openGraph(db, id)).head).toBe(records.length)
    }
  })
})
