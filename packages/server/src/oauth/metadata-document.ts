/**
 * Fetches the metadata document of an app. The address comes from a caller, so the server connects to public addresses
 * only, follows no redirect, and gives up on long or slow answers. Nothing else is read because of a caller. Only for
 * manifests of plug-ins, the operator can exempt hosts of an own network.
 * @see assistants 9.4
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { LIMITS, readUtf8 } from '@notegraph/contract'
import { AddressFault, NOT_HTTPS, publicSender, type PublicConnection } from '../public-request.ts'

/** The reason why a document cannot be used, in a sentence. */
export class DocumentFault extends Error {}

/** A document as it arrived. */
export interface FetchedDocument {
  readonly text: string
  /** Seconds for which the headers allow it to be cached; undefined if they do not say. */
  readonly maxAge?: number
}

/** @throws {DocumentFault} */
export type FetchDocument = (url: string) => Promise<FetchedDocument>

/** Parts that a test replaces. */
export interface DocumentConnection extends PublicConnection {
  /** Milliseconds until the server gives up. */
  readonly patience?: number
  /** Bytes of the longest document. */
  readonly bytes?: number
  /** Headers beside `Accept`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Ends a request early. */
  readonly stopping?: AbortSignal
}

/**
 * Creates the function that fetches documents.
 *
 * @example
 * ```ts
 * const { text } = await documentFetcher()('https://app.example/client.json')
 * ```
 */
export function documentFetcher({
  patience = LIMITS.appDocumentSeconds * 1_000,
  bytes = LIMITS.appDocumentBytes,
  headers,
  stopping,
  ...connection
}: DocumentConnection = {}): FetchDocument {
  const send = publicSender(connection)
  return async (address) => {
    const url = URL.parse(address)
    if (!url) throw new DocumentFault(NOT_HTTPS)
    const inTime = AbortSignal.timeout(patience)
    const signal = stopping ? AbortSignal.any([inTime, stopping]) : inTime
    try {
      const accepted = { Accept: 'application/json', ...headers }
      return await readDocument(await send(url, { headers: accepted, signal }), bytes)
    } catch (error) {
      if (error instanceof DocumentFault) throw error
      if (error instanceof AddressFault) throw new DocumentFault(error.message)
      if (signal.aborted)
        throw new DocumentFault(`Its host took more than ${LIMITS.appDocumentSeconds} seconds.`, {
          cause: error,
        })
      throw new DocumentFault('Its host cannot be reached.', { cause: error })
    }
  }
}

async function readDocument(response: IncomingMessage, most: number): Promise<FetchedDocument> {
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400)
      throw new DocumentFault('Its host redirects to another address.')
    if (statusCode !== 200) throw new DocumentFault(`Its host answered with ${statusCode}.`)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      if (bytes > most) throw new DocumentFault(`It has more than ${most} bytes.`)
      chunks.push(chunk as Buffer)
    }
    const text = readUtf8(Buffer.concat(chunks))
    if (text === undefined) throw new DocumentFault('It is not UTF-8.')
    const maxAge = maxAgeOf(headers)
    return { text, ...(maxAge !== undefined && { maxAge }) }
  } finally {
    response.destroy()
  }
}

/** Seconds for which the document is fresh, less those that it spent in other caches. @see RFC 9111, 4.2 */
function maxAgeOf(headers: IncomingHttpHeaders): number | undefined {
  const lifetime = lifetimeOf(headers)
  const age = /^\d{1,9}$/.exec(headers.age ?? '')?.[0] ?? 0
  return lifetime && Math.max(0, lifetime - Number(age))
}

/** `Cache-Control` goes before `Expires`, and an `Expires` that is no date is over. */
function lifetimeOf({
  'cache-control': control = '',
  expires,
  date,
}: IncomingHttpHeaders): number | undefined {
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(control)) return 0
  const seconds = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(control)?.[1]
  if (seconds !== undefined) return Number(seconds)
  if (expires === undefined) return undefined
  return Math.max(0, Math.floor((Date.parse(expires) - Date.parse(date ?? '')) / 1_000)) || 0
}
