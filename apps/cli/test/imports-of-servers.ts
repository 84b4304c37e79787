/** Archives to import, and the imports of servers over one store. */
import { buffer } from 'node:stream/consumers'
import { zipTarget } from '@notegraph/host'
import type { Reply, Server, Servers } from './servers.ts'

/** An archive of pages named `Imported 0`, `Imported 1` and so on, each with as many blocks. */
export async function archive(pages: number, blocks: number): Promise<Uint8Array> {
  const text = Array.from({ length: blocks }, (_, n) => `- line ${n}\n`).join('')
  const zip = zipTarget()
  const bytes = buffer(zip.output)
  for (let n = 0; n < pages; n++) await zip.write(`Imported ${n}.md`, Buffer.from(text), 0)
  zip.end()
  return bytes
}

export const startImport = async (server: Server, zip: Uint8Array, { session }: Servers): Promise<Reply> =>
  server.send('POST', '/settings/import', { body: zip, secret: session })

/** The running or last import, as a server reports it. */
export const importOf = async (server: Server, { session }: Servers): Promise<Record<string, unknown>> =>
  (await server.send('GET', '/settings/import', { secret: session })).body['import'] as Record<
    string,
    unknown
  >

/** The numbers of blocks of the imported pages. */
export async function importedPages(server: Server): Promise<number[]> {
  const counts: number[] = []
  for (let offset = 0; ; offset += 1_000) {
    const { body } = await server.send('GET', `/notes/pages?limit=1000&offset=${offset}`)
    const pages = body['pages'] as { name: string; counts: { blocks: number } }[]
    for (const { name, counts: of } of pages) if (name.startsWith('Imported ')) counts.push(of.blocks)
    if (pages.length < 1_000) return counts
  }
}
