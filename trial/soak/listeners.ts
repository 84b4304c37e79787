/** Programs that wait for changed pages on an open stream. */
import type { Account } from './accounts.ts'

/** Streams for each account. */
const STREAMS = 4

export interface Listeners {
  /** Events that arrived. */
  heard(): number
  stop(): Promise<void>
}

export function startListeners(
  accounts: readonly Account[],
  onFailure: (kind: string, why: unknown) => void,
): Listeners {
  const leaving = new AbortController()
  let count = 0
  const listen = async ({ notes }: Account): Promise<void> => {
    try {
      for await (const { pages } of notes.listen({ signal: leaving.signal })) count += pages.length
    } catch (error) {
      if (!leaving.signal.aborted) onFailure('listener', error)
    }
  }
  const streams = accounts.flatMap((account) => Array.from({ length: STREAMS }, () => listen(account)))
  return {
    heard: () => count,
    async stop() {
      leaving.abort()
      await Promise.all(streams)
    },
  }
}
