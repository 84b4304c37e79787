/**
 * One write at a time for each account, in the order in which they come: writes that are decided side by side would
 * only refuse each other at the landing. Other processes take their turns apart; there the store refuses.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Store } from '@notegraph/store'
import { refuse, type Result } from './refusal.ts'

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>()

/**
 * Runs the work once all that came before it for the account is done, however that ended.
 * @param accountId or the name of something of an account's that takes turns of its own
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

/** Lets whatever waits run before long work goes on. */
export const yieldToOthers = (): Promise<void> => setImmediate()

/** As often as another process may land something in between; the pauses add up to half a second. */
const MOST_TRIES = 10
/** How long it may write at a stretch, in milliseconds: the store waits for it, and then says that it did. */
const PATIENCE = 5_000

/** @param attempt comes to nothing where something landed in between, and is made again; then it is 409 */
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
