/**
 * A secret for the page that a form redirects to, shown there once. The server keeps it in memory for a minute, for the
 * browser's session that made it: no cookie, no address and no disk ever holds it. Whoever misses it makes another.
 */
import type { Visitor } from '../deps.ts'

const MINUTE = 60_000
/** Secrets at once, over all sessions; the oldest goes. */
const MOST = 1_000

export interface OneTimeSecrets<T> {
  keep(visitor: Visitor, value: T): void
  /** @returns what the session is to see, which nobody sees again */
  take(visitor: Visitor): T | undefined
}

/** @param clock gives now, in milliseconds since 1970 */
export function oneTimeSecrets<T>(clock: () => number): OneTimeSecrets<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>()

  function forget(): void {
    for (const [id, { until }] of kept) {
      if (kept.size < MOST && until > clock()) return
      kept.delete(id)
    }
  }

  return {
    keep({ browserId }, value) {
      kept.delete(browserId) // the map's order is that of their making
      forget()
      kept.set(browserId, { value, until: clock() + MINUTE })
    },
    take({ browserId }) {
      const found = kept.get(browserId)
      kept.delete(browserId)
      return found && clock() < found.until ? found.value : undefined
    },
  }
}
