/** Requests over `fetch`, with the answers of the service as values. */
import type { Bytes } from '../files/file-store.ts'
import type { WireError } from '../message.ts'
import type { Reply } from './transport.ts'

/** The parts of a `fetch` response that the transport uses. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
  /** Absent if the program's `fetch` has no streams. */
  readonly body?: { getReader(): StreamReader } | null
}

/** The parts of a stream's reader that the transport uses. */
interface StreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** The parts of `fetch` that the transport uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Bytes
    readonly signal: AbortSignal
  },
) => Promise<FetchResponse>

/**
 * Parses an answer of the service.
 *
 * @param bytes the body of the answer
 * @throws if the body is not JSON, or an error body is not the service's; a proxy may have answered
 */
export function replyOf<T>({ ok, status }: FetchResponse, bytes: ArrayBuffer): Reply<T> {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (ok) return { ok, value: body as T, bytes: bytes.byteLength }
  const { error, code, hint } = (body ?? {}) as Partial<WireError>
  if (error === undefined || code === undefined)
    throw new Error(`the answer ${status} did not come from Notegraph`)
  return { ok, status, error: { error, code, hint: hint ?? '' } }
}
