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
 * Parses an answer of the service.
 *
 * @param bytes the body of the answer
 * @throws NoAnswer if the body is not JSON, or an error body is not the service's; a proxy may have answered
 */
export function replyOf<T>({ ok, status }: FetchResponse, bytes: ArrayBuffer): Reply<T> {
  const body = parsed(bytes, status)
  if (ok) return { ok, value: body as T, bytes: bytes.byteLength }
  const { error, code, hint } = (body ?? {}) as Partial<WireError>
  if (error === undefined || code === undefined) throw notNotegraph(status)
  return { ok, status, error: { error, code, hint: hint ?? '' } }
}

function parsed(bytes: ArrayBuffer, status: number): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw notNotegraph(status)
  }
}

const notNotegraph = (status: number): NoAnswer =>
  new NoAnswer({
    code: 'not_notegraph',
    error: `The answer (HTTP ${status}) did not come from Notegraph.`,
    hint: 'Check the address of the server, and the proxy in front of the server.',
  })

/**
 * Wraps a `fetch` so that it rejects with `NoAnswer`.
 *
 * @param base the address of the service
 */
export const answering =
  (fetch: Fetch, base: string): Fetch =>
  async (url, init) => {
    if (!isAddress(base))
      throw new NoAnswer({
        code: 'bad_url',
        error: 'The address of the server is not valid.',
        hint: 'Use an address such as https://notes.example.',
      })
    let answer: FetchResponse
    try {
      answer = await fetch(url, init)
    } catch (error) {
      throw noAnswer(error, new URL(base))
    }
    if (answer.redirected === true) throw moved(answer.url ?? '')
    return answer
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

interface Fault {
  readonly code: 'unknown_host' | 'no_server' | 'certificate' | 'no_tls'
  readonly error: (at: URL) => string
  readonly hint: string
}

const UNKNOWN_HOST: Fault = {
  code: 'unknown_host',
  error: ({ hostname }) => `No address is known for the host ${hostname}.`,
  hint: 'Check its spelling, and the network.',
}
const UNTRUSTED: Fault = {
  code: 'certificate',
  error: ({ host }) => `The certificate of ${host} was not issued by an authority that this program trusts.`,
  hint: 'If the authority is your own, name the file of its certificate in NODE_EXTRA_CA_CERTS.',
}
const NO_TLS: Fault = {
  code: 'no_tls',
  error: ({ host }) => `${host} does not speak https.`,
  hint: 'Check the port, or use an address that begins with http.',
}

/** Causes that Node names, by their code. @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const FAULTS: Readonly<Record<string, Fault>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ECONNREFUSED: {
    code: 'no_server',
    error: ({ host }) => `Nothing answers at ${host}.`,
    hint: 'Check the port, and whether the server runs.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    code: 'certificate',
    error: ({ host }) => `The certificate of ${host} has expired.`,
    hint: 'Renew it, and check the clock of this machine.',
  },
  CERT_NOT_YET_VALID: {
    code: 'certificate',
    error: ({ host }) => `The certificate of ${host} is not valid yet.`,
    hint: 'Check the clock of this machine.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    code: 'certificate',
    error: ({ hostname }) => `The certificate is not one of the host ${hostname}.`,
    hint: 'Check the address of the server.',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
}

/** A host with several addresses fails once for each. */
function faultOf(cause: unknown): Fault | undefined {
  const { code, errors } = (cause ?? {}) as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  return FAULTS[String(code)] ?? errors?.map(faultOf).find((fault) => fault !== undefined)
}

/** Browsers do not say why a request failed, so that a page learns nothing about other hosts. */
function noAnswer(error: unknown, base: URL): NoAnswer {
  const { name, message, cause } = (error ?? {}) as Partial<Error>
  const fault = faultOf(cause)
  if (fault) return new NoAnswer({ code: fault.code, error: fault.error(base), hint: fault.hint })
  if (name === 'TimeoutError')
    return new NoAnswer({
      code: 'timeout',
      error: 'The server did not answer in time.',
      hint: 'Check the network.',
    })
  const why = cause instanceof Error && cause.message !== '' ? cause.message : message
  return new NoAnswer({
    code: 'no_answer',
    error: `The server cannot be reached${why === undefined || why === '' ? '' : ` (${why})`}.`,
    hint: 'Check the network. In a browser, the app and the server need one origin.',
  })
}
