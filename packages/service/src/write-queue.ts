/**
 * Runs one write at a time for each account, in order. Concurrent decisions would only conflict at the commit. Between
 * processes, the store detects conflicts.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Store } from '@notegraph/store'
import { refuse, type Result } from './refusal.ts'

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>()

/**
 * Runs the work after all earlier work of the account, whether that succeeded or failed.
 */
export function inTurn<T>(store: Store, accountId: string, work: () => Promise<T>): Promise<T> {
  let queue = queues.get(store)
  if (!queue) queues.set(store, (queue = new Map()))
  const done = (queue.get(accountId) ?? Promise.resolve()).then(work)
  const settled = done.then(forget, forget)
  queue.set(accountId, settled)
  return done

  function forget(): void {
    if (queue!.get(accountId) === settled) queue!.delete(accountId)
  }
}

/** Lets waiting requests run before long work continues. */
export const yieldToOthers = (): Promise<void> => setImmediate()

/** The most attempts when other processes commit meanwhile; the pauses add up to half a second. */
const MOST_TRIES = 10
/** Milliseconds of continuous attempts, in which the store waits before it reports a conflict. */
const PATIENCE = 5_000

/**
 * @param attempt returns undefined if another write committed meanwhile, and is then repeated; after the last attempt
 *   the result is 409
 */
export async function retryUntilCommitted<T>(
  attempt: () => Promise<Result<T> | undefined>,
): Promise<Result<T>> {
  const end = performance.now() + PATIENCE
  for (let tries = 0; tries < MOST_TRIES && performance.now() < end; tries++) {
    if (tries > 0) await setTimeout(Math.random() * 2 ** Math.min(tries, 8))
    const done = await attempt()
    if (done) return done
  }
  return refuse({ code: 'conflict', why: 'meanwhile' })
}
