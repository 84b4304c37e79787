/**
 * A restore to a moment, drilled with the programs of PostgreSQL as docs/operations/postgresql.md describes it.
 *
 * @module-tag postgres
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres, findPostgres, startPostgres, type PostgresServer } from '@notegraph/postgres-tests'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commit } from '../src/graphs/commit.ts'
import { openGraph, raiseEpoch } from '../src/graphs/graph-row.ts'
import { openTruth, type Truth } from '../src/store.ts'
import { adding, allRecords } from './decisions.ts'
import { runSql } from './run-sql.ts'

describePostgres('a restore to a moment', () => {
  const programs = findPostgres({ env: process.env })!
  const backup = join(programs, 'pg_basebackup')
  let folder: string
  const servers: PostgresServer[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-moment-'))
    chmodSync(folder, 0o777) // the server may run as another user
    for (const name of ['archive', 'base']) {
      mkdirSync(join(folder, name))
      chmodSync(join(folder, name), 0o777)
    }
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
    rmSync(folder, { recursive: true })
  })

  const write = async ({ db }: Truth, name: string): Promise<void> => {
    const written = await commit(db, 'ada', randomUUID(), {}, adding(name))
    expect(written.ok).toBe(true)
  }
  const names = async ({ db }: Truth) => (await allRecords(db)).map(({ id }) => id)

  // The programs of the npm package have no pg_basebackup.
  test.skipIf(!existsSync(backup))(
    'has each commit before it, none after it, and a greater epoch',
    { timeout: 300_000 },
    async () => {
      const settings = {
        wal_level: 'replica',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        archive_mode: 'on',
        archive_command: `test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f`,
      }
      const server = await startPostgres(programs, { settings })
      servers.push(server)
      const truth = await openTruth({ url: server.url() })
      await write(truth, 'before')
      const args = ['--dbname', server.url(), '--pgdata', join(folder, 'base', 'data'), '--checkpoint=fast']
      const copied = spawnSync(backup, [...args, '--wal-method=none', '--no-sync'], { encoding: 'utf8' })
      expect([copied.status, copied.error]).toEqual([0, undefined])
      await write(truth, 'between')
      const [moment] = await runSql(server.url(), 'SELECT clock_timestamp()::text AS at')
      await write(truth, 'after')
      const { epoch } = await openGraph(truth.db, 'ada')
      await runSql(server.url(), 'SELECT pg_switch_wal()')
      await truth.store.close()
      await server.stop() // a stop archives the last log
      servers.pop()

      const data = join(folder, 'base', 'data')
      writeFileSync(join(data, 'recovery.signal'), '')
      const restored = await startPostgres(programs, {
        from: data,
        settings: {
          restore_command: `cp ${folder}/archive/%f %p`,
          recovery_target_time: String(moment!['at']),
        },
      })
      servers.push(restored)
      const state = async (sql: string) =>
        (await runSql(restored.url(), `SELECT ${sql} AS state`))[0]!['state']
      await expect.poll(async () => state('pg_get_wal_replay_pause_state()')).toBe('paused')
      await runSql(restored.url(), 'SELECT pg_wal_replay_resume()')
      await expect.poll(async () => state('pg_is_in_recovery()')).toBe(false)
      const again = await openTruth({ url: restored.url() })
      expect(await names(again)).toEqual(['before', 'between'])
      await raiseEpoch(again.db, 'ada', Date.now())
      expect((await openGraph(again.db, 'ada')).epoch).toBeGreaterThan(epoch)
      await write(again, 'later')
      expect(await names(again)).toEqual(['before', 'between', 'later'])
      await again.store.close()
    },
  )
})
