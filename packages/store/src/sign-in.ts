/**
 * How people come in by a browser: sessions of browsers, who an identity provider says somebody is, and links that sign in
 * once. Only hashes of secrets are kept; how long each holds is the service's to say.
 */
import type { Account } from './account.ts'

/** How somebody came in: through the identity provider, or by a link. */
export type SignedInBy = 'provider' | 'link'

/** A browser that somebody signed in with. */
export interface Browser {
  readonly id: string
  readonly accountId: string
  /** SHA-256 of the whole secret, in hex. */
  readonly hash: string
  /** What it is by its own words, such as `Firefox on Linux`. */
  readonly name: string
  readonly signedInBy: SignedInBy
  /** Who signed in, and in which of their sessions at the provider, as it said. */
  readonly issuer?: string
  readonly subject?: string
  readonly sid?: string
  /** When they last proved who they are; unknown where the provider did not say. */
  readonly authenticatedAt?: number
  readonly createdAt: number
  /** To the minute. */
  readonly lastUsedAt: number
  readonly endedAt?: number
}

/** A browser's session with the account it opens, read in one step. */
export interface BrowserHolder {
  readonly browser: Browser
  readonly account: Account
}

/** Somebody, as an identity provider knows them. The two together never mean another person. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

export interface KnownIdentity extends Identity {
  readonly accountId: string
  readonly createdAt: number
}

/** A link that signs in once. */
export interface SignInLink {
  /** SHA-256 of its secret, in hex. */
  readonly hash: string
  readonly accountId: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Those whom an identity provider signed out: a person, or one session of theirs there. */
export interface SignedOutThere {
  readonly issuer: string
  readonly subject?: string
  readonly sid?: string
}

export interface BrowserStore {
  /** @param forgetBefore sessions that began before are forgotten */
  create(browser: Browser, forgetBefore: number): Promise<void>
  /** By the hash of the secret; ended ones too. */
  findByHash(hash: string): Promise<BrowserHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Browser[]>
  /** @returns false where the account has no session of that id; ending twice keeps the first time. */
  end(accountId: string, id: string, at: number): Promise<boolean>
  /** @returns those that ended just now */
  endByProvider(who: SignedOutThere, at: number): Promise<Pick<Browser, 'id' | 'accountId'>[]>
  touch(id: string, at: number): Promise<void>
}

export interface IdentityStore {
  /** In one step: the account of an identity, or a new one where nobody knows it. @returns the id of the account */
  claim(identity: Identity, fresh: Account): Promise<string>
  /** Gives an identity to an account that exists, whosever it was. @returns false where there is no such account */
  assign(identity: Identity, accountId: string, at: number): Promise<boolean>
  /** Oldest first. */
  list(accountId: string): Promise<KnownIdentity[]>
}

export interface SignInLinkStore {
  /** Links that expired before this one was made are forgotten. */
  create(link: SignInLink): Promise<void>
  /** Takes a link away, so that it is used once. @returns its account; undefined where it is gone or expired */
  take(hash: string, now: number): Promise<string | undefined>
}
