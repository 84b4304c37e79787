/** Small archives that unpack to content which is slow to read. */
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { zipTarget } from '@notegraph/host'
import { call, type Attack, type Attacker } from './attack.ts'

/** Just below the limit of a note, in bytes. */
const NOTE = 15_000_000

async function archive(path: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const zip = zipTarget()
  const bytes = buffer(zip.output)
  await zip.write(path, text)
  if (path !== 'pages/a.md') await zip.write('pages/a.md', '- a\n')
  zip.end()
  return new Uint8Array(await bytes)
}

/** Uploads an archive and waits until the import ends. @returns the result */
export async function importArchive(attacker: Attacker, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const as = attacker.session
  const route = '/api/v1/settings/import'
  const begun = await call(attacker, route, { method: 'POST', body: bytes, type: 'application/zip', as })
  if (!begun.ok) return `${bytes.length} bytes: ${begun.status}`
  for (;;) {
    await wait(2_000, undefined, { signal: attacker.signal })
    const answer = await call(attacker, route, { as })
    if (!answer.ok) continue
    const { state } = ((await answer.json()) as { import: { state: string } }).import
    if (state !== 'running' && state !== 'waiting') return `${bytes.length} bytes: ${state}`
  }
}

const hostile = (what: string, path: string, text: () => string): Attack => ({
  name: `B4: an import of ${what}`,
  run: async (attacker) => importArchive(attacker, await archive(path, text())),
})

export const imports: readonly Attack[] = [
  hostile('a note of five million bullets', 'pages/a.md', () => '- \n'.repeat(NOTE / 3)),
  hostile('settings that nest eight million levels', 'logseq/config.edn', () => '{'.repeat(8_000_000)),
  hostile('a page with a million aliases', 'pages/a.md', () => {
    const aliases = Array.from({ length: 1_000_000 }, (_, n) => `a${n}`)
    return `alias:: ${aliases.join(', ')}\n\n- a\n`
  }),
]
