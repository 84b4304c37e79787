/** Keeps the outbox of an account small. @see events 2 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import type { Store, Webhook } from '@notegraph/store'
import { HELD_FOR } from './attempt.ts'
import { readAfter, resetAt } from './prepare.ts'

/**
 * Deletes what every webhook of the account has passed. A webhook that is too far behind is moved on. Without a webhook
 * that is on, the outbox closes.
 *
 * @param most commits that wait for a webhook
 */
export async function trimOutbox(
  store: Store,
  accountId: string,
  now: number,
  most: number = LIMITS.webhookWaiting,
): Promise<void> {
  const { outbox } = store.graph(accountId)
  // Before the webhooks: one that gets its `pages.reset` meanwhile has this number or a later one.
  const { head, epoch, entries } = await outbox.read(0, 1)
  const on = (await store.webhooks.list(accountId)).filter(({ offAt }) => offAt === undefined)
  if (on.length === 0) return outbox.close()
  const places = on.map(async (webhook) => {
    if (webhook.position.epoch !== epoch) return head // its next message is `pages.reset`
    const place = readAfter(webhook.position)
    return place < head - most && (await moveOn(store, webhook, head, now)) ? head : place
  })
  const passed = Math.min(...(await Promise.all(places)))
  if (entries[0] && entries[0].seq <= passed) await outbox.drop(passed)
}

/** @returns false if another process has the webhook: the next trim tries again */
async function moveOn(store: Store, { accountId, id }: Webhook, seq: number, now: number): Promise<boolean> {
  const hold = { accountId, id, holder: randomUUID() }
  if (!(await store.webhooks.hold(hold, { now, until: now + HELD_FOR }, true))) return false
  try {
    return await store.webhooks.prepare(hold, resetAt(seq), undefined, LIMITS.webhookDeliveries)
  } finally {
    await store.webhooks.release(hold)
  }
}
