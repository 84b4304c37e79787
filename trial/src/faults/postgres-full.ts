import { setTimeout as wait } from 'node:timers/promises'
import { runSql } from '@notegraph/postgres-tests'
import type { Fault, Trial } from '../fault.ts'
import { endPostgres, isRunning, ownPostgresOf } from '../postgres.ts'
import { onSmallDisk, type SmallDisk } from '../small-disk.ts'

const ROUNDS = 4
const SIZE = '192m'
const BETWEEN = 20
/** Failures that clients meet on the full disk before it has space again. */
const FAILURES = 20

/** While the disk of PostgreSQL is full, the server says so. Once there is space, it goes on without a restart of its own. */
export const POSTGRES_FULL: Fault = {
  name: 'postgres-full',
  injects:
    'a full disk of PostgreSQL: no room for rows, then none for its log, which ends it; and space again',
  stores: ['postgres'],
  needs: ['mount'],
  async run(trial) {
    const { site, load } = trial
    const postgres = ownPostgresOf(site)
    await endPostgres(postgres, 'SIGINT')
    const fired = await onSmallDisk(postgres.data, SIZE, async (disk) => {
      try {
        await postgres.restart()
        let rounds = 0
        for (let round = 0; round < ROUNDS; round++) {
          await load.more(BETWEEN)
          rounds += await fillOnce(trial, disk, round % 2 === 1)
          await load.more(BETWEEN)
        }
        return rounds
      } finally {
        await endPostgres(postgres, 'SIGINT')
      }
    })
    await postgres.restart()
    return fired
  },
}

/** @param panics whether the log of PostgreSQL runs out of space too */
async function fillOnce({ site, load, broken }: Trial, disk: SmallDisk, panics: boolean): Promise<number> {
  const postgres = ownPostgresOf(site)
  const before = load.failures.length
  const isHit = () => load.failures.length - before >= FAILURES
  for (;;) {
    disk.fill()
    const hasEnded = panics && (await failsToSwitchLog(postgres.url()))
    if (isHit() && (hasEnded || !panics)) break
    await wait(20)
  }
  const { status } = await fetch(`${site.server!.origin}/healthz`)
  if (status !== 200) broken(`The server answered ${status} while the disk of PostgreSQL was full.`)
  disk.free()
  // It starts again by itself after a crash, unless the disk was full then too. An operator starts it after that.
  await wait(1_000)
  if (!isRunning(postgres)) await postgres.restart()
  const silent = load.failures.slice(before).filter((failure) => failure === 'internal')
  if (silent.length > 0) broken(`${silent.length} answers did not say that PostgreSQL is unavailable.`)
  return 1
}

/** Each file of the log that is full asks for space for the next one. */
const failsToSwitchLog = async (url: string): Promise<boolean> =>
  runSql(url, 'SELECT pg_switch_wal()').then(
    () => false,
    () => true,
  )
