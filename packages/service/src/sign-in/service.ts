/** Signing in and out with a browser: by the identity provider where there is one, and by a link. */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import type { Account, Browser, Identity, SignedInBy, Store } from '@notegraph/store'
import { browserName } from './browser-name.ts'
import { browsers, type Browsers, type Entered, type Visitor } from './browsers.ts'
import { failed, type Tried } from './fault.ts'
import { takeSignInLink } from './links.ts'
import type { Provider, Transaction } from './provider.ts'
import { returnPath } from './return-path.ts'

/** Somebody was signed in. */
export interface SignedIn {
  readonly accountId: string
  /** For the cookie. */
  readonly secret: string
  readonly by: SignedInBy
  /** The page to go on to. */
  readonly to: string
}

/** The browser that asks. */
export interface Asking {
  readonly userAgent: string | undefined
  /** What its cookie says: whoever was signed in by then is signed out. */
  readonly secret: string | undefined
}

export interface SignInService extends Pick<Browsers, 'visitor' | 'list' | 'end'> {
  /** Of the identity provider; undefined where there is none. */
  readonly issuer: string | undefined
  /**
   * @param to where to go afterwards, as anybody may have written it
   * @param again whether somebody proves once more who they are
   */
  start(
    to: string | undefined,
    again?: boolean,
  ): Promise<Tried<{ readonly url: string; readonly transaction: Transaction }>>
  /** @param query as the provider sent the browser back */
  finish(query: string, transaction: Transaction | undefined, asking: Asking): Promise<Tried<SignedIn>>
  byLink(link: string, asking: Asking): Promise<Tried<SignedIn>>
  /**
   * Ends sessions of whom the provider signed out there. Devices stay signed in: they were added here.
   * @param logoutToken as the provider sent it
   * @returns the sessions that ended
   */
  signOutByProvider(logoutToken: string): Promise<Tried<readonly Pick<Browser, 'id' | 'accountId'>[]>>
  /** @returns the provider's address at which to sign out there too, where there is one */
  signOut(visitor: Visitor): Promise<string | undefined>
}

/**
 * @param clock gives now, in milliseconds since 1970
 * @param provider undefined where none is set up
 * @param againAfter milliseconds after which somebody proves again who they are; 0 never asks
 */
export function signInService(
  store: Store,
  clock: () => number,
  provider: Provider | undefined,
  againAfter: number = LIMITS.signInAgainMinutes * 60_000,
): SignInService {
  const sessions = browsers(store, clock, againAfter)

  async function enter(accountId: string, how: Entered, to: string, asking: Asking): Promise<SignedIn> {
    const before = await sessions.visitor(asking.secret)
    if (before) await sessions.end(before.account.id, before.browserId)
    const secret = await sessions.open(accountId, browserName(asking.userAgent), how)
    return { accountId, secret, by: how.by, to }
  }

  return {
    issuer: provider?.issuer,
    start: async (to, again) =>
      provider?.start(returnPath(to), clock(), again) ?? failed('unreachable', 'no provider'),
    async finish(query, transaction, asking) {
      if (!provider || !transaction) return failed('expired')
      const known = await provider.finish(query, transaction, clock())
      if (!known.ok) return known
      if (transaction.again === true && againAfter > 0 && known.value.authenticatedAt === undefined)
        return failed('undated')
      const accountId = await accountOf(store, known.value, clock())
      // The cookie that holds it is the browser's, and no more to be trusted than a link.
      return {
        ok: true,
        value: await enter(accountId, { by: 'provider', ...known.value }, returnPath(transaction.to), asking),
      }
    },
    async byLink(link, asking) {
      const accountId = await takeSignInLink(store, link, clock())
      if (accountId === undefined) return failed('link')
      return { ok: true, value: await enter(accountId, { by: 'link' }, returnPath(undefined), asking) }
    },
    async signOutByProvider(logoutToken) {
      if (!provider) return failed('unreachable', 'no provider')
      const whose = await provider.signedOut(logoutToken, clock())
      if (!whose.ok) return whose
      return {
        ok: true,
        value: await store.browsers.endByProvider({ issuer: provider.issuer, ...whose.value }, clock()),
      }
    },
    async signOut({ account, browserId, signedInBy }) {
      await sessions.end(account.id, browserId)
      return signedInBy === 'provider' ? provider?.signOutUrl() : undefined
    },
    visitor: sessions.visitor,
    list: sessions.list,
    end: sessions.end,
  }
}

/**
 * Whoever the provider knows and this server does not gets an account of their own, which opens nothing until the operator
 * puts it on the server's list and on a plan.
 */
function accountOf(store: Store, identity: Identity, now: number): Promise<string> {
  const fresh: Account = {
    id: randomUUID(),
    plan: 'none',
    allowed: false,
    quota: LIMITS.storageBytes,
    createdAt: now,
  }
  return store.identities.claim(identity, fresh)
}
