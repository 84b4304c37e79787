import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres, runSql, startPostgres } from '@notegraph/postgres-tests'
import { audit } from '../audit.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { endPostgres, ownPostgresOf } from '../postgres.ts'
import { command } from '../server.ts'
import { checkStore } from '../site.ts'
import { unanswered, type Write } from '../write.ts'

const BACKUPS = 3
const BETWEEN = 20

/** The drill of docs/operations/postgresql.md: a restored moment has everything that was acknowledged before it. */
export const POSTGRES_BACKUP: Fault = {
  name: 'postgres-backup',
  injects:
    'a base backup of PostgreSQL and an archive of its log under load, restored to a moment on another server',
  stores: ['postgres'],
  needs: ['pg_basebackup'],
  async run(trial) {
    const postgres = ownPostgresOf(trial.site)
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-archive-'))
    chmodSync(folder, 0o777) // PostgreSQL may run as another user
    try {
      await runSql(postgres.url(), `ALTER SYSTEM SET archive_mode = on`)
      await runSql(
        postgres.url(),
        `ALTER SYSTEM SET archive_command = 'test ! -f ${folder}/%f && cp %p ${folder}/%f'`,
      )
      await endPostgres(postgres, 'SIGINT')
      await postgres.restart()
      for (let n = 0; n < BACKUPS; n++) await backUpAndRestore(trial, folder, n)
      return BACKUPS
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function backUpAndRestore({ site, load, broken }: Trial, archive: string, n: number): Promise<void> {
  const url = ownPostgresOf(site).url()
  await load.more(BETWEEN)
  const base = join(site.folder, `base-${n}`)
  await promisify(execFile)('pg_basebackup', [
    '--dbname',
    url,
    '--pgdata',
    base,
    '--checkpoint=fast',
    '--wal-method=none',
    '--no-sync',
  ])
  await load.more(BETWEEN)
  const before = load.writes.map((write) => ({ ...write }))
  const [moment] = await runSql(url, 'SELECT clock_timestamp()::text AS at')
  await load.more(BETWEEN) // the log must go beyond the moment
  await archived(url)
  // Writes that came between the two looks may be there.
  const writes = [...before, ...load.writes.slice(before.length).map(unanswered)]
  const faults = await restored(site, { base, archive, at: String(moment!['at']), writes })
  for (const fault of faults) broken(`backup ${n}: ${fault}`)
}

interface Backup {
  readonly base: string
  readonly archive: string
  /** The moment, as PostgreSQL prints it. */
  readonly at: string
  readonly writes: readonly Write[]
}

/** Restores a backup on another server and a new data folder. @returns the broken promises */
async function restored(site: Trial['site'], { base, archive, at, writes }: Backup): Promise<string[]> {
  writeFileSync(join(base, 'recovery.signal'), '')
  const postgres = await startPostgres(findPostgres({ env: process.env })!, {
    from: base,
    settings: {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: at,
      recovery_target_action: 'promote',
    },
  })
  try {
    const data = `${base}-data`
    mkdirSync(data)
    const files = join(site.data, 'files')
    if (existsSync(files)) cpSync(files, join(data, 'files'), { recursive: true })
    const env = { ...site.env, NOTEGRAPH_DATA: data, NOTEGRAPH_DATABASE_URL: postgres.url() }
    const raised = await command(['account', 'raise-epoch', '--all'], env)
    if (raised.code !== 0) return [`The epoch cannot be raised: ${raised.words}`]
    return [...audit(writes, await lookAt(env, site, writes)), ...(await checkStore(env))]
  } finally {
    await postgres.stop()
  }
}

/** Waits until the archive has the log so far. */
async function archived(url: string): Promise<void> {
  const [row] = await runSql(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name')
  for (;;) {
    const archive = `SELECT coalesce(last_archived_wal, '') >= '${String(row!['name'])}' AS done FROM pg_stat_archiver`
    const [state] = await runSql(url, archive)
    if (state!['done'] === true) return
    await wait(50)
  }
}
