/**
 * Sends requests at a rate, whether or not earlier ones are answered: a server that slows down is not spared. Each time
 * is measured from the moment at which the request was due.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Latencies } from './latencies.ts'

export interface Kind {
  readonly name: string
  /** How many of a hundred requests. */
  readonly share: number
  act(): Promise<void>
}

/** More unanswered requests mean that the server does not bear the rate. */
const MOST_WAITING = 500

export interface Paced {
  /** Requests a second from now on. */
  setRate(rate: number): void
  /** Requests without an answer yet. */
  waiting(): number
  /** Ends after the last answer. */
  stop(): Promise<void>
}

/** @param onFailure is called for each request that failed or could not be sent */
export function pace(
  kinds: readonly Kind[],
  rate: number,
  times: Latencies,
  onFailure: (kind: string, why: unknown) => void,
): Paced {
  const total = kinds.reduce((sum, { share }) => sum + share, 0)
  const pick = (): Kind => {
    let left = Math.random() * total
    return kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]!
  }
  const open = new Set<Promise<void>>()
  let perSecond = rate
  const over = new AbortController()

  function send(due: number): void {
    const kind = pick()
    if (open.size >= MOST_WAITING) return onFailure(kind.name, new Error(`${MOST_WAITING} requests wait`))
    const sent = kind
      .act()
      .then(() => times.add(kind.name, performance.now() - due))
      .catch((why: unknown) => onFailure(kind.name, why))
      .finally(() => open.delete(sent))
    open.add(sent)
  }

  const sending = (async () => {
    let due = performance.now()
    while (!over.signal.aborted) {
      const early = due - performance.now()
      if (early > 0) await wait(early)
      send(due)
      due += 1_000 / perSecond
    }
  })()
  return {
    setRate: (next) => (perSecond = next),
    waiting: () => open.size,
    async stop() {
      over.abort()
      await sending
      await Promise.all(open)
    },
  }
}
