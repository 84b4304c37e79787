/** One request of the client: sent, sent again where that is safe and worth it, and read. */
import { errorOf } from './error.ts'
import { answerOf } from './meta.ts'
import type { CallOptions } from './options.ts'
import { waitBefore } from './retry.ts'

export interface ClientOptions {
  /** Where the service is reached, such as `https://notes.example`. */
  readonly baseUrl: string
  /** A token for the notes (`ngp_…`), or the session of a device (`ngs_…`) for everything else. */
  readonly token: string
  /** In place of the platform's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How often a request is sent again before it fails; 3 unless it is said. */
  readonly retries?: number
  /** The longest wait before it is sent again, in milliseconds, 60,000 unless it is said: a longer one fails at once. */
  readonly longestWait?: number
  /** Waits so many milliseconds, or until the signal. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Of the path, each part percent-encoded. */
  readonly path: string
  readonly query?: object
  /** Sent as JSON. */
  readonly body?: object
  /** Sent as they are, in place of a `body`. */
  readonly bytes?: Bytes
  /** Media type of the bytes; the server goes by the name where it is left out. */
  readonly type?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Whether it can be sent again when it is not known if it was done. */
  readonly repeatable: boolean
}

/** What a file is uploaded as. A stream is read once, so a call with one is never sent again. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Answers with JSON.
 * @throws {NotegraphError} for a refusal, and what `fetch` throws when nothing came
 */
export type Send = <A extends object>(request: Sent) => Promise<A>

/**
 * Answers with the response, its body unread.
 * @throws {NotegraphError} for a refusal, and what `fetch` throws when nothing came
 */
export type Fetch = (request: Sent) => Promise<Response>

export function makeSender(options: ClientOptions): Send {
  const ask = makeFetch(options)
  return async (request) => answerOf(await ask(request))
}

/** The reads of a client: a path, what is asked of it, and the options of the call. */
export const makeGet =
  (send: Send) =>
  <A extends object>(path: string, query?: object, { signal }: CallOptions = {}): Promise<A> =>
    send({ method: 'GET', path, repeatable: true, signal, ...(query && { query }) })

export function makeFetch(options: ClientOptions): Fetch {
  const { token, retries = 3, longestWait = 60_000, sleep = pause } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const ask = options.fetch ?? ((url, init) => fetch(url, init))

  return async (request) => {
    const url = `${base}${request.path}${search(request.query)}`
    const init = initOf(request, token)
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOf(ask(url, init))
      if (outcome.response?.ok === true) return outcome.response
      request.signal?.throwIfAborted()
      const wait = isStream(request.bytes)
        ? undefined
        : waitBefore(outcome.response, request.repeatable, attempt, Math.random())
      if (wait === undefined || attempt >= retries || wait > longestWait) {
        throw outcome.response ? await errorOf(outcome.response) : outcome.fault
      }
      await outcome.response?.body?.cancel()
      await sleep(wait, request.signal)
    }
  }
}

const isStream = (bytes: Bytes | undefined): boolean => bytes !== undefined && 'getReader' in bytes

function initOf({ method, body, bytes, type, headers, signal }: Sent, token: string): RequestInit {
  const sent = bytes ?? (body && JSON.stringify(body))
  const own = bytes ? type : body && 'application/json'
  return {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(own !== undefined && { 'Content-Type': own }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
    // What `fetch` asks of whoever sends a stream; the types of browsers do not know it yet.
    ...(isStream(bytes) && { duplex: 'half' }),
    ...(signal && { signal }),
    credentials: 'omit',
    redirect: 'error', // a write that is sent on elsewhere would become a read
  }
}

async function attemptOf(
  asked: Promise<Response>,
): Promise<{ readonly response?: Response; readonly fault?: unknown }> {
  try {
    return { response: await asked }
  } catch (fault) {
    return { fault }
  }
}

function search(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

/** Waits so many milliseconds. @throws the reason of the signal, once it is aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
