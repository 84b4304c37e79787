/** Sends one request of the client, retries if that is safe and useful, and reads the answer. */
import { aborted, badUrl, errorOf, noAnswer } from './error.ts'
import { answerOf } from './meta.ts'
import { waitBefore } from './retry.ts'

/** The address of a service, the token, and the behaviour of retries. */
export interface ClientOptions {
  /** The address of the service, such as `https://notes.example`. */
  readonly url: string
  /**
   * A token for the notes (`ngp_…`), or the session of a device (`ngs_…`) for everything else. A function gives the present
   * one for each request; a call throws what the function throws.
   */
  readonly token: string | (() => string | Promise<string>)
  /** Replaces the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The most retries of a request; 3 by default. */
  readonly retries?: number
  /** The longest wait before a retry, in milliseconds, 60,000 by default. A longer one fails immediately. */
  readonly longestWait?: number
  /** Waits for some milliseconds, or until the signal. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path, with percent-encoded parts. */
  readonly path: string
  readonly query?: object
  /** Sent as JSON. */
  readonly body?: object
  /** The raw body, instead of `body`. */
  readonly bytes?: Bytes
  /** Media type of the bytes; by default the server uses the name. */
  readonly type?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Whether a retry is safe if the first request may have been done. */
  readonly repeatable: boolean
}

/** The bytes of an upload. A stream can be read once, so a call with a stream has no retries. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Sends a request and parses the JSON of the answer.
 * @throws {NotegraphError} for an error answer, and without an answer
 */
export type Send = <A extends object>(request: Sent) => Promise<A>

/**
 * Sends a request and returns the response with its body unread.
 * @throws {NotegraphError} for an error answer, and without an answer
 */
export type Fetch = (request: Sent) => Promise<Response>

export function makeSender(options: ClientOptions): Send {
  const ask = makeFetch(options)
  return async (request) => answerOf(await ask(request), request.signal)
}

export function makeFetch(options: ClientOptions): Fetch {
  const { token, retries = 3, longestWait = 60_000, sleep = pause } = options
  const base = options.url.replace(/\/+$/, '')
  const ask = options.fetch ?? ((url, init) => fetch(url, init))

  return async (request) => {
    if (!URL.canParse(base)) throw badUrl()
    const url = `${base}${request.path}${search(request.query)}`
    const init = initOf(request, typeof token === 'string' ? token : await token())
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOf(ask(url, init))
      if (outcome.response?.ok === true) return outcome.response
      throwIfAborted(request.signal)
      const wait = isStream(request.bytes)
        ? undefined
        : waitBefore(outcome.response, request.repeatable, attempt, Math.random())
      if (wait === undefined || attempt >= retries || wait > longestWait) {
        throw outcome.response ? await errorOf(outcome.response) : noAnswer(outcome.fault)
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
    // `fetch` requires this for a stream; the types of browsers do not include it yet.
    ...(isStream(bytes) && { duplex: 'half' }),
    ...(signal && { signal }),
    credentials: 'omit',
    redirect: 'error', // a redirect would turn a write into a read
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

/** @throws {NotegraphError} `aborted` */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal.reason)
}

/** Waits for some milliseconds. @throws {NotegraphError} `aborted` when the signal aborts */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal)
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(aborted(signal?.reason))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
