/** Signs browsers in and out, through the identity provider if there is one, and with links. */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import type { Account, Browser, Identity, SignedInBy, Store } from '@notegraph/store'
import { browserName } from './browser-name.ts'
import { browsers, type Browsers, type SignInMethod, type Visitor } from './browsers.ts'
import { failed, type SignInFault, type SignInResult } from './fault.ts'
import { readCode } from './codes.ts'
import { findSignInLink, makeSignInCode, takeSignInLink, type MadeCode } from './links.ts'
import type { Provider, Transaction } from './provider.ts'
import { returnPath } from './return-path.ts'

/** A completed sign-in. */
export interface SignIn {
  readonly accountId: string
  /** For the cookie. */
  readonly secret: string
  readonly by: SignedInBy
  /** The next page. */
  readonly to: string
}

/** The requesting browser. */
export interface SignInRequest {
  readonly userAgent: string | undefined
  /** The secret of its cookie; that session is signed out. */
  readonly secret: string | undefined
}

/** Signs browsers in and out. */
export interface SignInService extends Pick<Browsers, 'visitor' | 'list' | 'end' | 'isRecent'> {
  /** The provider's issuer; undefined without a provider. */
  readonly issuer: string | undefined
  /**
   * @param to an untrusted path to go to afterwards
   * @param again whether the person authenticates again
   */
  start(
    to: string | undefined,
    again?: boolean,
  ): Promise<SignInResult<{ readonly url: string; readonly transaction: Transaction }>>
  /** @param query the raw query from the provider */
  finish(
    query: string,
    transaction: Transaction | undefined,
    asking: SignInRequest,
  ): Promise<SignInResult<SignIn>>
  /** Creates a code with which another browser signs in to the account. */
  makeCode(accountId: string): Promise<MadeCode>
  /** Reads a link without using it up. @returns the id of the account that it signs in to */
  linkAccount(link: string): Promise<SignInResult<string>>
  /** @param to an untrusted path to go to afterwards */
  byLink(link: string, asking: SignInRequest, to?: string): Promise<SignInResult<SignIn>>
  /**
   * Signs in a person who proved a passkey. A browser that is signed in to the account keeps its session, which then
   * counts as recent.
   * @returns the secret of a new session; undefined if the session stays
   */
  byPasskey(accountId: string, asking: SignInRequest): Promise<string | undefined>
  /**
   * Ends the browser sessions that the provider signed out. Devices stay signed in, because they were added here.
   * @param logoutToken the raw token from the provider
   * @returns the sessions that ended
   */
  signOutByProvider(logoutToken: string): Promise<SignInResult<readonly Pick<Browser, 'id' | 'accountId'>[]>>
  /** @returns the address of the provider's sign-out, if the person signed in there and it has one */
  signOut(visitor: Visitor): Promise<string | undefined>
  /** @returns the address of the provider's sign-out, if it has one */
  providerSignOut(): Promise<string | undefined>
}

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @param provider undefined if none is configured
 * @param againAfter milliseconds after which a person authenticates again; 0 never asks
 * @example
 * ```ts
 * const signIn = signInService(store, Date.now, provider, 15 * 60_000)
 * ```
 */
export function signInService(
  store: Store,
  clock: () => number,
  provider: Provider | undefined,
  againAfter: number = LIMITS.signInAgainMinutes * 60_000,
): SignInService {
  const sessions = browsers(store, clock, againAfter)

  async function enter(
    accountId: string,
    how: SignInMethod,
    to: string,
    asking: SignInRequest,
  ): Promise<SignIn> {
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
      // The cookie comes from the browser, so it is as untrusted as a link.
      return {
        ok: true,
        value: await enter(accountId, { by: 'provider', ...known.value }, returnPath(transaction.to), asking),
      }
    },
    makeCode: async (accountId) =>
      makeSignInCode(store, accountId, clock(), LIMITS.signInCodeMinutes * 60_000),
    async linkAccount(link) {
      const accountId = await findSignInLink(store, link, clock())
      return accountId === undefined ? failed(faultOf(link)) : { ok: true, value: accountId }
    },
    async byLink(link, asking, to) {
      const accountId = await takeSignInLink(store, link, clock())
      if (accountId === undefined) return failed(faultOf(link))
      return { ok: true, value: await enter(accountId, { by: 'link' }, returnPath(to), asking) }
    },
    async byPasskey(accountId, asking) {
      const before = await sessions.visitor(asking.secret)
      if (before?.account.id === accountId && (await sessions.confirm(accountId, before.browserId)))
        return undefined
      return (await enter(accountId, { by: 'passkey' }, returnPath(undefined), asking)).secret
    },
    async signOutByProvider(logoutToken) {
      if (!provider) return failed('unreachable', 'no provider')
      const { issuer } = provider
      return provider.signedOut(logoutToken, clock(), async (who) =>
        store.browsers.endByProvider({ issuer, ...who }, clock()),
      )
    },
    async signOut({ account, browserId, signedInBy }) {
      await sessions.end(account.id, browserId)
      return signedInBy === 'provider' ? provider?.signOutUrl() : undefined
    },
    providerSignOut: async () => provider?.signOutUrl(),
    visitor: sessions.visitor,
    isRecent: sessions.isRecent,
    list: sessions.list,
    end: sessions.end,
  }
}

const faultOf = (link: string): SignInFault => (readCode(link) === undefined ? 'link' : 'code')

/**
 * A new identity gets a new account. The account has no access until the operator adds it to the server's list and to a
 * plan.
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
