/** Two accounts run a large import at the same time, as new users do. */
import { buffer } from 'node:stream/consumers'
import { zipTarget } from '@notegraph/host'
import { generatePages } from '../generate.ts'
import type { Attack } from './attack.ts'
import { importArchive } from './imports.ts'

const BLOCKS = 100_000
const NOTES = 5_000

async function archive(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const zip = zipTarget()
  const bytes = buffer(zip.output)
  for (const { path, text } of generatePages(BLOCKS, NOTES, seed)) await zip.write(path, text)
  zip.end()
  return new Uint8Array(await bytes)
}

let archives: readonly Uint8Array<ArrayBuffer>[] = []

export const twoImports: Attack = {
  name: `B4: two imports of ${BLOCKS.toLocaleString('en')} blocks`,
  prepare: async () => void (archives = [await archive(1), await archive(2)]),
  async run(attacker) {
    const sessions = [attacker.session, attacker.otherSession]
    const ended = await Promise.all(
      sessions.map((as, n) => importArchive({ ...attacker, session: as }, archives[n]!)),
    )
    return ended.join('; ')
  },
}
