/**
 * Limits concurrent work. The rest waits in order. A free slot goes to the party that has the fewest, so slow work
 * of one delays no other.
 */

/**
 * @param party the one that the work is for, such as an account; without it, all work belongs to one party
 * @throws the reason of the signal, if aborted before the work began
 */
export type InSlot = <T>(work: () => Promise<T>, signal?: AbortSignal, party?: string) => Promise<T>

/**
 * Creates the function that runs work in a slot.
 *
 * @param most concurrent jobs
 * @example
 * ```ts
 * const inSlot = slots(2)
 * await inSlot(work, AbortSignal.timeout(1_000), 'me')
 * ```
 */
export function slots(most: number): InSlot {
  let busy = 0
  const running = new Map<string, number>()
  /** Those who wait, by party. The party that had the last turn comes last. */
  const waiting = new Map<string, Set<() => void>>()

  async function turn(signal: AbortSignal | undefined, party: string): Promise<void> {
    signal?.throwIfAborted()
    if (busy < most) return begin(party)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      remove(party, resolve)
      reject(signal?.reason as Error)
    }
    waiting.set(party, (waiting.get(party) ?? new Set()).add(resolve))
    signal?.addEventListener('abort', leave)
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  function begin(party: string): void {
    busy++
    running.set(party, (running.get(party) ?? 0) + 1)
  }

  /** @returns whether others of the party still wait */
  function remove(party: string, resolve: () => void): boolean {
    const queue = waiting.get(party)
    queue?.delete(resolve)
    if (queue?.size === 0) waiting.delete(party)
    return waiting.has(party)
  }

  /** Frees a slot, and passes it on. */
  function end(party: string): void {
    busy--
    const left = running.get(party)! - 1
    if (left === 0) running.delete(party)
    else running.set(party, left)
    const next = nextParty()
    if (next === undefined) return
    const queue = waiting.get(next)!
    const [resolve] = queue
    if (remove(next, resolve!)) {
      waiting.delete(next)
      waiting.set(next, queue)
    }
    begin(next)
    resolve!()
  }

  function nextParty(): string | undefined {
    let next: string | undefined
    let fewest = Infinity
    for (const party of waiting.keys()) {
      const has = running.get(party) ?? 0
      if (has < fewest) [next, fewest] = [party, has]
    }
    return next
  }

  return async (work, signal, party = '') => {
    await turn(signal, party)
    try {
      return await work()
    } finally {
      end(party)
    }
  }
}
