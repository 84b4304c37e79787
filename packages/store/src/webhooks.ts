/**
 * Webhooks: addresses that hear of each commit. The store keeps how far each one is, its latest deliveries with their
 * bodies, and which process sends for it now. A message is stored before it is sent, so a process that dies sends the
 * same message again.
 *
 * Times are milliseconds since 1970.
 * @see events 2
 */
import type { ResolvedType } from '@notegraph/graph'
import type { Window } from './graph/window.ts'
import type { Entity } from './members.ts'
import type { MeantPages } from './sites.ts'

/** Selects the commits that a webhook hears of. At most one of `page`, `tag`, `type` and `query`. */
export interface WebhookFilter {
  /** The id of a page. */
  readonly page?: string
  /** The name of a tag. */
  readonly tag?: string
  readonly type?: ResolvedType
  /** A query, as written. */
  readonly query?: string
  /** Only commits of these writers: devices, all tokens, imports, the owner, or the token with an id. */
  readonly by?: 'devices' | 'tokens' | 'imports' | 'owner' | { readonly token: string }
  readonly meant?: MeantPages
}

/** A part of a commit. A commit of very many pages has several messages. */
export interface OutboxPosition {
  readonly epoch: number
  readonly seq: number
  readonly part: number
}

/** The reasons for which a webhook is off: its failures, or its owner. */
export const WEBHOOK_OFF = ['failed', 'owner'] as const
/** One of {@link WEBHOOK_OFF}. */
export type WebhookOff = (typeof WEBHOOK_OFF)[number]

/** The members of a webhook. */
export const WEBHOOK = {
  id: 'text',
  url: 'text',
  /** `whsec_` and base64. */
  secret: 'text',
  /** The secret before, which also signs until `formerUntil`; absent if there was none. */
  formerSecret: 'text?',
  formerUntil: 'number?',
  filter: 'json',
  /** Whether messages contain the blocks. */
  withBlocks: 'flag',
  createdAt: 'number',
  /** The part up to which messages were prepared. */
  epoch: 'number',
  seq: 'number',
  part: 'number',
  /** The time before which nothing is sent. */
  dueAt: 'number',
  /** The first failure of the message that waits; absent if there is none. */
  failingSince: 'number?',
  offAt: 'number?',
  offWhy: 'text?',
} as const

/** An address that hears of commits. */
export interface Webhook extends Omit<Entity<typeof WEBHOOK>, keyof OutboxPosition> {
  readonly accountId: string
  readonly filter: WebhookFilter
  readonly position: OutboxPosition
  readonly offWhy?: WebhookOff
}

/** The states of a delivery: `pending` until it is delivered, and `failed` once the server gave up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
/** One of {@link DELIVERY_STATES}. */
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The result of an attempt. */
export interface DeliveryAttempt {
  readonly at: number
  /** The status of the answer; absent without one. */
  readonly status?: number
  /** Why it failed, in a sentence; absent after a success. */
  readonly fault?: string
  /** Milliseconds. */
  readonly took: number
}

/** The members of a message. */
export const WEBHOOK_DELIVERY = {
  /** The `webhook-id`, the same at each attempt. */
  id: 'text',
  webhookId: 'text',
  /** The number of the commit. */
  seq: 'number',
  body: 'text',
  createdAt: 'number',
  state: 'text',
  attempts: 'number',
  lastAt: 'number?',
  status: 'number?',
  fault: 'text?',
  took: 'number?',
} as const

/** A message to a webhook. */
export interface WebhookDelivery extends Omit<
  Entity<typeof WEBHOOK_DELIVERY>,
  'lastAt' | keyof DeliveryAttempt
> {
  readonly state: DeliveryState
  readonly last?: DeliveryAttempt
}

/** The changes to a webhook after an attempt. */
export interface WebhookTurn {
  readonly dueAt: number
  readonly failingSince?: number
  readonly offAt?: number
}

/** The right of one process to send for a webhook, until a time. */
export interface Hold {
  readonly accountId: string
  readonly id: string
  /** Names the holder and no other. */
  readonly holder: string
}

/** The webhooks of all accounts. */
export interface WebhookStore {
  /** @returns false, and stores nothing, if the account has the most webhooks or does not exist */
  create(webhook: Webhook, most: number): Promise<boolean>
  find(accountId: string, id: string): Promise<Webhook | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Webhook[]>
  /**
   * Replaces the address, the filter and `withBlocks`. Another address begins without failures, and a process
   * that sends to the old one loses the webhook.
   * @returns false if there is no such webhook
   */
  update(webhook: Webhook): Promise<boolean>
  /** Replaces the filter. @returns false if it is no longer `from`, or the account has no such webhook */
  keepFilter(accountId: string, id: string, from: WebhookFilter, to: WebhookFilter): Promise<boolean>
  /**
   * Gives a webhook a new secret. The one before also signs until a time.
   * @returns undefined if there is no such webhook
   */
  renewSecret(
    accountId: string,
    id: string,
    secret: string,
    formerUntil: number,
  ): Promise<Webhook | undefined>
  /** Switches a webhook off. Its waiting message is dropped. @returns false if it is missing or off */
  switchOff(accountId: string, id: string, at: number): Promise<boolean>
  /** Switches a webhook on, from a position. @returns false if it is missing or on */
  switchOn(accountId: string, id: string, from: OutboxPosition): Promise<boolean>
  /** Deletes a webhook with its deliveries. @returns false if there is none */
  remove(accountId: string, id: string): Promise<boolean>
  /** The accounts with a webhook that is on, and is due by a time. */
  due(now: number): Promise<string[]>
  /**
   * Takes a webhook for one process.
   * @param isForced also one that is off or not due
   * @returns undefined if it is missing, or another process has it
   */
  hold(
    hold: Hold,
    times: { readonly now: number; readonly until: number },
    isForced?: boolean,
  ): Promise<Webhook | undefined>
  /** Gives a webhook back. */
  release(hold: Hold): Promise<void>
  /** The message that waits to be delivered. */
  pending(accountId: string, id: string): Promise<WebhookDelivery | undefined>
  /**
   * Moves the webhook on, and stores a message to send if there is one. Deliveries beyond `most` are deleted, oldest first.
   * @returns false, and writes nothing, if another process has the webhook
   */
  prepare(
    hold: Hold,
    position: OutboxPosition,
    delivery: WebhookDelivery | undefined,
    most: number,
  ): Promise<boolean>
  /** Keeps the webhook until a time. @returns false if another process has it, or it was deleted or switched off */
  extend(hold: Hold, until: number, isForced?: boolean): Promise<boolean>
  /** Stores an attempt. @param turn left out if the attempt changes nothing of the webhook */
  note(hold: Hold, delivery: WebhookDelivery, turn?: WebhookTurn): Promise<boolean>
  /** Newest first. */
  deliveries(
    accountId: string,
    id: string,
    window: Pick<Window, 'limit' | 'offset'>,
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }>
  findDelivery(accountId: string, id: string): Promise<WebhookDelivery | undefined>
  /** Deletes deliveries, also one that waits. @returns how many there were */
  removeDeliveries(accountId: string, ids: readonly string[]): Promise<number>
}
