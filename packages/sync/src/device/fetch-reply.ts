/** Requests over `fetch`, with the answers of the service as values. */
import type { Bytes } from '../files/file-store.ts'
import type { WireError } from '../message.ts'
import { NoAnswer, type Reply } from './transport.ts'

/** The parts of a `fetch` response that the transport uses. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** Whether other addresses led to this answer, and the last of them. */
  readonly redirected?: boolean
  readonly url?: string
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
 * Explains why a request failed.
 *
 * @param cause the cause of the error of `fetch`
 * @param at the address of the service
 * @returns undefined for another cause
 */
export type ExplainFault = (cause: unknown, at: URL) => WireError | undefined

/**
 * Parses an answer of the service.
 *
 * @param bytes the body of the answer
 * @param list the member of the answer that is a list, so that JSON of another service is recognized
 * @throws NoAnswer if the body is not JSON, or is not the service's; a proxy may have answered
 */
export function replyOf<T>({ ok, status }: FetchResponse, bytes: ArrayBuffer, list?: keyof T): Reply<T> {
  const body = parsed(bytes, status)
  const { error, code, hint = '' } = (body ?? {}) as Partial<WireError>
  if (ok ? list && !Array.isArray((body as T | null)?.[list]) : !error || !code) throw notNotegraph(status)
  return ok
    ? { ok, value: body as T, bytes: bytes.byteLength }
    : { ok, status, error: { error: error!, code: code!, hint } }
}

function parsed(bytes: ArrayBuffer, status: number): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw notNotegraph(status)
  }
}

/** The reason that something else answered. */
export const notNotegraph = (status: number): NoAnswer =>
  new NoAnswer({
    code: 'not_notegraph',
    error: `The answer (HTTP ${status}) did not come from Notegraph.`,
    hint: 'Check the address of the server, and the proxy in front of the server.',
  })

/**
 * Wraps a `fetch` so that it rejects with `NoAnswer`.
 *
 * @param base the address of the service
 * @param explain explains why a request failed
 */
export const answering =
  (fetch: Fetch, base: string, explain?: ExplainFault): Fetch =>
  async (url, init) => {
    if (!isAddress(base))
      throw new NoAnswer({
        code: 'bad_url',
        error: 'The address of the server is not valid.',
        hint: 'Use an address such as https://notes.example.',
      })
    async function heard<T>(part: () => Promise<T>): Promise<T> {
      try {
        return await part()
      } catch (error) {
        if (error instanceof NoAnswer) throw error
        throw noAnswer(error, base, explain, init.signal.aborted)
      }
    }
    const answer = await heard(() => fetch(url, init))
    if (answer.redirected === true) throw moved(answer.url ?? '')
    // The connection can be lost in the middle of a body too.
    const { ok, status, headers, body } = answer
    const getReader = (): StreamReader => {
      const reader = body!.getReader()
      return { read: () => heard(() => reader.read()), cancel: () => reader.cancel() }
    }
    return {
      ok,
      status,
      headers,
      ...(body && { body: { getReader } }),
      arrayBuffer: () => heard(() => answer.arrayBuffer()),
    }
  }

/** A redirect to another origin loses the session, and one of a push loses its body. */
const moved = (url: string): NoAnswer =>
  new NoAnswer({
    code: 'moved',
    error: `The address of the server leads to ${URL.canParse(url) ? new URL(url).origin : 'another one'}.`,
    hint: 'Use that address.',
  })

function isAddress(base: string): boolean {
  try {
    return /^https?:$/.test(new URL(base).protocol)
  } catch {
    return false
  }
}

const ABORTED: WireError = {
  code: 'aborted',
  error: 'The program ended the request before the answer.',
  hint: 'Send the request again if you still need the answer.',
}

/** Browsers do not say why a request failed, so that a page learns nothing about other hosts. */
function noAnswer(
  error: unknown,
  base: string,
  explain: ExplainFault | undefined,
  isAborted: boolean,
): NoAnswer {
  const { name, message, cause } = (error ?? {}) as Partial<Error>
  const fault = explain?.(cause, new URL(base))
  if (fault) return new NoAnswer(fault)
  if (name === 'TimeoutError')
    return new NoAnswer({
      code: 'timeout',
      error: 'The server did not answer in time.',
      hint: 'Check the network.',
    })
  if (isAborted || name === 'AbortError') return new NoAnswer(ABORTED)
  const why = cause instanceof Error && cause.message !== '' ? cause.message : message
  return new NoAnswer({
    code: 'no_answer',
    error: `The server cannot be reached${why === undefined || why === '' ? '' : ` (${why})`}.`,
    hint: 'Check the network. In a browser, the app and the server need one origin.',
  })
}
