/**
 * A transport over `fetch`: the routes of sync, with the session of the device. What comes back as no JSON, from a proxy
 * that is in the way, is as if nothing came.
 *
 * @see sync, Routes
 */
import type { PullAnswer, PushAnswer, WireError } from '../message.ts'
import type { Reply, Transport } from './transport.ts'

/** As much of `fetch` as is needed here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    readonly signal: AbortSignal
  },
) => Promise<{ readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>

export interface FetchTransportOptions {
  /** Where the service is, such as `https://notes.example`; a slash at the end is passed over. */
  readonly url: string
  /** The device's session token, which begins with `ngs_`. */
  readonly session: string
  /** That of the browser or of Node where left out. */
  readonly fetch?: Fetch
  /** How long an answer may take, in milliseconds; two minutes where left out. */
  readonly timeout?: number
  /** Records in an answer to a pull; as many as the server gives where left out. */
  readonly limit?: number
}

const PATIENCE = 120_000

/** Looked up when it is called: an app or a test may put another in its place. */
const globalFetch: Fetch = async (url, init) => fetch(url, init)

export function fetchTransport(options: FetchTransportOptions): Transport {
  const { session, fetch = globalFetch, timeout = PATIENCE, limit } = options
  const route = `${options.url.replace(/\/+$/, '')}/api/sync`
  const authorization = { Authorization: `Bearer ${session}` }

  async function ask<T>(url: string, init: Pick<Parameters<Fetch>[1], 'method' | 'headers' | 'body'>) {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    const bytes = await answer.arrayBuffer()
    const reply = replyOf<T>(answer, JSON.parse(new TextDecoder().decode(bytes)))
    return reply.ok ? { ...reply, bytes: bytes.byteLength } : reply
  }

  return {
    async pull(cursor) {
      const asked = Object.entries({ cursor, limit }).filter(([, value]) => value !== undefined)
      const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')
      return ask<PullAnswer>(query === '' ? route : `${route}?${query}`, {
        method: 'GET',
        headers: authorization,
      })
    },
    push: async (body) =>
      ask<PushAnswer>(route, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** @throws where a refusal is none of the service's */
function replyOf<T>(
  { ok, status }: { readonly ok: boolean; readonly status: number },
  body: unknown,
): Reply<T> {
  if (ok) return { ok, value: body as T }
  const { error, code, hint } = (body ?? {}) as Partial<WireError>
  if (error === undefined || code === undefined) throw new Error(`the answer ${status} is not the service's`)
  return { ok, status, error: { error, code, hint: hint ?? '' } }
}
