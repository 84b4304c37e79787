/**
 * A document that is the same for everyone, prepared once: its bytes, the same as gzip, and a tag by which whoever has it
 * already is sent nothing. Requests for it are not counted, so an answer must cost next to nothing.
 */
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import { etagOf } from '@notegraph/service'

const gzip = promisify(gzipWith)

export interface StaticDocument {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly zipped: Uint8Array<ArrayBuffer>
  /** Of both, so it is a weak one. */
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

/** Whether `If-None-Match` says that the sender has it. @see RFC 9110, 13.1.2 */
export function isCached(ifNoneMatch: string | undefined, { etag }: StaticDocument): boolean {
  if (ifNoneMatch === undefined) return false
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag))
}
