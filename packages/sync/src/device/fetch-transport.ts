/**
 * A transport over `fetch`: the routes of sync and files, with the session of the device. What comes back as no JSON, from a proxy
 * that is in the way, is as if nothing came.
 *
 * @see sync, Routes
 */
import type { PullAnswer, PushAnswer } from '../message.ts'
import { replyOf, type Fetch } from './ask.ts'
import { fileTransport } from './file-transport.ts'
import type { Transport } from './transport.ts'

export type { Fetch } from './ask.ts'

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
  const base = options.url.replace(/\/+$/, '')
  const route = `${base}/api/sync`
  const authorization = { Authorization: `Bearer ${session}` }

  async function ask<T>(url: string, init: Pick<Parameters<Fetch>[1], 'method' | 'headers' | 'body'>) {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    return replyOf<T>(answer, await answer.arrayBuffer())
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
    files: fileTransport(base, authorization, fetch),
  }
}
