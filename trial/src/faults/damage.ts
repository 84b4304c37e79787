import { randomBytes } from 'node:crypto'
import { cpSync, openSync, closeSync, fstatSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from '../audit.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { command, type Env } from '../server.ts'
import { ACCOUNT } from '../site.ts'

/** Damaged places of each file, spread over its length. */
const PLACES = 12
/** Bytes that are overwritten at each. */
const BYTES = 64
const WRITES = 100

/** Overwritten bytes are found by `check` or at the start, or nothing that was written depends on them. */
export const DAMAGE: Fault = {
  name: 'damage',
  injects: `${BYTES} random bytes over ${PLACES} places of each file of the data`,
  stores: ['embedded'],
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

const databasesIn = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:accounts|graphs\/.*)\.sqlite$/.test(file),
  )

async function damageAt({ site, load, broken }: Trial, file: string, share: number): Promise<void> {
  const data = join(site.folder, 'damaged')
  cpSync(site.data, data, { recursive: true })
  overwrite(join(data, file), share)
  const env = { ...site.env, NOTEGRAPH_DATA: data }
  const { code, words } = await command(['check', '--account', ACCOUNT], env)
  if (code === 0)
    for (const fault of await faultsOf(env, { site, load })) broken(`${file} at ${share}: ${fault}`)
  else if (!/damaged|problem|No account|malformed/.test(words)) broken(`${file} at ${share}: ${words}`)
  rmSync(data, { recursive: true })
}

/** After a check that found nothing, everything must be there. */
async function faultsOf(env: Env, { site, load }: Pick<Trial, 'site' | 'load'>): Promise<string[]> {
  try {
    return audit(load.writes, await lookAt(env, site))
  } catch (error) {
    return [(error as Error).message]
  }
}

function overwrite(path: string, share: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, randomBytes(BYTES), 0, BYTES, Math.floor(share * (fstatSync(file).size - BYTES)))
  closeSync(file)
}
