/** The live stream over `fetch`: server-sent events, read as they arrive. */
import { eventParser } from './event-parser.ts'
import { replyOf, type Fetch, type FetchResponse } from './fetch-reply.ts'
import type { Reply, ServerState, Transport } from './transport.ts'

/** Characters of an unfinished event. The server's events have less than a hundred. */
const LONGEST_EVENT = 4_096

/** A program whose `fetch` has no streams cannot listen. */
const NO_STREAMS: Reply<void> = {
  ok: false,
  status: 0,
  error: { code: 'unsupported', error: 'This program cannot read streams.', hint: 'Pull every minute.' },
}

/** @param route the address of the stream */
export function liveTransport(route: string, fetch: Fetch): NonNullable<Transport['listen']> {
  return async (heard, signal) => {
    const headers = { Accept: 'text/event-stream' }
    const answer = await fetch(route, { method: 'GET', headers, signal })
    if (!answer.ok) return replyOf<void>(answer, await answer.arrayBuffer())
    if (!/^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? ''))
      throw new Error('the answer is not a stream of events')
    if (!answer.body) return NO_STREAMS
    await readEvents(answer.body, heard)
    return { ok: true, value: undefined }
  }
}

/** Resolves at the end of the stream. Rejects if it breaks, or has events of another service. */
async function readEvents(
  body: NonNullable<FetchResponse['body']>,
  heard: (state?: ServerState) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const feed = eventParser(LONGEST_EVENT, {
    onData: (data) => heard(stateIn(data)),
    onComment: () => heard(),
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      feed(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error
  }
}

/** @throws if the data is not a state */
function stateIn(data: string): ServerState {
  const { head, epoch } = (JSON.parse(data) ?? {}) as Partial<ServerState>
  if (!Number.isFinite(head) || !Number.isFinite(epoch)) throw new Error('the event has no state')
  return { head: head!, epoch: epoch! }
}
