/**
 * Who came into an account, and what they did to what opens it. An entry holds ids, words of the service's own and a keyed
 * hash of an address: never a secret, a name, a text or an address.
 */

export const AUDIT_EVENTS = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'link_made',
  'token_made',
  'token_revoked',
  'token_expired',
  'token_refused',
  'device_added',
  'device_ended',
  'device_refused',
  'export',
  'import',
  'revert',
  'plan_changed',
] as const
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** Who did it: by what opened the account, or on the machine, or a service that may. */
export const AUDIT_ACTORS = [
  'browser',
  'device',
  'token',
  'agent',
  'operator',
  'provider',
  'billing',
  'time',
  'nobody',
] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Left out where it is not known whose account it would have been. */
  readonly accountId?: string
  readonly event: AuditEvent
  readonly by: AuditActor
  /** The id of the token, device, browser or change. */
  readonly subject?: string
  /** A word of the service's own, such as why something was refused. */
  readonly detail?: string
  /** A keyed hash of the address that it came from. */
  readonly address?: string
}

/** How much is kept. Refusals are bounded apart, so that nobody pushes out what was done by being refused. */
export interface AuditBounds {
  /** Entries before are forgotten. */
  readonly before: number
  /** Of an account. */
  readonly most: number
  readonly mostRefused: number
}

export interface AuditStore {
  /** The key of the hashes, made at random when it is first asked for. */
  key(): Promise<Uint8Array>
  add(entry: AuditEntry, bounds: AuditBounds): Promise<void>
  /**
   * The latest first.
   * @param accountId undefined for entries of nobody
   */
  list(
    accountId: string | undefined,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ entries: AuditEntry[]; total: number }>
}
