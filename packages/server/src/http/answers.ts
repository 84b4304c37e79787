/** Builds responses. Every response of a data route forbids caching. @see decisions 6.2 */
import { LIMITS } from '@notegraph/contract'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import { knownLength, withKnownBody } from './known-body.ts'
import { noteRefusal } from './request-context.ts'
import type { StaticDocument } from './static-document.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** An answer of the service. */
export interface JsonAnswer {
  /** JSON text. */
  readonly json: string
  /** The ETag of the page or block in the answer. */
  readonly etag?: string
  /** Whether the answer repeats that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed?: boolean
}

/** A value of the service as an answer. */
export const jsonAnswer = (value: object): JsonAnswer => ({ json: JSON.stringify(value) })

/**
 * The response of a data route.
 * @param own headers of this response, such as the remaining rates
 * @param body an encoded body that replaces the text
 */
export function dataResponse(
  { json, etag, replayed }: JsonAnswer,
  own: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> = json,
): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (etag !== undefined) headers['ETag'] = etag
  if (replayed === true) headers['Idempotency-Replayed'] = 'true'
  return withKnownBody(new Response(body, { headers }), body)
}

/**
 * A response that pages of any site may read.
 * @param as `held` if the caller has a current copy, so that no body is sent
 */
export function openResponse(
  { bytes, zipped, etag }: StaticDocument,
  as: 'held' | 'gzip' | 'plain',
  own: Readonly<Record<string, string>>,
): Response {
  const headers = { 'Access-Control-Allow-Origin': '*', ETag: etag, Vary: 'Accept-Encoding', ...own }
  if (as === 'held') return new Response(null, { status: 304, headers })
  const body = as === 'gzip' ? zipped : bytes
  const response = new Response(body, {
    headers: {
      'Content-Type': JSON_TYPE,
      'X-Content-Type-Options': 'nosniff',
      ...(as === 'gzip' && { 'Content-Encoding': 'gzip' }),
      ...headers,
    },
  })
  return withKnownBody(response, body)
}

/** A response with all its headers, whose length is known if its body is no stream. */
export const bodyResponse = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  status: number,
  headers: Headers | Readonly<Record<string, string>>,
): Response => withKnownBody(new Response(body, { status, headers }), body)

/** The errors that pass with time. */
const WAITING: ReadonlySet<Refusal['code']> = new Set(['rate_limited', 'unavailable'])

/** @param own headers of this response, such as CORS or the remaining rates */
export function refusalResponse(refusal: Refusal, own: Readonly<Record<string, string>>): Response {
  noteRefusal(refusal)
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (refusal.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.code === 'method_not_allowed') headers['Allow'] = refusal.allow
  if (WAITING.has(refusal.code)) headers['Retry-After'] = String(LIMITS.retryAfter)
  const body = JSON.stringify(toErrorBody(refusal))
  return withKnownBody(new Response(body, { status: statusOf(refusal), headers }), body)
}

/**
 * @param isHead whether no body is sent
 * @param measured called once with the number of bytes
 * @returns the answer to send
 */
export function measureResponse(
  response: Response,
  isHead: boolean,
  measured: (bytes: number) => void,
): Response {
  const length = knownLength(response)
  if (length !== undefined) {
    measured(isHead ? 0 : length)
    return response
  }
  const header = response.headers.get('content-length')
  const known = header === null ? undefined : Number(header)
  if (response.body && !isHead && known === undefined)
    return new Response(counted(response.body, measured), response)
  measured(response.body && !isHead ? (known ?? 0) : 0)
  return response
}

function counted(
  body: ReadableStream<Uint8Array>,
  measured: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            bytes += value.byteLength
            return controller.enqueue(value)
          }
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        measured(bytes)
      },
      async cancel(reason) {
        measured(bytes)
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
