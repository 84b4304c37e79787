/**
 * Accounts, and the secrets that open them. The store keeps only hashes of secrets. It keeps plans and scopes; the
 * service decides what they allow.
 *
 * Times are milliseconds since 1970 unless a field says otherwise.
 */
import type { Entity } from './members.ts'

/**
 * The plan of an account: full use, 30 days of grace after it ended, or no use.
 * @see decisions 9.3
 */
export type Plan = 'active' | 'grace' | 'none'

/**
 * The mark of an account that moves to another store. `leaving` may be read; `left` and `arriving` may not. No mark lets
 * anybody write.
 */
export type Moving = 'leaving' | 'left' | 'arriving'

/** The stored members of an account beside its id. */
export const ACCOUNT = {
  /** The plan that the operator set. Grace ends by itself, 30 days after `endedAt`. */
  plan: 'text',
  /** When the plan ended; present with `grace`, and with `none` if the account had another plan before. */
  endedAt: 'number?',
  /** Whether the account is on the server's list. */
  allowed: 'flag',
  /** The time zone of its daily digest, an IANA name. */
  zone: 'text?',
  /** The bytes of storage that it may use. */
  quota: 'number',
  createdAt: 'number',
  /** Present if the person looks after the other accounts of the server. @see decisions 9.11 */
  isAdmin: 'flag?',
} as const

/** One person's account. */
export interface Account extends Entity<typeof ACCOUNT> {
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
  readonly id: string
  readonly plan: Plan
  readonly isAdmin?: true
  /** Present while the account moves, and after it left. Only a move writes it. */
  readonly moving?: Moving
  /** Present while it has a share or a site that has not been ended. Read with the account, and never written. */
  readonly isPublic?: true
}

const WRITTEN = Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[]

/**
 * Whether an account is as it was read. A driver asks before it replaces the account, because another process may have
 * changed it in between.
 *
 * @example
 * ```ts
 * isSameAccount(before, (await store.accounts.find(before.id))!)
 * ```
 */
export const isSameAccount = (before: Account, now: Account): boolean =>
  WRITTEN.every((key) => before[key] === now[key])

/** Whether a token reads, or reads and writes. */
export type Scope = 'read' | 'write'

/**
 * The rights of a token or an app beside reading and writing: to put notes in order, and to change published pages.
 * @see assistants, Rights
 */
export type Right = 'organize' | 'publish'

/** The members of a token. */
export const TOKEN = {
  id: 'text',
  /** SHA-256 of the whole token, in hex. */
  hash: 'text',
  name: 'text',
  scope: 'text',
  /** Rights that the person gave, in the order of the alphabet; absent without any. */
  may: 'list?',
  /** The time zone of the device that created it, an IANA name. */
  zone: 'text?',
  createdAt: 'number',
  /** When it expires: the end of its last day. */
  expiresAt: 'number?',
  /** Precise to the minute. */
  lastUsedAt: 'number?',
  revokedAt: 'number?',
} as const

/** A secret with which a program or an assistant opens one account. */
export interface Token extends Entity<typeof TOKEN> {
  readonly accountId: string
  readonly scope: Scope
  readonly may?: readonly Right[]
}

/** A token with the account that it opens, read in one step because every request needs both. */
export interface TokenHolder {
  readonly token: Token
  readonly account: Account
}

/** The members of a session. */
export const SESSION = {
  id: 'text',
  /** SHA-256 of the whole secret, in hex. */
  hash: 'text',
  /** The name that the device gave. */
  device: 'text',
  createdAt: 'number',
  /** When a person last confirmed that the device is theirs. */
  confirmedAt: 'number?',
  /** Precise to the minute. */
  lastUsedAt: 'number?',
  endedAt: 'number?',
} as const

/** A device that signed in. */
export interface Session extends Entity<typeof SESSION> {
  readonly accountId: string
}

/** A session with the account that it opens, read in one step. */
export interface SessionHolder {
  readonly session: Session
  readonly account: Account
}

/** The actor that changed the plan of an account; `time` if grace ran out. */
export type PlanMover = 'operator' | 'billing' | 'time'

/** An entry in the log of an account's plan. */
export interface PlanChange {
  readonly accountId: string
  readonly at: number
  readonly from: Plan
  readonly to: Plan
  readonly by: PlanMover
}

/** Access to end beside browsers, devices, apps and sign-in links, which always end. @see decisions 9.10 */
export interface AccessToEnd {
  /** The id of a browser, or of the session of a device, that stays signed in. */
  readonly except?: string
  /** Whether tokens are revoked too. */
  readonly tokens?: boolean
  /** Whether shared pages and sites are closed, until their owner opens them again. */
  readonly published?: boolean
  /** Whether an account that moves is no error. */
  readonly evenMoving?: true
}

/** How many of each ended. */
export interface EndedAccess {
  readonly browsers: number
  readonly devices: number
  readonly apps: number
  /** Links that sign in once. */
  readonly links: number
  readonly tokens: number
  readonly shares: number
  readonly sites: number
}

/** A message from the billing service. The store remembers it so that a second delivery changes nothing. */
export interface Delivery {
  /** The id that the billing service gave it. */
  readonly id: string
  /** When it was signed, in seconds since 1970. */
  readonly signedAt: number
  readonly takenAt: number
}

/** Rows that an update of an account writes in the same transaction. */
export interface AccountNote {
  readonly change?: PlanChange
  readonly delivery?: Delivery
  /** Deletes deliveries that were taken before this time. */
  readonly forgetBefore?: number
}

/** The accounts, with the history of their plans. */
export interface AccountStore {
  /** @returns false if an account with that id exists */
  create(account: Account): Promise<boolean>
  /**
   * Replaces the state of an account.
   * @param before the account as it was read
   * @returns false, and writes nothing, if the account has changed since, is gone, or took the delivery before
   */
  update(before: Account, after: Account, note?: AccountNote): Promise<boolean>
  find(id: string): Promise<Account | undefined>
  /** @returns whether there is an account */
  any(): Promise<boolean>
  /** @returns all accounts, in the order of their ids */
  list(): Promise<Account[]>
  /**
   * Deletes an account with its tokens, its sessions and its graph. This cannot be undone.
   * @returns false if there is no such account
   */
  remove(id: string): Promise<boolean>
  /** Ends access to an account, all or nothing. */
  endAccess(id: string, at: number, access?: AccessToEnd): Promise<EndedAccess>
  /** Oldest first. */
  planChanges(accountId: string): Promise<PlanChange[]>
  delivery(id: string): Promise<Delivery | undefined>
}

/** The tokens of all accounts. */
export interface TokenStore {
  create(token: Token): Promise<void>
  /** Finds a token by the hash of its secret, also a revoked one. */
  findByHash(hash: string): Promise<TokenHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Token[]>
  /**
   * Revokes a token. Revoking it again keeps the first time.
   * @param accountId the account that must own the token; without it, any account may
   * @returns the token, or undefined if there is none with that id
   */
  revoke(id: string, at: number, accountId?: string): Promise<Token | undefined>
  /** Replaces the rights of a token. @returns the token, or undefined if the account has none with that id */
  setRights(id: string, accountId: string, may: readonly Right[]): Promise<Token | undefined>
  /** Notes when a token was last used. */
  touch(id: string, at: number): Promise<void>
  /** @returns the tokens that expired before `now` and were not revoked; it returns each token once */
  takeExpired(now: number): Promise<Pick<Token, 'id' | 'accountId' | 'expiresAt'>[]>
}

/** The sessions of devices, for all accounts. */
export interface SessionStore {
  create(session: Session): Promise<void>
  /** Finds a session by the hash of its secret, also an ended one. */
  findByHash(hash: string): Promise<SessionHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Session[]>
  /**
   * Ends a session. Ending it again keeps the first time.
   * @returns the session, or undefined if there is none with that id
   */
  end(id: string, at: number): Promise<Session | undefined>
  /**
   * Notes that a person confirmed a session.
   * @returns false if the account has no such session, or it ended
   */
  confirm(accountId: string, id: string, at: number): Promise<boolean>
  /** Notes when a session was last used. */
  touch(id: string, at: number): Promise<void>
}
