/** Mixed writes to whatever server runs, by clients that send a write again until it is acknowledged. */
import { setTimeout as wait } from 'node:timers/promises'
import { makePage, send, type Failure } from './send.ts'
import type { Site } from './site.ts'
import { isAnswered, makeWrite, WAYS, type Way, type Write } from './write.ts'

/** Writers of each way. */
const WRITERS = 2
/** Milliseconds before a client sends a write again. */
const AGAIN = 20
/** Milliseconds after which a client gives an answer up. */
const PATIENCE = 60_000

export interface Load {
  /** Every write so far. */
  readonly writes: readonly Write[]
  /** The failures that the server reported so far. */
  readonly failures: readonly Failure[]
  /** Starts the writers; the first start creates the page. */
  start(): Promise<void>
  /** Stops the writers. The last write of each may stay without an answer. */
  stop(): Promise<void>
  /** Waits until some more writes are acknowledged. */
  more(count: number): Promise<void>
  /** Sends each write without an answer again, under its key, until it is acknowledged. */
  settle(): Promise<void>
}

export function makeLoad(site: Site): Load {
  const writes: Write[] = []
  const failures: Failure[] = []
  let pageId: string | undefined
  let over = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  /** Sends a write until it is acknowledged, or the signal. */
  async function deliver(write: Write, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !isAnswered(write)) {
      const origin = site.server?.origin
      const { token, session } = site
      const call = {
        token,
        session,
        pageId: pageId!,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      }
      const answer = origin === undefined ? 'none' : await send(write, { ...call, origin })
      if (answer === 'acknowledged') write.answeredAt = Date.now()
      else {
        if (answer !== 'none') failures.push(answer)
        await wait(AGAIN)
      }
    }
  }

  async function writer(way: Way): Promise<void> {
    const { signal } = over
    while (!signal.aborted) {
      const write = makeWrite(way, `${way}-${writes.length}`, Date.now())
      writes.push(write)
      await deliver(write, signal)
    }
  }

  const count = (): number => writes.filter(isAnswered).length
  return {
    writes,
    failures,
    async start() {
      pageId ??= await makePage(site.server!.origin, site.token)
      over = new AbortController()
      running = Promise.all(WAYS.flatMap((way) => Array.from({ length: WRITERS }, () => writer(way))))
      running.catch(() => over.abort()) // `stop` and `more` report it
    },
    async stop() {
      over.abort()
      await running
    },
    async more(wanted) {
      const most = count() + wanted
      while (count() < most) {
        if (over.signal.aborted) await running
        await wait(5)
      }
    },
    async settle() {
      const never = new AbortController().signal
      await Promise.all(
        writes.filter((write) => !isAnswered(write)).map(async (write) => deliver(write, never)),
      )
    },
  }
}
