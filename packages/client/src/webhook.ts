/** Webhooks as their owner sees them. */
import type { Listed, ResolvedType } from './answers.ts'

/** An address that hears of changes. */
export interface Webhook {
  id: string
  url: string
  /** The id of the only page. */
  page?: string
  tag?: string
  type?: ResolvedType
  query?: string
  by?: 'devices' | 'tokens' | 'imports' | 'owner'
  /** The id of the only token or connected app. */
  token?: string
  /** Whether messages contain the written blocks. */
  blocks: boolean
  /** `failing` while a message waits after a failed attempt. `off` sends nothing. */
  state: 'on' | 'failing' | 'off'
  /** Milliseconds since 1970, as all times here. */
  createdAt: number
  /** Until then the secret before the current one signs messages as well. */
  formerSecretUntil?: number
  failingSince?: number
  /** The next attempt, while it is failing. */
  dueAt?: number
  offAt?: number
  offWhy?: 'failed' | 'owner'
}

/** A webhook with its new secret, which signs its messages. */
export interface WebhookAnswer extends Webhook {
  secret: string
}

/** Webhooks, newest first. */
export interface WebhookList extends Listed {
  webhooks: readonly Webhook[]
}

/** A webhook to create, with one of `page`, `tag`, `type` and `query`, and one of `by` and `token`. */
export interface MakeWebhook {
  url: string
  /** The page, by its id, its name or an alias. */
  page?: string
  tag?: string
  type?: ResolvedType
  query?: string
  by?: 'devices' | 'tokens' | 'imports' | 'owner'
  token?: string
  /** `false` by default. */
  blocks?: boolean
}

/** A change of a webhook. Members that are left out stay, and `null` removes one. */
export interface ChangeWebhook {
  url?: string
  page?: string | null
  tag?: string | null
  type?: ResolvedType | null
  query?: string | null
  by?: 'devices' | 'tokens' | 'imports' | 'owner' | null
  token?: string | null
  blocks?: boolean
  /** Switches the webhook on or off. */
  on?: boolean
}

/** A message to a webhook, with its latest attempt. */
export interface Delivery {
  /** The `webhook-id`, the same at each attempt. */
  id: string
  /** The number of the change. */
  seq: number
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  createdAt: number
  lastAt?: number
  /** The status of the latest answer. */
  status?: number
  /** Why the latest attempt failed, for people. */
  fault?: string
  /** Milliseconds of the latest attempt. */
  took?: number
  /** JSON text. */
  body: string
}

/** The last 100 messages, newest first. */
export interface DeliveryList extends Listed {
  deliveries: readonly Delivery[]
}
