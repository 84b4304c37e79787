/** One request of the client: sent, sent again where that is safe and worth it, and read. */
import { errorOf } from './error.ts'
import { answerOf } from './meta.ts'
import { waitBefore } from './retry.ts'

export interface ClientOptions {
  /** Where the service is reached, such as `https://notes.example`. */
  readonly baseUrl: string
  /** A token for the notes (`ngp_…`), or the session of a device (`ngs_…`) for the changes. */
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
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Whether it can be sent again when it is not known if it was done. */
  readonly repeatable: boolean
}

/** @throws {NotegraphError} for a refusal, and what `fetch` throws when nothing came */
export type Send = <A extends object>(request: Sent) => Promise<A>

export function makeSender(options: ClientOptions): Send {
  const { token, retries = 3, longestWait = 60_000, sleep = pause } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const ask = options.fetch ?? ((url, init) => fetch(url, init))

  return async (request) => {
    const url = `${base}${request.path}${search(request.query)}`
    const init: RequestInit = {
      method: request.method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(request.signal && { signal: request.signal }),
      credentials: 'omit',
      redirect: 'error', // a write that is sent on elsewhere would become a read
    }
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOf(ask(url, init))
      if (outcome.response?.ok === true) return answerOf(outcome.response)
      request.signal?.throwIfAborted()
      const wait = waitBefore(outcome.response, request.repeatable, attempt, Math.random())
      if (wait === undefined || attempt >= retries || wait > longestWait) {
        throw outcome.response ? await errorOf(outcome.response) : outcome.fault
      }
      await outcome.response?.body?.cancel()
      await sleep(wait, request.signal)
    }
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

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
