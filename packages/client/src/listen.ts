/** Events of changed pages: an endless list that connects again by itself, and resumes after the last event. */
import { eventParser } from '@notegraph/sync'
import type { PagesEvent } from './generated/types.ts'
import { NotegraphError, notNotegraph } from './error.ts'
import type { CallOptions } from './options.ts'
import { isPassing, randomWait } from './retry.ts'
import { makeFetch, pause, throwIfAborted, type ClientOptions } from './sender.ts'

/** Options of `listen`. */
export interface ListenOptions extends CallOptions {
  /** The `id` of the last event that you have. The first event then has the changes since. */
  readonly after?: string | undefined
}

/** An event with its id. */
export interface PagesHeard extends PagesEvent {
  /** Store it to resume with `after`, for example after a restart. */
  readonly id: string
}

/** Characters of an unfinished event. */
const LONGEST_EVENT = 1_000_000
/** The server sends a comment every 25 seconds. Milliseconds of silence until the connection counts as lost. */
const SILENCE = 60_000

/** Listens for changed pages. Resolves `next` when an event arrives; ends when you leave the loop, or by `signal`. */
export type Listen = (options?: ListenOptions) => AsyncGenerator<PagesHeard, void, undefined>

/** @param path the path of the stream */
export function makeListen(path: string, client: ClientOptions): Listen {
  const { longestWait = 60_000, sleep = pause } = client
  const connect = makeFetch({ ...client, retries: 0 })

  return async function* listen({ after, signal } = {}) {
    let id = after
    for (let failures = 0; ;) {
      try {
        const headers = { Accept: 'text/event-stream', ...(id !== undefined && { 'Last-Event-ID': id }) }
        const response = await connect({ method: 'GET', path, headers, signal, repeatable: true })
        for await (const event of eventsOf(response)) {
          failures = 0
          id = event.id
          yield event
        }
      } catch (fault) {
        throwIfAborted(signal)
        if (!mayPass(fault)) throw fault
      }
      await sleep(Math.min(longestWait, randomWait(failures++, Math.random())), signal)
    }
  }
}

/** Whether connecting again can help: the connection was lost, or the server is busy or stops. */
const mayPass = (fault: unknown): boolean =>
  !(fault instanceof NotegraphError) || fault.code === 'no_answer' || isPassing(fault.status)

async function* eventsOf(response: Response): AsyncGenerator<PagesHeard, void, undefined> {
  const { headers, body } = response
  if (!body || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) throw notNotegraph(response)
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let events: PagesHeard[] = []
  const feed = eventParser(LONGEST_EVENT, {
    onData: (data, id) => events.push(eventIn(response, data, id)),
    onComment: () => {},
  })
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      feed(decoder.decode(value, { stream: true }))
      yield* events
      events = []
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function withinSilence<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream is silent.')), SILENCE)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}

function eventIn(response: Response, data: string, id: string): PagesHeard {
  const event = JSON.parse(data) as PagesEvent
  if (!Array.isArray(event.pages)) throw notNotegraph(response)
  return { ...event, id }
}
