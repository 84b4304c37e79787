/** What an answer says beside its body. The bodies stay as the API has them; this is kept with them. */
export interface Meta {
  /** Of the page or block in the answer: what `ifMatch` takes. */
  readonly etag: string | undefined
  /** Whether it is the answer that the same idempotency key got before. */
  readonly replayed: boolean
  /** What names the request in the log of the server. */
  readonly requestId: string | undefined
  /** What is left of the rates, as the header says it. */
  readonly rateLimit: string | undefined
}

const kept = new WeakMap<object, Meta>()

/** @throws for what is no answer of this client */
export function metaOf(answer: object): Meta {
  const meta = kept.get(answer)
  if (!meta) throw new TypeError('This is not an answer as the client gave it.')
  return meta
}

/** The answer in a response, with what else the response says kept beside it. */
export async function answerOf<A extends object>(response: Response): Promise<A> {
  const answer = (await response.json()) as A
  const header = (name: string) => response.headers.get(name) ?? undefined
  kept.set(answer, {
    etag: header('etag'),
    replayed: header('idempotency-replayed') === 'true',
    requestId: header('x-request-id'),
    rateLimit: header('ratelimit'),
  })
  return answer
}
