import type { Store } from '@notegraph/store'

/** Closes the outbox of an account with its last webhook that is on. */
export async function closeUnused(store: Store, accountId: string): Promise<void> {
  const left = await store.webhooks.list(accountId)
  if (left.every(({ offAt }) => offAt !== undefined)) await store.graph(accountId).outbox.close()
}
