import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from '../audit.ts'
import { BYTES, databasesIn, overwrite } from '../damage.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { command, type Env } from '../server.ts'
import { ACCOUNT, checkStore } from '../site.ts'

/** Damaged places of each file, spread over its length. */
const PLACES = 12
const WRITES = 100

/**
 * Overwritten bytes are found by `check` or at the start, or nothing that was written depends on them. A damaged replica
 * is found too, or created again before anybody reads it; `check --rebuild` always creates it again.
 */
export const DAMAGE: Fault = {
  name: 'damage',
  injects: `${BYTES} random bytes over ${PLACES} places of each database or replica`,
  stores: ['embedded', 'postgres'],
  async run(trial) {
    const { site, load } = trial
    await load.more(WRITES)
    await site.end('SIGTERM')
    let fired = 0
    for (const file of databasesIn(site.data))
      for (let place = 0; place < PLACES; place++) {
        await damageAt(trial, file, place / PLACES)
        fired++
      }
    await site.start()
    return fired
  },
}

async function damageAt({ site, load, broken }: Trial, file: string, share: number): Promise<void> {
  const data = join(site.folder, 'damaged')
  cpSync(site.data, data, { recursive: true })
  overwrite(join(data, file), share)
  const env = { ...site.env, NOTEGRAPH_DATA: data }
  const { code, words } = await command(['check', '--account', ACCOUNT], env)
  const report = (fault: string) => broken(`${file} at ${share}: ${fault}`)
  if (code !== 0 && !/damaged|problem|No account|malformed/.test(words)) report(words)
  if (code !== 0 && site.postgres) {
    const rebuilt = await command(['check', '--account', ACCOUNT, '--rebuild'], env)
    if (rebuilt.code !== 0) report(rebuilt.words)
  }
  if (code === 0 || site.postgres) for (const fault of await faultsOf(env, { site, load })) report(fault)
  if (site.postgres) for (const problem of await checkStore(env)) report(problem)
  rmSync(data, { recursive: true })
}

/** After a check that found nothing, everything must be there. */
async function faultsOf(env: Env, { site, load }: Pick<Trial, 'site' | 'load'>): Promise<string[]> {
  try {
    return audit(load.writes, await lookAt(env, site, load.writes))
  } catch (error) {
    return [(error as Error).message]
  }
}
