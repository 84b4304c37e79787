import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damageByte } from '../damage.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { command } from '../server.ts'
import { ACCOUNT } from '../site.ts'
import { contentOf } from '../write.ts'

const FILES = 8
const WRITES = 100

/** A changed byte of a stored file is found by `check`, and nobody gets the file with it. */
export const DAMAGED_FILES: Fault = {
  name: 'damaged-files',
  injects: `a changed byte in each of ${FILES} stored files`,
  stores: ['embedded', 'postgres'],
  async run(trial) {
    const { site, load, broken } = trial
    await load.more(WRITES)
    await site.end('SIGTERM')
    const files = readdirSync(join(site.data, 'files'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /[0-9a-f]{64}$/.test(path))
      .slice(0, FILES)
    for (const [n, file] of files.entries())
      for (const fault of await faultsAfter(trial, join('files', file), n / FILES))
        broken(`${file}: ${fault}`)
    await site.start()
    return files.length
  },
}

async function faultsAfter({ site, load }: Trial, file: string, share: number): Promise<string[]> {
  const data = join(site.folder, 'damaged')
  cpSync(site.data, data, { recursive: true })
  damageByte(join(data, file), share)
  const env = { ...site.env, NOTEGRAPH_DATA: data }
  try {
    const { code, words } = await command(['check', '--account', ACCOUNT], env)
    const found = code === 1 && /are not those that were stored/.test(words)
    const seen = await lookAt(env, site, load.writes)
    const wrong = load.writes.filter(
      (write) => write.file && ![undefined, contentOf(write.key)].includes(seen.files.get(write.file.id)),
    )
    return [
      ...(found ? [] : [`check did not find it: ${words}`]),
      ...wrong.map(({ key }) => `A reader got the damaged file of ${key}.`),
    ]
  } finally {
    rmSync(data, { recursive: true })
  }
}
