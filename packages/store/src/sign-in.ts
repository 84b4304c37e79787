/**
 * Sign-in with a browser: sessions of browsers, identities from an identity provider, and links that sign in once. The
 * store keeps only hashes of secrets. The service decides how long each is valid.
 *
 * Times are milliseconds since 1970.
 */
import type { Account } from './account.ts'
import type { Entity } from './members.ts'

/** How a person signed in: through the identity provider, by a link, or by a passkey. */
export type SignedInBy = 'provider' | 'link' | 'passkey'

/** The members of a session of a browser. */
export const BROWSER = {
  id: 'text',
  /** SHA-256 of the whole secret, in hex. */
  hash: 'text',
  /** The browser and its system, such as `Firefox on Linux`. */
  name: 'text',
  signedInBy: 'text',
  /** The identity provider. */
  issuer: 'text?',
  /** The person's id at the provider. */
  subject: 'text?',
  /** The id of the person's session at the provider. */
  sid: 'text?',
  /** When the person last authenticated; absent if the provider did not say. */
  authenticatedAt: 'number?',
  createdAt: 'number',
  /** Precise to the minute. */
  lastUsedAt: 'number',
  endedAt: 'number?',
} as const

/** A browser in which a person signed in. */
export interface Browser extends Entity<typeof BROWSER> {
  readonly accountId: string
  readonly signedInBy: SignedInBy
}

/** A browser's session with the account that it opens, read in one step. */
export interface BrowserHolder {
  readonly browser: Browser
  readonly account: Account
}

/** A person at an identity provider. Issuer and subject together always mean the same person. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The members of a known identity. */
export const IDENTITY = {
  issuer: 'text',
  subject: 'text',
  createdAt: 'number',
} as const

/** An identity with the account that it opens. */
export interface KnownIdentity extends Entity<typeof IDENTITY> {
  readonly accountId: string
}

/** The members of a link that signs in. */
export const SIGN_IN_LINK = {
  /** SHA-256 of its secret, in hex. */
  hash: 'text',
  createdAt: 'number',
  expiresAt: 'number',
} as const

/** A link that signs in once. */
export interface SignInLink extends Entity<typeof SIGN_IN_LINK> {
  readonly accountId: string
}

/** A sign-out that an identity provider reports: all sessions of a person there, or one of them. */
export interface SignedOutThere {
  readonly issuer: string
  readonly subject?: string
  readonly sid?: string
}

/** The members of a passkey. */
export const PASSKEY = {
  /** The id of the credential, in base64url. */
  id: 'text',
  /** In COSE form, in base64url. */
  publicKey: 'text',
  /** The number of signatures that the authenticator last reported; 0 if it does not count. */
  counter: 'number',
  /** Ways in which a browser reaches the authenticator, with commas. */
  transports: 'text',
  name: 'text',
  createdAt: 'number',
  lastUsedAt: 'number?',
} as const

/** A key with which a person proves who they are, in a browser (WebAuthn). The private key never leaves the person's device. */
export interface Passkey extends Entity<typeof PASSKEY> {
  readonly accountId: string
}

/** A question that a browser answers once with a passkey. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge, in hex. */
  readonly hash: string
  readonly expiresAt: number
}

/** The passkeys of all accounts. */
export interface PasskeyStore {
  /**
   * @param most the most passkeys of an account
   * @returns false if the account has the most, or a passkey with that id exists
   */
  create(passkey: Passkey, most: number): Promise<boolean>
  find(id: string): Promise<Passkey | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Passkey[]>
  /** Notes a signature. @returns false if there is no such passkey */
  use(id: string, counter: number, at: number): Promise<boolean>
  /** @returns the deleted passkey */
  remove(accountId: string, id: string): Promise<Passkey | undefined>
  /** Stores a challenge, and deletes those that expired before `now`. */
  ask(challenge: PasskeyChallenge, now: number): Promise<void>
  /** Uses up a challenge. @returns false if it is unknown, used or expired */
  answer(hash: string, now: number): Promise<boolean>
}

/** The sessions of browsers, for all accounts. */
export interface BrowserStore {
  /** @param forgetBefore deletes sessions that began before this time */
  create(browser: Browser, forgetBefore: number): Promise<void>
  /** Finds a session by the hash of its secret, also an ended one. */
  findByHash(hash: string): Promise<BrowserHolder | undefined>
  /** Oldest first. */
  list(accountId: string): Promise<Browser[]>
  /**
   * Ends a session. Ending it again keeps the first time.
   * @returns false if the account has no session with that id
   */
  end(accountId: string, id: string, at: number): Promise<boolean>
  /** Ends the sessions that the provider signed out. @returns the sessions that this call ended */
  endByProvider(who: SignedOutThere, at: number): Promise<Pick<Browser, 'id' | 'accountId'>[]>
  /** Notes that a person proved again who they are. @returns false if the account has no such open session */
  confirm(accountId: string, id: string, at: number): Promise<boolean>
  /** Notes when a session was last used. */
  touch(id: string, at: number): Promise<void>
}

/** The identities at providers, each with its account. */
export interface IdentityStore {
  /**
   * Finds the account of an identity, or creates `fresh` for it if there is none, in one step.
   * @returns the id of the account
   */
  claim(identity: Identity, fresh: Account): Promise<string>
  /** Moves an identity to an existing account. @returns false if there is no such account */
  assign(identity: Identity, accountId: string, at: number): Promise<boolean>
  /** Oldest first. */
  list(accountId: string): Promise<KnownIdentity[]>
}

/** The links that sign in once. */
export interface SignInLinkStore {
  /** Stores a link, and deletes the links that expired before `link.createdAt`. */
  create(link: SignInLink): Promise<void>
  /** Reads a link without using it up. @returns the id of its account, or undefined if the link is used or expired */
  find(hash: string, now: number): Promise<string | undefined>
  /** Uses up a link. @returns the id of its account, or undefined if the link is used or expired */
  take(hash: string, now: number): Promise<string | undefined>
}
