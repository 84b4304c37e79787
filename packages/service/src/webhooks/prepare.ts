/** Prepares the next message of a webhook from the outbox of its graph. @see events 2 */
import { randomBytes } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { dayAt, startOfDay } from '@notegraph/graph'
import type {
  Account,
  Hold,
  OutboxPosition,
  Store,
  Webhook,
  WebhookDelivery,
  WrittenPage,
} from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { hearsOf, selectPages } from './filter.ts'
import { pagesMessage, resetMessage, type MessageOptions } from './message.ts'

/** Commits that are read at once. */
const STEP = 100

/** The commit before the position: a commit that was prepared in part is read again. */
export const readAfter = ({ seq, part }: OutboxPosition): number => (part === 0 ? seq : seq - 1)

/** No graph has this epoch, so the next message of a webhook with this position is `pages.reset`. */
export const resetAt = (seq: number): OutboxPosition => ({ epoch: -1, seq, part: 0 })

const newDelivery = (webhookId: string, seq: number, body: string, now: number): WebhookDelivery => ({
  id: `msg_${randomBytes(16).toString('base64url')}`,
  webhookId,
  seq,
  body,
  createdAt: now,
  state: 'pending',
  attempts: 0,
})

/**
 * Stores the next message, and moves the webhook on.
 * @returns undefined if there is none, or another process has the webhook
 */
export async function prepareNext(
  store: Store,
  account: Account,
  webhook: Webhook,
  hold: Hold,
  { now, origin }: Pick<MessageOptions, 'now' | 'origin'>,
): Promise<WebhookDelivery | undefined> {
  const graph = store.graph(account.id)
  let { position } = webhook
  const keep = async (to: OutboxPosition, body?: string): Promise<WebhookDelivery | undefined> => {
    const delivery = body === undefined ? undefined : newDelivery(webhook.id, to.seq, body, now)
    const kept = await store.webhooks.prepare(hold, to, delivery, LIMITS.webhookDeliveries)
    position = to
    return kept ? delivery : undefined
  }
  for (;;) {
    const { epoch, isOpen, entries } = await graph.outbox.read(readAfter(position), STEP)
    // The graph was restored or moved, or commits were not noted.
    if (epoch !== position.epoch || !isOpen) {
      const opened = await graph.outbox.open()
      return keep({ epoch: opened.epoch, seq: opened.head, part: 0 }, resetMessage(opened.head, now))
    }
    let passed: OutboxPosition | undefined
    for (const entry of entries) {
      const parts = inParts(entry.pages)
      const done = entry.seq === position.seq ? position.part : 0
      for (const [i, part] of parts.entries()) {
        if (i < done) continue
        passed = { epoch, seq: entry.seq, part: i + 1 === parts.length ? 0 : i + 1 }
        const pages = hearsOf(webhook.filter, entry.by)
          ? await selectPages(graph, webhook.filter, part, daysOf(account, now))
          : []
        if (pages.length === 0) continue
        const { withBlocks } = webhook
        return keep(passed, await pagesMessage(graph, entry, pages, { now, withBlocks, origin }))
      }
    }
    if (passed) await keep(passed)
    if (entries.length < STEP) return undefined
  }
}

function inParts(pages: readonly WrittenPage[]): WrittenPage[][] {
  const parts: WrittenPage[][] = []
  for (let at = 0; at < pages.length; at += LIMITS.webhookPages)
    parts.push(pages.slice(at, at + LIMITS.webhookPages))
  return parts
}

function daysOf({ zone }: Account, now: number) {
  const own = zoneOf(zone)
  return { today: dayAt(now, own), startOf: (day: number) => startOfDay(day, own) }
}
