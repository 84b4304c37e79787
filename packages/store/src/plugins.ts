/**
 * Plug-ins: programs that an account lets in by their manifest. A plug-in has one webhook at most, and reaches the notes as
 * a connected app whose client id is the address of the manifest. Both begin and end with the plug-in.
 *
 * Times are milliseconds since 1970.
 * @see events 5
 */
import type { Scope } from './account.ts'
import type { Entity } from './members.ts'
import type { Webhook } from './webhooks.ts'

/** The members of a plug-in. */
export const PLUGIN = {
  id: 'text',
  /** The address of the manifest, which is also the client id. An account has one plug-in of each address. */
  url: 'text',
  /** The manifest to which the account agreed, as JSON. */
  manifest: 'text',
  /** The webhook that it got. The owner may have deleted it since. */
  webhookId: 'text?',
  createdAt: 'number',
  /** When the account last agreed to a manifest. */
  agreedAt: 'number',
} as const

/** A program that an account lets in. */
export interface Plugin extends Entity<typeof PLUGIN> {
  readonly accountId: string
}

/** The most plug-ins and webhooks of an account, and the access that it agreed to. */
export interface PluginLimits {
  readonly plugins: number
  readonly webhooks: number
  /** The connected apps of the plug-in keep no more access than this. */
  readonly scope: Scope
}

/** The result of a write; `refused` if the account does not exist, or another plug-in has the address. */
export type PluginWrite = 'written' | 'refused' | 'plugins_full' | 'webhooks_full'

/** The plug-ins of all accounts. */
export interface PluginStore {
  /**
   * Stores a plug-in with its webhook, or replaces one of the same id. A webhook that exists keeps its secret, its position
   * and its state. The webhook that a replaced plug-in had is deleted if the new one has another or none.
   */
  put(plugin: Plugin, webhook: Webhook | undefined, limits: PluginLimits): Promise<PluginWrite>
  find(accountId: string, id: string): Promise<Plugin | undefined>
  findByUrl(accountId: string, url: string): Promise<Plugin | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Plugin[]>
  /**
   * Deletes a plug-in with its webhook, that webhook's deliveries, its connected apps and their secrets.
   * @returns the plug-in, or undefined if the account has none with that id
   */
  remove(accountId: string, id: string): Promise<Plugin | undefined>
}
