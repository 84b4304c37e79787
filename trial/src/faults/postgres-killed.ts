import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runSql, type PostgresServer } from '@notegraph/postgres-tests'
import type { Fault, Trial } from '../fault.ts'
import { endPostgres, ownPostgresOf } from '../postgres.ts'

const ROUNDS = 4
/** Each end comes at a random moment within this many milliseconds. */
const LATEST = 300

/** Each way that PostgreSQL ends in the middle of its work, by name. The server goes on, and connects again. */
const ENDS: Readonly<Record<string, (postgres: PostgresServer) => Promise<void>>> = {
  'kill -9 of a backend': killBackend,
  'kill -9 of the postmaster': async (postgres) => {
    await endPostgres(postgres, 'SIGKILL')
    await postgres.restart()
  },
  'an immediate stop': async (postgres) => {
    await endPostgres(postgres, 'SIGQUIT')
    await postgres.restart()
  },
}

export const POSTGRES_KILLED: Fault = {
  name: 'postgres-killed',
  injects: `${Object.keys(ENDS).join(', ')}, each ${ROUNDS} times under load`,
  stores: ['postgres'],
  async run(trial) {
    const { site, load, broken } = trial
    let fired = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const end of Object.values(ENDS)) {
        await load.more(1)
        await wait(randomInt(LATEST))
        await end(ownPostgresOf(site))
        fired++
      }
    await load.more(1)
    reportSilent(trial)
    const { status } = await fetch(`${site.server!.origin}/readyz`)
    if (status !== 200) broken(`The server is not ready after PostgreSQL came back: ${status}.`)
    return fired
  },
}

function reportSilent({ load, broken }: Trial): void {
  const silent = load.failures.filter((failure) => failure === 'internal')
  if (silent.length > 0) broken(`${silent.length} answers did not say that PostgreSQL is unavailable.`)
}

/** Kills a process that runs a transaction of the store now. PostgreSQL then ends all sessions, and recovers. */
async function killBackend(postgres: PostgresServer): Promise<void> {
  const busy = `SELECT pid FROM pg_stat_activity WHERE application_name = 'notegraph' AND xact_start IS NOT NULL LIMIT 1`
  for (;;) {
    const [row] = await runSql(postgres.url(), busy).catch(() => []) // it may still recover
    if (!row) continue
    process.kill(Number(row['pid']), 'SIGKILL')
    return
  }
}
