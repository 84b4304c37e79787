/**
 * A response of server-sent events that keeps at most one unsent event. A newer event replaces it, so a slow caller
 * costs no memory. A caller that reads nothing between two comments is disconnected.
 */
import type { OwnHeaders } from './log.ts'
import { UnreadAnswer } from './response-memory.ts'

export const EVENT_STREAM: OwnHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
}

const encoder = new TextEncoder()
const COMMENT = encoder.encode(':\n\n')

export interface EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Sends an event, or replaces the one that waits. @param id the `id` of the event, for `Last-Event-ID` */
  readonly send: (data: object, id?: string) => void
  /** Whether the caller has read everything, so that `send` replaces nothing. */
  readonly isReady: () => boolean
  /** Sends a comment if the caller reads; otherwise, for the second time, ends the stream. */
  readonly comment: () => void
  readonly end: () => void
}

/** @param left called once, when either side ended the stream */
export function eventStream(left: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let unsent: Uint8Array<ArrayBuffer> | undefined
  let wasStuck = false
  let isOpen = true

  function leave(): boolean {
    const wasOpen = isOpen
    isOpen = false
    unsent = undefined
    if (wasOpen) left()
    return wasOpen
  }

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => void (controller = given),
    pull() {
      wasStuck = false // the caller has read something
      if (!unsent) return
      controller.enqueue(unsent)
      unsent = undefined
    },
    cancel: () => void leave(),
  })

  return {
    body,
    isReady: () => isOpen && controller.desiredSize! > 0,
    send(data, id) {
      if (!isOpen) return
      const head = id === undefined ? '' : `id: ${id}\n`
      const bytes = encoder.encode(`${head}data: ${JSON.stringify(data)}\n\n`)
      if (controller.desiredSize! > 0) controller.enqueue(bytes)
      else unsent = bytes
    },
    comment() {
      if (!isOpen) return
      const isStuck = controller.desiredSize! <= 0
      if (!isStuck) controller.enqueue(COMMENT)
      else if (wasStuck && leave()) controller.error(new UnreadAnswer('the events were not read'))
      wasStuck = isStuck
    },
    end() {
      if (leave()) controller.close()
    },
  }
}
