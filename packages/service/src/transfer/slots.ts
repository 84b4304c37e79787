/** Limits concurrent work that may take much memory; the rest waits in order. */

/** @throws the reason of the signal, if aborted before the work began */
export type InSlot = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** @param most concurrent jobs */
export function slots(most: number): InSlot {
  let busy = 0
  const waiting = new Set<() => void>()

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (busy < most) return void busy++
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.delete(resolve)
      reject(signal?.reason as Error)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', leave)
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Passes the slot on, or frees it. */
  function end(): void {
    const [next] = waiting
    if (!next) return void busy--
    waiting.delete(next)
    next()
  }

  return async (work, signal) => {
    await turn(signal)
    try {
      return await work()
    } finally {
      end()
    }
  }
}
