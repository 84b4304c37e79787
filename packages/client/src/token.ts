/** API tokens as their owner sees them. */
import type { Listed } from './answers.ts'

/** `read`, or `write` for a token that reads and writes. */
export type Scope = 'read' | 'write'
/** A right of a token: `organize` moves, renames and deletes; `publish` changes what readers see. */
export type Right = 'organize' | 'publish'

interface TokenShown {
  id: string
  /** The name that its creator gave it. */
  name: string
  scope: Scope
  /** Its rights beside reading and writing. */
  may?: Right[]
  /** The time zone of its `today`: an IANA name. */
  zone?: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** The end of its last day, in milliseconds since 1970. Absent if it never expires. */
  expiresAt?: number
}

/** An API token. The secret itself is stored nowhere. */
export interface ApiToken extends TokenShown {
  /** Milliseconds since 1970, to the minute. Absent if it was never used. */
  lastUsedAt?: number
  /** Milliseconds since 1970. Absent if it was not revoked. */
  revokedAt?: number
}

/** API tokens, newest first, with revoked and expired ones. */
export interface TokenList extends Listed {
  tokens: readonly ApiToken[]
}

/** A token to create. */
export interface MakeToken {
  /** The name of the program or device, such as `Laptop script`. Up to 100 characters. */
  name: string
  /** `read` by default. */
  scope?: Scope
  /** Its rights beside reading and writing. */
  may?: Right[]
  /** An IANA name such as `Europe/Berlin`. Decides when its `today` and its last day end. */
  zone?: string
  /** The last day, `YYYY-MM-DD`. Without one, the token works until you revoke it. */
  expires?: string
}

/** The new rights of a token. */
export interface ChangeToken {
  may: Right[]
}

/** A new token. */
export interface TokenMade extends TokenShown {
  /** The secret, `ngp_…`. The server never shows it again. */
  token: string
}
