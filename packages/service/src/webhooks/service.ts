/**
 * Webhooks for their owner: creates, lists, changes and deletes them, and shows and repeats their deliveries. A webhook of
 * another account is treated as missing.
 * @see events 2
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  LIMITS,
  type ChangeWebhook,
  type Delivery,
  type MakeWebhook,
  type Webhook as Shown,
  type WebhookAnswer,
} from '@notegraph/contract'
import type { Account, Store, Webhook, WebhookDelivery, WebhookFilter } from '@notegraph/store'
import { newSigningSecret } from '../message-signature.ts'
import { namedNow, settledRule, shownRule } from '../meant-pages.ts'
import { needRecent } from '../recent-sign-in.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { attemptOf, formerSigns, HELD_FOR, noteAttempt, signedPost, type PostMessage } from './attempt.ts'
import { closeUnused } from './close-unused.ts'
import { newWebhook } from './new-webhook.ts'
import { resetAt } from './prepare.ts'
import { readFilter } from './read-filter.ts'

interface ListWindow {
  readonly limit: number
  readonly offset: number
}

/** The webhooks of accounts. */
export interface WebhooksService {
  /** @returns 400 for an invalid member, 404 for an unknown page or token, 409 if the account has the most webhooks */
  make(account: Account, webhook: MakeWebhook): Promise<Result<WebhookAnswer>>
  /** Newest first. */
  list(account: Account, window: ListWindow): Promise<{ webhooks: Shown[]; total: number }>
  /** @returns 404 if the account has no such webhook */
  read(account: Account, id: string): Promise<Result<Shown>>
  /**
   * Gives a webhook a new secret. The one before signs messages as well for a day.
   * @returns 404 if the account has no such webhook
   */
  renewSecret(account: Account, id: string): Promise<Result<WebhookAnswer>>
  /**
   * Changes what the body names.
   * @param isRecent whether the person signed in recently, which another address, another filter or blocks need
   * @returns 400 for an invalid member, 404 for an unknown webhook, page or token, 403 without a recent sign-in
   */
  change(account: Account, id: string, change: ChangeWebhook, isRecent: boolean): Promise<Result<Shown>>
  /** Deletes a webhook at once. @returns 404 if the account has no such webhook */
  remove(account: Account, id: string): Promise<Result<Shown>>
  /** Newest first. @returns 404 if the account has no such webhook */
  deliveries(
    account: Account,
    id: string,
    window: ListWindow,
  ): Promise<Result<{ deliveries: Delivery[]; total: number }>>
  /** Sends a message once more, now. @returns 404 for an unknown message, 409 while the webhook is in use */
  sendAgain(account: Account, id: string, deliveryId: string): Promise<Result<Delivery>>
}

/** The connection and the clock of the service. */
export interface WebhooksDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  readonly post: PostMessage
  /** @returns why an address cannot be a webhook's, in a sentence; undefined if it can */
  readonly addressFault: (url: string) => string | undefined
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const webhooks = webhooksService(store, { clock: Date.now, post, addressFault: () => undefined })
 * ```
 */
export function webhooksService(store: Store, { clock, post, addressFault }: WebhooksDeps): WebhooksService {
  const { webhooks } = store

  function checkUrl(url: string): Result<string> {
    if (url.length > LIMITS.webhookUrl)
      return refuse({
        code: 'bad_request',
        error: `url takes at most ${LIMITS.webhookUrl} characters, not ${url.length}.`,
      })
    const fault = addressFault(url)
    return fault === undefined ? ok(url) : refuse({ code: 'bad_request', error: fault })
  }

  /** A filter on an id that no token has would let nothing pass. One that the webhook already has may stay. */
  async function checkToken(
    { id }: Account,
    token: string | null | undefined,
    held?: WebhookFilter,
  ): Promise<Result<void>> {
    if (typeof token !== 'string' || (typeof held?.by === 'object' && held.by.token === token))
      return ok(undefined)
    const holders = [...(await store.tokens.list(id)), ...(await store.connectedApps.list(id, clock()))]
    if (holders.some((holder) => holder.id === token)) return ok(undefined)
    return refuse({ code: 'not_found', what: 'token', name: token })
  }

  async function switchTo(on: boolean, { accountId, id }: Webhook): Promise<void> {
    if (!on) {
      await webhooks.switchOff(accountId, id, clock())
      return closeUnused(store, accountId)
    }
    const { head } = await store.graph(accountId).outbox.open()
    await webhooks.switchOn(accountId, id, resetAt(head))
  }

  async function find(accountId: string, id: string): Promise<Webhook | undefined> {
    const found = await webhooks.find(accountId, id)
    return found && { ...found, filter: await settledRule(store.graph(accountId), found.filter) }
  }
  async function viewOf(webhook: Webhook): Promise<Shown> {
    const filter = await namedNow(store.graph(webhook.accountId), webhook.filter)
    return viewAt({ ...webhook, filter }, clock())
  }

  return {
    async make(account, body) {
      const address = checkUrl(body.url)
      if (!address.ok) return address
      const token = await checkToken(account, body.token)
      if (!token.ok) return token
      const made = await newWebhook(store, account.id, body, clock())
      if (!made.ok) return made
      if (!(await webhooks.create(made.value, LIMITS.webhooks)))
        return refuse({ code: 'conflict', why: 'webhooks_full' })
      // The last other webhook may have been deleted meanwhile, and have closed it.
      await store.graph(account.id).outbox.open()
      return ok({ ...(await viewOf(made.value)), secret: made.value.secret })
    },

    async list({ id }, { limit, offset }) {
      const all = (await webhooks.list(id)).toReversed()
      return { webhooks: await Promise.all(all.slice(offset, offset + limit).map(viewOf)), total: all.length }
    },

    async read(account, id) {
      const found = await webhooks.find(account.id, id)
      return found ? ok(await viewOf(found)) : NONE
    },

    async renewSecret({ id: accountId }, id) {
      // A secret is encrypted for the id, and that takes no text of any length.
      if (!(await find(accountId, id))) return NONE
      const formerUntil = clock() + LIMITS.formerSecretHours * HOUR
      const renewed = await webhooks.renewSecret(accountId, id, newSigningSecret(), formerUntil)
      return renewed ? ok({ ...(await viewOf(renewed)), secret: renewed.secret }) : NONE
    },

    async change(account, id, { url, blocks, on, ...sent }, isRecent) {
      const found = await find(account.id, id)
      if (!found) return NONE
      const address = checkUrl(url ?? found.url)
      if (url !== undefined && !address.ok) return address
      const filter = await readFilter(store.graph(account.id), found.filter, sent)
      if (!filter.ok) return filter
      const token = await checkToken(account, sent.token, found.filter)
      if (!token.ok) return token
      const changed = {
        ...found,
        url: url ?? found.url,
        filter: filter.value,
        withBlocks: blocks ?? found.withBlocks,
      }
      const may = needRecent(isRecent || !widens(found, changed))
      if (!may.ok) return may
      if (!(await webhooks.update(changed))) return NONE
      if (on !== undefined) await switchTo(on, found)
      const now = await webhooks.find(account.id, id)
      return now ? ok(await viewOf(now)) : NONE
    },

    async remove(account, id) {
      const found = await webhooks.find(account.id, id)
      if (!found || !(await webhooks.remove(account.id, id))) return NONE
      await closeUnused(store, account.id)
      return ok(await viewOf(found))
    },

    async deliveries(account, id, window) {
      if (!(await webhooks.find(account.id, id))) return NONE
      const { deliveries, total } = await webhooks.deliveries(account.id, id, window)
      return ok({ deliveries: deliveries.map(deliveryView), total })
    },

    async sendAgain({ id: accountId }, id, deliveryId) {
      const found = await webhooks.find(accountId, id)
      const delivery = await webhooks.findDelivery(accountId, deliveryId)
      if (!found) return NONE
      if (delivery?.webhookId !== id) return refuse({ code: 'not_found', what: 'delivery' })
      const hold = { accountId, id, holder: randomUUID() }
      const now = clock()
      const webhook = await webhooks.hold(hold, { now, until: now + HELD_FOR }, true)
      if (!webhook) return refuse({ code: 'conflict', why: 'webhook_in_use' })
      try {
        // The sender may have delivered it before this process took the webhook.
        const current = (await webhooks.findDelivery(accountId, deliveryId)) ?? delivery
        const begun = performance.now()
        const outcome = await post(signedPost(webhook, current, now), new AbortController().signal)
        const last = attemptOf(outcome, clock(), Math.round(performance.now() - begun))
        if (current.state === 'pending')
          return ok(deliveryView(await noteAttempt(webhooks, hold, webhook, current, last)))
        const state = last.fault === undefined ? 'delivered' : current.state
        const noted = { ...current, state, attempts: current.attempts + 1, last }
        await webhooks.note(hold, noted)
        return ok(deliveryView(noted))
      } finally {
        await webhooks.release(hold)
      }
    },
  }
}

const NONE = refuse({ code: 'not_found', what: 'webhook' })
const HOUR = 3_600_000

/** Whether a change sends messages elsewhere, about other changes, or with blocks. @see events 2; decisions 9.6 */
const widens = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url ||
  (after.withBlocks && !before.withBlocks) ||
  !isDeepStrictEqual(after.filter, before.filter)

function viewAt(webhook: Webhook, now: number): Shown {
  const { id, url, filter, withBlocks, createdAt, dueAt, failingSince, offAt, offWhy } = webhook
  const { by, ...pages } = shownRule(filter)
  const isFailing = offAt === undefined && failingSince !== undefined
  return {
    id,
    url,
    ...pages,
    ...(typeof by === 'string' ? { by } : by && { token: by.token }),
    blocks: withBlocks,
    state: offAt !== undefined ? 'off' : isFailing ? 'failing' : 'on',
    createdAt,
    ...(formerSigns(webhook, now) && { formerSecretUntil: webhook.formerUntil! }),
    ...(isFailing && { failingSince, dueAt }),
    ...(offAt !== undefined && { offAt, offWhy: offWhy! }),
  }
}

const deliveryView = ({ id, seq, state, attempts, createdAt, last, body }: WebhookDelivery): Delivery => ({
  id,
  seq,
  state,
  attempts,
  createdAt,
  ...(last && {
    lastAt: last.at,
    ...(last.status !== undefined && { status: last.status }),
    ...(last.fault !== undefined && { fault: last.fault }),
    took: last.took,
  }),
  body,
})
