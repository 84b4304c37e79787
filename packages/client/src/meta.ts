import { cutOff, notNotegraph } from './error.ts'

/** The headers of an answer that callers use. The bodies stay unchanged, and this is stored beside them. */
export interface Meta {
  /** The tag of the page or block, for `ifMatch`. */
  readonly etag: string | undefined
  /** Whether this is a repeat of an earlier answer to the same idempotency key. */
  readonly replayed: boolean
  /** The id of the request in the log of the server. */
  readonly requestId: string | undefined
  /** The header with the remaining quota of each rate. */
  readonly rateLimit: string | undefined
}

const kept = new WeakMap<object, Meta>()

/**
 * The headers of an answer.
 * @throws {TypeError} for an object that is not an answer of this client
 * @example
 * const { etag } = metaOf(await notes.readBlock(id))
 */
export function metaOf(answer: object): Meta {
  const meta = kept.get(answer)
  if (!meta) throw new TypeError('This is not an answer as the client gave it.')
  return meta
}

/**
 * The answer in a response, with its headers stored beside it.
 * @throws {NotegraphError} for a page of a proxy, a lost connection and an abort
 */
export async function answerOf<A extends object>(
  response: Response,
  signal: AbortSignal | undefined,
): Promise<A> {
  const text = await response.text().catch((error: unknown) => {
    throw cutOff(error, signal)
  })
  let answer: A
  try {
    answer = JSON.parse(text) as A
  } catch {
    throw notNotegraph(response)
  }
  const header = (name: string) => response.headers.get(name) ?? undefined
  kept.set(answer, {
    etag: header('etag'),
    replayed: header('idempotency-replayed') === 'true',
    requestId: header('x-request-id'),
    rateLimit: header('ratelimit'),
  })
  return answer
}
