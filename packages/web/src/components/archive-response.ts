/** An archive as a download. The server creates it while sending. */
import { Readable } from 'node:stream'
import type { Result } from '@notegraph/service'
import { create as contentDisposition } from 'content-disposition'
import type { View, Visit } from '../page.ts'
import type { ArchiveStart } from '../static-site/site-archives.ts'
import { refusedMessage } from './refusal-words.ts'

const ZIP = 'application/zip'

/**
 * Starts an archive and sends it.
 * @param failed the heading of the page if the archive is refused
 * @param found the start of the archive, or the refusal of one that does not exist
 */
export async function archiveResponse(
  { request }: Visit,
  failed: string,
  found: Result<ArchiveStart>,
): Promise<View | Response> {
  if (!found.ok) return refusedMessage(failed, found.refusal)
  // An archive that no one reads would never end.
  if (request.method === 'HEAD') return new Response(null, { headers: { 'Content-Type': ZIP } })
  const archive = await found.value()
  if (!archive.ok) return refusedMessage(failed, archive.refusal)
  const { name, output } = archive.value
  return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'Content-Type': ZIP,
      'Content-Disposition': contentDisposition(name),
      'Cache-Control': 'no-store',
    },
  })
}
