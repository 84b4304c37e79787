/**
 * Sessions of browsers. The cookie has the secret, and the store its hash. A session ends after some time, sooner if
 * unused, and immediately on sign-out.
 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import {
  hashSecret,
  type Account,
  type Browser,
  type BrowserHolder,
  type Plan,
  type SignedInBy,
  type Store,
} from '@notegraph/store'
import { minuteOf, sameHash } from '../access.ts'
import { planAt } from '../plan.ts'
import { isSecret, makeSecret } from '../token.ts'

/** A person signed in with a browser. The page checks whether the account is on the server's list. */
export interface Visitor {
  readonly account: Account
  readonly plan: Plan
  readonly browserId: string
  readonly signedInBy: SignedInBy
  /** Whether the person authenticated recently, which is required to create a secret or export the graph. */
  readonly isRecent: boolean
}

/** How a person signed in. */
export type SignInMethod =
  | { readonly by: 'link' | 'passkey' }
  | ({ readonly by: 'provider' } & Pick<Browser, 'issuer' | 'subject' | 'sid' | 'authenticatedAt'>)

/** A browser for its account's owner. */
export interface BrowserView {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number
}

/** The browser sessions of accounts. */
export interface Browsers {
  /** @returns the secret for the cookie, which is not stored */
  readonly open: (accountId: string, name: string, how: SignInMethod) => Promise<string>
  /** @param secret from the cookie */
  readonly visitor: (secret: string | undefined, signedOut?: string) => Promise<Visitor | undefined>
  /** Signed-in browsers, last used first. */
  readonly list: (accountId: string) => Promise<BrowserView[]>
  /** Whether a sign-in at this time is recent. @see decisions 9.6 */
  readonly isRecent: (signedInAt: number) => boolean
  /** Notes that the person proved again who they are. @returns false if the account has no such browser */
  readonly confirm: (accountId: string, id: string) => Promise<boolean>
  /** @returns false if the account has no such browser */
  readonly end: (accountId: string, id: string) => Promise<boolean>
}

const BROWSER_PREFIX = 'ngb_'
const DAY = 86_400_000

/** Whether the session of a browser is still valid. */
export const isBrowserOpen = ({ createdAt, lastUsedAt, endedAt }: Browser, now: number): boolean =>
  endedAt === undefined &&
  now - createdAt < LIMITS.browserDays * DAY &&
  now - lastUsedAt < LIMITS.browserIdleDays * DAY

/**
 * Finds the open session of a browser.
 * @param secret from the cookie
 * @param signedOut the session that the person signed out of without a network, which ends now. @see outliner 1.4
 */
export async function findBrowser(
  { browsers }: Store,
  secret: string,
  now: number,
  signedOut?: string,
): Promise<BrowserHolder | undefined> {
  if (!isSecret(BROWSER_PREFIX, secret)) return undefined
  const hash = hashSecret(secret)
  const holder = await browsers.findByHash(hash)
  const isOpen = holder && sameHash(holder.browser.hash, hash) && isBrowserOpen(holder.browser, now)
  if (!isOpen) return undefined
  if (holder.browser.id !== signedOut) return holder
  await browsers.end(holder.account.id, signedOut, now)
  return undefined
}

/** Notes that a browser was used, at most once a minute. */
export async function touchBrowser({ browsers }: Store, browser: Browser, now: number): Promise<void> {
  const minute = minuteOf(now)
  if (browser.lastUsedAt < minute) await browsers.touch(browser.id, minute)
}

/**
 * @param clock returns the time in milliseconds since 1970
 * @param againAfter milliseconds after which a person authenticates again; 0 never asks
 */
export function browsers(store: Store, clock: () => number, againAfter: number): Browsers {
  const { browsers: kept } = store
  const isRecent = (signedInAt: number): boolean => againAfter === 0 || clock() - signedInAt < againAfter

  return {
    isRecent,
    async open(accountId, name, { by, ...known }) {
      const secret = makeSecret(BROWSER_PREFIX)
      const now = clock()
      const browser: Browser = {
        id: randomUUID(),
        accountId,
        hash: hashSecret(secret),
        name,
        signedInBy: by,
        ...(by !== 'provider' && { authenticatedAt: now }),
        ...known,
        createdAt: now,
        lastUsedAt: now,
      }
      await kept.create(browser, now - LIMITS.browserDays * DAY)
      return secret
    },
    async visitor(secret = '', signedOut) {
      const now = clock()
      const holder = await findBrowser(store, secret, now, signedOut)
      if (!holder) return undefined
      const { browser, account } = holder
      await touchBrowser(store, browser, now)
      const { id: browserId, signedInBy, authenticatedAt = -Infinity } = browser
      return {
        account,
        plan: planAt(account, now),
        browserId,
        signedInBy,
        isRecent: isRecent(authenticatedAt),
      }
    },
    async list(accountId) {
      const now = clock()
      return (await kept.list(accountId))
        .filter((browser) => isBrowserOpen(browser, now))
        .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
        .map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
    },
    confirm: (accountId, id) => kept.confirm(accountId, id, clock()),
    end: (accountId, id) => kept.end(accountId, id, clock()),
  }
}
