/** The sessions that may read an account, for streams that stay open long after their session was checked. */
import type { Store } from '@notegraph/store'
import { openPlan } from '../access.ts'

/** @returns the ids of open sessions; none if the account is gone, not on the server's list, or without a plan */
export async function openSecrets(
  store: Store,
  accountId: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const account = await store.accounts.find(accountId)
  if (!account || !openPlan(account, now).ok) return new Set()
  const sessions = await store.sessions.list(accountId)
  return new Set(sessions.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id))
}
