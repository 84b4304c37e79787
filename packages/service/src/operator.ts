/** What an operator does at the command line: accounts, and the tokens and sessions that open them. */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { isRecordId, isZone } from '@notegraph/graph'
import type { Account, Blobs, Identity, KnownIdentity, Plan, PlanChange, Store } from '@notegraph/store'
import { devicesService, deviceView, type DeviceView } from './devices.ts'
import { makeSignInLink, type MadeLink } from './sign-in/links.ts'
import { changeOf, moved, planAt } from './plan.ts'
import { tokensService, viewOf, type NewToken, type TokenView } from './tokens.ts'
import { notAZone, toErrorBody } from './error-messages.ts'

/** What is asked for cannot be done; the message is one line that says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

export interface AccountOptions {
  readonly plan?: Plan
  /** When the plan ended, in milliseconds; for grace alone. */
  readonly endedAt?: number
  readonly allowed?: boolean
  readonly zone?: string
  /** Bytes. */
  readonly quota?: number
}

/** An account as an operator sees it: the plan is its state now. */
export interface AccountView {
  readonly id: string
  readonly plan: Plan
  readonly endedAt?: number
  readonly allowed: boolean
  readonly zone?: string
  readonly quota: number
}

export type IdentityView = Omit<KnownIdentity, 'accountId'>

export interface Operator {
  createAccount(id: string, options: AccountOptions): Promise<AccountView>
  setAccount(id: string, options: AccountOptions): Promise<AccountView>
  listAccounts(): Promise<AccountView[]>
  showAccount(id: string): Promise<AccountView>
  /** How the plan of an account changed, oldest first. */
  planChanges(id: string): Promise<Omit<PlanChange, 'accountId'>[]>
  /** With its tokens, its graph and its files, for good. */
  removeAccount(id: string): Promise<void>
  /** The account, for what works on it whole. */
  account(id: string): Promise<Account>
  /** @returns the secret too, which is kept nowhere */
  createToken(accountId: string, options: NewToken): Promise<TokenView & { readonly token: string }>
  listTokens(accountId: string): Promise<TokenView[]>
  revokeToken(id: string): Promise<TokenView>
  /** Who comes into the account through the identity provider, oldest first. */
  identities(accountId: string): Promise<IdentityView[]>
  /** Lets somebody whom the identity provider knows into the account, and into no other from now on. */
  assignIdentity(accountId: string, identity: Identity): Promise<void>
  /** A link that signs a browser in, once. */
  createSignInLink(accountId: string): Promise<MadeLink>
  /** A device's session, as signing in makes one. @returns the secret too, which is kept nowhere */
  createSession(
    accountId: string,
    options: { readonly device: string },
  ): Promise<{ readonly session: string; readonly id: string; readonly device: string }>
  /** Sessions that are open, the newest first. */
  listSessions(accountId: string): Promise<DeviceView[]>
  /** Signs a device out, at once and for good. */
  revokeSession(id: string): Promise<DeviceView>
}

/** @param clock gives now, in milliseconds since 1970 */
export function operator(store: Store, blobs: Blobs, clock: () => number): Operator {
  async function account(id: string): Promise<Account> {
    const found = await store.accounts.find(id)
    if (!found) throw new OperatorError(`No account has the id ${JSON.stringify(id)}.`)
    return found
  }

  const tokens = tokensService(store, { clock, newId: randomUUID })

  return {
    account,
    async createAccount(id, options) {
      if (!isRecordId(id))
        throw new OperatorError('An account id must have 1 to 64 characters of A-Z a-z 0-9 . _ -')
      const now = clock()
      const fresh = withOptions(
        { id, plan: 'active', allowed: true, quota: LIMITS.storageBytes, createdAt: now },
        options,
        now,
      )
      if (!(await store.accounts.create(fresh)))
        throw new OperatorError(`An account with the id ${JSON.stringify(id)} already exists.`)
      return accountView(fresh, now)
    },
    async setAccount(id, options) {
      const now = clock()
      const before = await account(id)
      const after = withOptions(before, options, now)
      const change = changeOf(before, after, 'operator', now)
      await store.accounts.update(after, change && { change })
      return accountView(after, now)
    },
    async planChanges(id) {
      await account(id)
      const changes = await store.accounts.planChanges(id)
      return changes.map(({ accountId: _account, ...change }) => change)
    },
    async listAccounts() {
      const now = clock()
      return (await store.accounts.list()).map((one) => accountView(one, now))
    },
    showAccount: async (id) => accountView(await account(id), clock()),
    async removeAccount(id) {
      await account(id)
      await store.accounts.remove(id)
      await blobs.removeAll(id)
    },
    async createToken(accountId, token) {
      await account(accountId)
      const made = await tokens.make(accountId, token)
      if (!made.ok) throw new OperatorError(toErrorBody(made.refusal).error)
      return made.value
    },
    async listTokens(accountId) {
      await account(accountId)
      return tokens.list(accountId)
    },
    async revokeToken(id) {
      const revoked = await store.tokens.revoke(id, clock())
      if (!revoked) throw new OperatorError(`No token has the id ${JSON.stringify(id)}.`)
      return viewOf(revoked)
    },
    async identities(accountId) {
      await account(accountId)
      const known = await store.identities.list(accountId)
      return known.map(({ accountId: _account, ...identity }) => identity)
    },
    async assignIdentity(accountId, identity) {
      await account(accountId)
      await store.identities.assign(identity, accountId, clock())
    },
    async createSignInLink(accountId) {
      await account(accountId)
      return makeSignInLink(store, accountId, clock())
    },
    async createSession(accountId, { device }) {
      await account(accountId)
      const made = await devicesService(store, clock).make(accountId, device)
      if (!made.ok) throw new OperatorError(toErrorBody(made.refusal).error)
      const { session, id, device: name } = made.value
      return { session, id, device: name }
    },
    async listSessions(accountId) {
      await account(accountId)
      return devicesService(store, clock).list(accountId)
    },
    async revokeSession(id) {
      const ended = await store.sessions.end(id, clock())
      if (!ended) throw new OperatorError(`No session has the id ${JSON.stringify(id)}.`)
      return deviceView(ended)
    },
  }
}

function withOptions(account: Account, options: AccountOptions, now: number): Account {
  const { zone = account.zone, quota = account.quota } = options
  if (zone !== undefined) checkZone(zone)
  const after = moved(account, options, now)
  if (typeof after === 'string') throw new OperatorError(after)
  return { ...after, quota, ...(zone !== undefined && { zone }) }
}

function checkZone(zone: string): void {
  if (!isZone(zone)) throw new OperatorError(notAZone(zone))
}

/** When a plan ended is shown of one that had grace. */
function accountView(account: Account, now: number): AccountView {
  const { createdAt: _createdAt, endedAt, ...shown } = account
  return {
    ...shown,
    plan: planAt(account, now),
    ...(account.plan === 'grace' && endedAt !== undefined && { endedAt }),
  }
}
