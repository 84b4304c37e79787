/**
 * The audit log: sign-ins to an account, and changes to its tokens, devices and plan. An entry contains ids, fixed words
 * of the service and a keyed hash of an address. It never contains a secret, a name, a text or an address.
 */
import type { Entity } from './members.ts'

/** The actors that cause events: the kind of secret that was used, the operator, an account that looks after people,
 * or a service. */
export const AUDIT_ACTORS = [
  'browser',
  'device',
  'token',
  'app',
  'agent',
  'operator',
  'admin',
  'provider',
  'billing',
  'time',
  'nobody',
] as const
/** One of {@link AUDIT_ACTORS}. */
export type AuditActor = (typeof AUDIT_ACTORS)[number]

/** The members of an entry. */
export const AUDIT_ENTRY = {
  /** Milliseconds since 1970. */
  at: 'number',
  /** A word of the service. One that ends in `_refused` is a refusal. */
  event: 'text',
  by: 'text',
  /** The id of the token, device, app, browser, change or shared page, or the slug of a site. */
  subject: 'text?',
  /** A fixed word of the service, such as the reason for a refusal. */
  detail: 'text?',
  /** A keyed hash of the client's address. */
  address: 'text?',
} as const

/** One event of the log. */
export interface AuditEntry extends Entity<typeof AUDIT_ENTRY> {
  /** Absent if the event belongs to no known account. */
  readonly accountId?: string
  readonly by: AuditActor
}

/**
 * How much the log keeps. Refusals have a bound of their own, so that an attacker cannot push out other entries by being
 * refused. So have the changes of the pages of sites, which come with ordinary writes.
 */
export interface AuditBounds {
  /** The store deletes entries from before this time, in milliseconds since 1970. */
  readonly before: number
  /** The most entries of one account. */
  readonly most: number
  /** The most refusals of one account. */
  readonly mostRefused: number
  /** The most `site_pages_changed` of one account. */
  readonly mostOfSites: number
}

/** The audit logs of all accounts. */
export interface AuditStore {
  /** @param fresh is stored by the first call; without it, a random one @returns the key of the hashes */
  key(fresh?: Uint8Array): Promise<Uint8Array>
  /** Adds an entry, and deletes old entries beyond the bounds. */
  add(entry: AuditEntry, bounds: AuditBounds): Promise<void>
  /**
   * Lists a window of entries, the latest first; `total` counts all of them.
   * @param accountId undefined for the entries that belong to no account
   */
  list(
    accountId: string | undefined,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ entries: AuditEntry[]; total: number }>
  /** Lists the latest entries of some events, the latest first. Every page of the web asks, so it reads these rows alone. */
  latest(
    accountId: string,
    wanted: {
      readonly events: readonly string[]
      /** Milliseconds since 1970. */
      readonly since: number
      readonly limit: number
    },
  ): Promise<AuditEntry[]>
}
