/**
 * The daily digest: when an account wants it, and the ways on which it comes. A way is an e-mail address, or a browser
 * that takes web push. The store keeps for each way when the next digest is due.
 *
 * Times are milliseconds since 1970.
 * @see events 3
 */
import type { Entity } from './members.ts'

/** The members of the keys. */
export const PUSH_KEYS = {
  publicKey: 'text',
  privateKey: 'text',
} as const

/** A key pair of an account with which the services of browsers recognize its messages, in base64url. */
export type PushKeys = Entity<typeof PUSH_KEYS>

/** The members of the settings. */
export const DIGEST = {
  isOn: 'flag',
  /** The hour of the morning, 0 to 23. */
  hour: 'number',
} as const

/** The settings of an account's digest. Its time zone is `Account.zone`. */
export interface Digest extends Entity<typeof DIGEST> {
  readonly accountId: string
}

/** The kinds of ways. */
export const DIGEST_WAYS = ['email', 'push'] as const
/** One of {@link DIGEST_WAYS}. */
export type DigestWayKind = (typeof DIGEST_WAYS)[number]

/** The reasons for which a way is off: its failures, or the link in a digest. */
export const DIGEST_OFF = ['failed', 'ended'] as const
/** One of {@link DIGEST_OFF}. */
export type DigestOff = (typeof DIGEST_OFF)[number]

/** The keys with which a message to a browser is encrypted, in base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** The members of a way. */
export const DIGEST_WAY = {
  id: 'text',
  kind: 'text',
  /** An e-mail address, or the address at which the browser takes messages. */
  address: 'text',
  /** The name of the browser. */
  name: 'text?',
  /** Only of a browser. */
  browserKeys: 'json?',
  createdAt: 'number',
  /** Each update raises it, so that nobody overwrites what they have not seen. */
  version: 'number',
  /** Nothing is sent before. */
  confirmedAt: 'number?',
  /** SHA-256 of the secret in the link that confirms the address, in hex. */
  confirmHash: 'text?',
  confirmUntil: 'number?',
  /** The secret in the links that end the digest. It opens nothing else. A driver has its hash. */
  endKey: 'text',
  /** The secret encrypted, which only a driver has. */
  sealedEndKey: 'text?',
  /** When the next digest is due. */
  dueAt: 'number',
  /** The last day for which a digest was prepared, as `YYYYMMDD`. */
  day: 'number?',
  /** Changes until this time were reported. */
  reportedUntil: 'number',
  /** When the last digest was accepted. */
  sentAt: 'number?',
  /** Failed attempts of the digest that waits. */
  attempts: 'number',
  failingSince: 'number?',
  /** Why the last attempt failed, in a sentence. */
  fault: 'text?',
  offAt: 'number?',
  offWhy: 'text?',
} as const

/** An address or a browser that gets the digest. */
export interface DigestWay extends Entity<typeof DIGEST_WAY> {
  readonly accountId: string
  readonly kind: DigestWayKind
  readonly browserKeys?: BrowserKeys
  readonly offWhy?: DigestOff
}

/** A limit on e-mails that counts for a key, in a window. */
export interface MailUse {
  /** A hash, which names no account and no address. */
  readonly key: string
  readonly most: number
}

/** The digests of all accounts. */
export interface DigestStore {
  /** @returns undefined if the account never changed the settings */
  find(accountId: string): Promise<Digest | undefined>
  /** Stores the settings. @param zone the account's time zone; left out, it stays */
  save(digest: Digest, zone?: string): Promise<void>
  pushKeys(accountId: string): Promise<PushKeys | undefined>
  /** Stores the keys of an account that has none. @returns the stored keys */
  keepPushKeys(accountId: string, keys: PushKeys): Promise<PushKeys>
  /** Oldest first. */
  ways(accountId: string): Promise<DigestWay[]>
  /**
   * Adds a way. It replaces the one with the same address, and an e-mail address replaces any other.
   * @returns false, and stores nothing, if the account has the most ways of this kind or does not exist
   */
  addWay(way: DigestWay, most: number): Promise<boolean>
  /** Replaces a way, and raises its version. @returns false if the version is not the stored one */
  updateWay(way: DigestWay): Promise<boolean>
  /** @returns false if there is none */
  removeWay(accountId: string, id: string): Promise<boolean>
  /** Finds a way by the hash of the secret that confirms it. */
  findByConfirmHash(hash: string): Promise<DigestWay | undefined>
  /** Finds a way by the secret that ends it. */
  findByEndKey(key: string): Promise<DigestWay | undefined>
  /**
   * Counts an e-mail for each key, or for none if one has its most. Forgets all e-mails until `since`.
   * @returns the index of the first key that has its most, and the time of its oldest e-mail
   */
  takeMail(
    uses: readonly MailUse[],
    now: number,
    since: number,
  ): Promise<{ readonly index: number; readonly oldest: number } | undefined>
  /** Confirmed ways that are on and due, the longest due first. Accounts that move are left out. */
  due(now: number, most: number): Promise<DigestWay[]>
}
