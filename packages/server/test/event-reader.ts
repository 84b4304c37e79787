import { expect } from 'vitest'
import { expectDescribed } from './described.ts'

/** Reads server-sent events of a response, one part between two empty lines at a time. */
export interface EventReader {
  /** The next part; undefined at the end of the stream. */
  readonly next: () => Promise<string | undefined>
  /** The data of the next event, without comments before it; undefined at the end of the stream. */
  readonly event: () => Promise<Record<string, unknown> | undefined>
  /** Disconnects. */
  readonly leave: () => Promise<void>
}

export function eventReader(response: Response): EventReader {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function next(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const part = text.slice(0, end)
        text = text.slice(end + 2)
        return part
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
  return {
    next,
    async event() {
      for (;;) {
        const part = await next()
        if (part === undefined) return undefined
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data !== undefined) return JSON.parse(data) as Record<string, unknown>
      }
    },
    leave: () => reader.cancel(),
  }
}

/** Expects the headers of a stream of events, which a proxy passes on at once, and no body of an answer to HEAD. */
export function expectStream(
  { status, headers, body }: Response,
  method: 'GET' | 'HEAD',
  target: string,
): void {
  expect([status, body !== null]).toEqual([200, method === 'GET'])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(headers.get('content-encoding')).toBeNull()
  expectDescribed({ method, target, status, headers, text: '' })
}
