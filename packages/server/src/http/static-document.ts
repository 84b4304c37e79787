/**
 * A document that is the same for everyone, prepared once: its bytes, its gzip form, and an ETag that saves sending it
 * again. Requests for it are not counted, so an answer must be cheap.
 */
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import { etagOf } from '@notegraph/service'

const gzip = promisify(gzipWith)

export interface StaticDocument {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly zipped: Uint8Array<ArrayBuffer>
  /** One weak ETag for both forms. */
  readonly etag: string
}

export async function staticDocument(json: string): Promise<StaticDocument> {
  const bytes = new TextEncoder().encode(json)
  return {
    bytes,
    zipped: new Uint8Array(await gzip(bytes, { level: 9 })),
    etag: `W/${etagOf(json)}`,
  }
}

/** Whether `If-None-Match` names this document. @see RFC 9110, 13.1.2 */
export function isCached(ifNoneMatch: string | undefined, { etag }: { readonly etag: string }): boolean {
  if (ifNoneMatch === undefined) return false
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag))
}
