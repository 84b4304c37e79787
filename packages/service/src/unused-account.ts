/** Whether nobody has used an account yet, so that an invitation opens no notes of somebody else. @see decisions 9.11 */
import type { Store } from '@notegraph/store'

/** @param now milliseconds since 1970 */
export async function isUnused(store: Store, id: string, now: number): Promise<boolean> {
  if (await store.hasGraph(id)) return false
  const ways = await Promise.all([
    store.browsers.list(id),
    store.sessions.list(id),
    store.tokens.list(id),
    store.identities.list(id),
    store.passkeys.list(id),
    store.connectedApps.list(id, now),
  ])
  return ways.every((list) => list.length === 0)
}
