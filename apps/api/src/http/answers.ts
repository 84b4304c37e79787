/** Responses: every one of a data route says that it may not be kept. @see decisions 6.2 */
import { LIMITS } from '@notegraph/contract'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import type { Prepared } from './prepared.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** An answer, as the service gives it. */
export interface Told {
  /** JSON text. */
  readonly json: string
  /** Of the one page or block in it. */
  readonly etag?: string
  /** Whether it is the answer that the same `Idempotency-Key` got before. */
  readonly replayed?: boolean
}

/** A value of the service's as an answer. */
export const told = (value: object): Told => ({ json: JSON.stringify(value) })

/**
 * An answer of a data route.
 * @param own headers of this one, such as what is left of the rates
 * @param body what is sent in place of the text, where it is sent in another coding
 */
export function dataResponse(
  { json, etag, replayed }: Told,
  own: Readonly<Record<string, string>>,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> = json,
): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (etag !== undefined) headers['ETag'] = etag
  if (replayed === true) headers['Idempotency-Replayed'] = 'true'
  return new Response(body, { headers })
}

/**
 * An answer that any page of any site may read.
 * @param as where it is `held` by whoever asks, it is not sent again
 */
export function openResponse(
  { bytes, zipped, etag }: Prepared,
  as: 'held' | 'gzip' | 'plain',
  own: Readonly<Record<string, string>>,
): Response {
  const headers = { 'Access-Control-Allow-Origin': '*', ETag: etag, Vary: 'Accept-Encoding', ...own }
  if (as === 'held') return new Response(null, { status: 304, headers })
  return new Response(as === 'gzip' ? zipped : bytes, {
    headers: {
      'Content-Type': JSON_TYPE,
      'X-Content-Type-Options': 'nosniff',
      ...(as === 'gzip' && { 'Content-Encoding': 'gzip' }),
      ...headers,
    },
  })
}

/** @param own headers of this one, such as CORS or what is left of the rates */
export function refusalResponse(refusal: Refusal, own: Readonly<Record<string, string>>): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (refusal.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.code === 'method_not_allowed') headers['Allow'] = refusal.allow
  if (refusal.code === 'rate_limited') headers['Retry-After'] = String(LIMITS.retryAfter)
  return new Response(JSON.stringify(toErrorBody(refusal)), { status: statusOf(refusal), headers })
}
