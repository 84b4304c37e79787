/** Builds responses. Every response of a data route forbids caching. @see decisions 6.2 */
import { LIMITS } from '@notegraph/contract'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import { knownLength, knownResponse } from './known-body.ts'
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
  return knownResponse(body, { headers })
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
  return knownResponse(body, {
    headers: {
      'Content-Type': JSON_TYPE,
      'X-Content-Type-Options': 'nosniff',
      ...(as === 'gzip' && { 'Content-Encoding': 'gzip' }),
      ...headers,
    },
  })
}

/** A response with all its headers, whose length is known if its body is no stream. */
export const bodyResponse = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  status: number,
  headers: Headers | Readonly<Record<string, string>>,
): Response => knownResponse(body, { status, headers })

/** The errors that pass with time. */
const WAITING: ReadonlySet<Refusal['code']> = new Set(['rate_limited', 'unavailable'])

/** Seconds. */
const waitOf = (refusal: Refusal): number =>
  (refusal.code === 'rate_limited' ? refusal.retryAfter : undefined) ?? LIMITS.retryAfter

/** @param own headers of this response, such as CORS or the remaining rates */
export function refusalResponse(refusal: Refusal, own: Readonly<Record<string, string>>): Response {
  noteRefusal(refusal)
  const headers: Record<string, string> = { ...DATA_HEADERS, ...own }
  if (refusal.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.code === 'method_not_allowed') headers['Allow'] = refusal.allow
  if (WAITING.has(refusal.code)) headers['Retry-After'] = String(waitOf(refusal))
  return knownResponse(JSON.stringify(toErrorBody(refusal)), { status: statusOf(refusal), headers })
}

/** Called while an answer is sent. */
export interface SendingEvents {
  /** Called once, with the number of bytes. */
  readonly measured: (bytes: number) => void
  /** The body failed. @returns whether the connection was cut */
  readonly failed: (error: unknown) => boolean
}

/**
 * @param isHead whether no body is sent
 * @returns the answer to send
 */
export function watchResponse(response: Response, isHead: boolean, events: SendingEvents): Response {
  const { measured } = events
  const length = knownLength(response)
  if (length !== undefined) {
    measured(isHead ? 0 : length)
    return response
  }
  if (response.body && !isHead) return new Response(watched(response.body, events), response)
  measured(0)
  return response
}

function watched(
  body: ReadableStream<Uint8Array>,
  { measured, failed }: SendingEvents,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  let isOpen = true

  function end(): void {
    isOpen = false
    measured(bytes)
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!isOpen) return
          if (!done) {
            bytes += value.byteLength
            return controller.enqueue(value)
          }
          controller.close()
        } catch (error) {
          if (!isOpen) return
          // The HTTP library would print the error, and may send its message.
          if (failed(error)) controller.close()
          else controller.error(error)
        }
        end()
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
