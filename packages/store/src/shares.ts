/**
 * Shared pages: links that show one page to anyone who has them. A driver keeps the hash of a link, and the link encrypted,
 * because its owner copies it again. A password is kept as a hash.
 *
 * Times are milliseconds since 1970.
 * @see sharing 1
 */
import type { Account } from './account.ts'
import type { Entity } from './members.ts'

/** The members of a link. */
export const SHARE = {
  /** The last part of the link: 22 random characters, a secret. A driver has its hash. */
  id: 'text',
  /** The last part of the link encrypted, which only a driver has. */
  link: 'text?',
  pageId: 'text',
  /** Whether readers see the words that the page quotes from other pages. */
  quotes: 'flag',
  /** The hash of the password, with its salt; absent if the link alone opens the page. */
  password: 'text?',
  createdAt: 'number',
  /** The end of its last day; absent if the link works until it is ended. */
  expiresAt: 'number?',
  endedAt: 'number?',
  /** When a restore closed it: it ended, until its owner opens it again. */
  closedAt: 'number?',
} as const

/** A link to one page. */
export interface Share extends Entity<typeof SHARE> {
  readonly accountId: string
}

/** A link with the account whose page it shows, read in one step. */
export interface ShareHolder {
  readonly share: Share
  readonly account: Account
}

/** How many links of an account are kept. */
export interface ShareLimits {
  /** Links that work at `share.createdAt`. */
  readonly open: number
  /** Links that ended or expired. The oldest of them are deleted first. */
  readonly closed: number
}

/** The shared pages of all accounts. */
export interface ShareStore {
  /** @returns false, and stores nothing, if the account has the most open links or does not exist */
  create(share: Share, most: ShareLimits): Promise<boolean>
  /** Finds a link, also an expired or ended one. */
  find(id: string): Promise<ShareHolder | undefined>
  /** Oldest first, with those that expired or ended. */
  list(accountId: string): Promise<Share[]>
  /** Those of `list` that work now. */
  listOpen(accountId: string, now: number): Promise<Share[]>
  /** Replaces `quotes`, `password` and `expiresAt`. @returns false if the account has no such link, or it ended */
  update(share: Share): Promise<boolean>
  /** Replaces the stored form of a password, unless the owner changed it meanwhile. @returns whether it was `from` */
  renewPassword(accountId: string, id: string, from: string, to: string): Promise<boolean>
  /**
   * Ends a link. Ending it again keeps the first time. A closed one can no longer be opened again.
   * @returns the link, or undefined if the account has none with that id
   */
  end(accountId: string, id: string, at: number): Promise<Share | undefined>
  /**
   * Opens a closed link again.
   * @param mostOpen links of the account that work at `now`
   * @returns undefined if the account has no closed link with that id
   */
  reopen(accountId: string, id: string, mostOpen: number, now: number): Promise<Share | 'full' | undefined>
}
