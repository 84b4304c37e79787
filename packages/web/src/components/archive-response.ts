/** An archive as a download. The server creates it while sending. */
import { Readable } from 'node:stream'
import { toErrorBody, type Archive, type Result } from '@notegraph/service'
import { create as contentDisposition } from 'content-disposition'
import type { View, Visit } from '../page.ts'
import { message } from './message.ts'

const ZIP = 'application/zip'

/**
 * Starts an archive and sends it.
 * @param failed the heading of the page if the archive is refused
 */
export async function archiveResponse(
  { request }: Visit,
  failed: string,
  start: () => Promise<Result<Archive>>,
): Promise<View | Response> {
  // An archive that no one reads would never end.
  if (request.method === 'HEAD') return new Response(null, { headers: { 'Content-Type': ZIP } })
  const archive = await start()
  if (!archive.ok) {
    const { error, hint } = toErrorBody(archive.refusal)
    return { ...message(failed, error, hint), status: archive.refusal.code === 'not_found' ? 404 : 409 }
  }
  const { name, output } = archive.value
  return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'Content-Type': ZIP,
      'Content-Disposition': contentDisposition(name),
      'Cache-Control': 'no-store',
    },
  })
}
