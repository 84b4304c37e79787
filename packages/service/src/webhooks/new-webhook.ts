/** A webhook that hears of every commit from now on. @see events 2 */
import { randomUUID } from 'node:crypto'
import type { MakeWebhook } from '@notegraph/contract'
import type { Store, Webhook } from '@notegraph/store'
import { newSigningSecret } from '../message-signature.ts'
import { ok, type Result } from '../refusal.ts'
import { NO_FILTER, readFilter } from './read-filter.ts'

/** Opens the outbox, and stores nothing else. @returns 404 for an unknown page, 400 for an invalid filter */
export async function newWebhook(
  store: Store,
  accountId: string,
  { url, blocks = false, ...sent }: MakeWebhook,
  now: number,
): Promise<Result<Webhook>> {
  const graph = store.graph(accountId)
  const filter = await readFilter(graph, NO_FILTER, sent)
  if (!filter.ok) return filter
  const { epoch, head } = await graph.outbox.open()
  return ok({
    id: randomUUID(),
    accountId,
    url,
    secret: newSigningSecret(),
    filter: filter.value,
    withBlocks: blocks,
    createdAt: now,
    position: { epoch, seq: head, part: 0 },
    dueAt: 0,
  })
}
