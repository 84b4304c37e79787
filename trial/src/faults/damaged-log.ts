import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from '../audit.ts'
import { databasesIn, overwrite } from '../damage.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import type { Seen } from '../seen.ts'
import { command } from '../server.ts'
import { ACCOUNT } from '../site.ts'
import { isAnswered, unanswered, type Write } from '../write.ts'

const ROUNDS = 8
const BETWEEN = 30

/**
 * A log ends where it is damaged, as it ends after a power cut. So the embedded store returns to the moment before, with
 * no write in part, unless `check` finds the damage. A replica reads the rest again from PostgreSQL, and loses nothing.
 */
export const DAMAGED_LOG: Fault = {
  name: 'damaged-log',
  injects: 'random bytes in the write-ahead log that a killed server left',
  stores: ['embedded', 'postgres'],
  async run(trial) {
    const { site, load, broken } = trial
    // The page of the load is in the database itself, so that damage of the log leaves it.
    await load.more(1)
    await site.end('SIGTERM')
    await site.start()
    let fired = 0
    for (let round = 0; round < ROUNDS; round++) {
      await load.more(BETWEEN)
      await site.end('SIGKILL')
      const log = databasesIn(site.data)
        .filter((file) => file.includes('graphs'))
        .map((file) => `${file}-wal`)
        .find((file) => (statSync(join(site.data, file), { throwIfNoEntry: false })?.size ?? 0) > 0)
      if (log !== undefined) {
        fired++
        for (const fault of await faultsAfter(trial, log, round / ROUNDS))
          broken(`${log} at ${round / ROUNDS}: ${fault}`)
      }
      await site.start()
    }
    return fired
  },
}

async function faultsAfter({ site, load }: Trial, log: string, share: number): Promise<string[]> {
  const data = join(site.folder, 'damaged')
  cpSync(site.data, data, { recursive: true })
  overwrite(join(data, log), share)
  const env = { ...site.env, NOTEGRAPH_DATA: data }
  try {
    const { code, words } = await command(['check', '--account', ACCOUNT], env)
    if (code !== 0) return /damaged|problem|malformed/.test(words) ? [] : [words]
    const seen = await lookAt(env, site, load.writes)
    return site.postgres ? audit(load.writes, seen) : faultsOfMoment(load.writes, seen)
  } finally {
    rmSync(data, { recursive: true })
  }
}

/** Everything before the first lost write is there, and nothing else. */
function faultsOfMoment(writes: readonly Write[], seen: Seen): string[] {
  const isThere = ({ texts, file }: Write) =>
    seen.page.includes(texts[0]!) && (file === undefined || seen.files.has(file.id))
  const lost = new Set(writes.filter((write) => !isThere(write)))
  const end = Math.min(...[...lost].filter(isAnswered).map((write) => write.answeredAt!))
  const later = writes.filter((write) => !lost.has(write) && write.madeAt > end)
  return [
    ...audit(
      writes.map((write) => (lost.has(write) ? unanswered(write) : write)),
      seen,
    ),
    ...later.map(({ key }) => `${key} is there, and an earlier write is lost.`),
  ]
}
