/** The server's files over `fetch`. */
import type { Bytes } from '../files/file-store.ts'
import { isFileId, mediaTypeOf } from '../files/media.ts'
import { notNotegraph, replyOf, type FetchResponse, type Fetch } from './fetch-reply.ts'
import type { FileTransport, UploadAnswer } from './transport.ts'

/** The server's own timeout of an upload, in milliseconds. */
const PATIENCE = 600_000
const EXTENDED_NAME = /;\s*filename\*=UTF-8''([^;\s]+)/i
const NAME = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i

/**
 * @param base the address of the service, without a slash at the end
 */
export function fileTransport(base: string, fetch: Fetch): FileTransport {
  const route = `${base}/api/files`
  return {
    async upload({ id, name, type, bytes }, signal) {
      const answer = await fetch(`${route}?name=${encodeURIComponent(name)}&id=${encodeURIComponent(id)}`, {
        method: 'POST',
        headers: type === '' ? {} : { 'Content-Type': type },
        body: bytes,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      })
      const reply = replyOf<UploadAnswer>(answer, await answer.arrayBuffer())
      if (reply.ok && !isFileId((reply.value as UploadAnswer | null)?.id)) throw notNotegraph(answer.status)
      return reply
    },
    async download(id) {
      const answer = await fetch(`${route}/${encodeURIComponent(id)}`, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.timeout(PATIENCE),
      })
      const body = await answer.arrayBuffer()
      if (!answer.ok) return replyOf<never>(answer, body)
      const bytes: Bytes = new Uint8Array(body)
      const type = mediaTypeOf(answer.headers.get('content-type') ?? '')
      return { ok: true, value: { name: nameIn(answer) ?? id, type, bytes } }
    },
  }
}

function nameIn({ headers }: FetchResponse): string | undefined {
  const said = headers.get('content-disposition') ?? ''
  const extended = EXTENDED_NAME.exec(said)?.[1]
  try {
    if (extended !== undefined) return decodeURIComponent(extended)
  } catch {
    // Clients that cannot decode the extended name use the plain one.
  }
  const plain = NAME.exec(said)
  return plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]
}
