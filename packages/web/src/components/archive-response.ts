/** An archive as a download. The server creates it while sending. */
import { Readable } from 'node:stream'
import { toErrorBody, type Refusal, type Result } from '@notegraph/service'
import { create as contentDisposition } from 'content-disposition'
import type { View, Visit } from '../page.ts'
import type { ArchiveStart } from '../static-site/site-archives.ts'
import { message } from './message.ts'

const ZIP = 'application/zip'
const STATUS: Readonly<Partial<Record<Refusal['code'], 400 | 404>>> = { bad_request: 400, not_found: 404 }

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
  const refused = (refusal: Refusal): View => {
    const { error, hint } = toErrorBody(refusal)
    return { ...message(failed, error, hint), status: STATUS[refusal.code] ?? 409 }
  }
  if (!found.ok) return refused(found.refusal)
  // An archive that no one reads would never end.
  if (request.method === 'HEAD') return new Response(null, { headers: { 'Content-Type': ZIP } })
  const archive = await found.value()
  if (!archive.ok) return refused(archive.refusal)
  const { name, output } = archive.value
  return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'Content-Type': ZIP,
      'Content-Disposition': contentDisposition(name),
      'Cache-Control': 'no-store',
    },
  })
}
