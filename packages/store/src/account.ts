/**
 * Accounts, and the secrets that open them. Only hashes of secrets are kept. What a plan or a scope allows is the
 * service's to say; here it is remembered.
 */

/** @see decisions 9.3 */
export type Plan = 'active' | 'grace' | 'none'

export interface Account {
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
  readonly id: string
  /** What the operator set. Grace ends by itself, 30 days after `endedAt`. */
  readonly plan: Plan
  /** When the plan ended, in milliseconds; with `grace`, and with `none` where it had been another. */
  readonly endedAt?: number
  /** Whether the account is on the server's list. */
  readonly allowed: boolean
  /** The zone its daily digest keeps, an IANA name. */
  readonly zone?: string
  /** Bytes of storage it may use. */
  readonly quota: number
  readonly createdAt: number
}

export type Scope = 'read' | 'write'

export interface Token {
  readonly id: string
  readonly accountId: string
  /** SHA-256 of the whole token, in hex. */
  readonly hash: string
  readonly name: string
  readonly scope: Scope
  /** The zone of the device that made it, an IANA name. */
  readonly zone?: string
  readonly createdAt: number
  /** When it stops by itself: the end of its last day. */
  readonly expiresAt?: number
  /** To the minute. */
  readonly lastUsedAt?: number
  readonly revokedAt?: number
}

/** A token with the account it opens, as every request needs them, read in one step. */
export interface TokenHolder {
  readonly token: Token
  readonly account: Account
}

/** A device that signed in. */
export interface Session {
  readonly id: string
  readonly accountId: string
  /** SHA-256 of the whole secret, in hex. */
  readonly hash: string
  /** What the device calls itself. */
  readonly device: string
  readonly createdAt: number
  /** To the minute. */
  readonly lastUsedAt?: number
  readonly endedAt?: number
}

/** A session with the account it opens, read in one step. */
export interface SessionHolder {
  readonly session: Session
  readonly account: Account
}

/** Who moved an account from one plan to another; `time` where grace ran out. */
export type PlanMover = 'operator' | 'billing' | 'time'

/** A line in the log of an account's plan. */
export interface PlanChange {
  readonly accountId: string
  readonly at: number
  readonly from: Plan
  readonly to: Plan
  readonly by: PlanMover
}

/** A message that was taken from the billing service, remembered so that it is taken once. */
export interface Delivery {
  /** As its sender named it. */
  readonly id: string
  /** When it was signed, in seconds since 1970. */
  readonly signedAt: number
  readonly takenAt: number
}

/** What is noted with an account's new state, in the same step. */
export interface AccountNote {
  readonly change?: PlanChange
  readonly delivery?: Delivery
  /** Deliveries that were taken before are forgotten. */
  readonly forgetBefore?: number
}

export interface AccountStore {
  /** @returns false where an account of that id exists. */
  create(account: Account): Promise<boolean>
  /**
   * Puts a known account's new state in place of the old.
   * @returns false where there is none, or the delivery was taken before; nothing is noted then
   */
  update(account: Account, note?: AccountNote): Promise<boolean>
  find(id: string): Promise<Account | undefined>
  /** In the order of their ids. */
  /** Whether there is any. */
  any(): Promise<boolean>
  list(): Promise<Account[]>
  /** Removes an account with its tokens, its sessions and its graph, for good. @returns false where there is none. */
  remove(id: string): Promise<boolean>
  /** Oldest first. */
  planChanges(accountId: string): Promise<PlanChange[]>
  delivery(id: string): Promise<Delivery | undefined>
}

export interface TokenStore {
  create(token: Token): Promise<void>
  /** By the hash of the secret; revoked ones too. */
  findByHash(hash: string): Promise<TokenHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Token[]>
  /**
   * @param accountId whose it has to be; anybody's where it is left out
   * @returns the token, or undefined where there is none of that id; revoking twice keeps the first time.
   */
  revoke(id: string, at: number, accountId?: string): Promise<Token | undefined>
  touch(id: string, at: number): Promise<void>
  /** Tokens that expired before a time and were not revoked, each once. */
  takeExpired(now: number): Promise<Pick<Token, 'id' | 'accountId' | 'expiresAt'>[]>
}

export interface SessionStore {
  create(session: Session): Promise<void>
  /** By the hash of the secret; ended ones too. */
  findByHash(hash: string): Promise<SessionHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Session[]>
  /** @returns the session, or undefined where there is none of that id; ending twice keeps the first time. */
  end(id: string, at: number): Promise<Session | undefined>
  touch(id: string, at: number): Promise<void>
}
