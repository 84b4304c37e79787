/** Questions over `fetch`, and the answers of the service as values. */
import type { Bytes } from '../files/file-store.ts'
import type { WireError } from '../message.ts'
import type { Reply } from './transport.ts'

/** As much of the answer of `fetch` as is needed here. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** As much of `fetch` as is needed here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Bytes
    readonly signal: AbortSignal
  },
) => Promise<Answer>

/**
 * @param bytes the body of the answer
 * @throws where it is no JSON, or a refusal is none of the service's: a proxy may be in the way
 */
export function replyOf<T>({ ok, status }: Answer, bytes: ArrayBuffer): Reply<T> {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (ok) return { ok, value: body as T, bytes: bytes.byteLength }
  const { error, code, hint } = (body ?? {}) as Partial<WireError>
  if (error === undefined || code === undefined) throw new Error(`the answer ${status} is not the service's`)
  return { ok, status, error: { error, code, hint: hint ?? '' } }
}
