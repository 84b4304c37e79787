/** Responses: every one of a data route says that it may not be kept. @see decisions 6.2 */
import { LIMITS } from '@notegraph/contract'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import type { StaticDocument } from './static-document.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** How long the answers are that are made here; of a stream that is known once it ends. */
const lengths = new WeakMap<Response, number>()
export const lengthOf = (response: Response): number | undefined => lengths.get(response)

function sized(response: Response, body: unknown): Response {
  if (typeof body === 'string') lengths.set(response, Buffer.byteLength(body))
  else if (body instanceof Uint8Array) lengths.set(response, body.byteLength)
  return response
}

/** An answer, as the service gives it. */
export interface JsonAnswer {
  /** JSON text. */
  readonly json: string
  /** Of the one page or block in it. */
  readonly etag?: string
  /** Whether it is the answer that the same `Idempotency-Key` got before. */
  readonly replayed?: boolean
}

/** A value of the service's as an answer. */
export const jsonAnswer = (value: object): JsonAnswer => ({ json: JSON.stringify(value) })

/**
 * An answer of a data route.
 * @param own headers of this one, such as what is left of the rates
 * @param body what is sent in place of the text, where it is sent in another coding
 */
export function dataResponse(
  { json, etag, replayed }: JsonAnswer,
  own: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> = json,
): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (etag !== undefined) headers['ETag'] = etag
  if (replayed === true) headers['Idempotency-Replayed'] = 'true'
  // Encoded once: the length of a text and its bytes would each take a pass over it.
  const sent = typeof body === 'string' ? Buffer.from(body) : body
  return sized(new Response(sent, { headers }), sent)
}

/**
 * An answer that any page of any site may read.
 * @param as where it is `held` by whoever asks, it is not sent again
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
  return sized(response, body)
}

/** @param own headers of this one, such as CORS or what is left of the rates */
export function refusalResponse(refusal: Refusal, own: Readonly<Record<string, string>>): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (refusal.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.code === 'method_not_allowed') headers['Allow'] = refusal.allow
  if (refusal.code === 'rate_limited') headers['Retry-After'] = String(LIMITS.retryAfter)
  const body = JSON.stringify(toErrorBody(refusal))
  return sized(new Response(body, { status: statusOf(refusal), headers }), body)
}
