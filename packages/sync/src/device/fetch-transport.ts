/**
 * A transport over `fetch`: the routes of sync and files, with the device's session. An answer that is not JSON, for
 * example from a proxy, and JSON of another service count as no answer.
 *
 * @see sync, Routes
 */
import type { PageRecordsAnswer, PullAnswer, PushAnswer } from '../message.ts'
import { archiveTransport } from './archive-transport.ts'
import { answering, replyOf, type ExplainFault, type Fetch } from './fetch-reply.ts'
import { fileTransport } from './file-transport.ts'
import { liveTransport } from './live-transport.ts'
import { NoAnswer, type Transport } from './transport.ts'

export type { ExplainFault, Fetch } from './fetch-reply.ts'

/** The address of the service and the device's session. */
export interface FetchTransportOptions {
  /** The address of the service, such as `https://notes.example`. A slash at the end is ignored. */
  readonly url: string
  /**
   * The device's session, which begins with `ngs_`, or a function that gives the present one for each request. Left out if
   * `fetch` adds it, such as a cookie.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** Default: the browser's or Node's `fetch`. */
  readonly fetch?: Fetch
  /** Explains why a request failed, such as `nodeFault`. Default: the words of `fetch`. */
  readonly explain?: ExplainFault
  /** The timeout of an answer in milliseconds. Default: two minutes. */
  readonly timeout?: number
  /** The most records in an answer to a pull, and in a line of an archive. Default: the server's limits. */
  readonly limit?: number
}

const PATIENCE = 120_000

/** Looked up at each call, because an app or a test may replace the global function. */
const globalFetch: Fetch = async (url, init) => fetch(url, init)

/**
 * Creates a transport over `fetch`.
 *
 * @example
 * const transport = fetchTransport({ url: 'https://notes.example', token: 'ngs_…' })
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const { timeout = PATIENCE, limit } = options
  const base = options.url.replace(/\/+$/, '')
  const fetch = answering(withToken(options.fetch ?? globalFetch, options.token), base, options.explain)
  const route = `${base}/api/sync`

  async function ask<T>(
    url: string,
    list: keyof T,
    init: Pick<Parameters<Fetch>[1], 'method' | 'headers' | 'body'>,
  ) {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
    return replyOf<T>(answer, await answer.arrayBuffer(), list)
  }

  function from(address: string, cursor: string | undefined): string {
    const asked = Object.entries({ cursor, limit }).filter(([, value]) => value !== undefined)
    const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')
    return query === '' ? address : `${address}?${query}`
  }

  return {
    pull: async (cursor) => ask<PullAnswer>(from(route, cursor), 'records', { method: 'GET', headers: {} }),
    archive: archiveTransport((cursor) => from(`${route}/archive`, cursor), fetch),
    page: async (id) =>
      ask<PageRecordsAnswer>(`${route}/pages/${encodeURIComponent(id)}`, 'records', {
        method: 'GET',
        headers: {},
      }),
    push: async (body) =>
      ask<PushAnswer>(route, 'results', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    listen: liveTransport(`${route}/live`, fetch),
    files: fileTransport(base, fetch),
  }
}

/** Adds the session to each request. */
function withToken(fetch: Fetch, token: FetchTransportOptions['token']): Fetch {
  if (token === undefined) return fetch
  return async (url, init) => {
    const Authorization = `Bearer ${typeof token === 'string' ? token : await askFor(token)}`
    return fetch(url, { ...init, headers: { ...init.headers, Authorization } })
  }
}

/** A keychain may be locked, which is no fault of the network. */
async function askFor(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token()
  } catch (error) {
    throw new NoAnswer({
      code: 'no_token',
      error: `The program could not read the session of this device${error instanceof Error ? ` (${error.message})` : ''}.`,
      hint: 'Look at the place where the program keeps the session.',
    })
  }
}
