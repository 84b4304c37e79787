/** The archive of a pull over `fetch`: lines of JSON, read as they arrive. */
import type { PullAnswer } from '../message.ts'
import type { Fetch, FetchResponse } from './fetch-reply.ts'
import type { PullReply, Transport } from './transport.ts'

const LINE_END = 10

/**
 * @param routeFor the address of the archive from a cursor
 * @throws if the server refuses the archive or does not have it, and if the stream breaks
 */
export const archiveTransport = (
  routeFor: (cursor: string | undefined) => string,
  fetch: Fetch,
): NonNullable<Transport['archive']> =>
  async function* archive(cursor, signal): AsyncGenerator<PullReply, void> {
    const headers = { Accept: 'application/x-ndjson' }
    const {
      ok,
      status,
      headers: sent,
      body,
    } = await fetch(routeFor(cursor), { method: 'GET', headers, signal })
    if (!ok || !body || !/^application\/x-ndjson\b/i.test(sent.get('content-type') ?? ''))
      throw new Error(`the answer ${status} is not an archive`)
    const decoder = new TextDecoder()
    for await (const line of linesOf(body)) {
      const value = JSON.parse(decoder.decode(line)) as PullAnswer
      yield { ok: true, value, bytes: line.byteLength }
    }
  }

/** The whole lines of a stream. It is closed when nobody takes more of them. */
async function* linesOf(body: NonNullable<FetchResponse['body']>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  let begun: Uint8Array[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || !value) return
      let from = 0
      for (let end = value.indexOf(LINE_END); end >= 0; end = value.indexOf(LINE_END, from)) {
        yield joined([...begun, value.subarray(from, end)])
        begun = []
        from = end + 1
      }
      if (from < value.length) begun.push(value.subarray(from))
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
