/**
 * Shared pages for their owner: creates, lists, changes and ends links. A link of another account is treated as missing.
 * @see sharing 1, 6, 7
 */
import { LIMITS, type ChangeShare, type SharePage } from '@notegraph/contract'
import type { Account, Share, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { endOfLastDay } from '../last-day.ts'
import { needRecent } from '../recent-sign-in.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { pageToShare } from './page-to-share.ts'
import { hashPassword } from './password.ts'
import { isShareId, newShareId } from './share-id.ts'
import { shareAddress } from './share-links.ts'

/** A link without its password. */
export interface ShareView {
  readonly id: string
  readonly url: string
  readonly pageId: string
  /** The name of the page; absent if it was deleted. */
  readonly page?: string
  readonly quotes: boolean
  readonly hasPassword: boolean
  readonly createdAt: number
  readonly expiresAt?: number
  readonly endedAt?: number
  /** When a restore closed it. */
  readonly closedAt?: number
}

/** The links of accounts to shared pages. */
export interface SharesService {
  /** @returns 404 for an unknown page, 400 for an invalid last day or password, 409 if the account has the most links */
  make(account: Account, share: SharePage): Promise<Result<ShareView>>
  /** Newest first, including ended and expired ones. */
  list(
    account: Account,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ shares: ShareView[]; total: number }>
  /** @returns 404 if the account has no such link */
  read(account: Account, id: string): Promise<Result<ShareView>>
  /**
   * Changes what the body names.
   * @param isRecent whether the person signed in recently, which a change that shows more needs
   * @returns 404 if the account has no such link, 409 if it ended, 403 without a recent sign-in
   */
  change(account: Account, id: string, change: ChangeShare, isRecent: boolean): Promise<Result<ShareView>>
  /** Ends a link at once; a second call changes nothing. @returns 404 if the account has no such link */
  end(account: Account, id: string): Promise<Result<ShareView>>
  /**
   * Opens a link again that a restore closed.
   * @returns 404 if the account has no such link, 409 if it ended otherwise or the account has the most links
   */
  reopen(account: Account, id: string): Promise<Result<ShareView>>
}

export interface SharesDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns the address that people use, without a slash at its end. */
  readonly baseUrl: () => string
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const shares = sharesService(store, { clock: Date.now, baseUrl: () => 'https://notes.example' })
 * ```
 */
export function sharesService(store: Store, { clock, baseUrl }: SharesDeps): SharesService {
  const { shares } = store

  async function viewOf(share: Share): Promise<ShareView> {
    const page = await store.graph(share.accountId).pages.find(share.pageId)
    const { accountId: _account, password, ...shown } = share
    return {
      ...shown,
      url: `${baseUrl()}${shareAddress(share.id)}`,
      hasPassword: password !== undefined,
      ...(page && { page: page.name }),
    }
  }

  async function find(account: Account, id: string): Promise<Share | undefined> {
    const share = isShareId(id) ? (await shares.find(id))?.share : undefined
    return share?.accountId === account.id ? share : undefined
  }

  const endOf = ({ zone }: Account, expires: string): Result<number> =>
    endOfLastDay(expires, zoneOf(zone), clock())

  return {
    async make(account, { page: named, quotes, expires, password }) {
      const page = await pageToShare(store.graph(account.id), named)
      if (!page.ok) return page
      const end = expires === undefined ? undefined : endOf(account, expires)
      if (end?.ok === false) return end
      const hash = password === undefined ? undefined : await hashed(password)
      if (hash?.ok === false) return hash
      const share: Share = {
        id: newShareId(),
        accountId: account.id,
        pageId: page.value.id,
        quotes,
        createdAt: clock(),
        ...(end && { expiresAt: end.value }),
        ...(hash && { password: hash.value }),
      }
      const created = await shares.create(share, { open: LIMITS.shares, closed: LIMITS.closedShares })
      return created ? ok(await viewOf(share)) : refuse({ code: 'conflict', why: 'shares_full' })
    },

    async list(account, { limit, offset }) {
      const all = (await shares.list(account.id)).toReversed()
      return {
        shares: await Promise.all(all.slice(offset, offset + limit).map(viewOf)),
        total: all.length,
      }
    },

    async read(account, id) {
      const share = await find(account, id)
      return share ? ok(await viewOf(share)) : NONE
    },

    async change(account, id, { quotes, expires, password }, isRecent) {
      const found = await find(account, id)
      if (!found) return NONE
      const { expiresAt, password: held, ...share } = found
      const end = typeof expires === 'string' ? endOf(account, expires) : ok(kept(expires, expiresAt))
      if (!end.ok) return end
      const hash = typeof password === 'string' ? await hashed(password) : ok(kept(password, held))
      if (!hash.ok) return hash
      const changed: Share = {
        ...share,
        quotes: quotes ?? share.quotes,
        ...(end.value !== undefined && { expiresAt: end.value }),
        ...(hash.value !== undefined && { password: hash.value }),
      }
      const may = needRecent(isRecent || !widens(found, changed))
      if (!may.ok) return may
      const updated = await shares.update(changed)
      return updated ? ok(await viewOf(changed)) : refuse({ code: 'conflict', why: 'share_ended' })
    },

    async end(account, id) {
      const share = isShareId(id) ? await shares.end(account.id, id, clock()) : undefined
      return share ? ok(await viewOf(share)) : NONE
    },

    async reopen(account, id) {
      if (!isShareId(id)) return NONE
      const opened = await shares.reopen(account.id, id, LIMITS.shares, clock())
      if (typeof opened === 'object') return ok(await viewOf(opened))
      const found = await find(account, id)
      if (!found) return NONE
      if (found.endedAt === undefined) return ok(await viewOf(found))
      return refuse({ code: 'conflict', why: opened === 'full' ? 'shares_full' : 'share_ended' })
    },
  }
}

const NONE = refuse({ code: 'not_found', what: 'share' })

/** Whether a change shows more words, shows them longer, or opens the page to others. @see decisions 9.6 */
const widens = (before: Share, after: Share): boolean =>
  (after.quotes && !before.quotes) ||
  (after.expiresAt ?? Infinity) > (before.expiresAt ?? Infinity) ||
  (before.password !== undefined && after.password !== before.password)

/** `null` removes a member, and a member that was left out stays. */
const kept = <T>(sent: null | undefined, held: T | undefined): T | undefined =>
  sent === null ? undefined : held

async function hashed(password: string): Promise<Result<string>> {
  if (password.length < LIMITS.sharePasswordLeast || password.length > LIMITS.sharePassword)
    return refuse({
      code: 'bad_request',
      error: `The password of a shared page takes ${LIMITS.sharePasswordLeast} to ${LIMITS.sharePassword} characters, not ${password.length}.`,
    })
  // A form cannot send them.
  if (/\p{Cc}/u.test(password) || !password.isWellFormed())
    return refuse({
      code: 'bad_request',
      error: 'The password of a shared page must not contain control characters or half of a surrogate pair.',
    })
  return ok((await hashPassword(password)).stored)
}
