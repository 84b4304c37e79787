/**
 * Apps that a person connected by signing in, and the authorization server's records. The store keeps only hashes of
 * codes and tokens. The authorization server decides how long each is valid, and reads and writes `payload`.
 *
 * Times are milliseconds since 1970.
 */
import type { Account, Right, Scope } from './account.ts'
import type { Entity } from './members.ts'

/** The members of an app. */
export const CONNECTED_APP = {
  id: 'text',
  /** The id of the app at the authorization server: an address, or an id from registration. */
  clientId: 'text',
  /** The name that the app gave. */
  name: 'text',
  /** The host that vouches for the app. */
  host: 'text',
  scope: 'text',
  /** @see Token.may */
  may: 'list?',
  /** The time zone of the person who connected it, an IANA name. */
  zone: 'text?',
  createdAt: 'number',
  /** When the app has to ask again. */
  expiresAt: 'number',
  /** Precise to the minute. */
  lastUsedAt: 'number?',
} as const

/** An app that may use one account until the person ends it, or nobody uses it any more. */
export interface ConnectedApp extends Entity<typeof CONNECTED_APP> {
  readonly accountId: string
  readonly scope: Scope
  readonly may?: readonly Right[]
}

/** The secrets of an app: a code that it exchanges once, access tokens, and refresh tokens. */
export type AppSecretKind = 'code' | 'access' | 'refresh'

/** The members of a secret. */
export const APP_SECRET = {
  kind: 'text',
  /** SHA-256 of the whole secret, in hex. */
  hash: 'text',
  appId: 'text',
  /** JSON of the authorization server, without the secret. */
  payload: 'text',
  expiresAt: 'number',
  /** When a code or a refresh token was used; 0 once the secret that replaced it was used too. */
  usedAt: 'number?',
} as const

/** A secret of an app. */
export interface AppSecret extends Entity<typeof APP_SECRET> {
  readonly kind: AppSecretKind
}

/** A secret with its app and the account that it opens, read in one step because every request needs them. */
export interface AppSecretHolder {
  readonly secret: AppSecret
  readonly app: ConnectedApp
  readonly account: Account
}

/** The limit of the secrets of one kind and one app. */
export interface AppSecretLimit {
  /** Expired secrets are deleted first. */
  readonly now: number
  readonly most: number
  /** Whether the secrets that expire first make room; otherwise a full app gets no more. */
  readonly replaces: boolean
}

/** Records that belong to no account: a running authorization, a registered client, or a cached metadata document. */
export type AuthorizationRecordKind = 'interaction' | 'client' | 'document'

/** A record of the authorization server without an account. */
export interface AuthorizationRecord {
  readonly kind: AuthorizationRecordKind
  /** SHA-256 of its id, in hex. */
  readonly hash: string
  /** JSON of the authorization server. */
  readonly payload: string
  readonly expiresAt: number
}

/** The connected apps of all accounts, their secrets, and the authorization server's other records. */
export interface ConnectedAppStore {
  /**
   * Stores an app, and deletes the expired apps of its account.
   * @param most the apps that an account may have
   * @returns false, and stores nothing, if the account has that many or does not exist
   */
  create(app: ConnectedApp, most: number): Promise<boolean>
  /** Finds an app, also an expired one. */
  find(id: string): Promise<ConnectedApp | undefined>
  /** Oldest first, without those that expired. */
  list(accountId: string, now: number): Promise<ConnectedApp[]>
  /** Moves the end of an app; an earlier time changes nothing. */
  extend(id: string, expiresAt: number): Promise<void>
  /** Replaces the rights of an app. @returns the app, or undefined if the account has none with that id */
  setRights(id: string, accountId: string, may: readonly Right[]): Promise<ConnectedApp | undefined>
  /** Notes when an app was last used. */
  touch(id: string, at: number): Promise<void>
  /**
   * Deletes an app with its secrets.
   * @param accountId the account that must own the app; without it, any account may
   * @returns the app, or undefined if there is none with that id
   */
  end(id: string, accountId?: string, why?: 'reused'): Promise<ConnectedApp | undefined>

  /** @returns false, and stores nothing, if the app ended or has the most secrets of that kind */
  addSecret(secret: AppSecret, limit: AppSecretLimit): Promise<boolean>
  /** Finds a secret, also one that expired or was used. */
  findSecret(kind: AppSecretKind, hash: string): Promise<AppSecretHolder | undefined>
  /**
   * Uses up a secret.
   * @param replaced the hash of the used secret that it replaced, if it replaced one
   * @returns false, and changes nothing, if it was used before or does not exist
   */
  useSecret(kind: AppSecretKind, hash: string, at: number, replaced?: string): Promise<boolean>
  removeSecret(kind: AppSecretKind, hash: string): Promise<void>

  /** Stores or replaces a record. Deletes expired ones, then those that expire first beyond `most` of the kind. */
  putRecord(record: AuthorizationRecord, limit: Omit<AppSecretLimit, 'replaces'>): Promise<void>
  /** Finds a record, also an expired one. */
  findRecord(kind: AuthorizationRecordKind, hash: string): Promise<AuthorizationRecord | undefined>
  /** @returns false if there is no such record, as for the second of two callers at once */
  removeRecord(kind: AuthorizationRecordKind, hash: string): Promise<boolean>
  /** Deletes what expired, of any account. @returns the number of deleted apps, secrets and records */
  removeExpired(now: number): Promise<number>
}
