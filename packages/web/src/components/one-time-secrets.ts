/**
 * A secret for the page after a redirect, shown there once. The server keeps the secret in memory for a minute, for
 * the browser session that created it. No cookie, address or disk contains the secret. A person who misses it creates
 * another.
 */
import type { Visitor } from '../deps.ts'

const MINUTE = 60_000
/** The most secrets over all sessions; the oldest is dropped first. */
const MOST = 1_000

export interface OneTimeSecrets<T> {
  keep(visitor: Visitor, value: T): void
  /** @returns the secret of the session, which is then deleted */
  take(visitor: Visitor): T | undefined
}

/** @param clock returns the current time in milliseconds since 1970 */
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
      kept.delete(browserId) // the map is in the order of creation
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
