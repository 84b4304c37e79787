/** The operator's commands: accounts, and their tokens and sessions. */
import { randomUUID } from 'node:crypto'
import { isEmailAddress, LIMITS } from '@notegraph/contract'
import { isRecordId, isZone } from '@notegraph/graph'
import type {
  AccessToEnd,
  Account,
  Blobs,
  EndedAccess,
  Identity,
  KnownIdentity,
  Moving,
  Plan,
  PlanChange,
  Store,
} from '@notegraph/store'
import { devicesService, deviceView, type DeviceView } from './devices.ts'
import type { SendMail } from './digest/send.ts'
import { makeSignInCode, makeSignInLink, type MadeCode, type MadeLink } from './sign-in/links.ts'
import { confirmedAddress, inviteMail, mailSignIn } from './sign-in/mails.ts'
import { removeAccount } from './own-account.ts'
import { changeOf, moved, planAt } from './plan.ts'
import { tokensService, viewOf, type NewToken, type TokenView } from './tokens.ts'
import { notAZone, toErrorBody } from './error-messages.ts'
import { ok } from './refusal.ts'
import { isUnused } from './unused-account.ts'
import { retryUntilCommitted } from './write-queue.ts'

/** A command that cannot be done. The message is one line with the reason. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** The settings of an account; left out ones keep their value or default. */
export interface AccountOptions {
  readonly plan?: Plan
  /** The end of the plan, in milliseconds since 1970; only for grace. */
  readonly endedAt?: number
  readonly allowed?: boolean
  readonly zone?: string
  /** In bytes. */
  readonly quota?: number
  /** Whether the person looks after the other accounts. @see decisions 9.11 */
  readonly isAdmin?: boolean
}

/** An account for the operator, with the current state of its plan. */
export interface AccountView {
  readonly id: string
  readonly plan: Plan
  readonly endedAt?: number
  readonly allowed: boolean
  readonly zone?: string
  readonly quota: number
  /** Present if the person looks after the other accounts. */
  readonly isAdmin?: true
  /** Present while the account moves to another store, and after it left. */
  readonly moving?: Moving
}

/** An identity that signs in to an account. */
export type IdentityView = Omit<KnownIdentity, 'accountId'>

/** The way of a sign-in link that the operator sends. */
export interface OperatorMail {
  readonly mail: SendMail
  /** The address that people use, without a slash at its end. */
  readonly server: string
  /** The address; if undefined, the one that the owner of the account confirmed. */
  readonly address?: string
}

/** A sign-in link that was sent. */
export interface MailedByOperator {
  readonly isInvitation: boolean
  readonly expiresAt: number
}

/** The commands of an operator. Each throws an `OperatorError` if it cannot be done. */
export interface Operator {
  createAccount(id: string, options: AccountOptions): Promise<AccountView>
  setAccount(id: string, options: AccountOptions): Promise<AccountView>
  listAccounts(): Promise<AccountView[]>
  showAccount(id: string): Promise<AccountView>
  /** The plan changes of an account, oldest first. */
  planChanges(id: string): Promise<Omit<PlanChange, 'accountId'>[]>
  /** Permanently deletes an account with its tokens, graph and files. */
  removeAccount(id: string): Promise<void>
  /** Signs an account out everywhere. */
  endAccess(id: string, access: Pick<AccessToEnd, 'tokens' | 'published'>): Promise<EndedAccess>
  /**
   * Marks a graph as restored, so that devices offer again what the restored data lacks.
   * @returns the new epoch; undefined if the account has no graph
   */
  raiseEpoch(accountId: string): Promise<number | undefined>
  /** The account record, for work on the whole account. */
  account(id: string): Promise<Account>
  /** @returns the token with its secret, which is not stored */
  createToken(accountId: string, options: NewToken): Promise<TokenView & { readonly token: string }>
  listTokens(accountId: string): Promise<TokenView[]>
  revokeToken(id: string): Promise<TokenView>
  /** The identities that sign in to the account, oldest first. */
  identities(accountId: string): Promise<IdentityView[]>
  /** Assigns an identity to the account, and removes it from every other. */
  assignIdentity(accountId: string, identity: Identity): Promise<void>
  /** Creates a sign-in link that works once. @param validFor milliseconds */
  createSignInLink(accountId: string, validFor?: number): Promise<MadeLink>
  /** Creates a code that works once, as a link does. */
  createSignInCode(accountId: string): Promise<MadeCode>
  /**
   * Sends a sign-in link: to the confirmed address, or to a given one. To a given address, an account that nobody has used
   * gets an invitation.
   */
  mailSignInLink(accountId: string, to: OperatorMail): Promise<MailedByOperator>
  /** Creates a device session, as a sign-in does. @returns the session with its secret, which is not stored */
  createSession(
    accountId: string,
    options: { readonly device: string },
  ): Promise<{ readonly session: string; readonly id: string; readonly device: string }>
  /** Active sessions, newest first. */
  listSessions(accountId: string): Promise<DeviceView[]>
  /** Signs a device out immediately and permanently. */
  revokeSession(id: string): Promise<DeviceView>
}

/** Whether browsers take an id for a step in a path, so that no page or route of the account can be opened. */
export const isDots = (id: string): boolean => id === '.' || id === '..'

/**
 * Creates the operator's commands.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const operators = operator(store, blobs, Date.now)
 * await operators.createAccount('ada', {})
 * ```
 */
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
      if (isDots(id)) throw new OperatorError(`An account id must not be ${id}`)
      const now = clock()
      const fresh = withOptions(freshAccount(id, now), options, now)
      if (!(await store.accounts.create(fresh)))
        throw new OperatorError(`An account with the id ${JSON.stringify(id)} already exists.`)
      return accountView(fresh, now)
    },
    async setAccount(id, options) {
      const set = await retryUntilCommitted(async () => {
        const now = clock()
        const before = await account(id)
        const after = withOptions(before, options, now)
        const change = changeOf(before, after, 'operator', now)
        const committed = await store.accounts.update(before, after, change && { change })
        return committed ? ok(accountView(after, now)) : undefined
      })
      if (!set.ok) throw new OperatorError(toErrorBody(set.refusal).error)
      return set.value
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
      await removeAccount(store, blobs, await account(id))
    },
    async endAccess(id, access) {
      await account(id)
      return store.accounts.endAccess(id, clock(), access)
    },
    async raiseEpoch(accountId) {
      await account(accountId)
      if (!(await store.hasGraph(accountId))) return undefined
      const { feed } = store.graph(accountId)
      await feed.raiseEpoch(clock())
      return (await feed.state()).epoch
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
    async createSignInLink(accountId, validFor) {
      await account(accountId)
      return makeSignInLink(store, accountId, clock(), validFor)
    },
    async createSignInCode(accountId) {
      await account(accountId)
      return makeSignInCode(store, accountId, clock(), LIMITS.signInMailMinutes * 60_000)
    },
    async mailSignInLink(accountId, { mail, server, address: given }) {
      await account(accountId)
      const now = clock()
      const address = given?.trim() ?? (await confirmedAddress(store, accountId))
      if (address === undefined)
        throw new OperatorError(`The owner of ${JSON.stringify(accountId)} has confirmed no e-mail address.`)
      if (!isEmailAddress(address))
        throw new OperatorError('--email takes an address such as ada@example.org.')
      if (given === undefined || !(await isUnused(store, accountId, now))) {
        const made = await mailSignIn(store, { accountId, address, mail, server, now })
        if (!made) throw notTaken()
        return { isInvitation: false, expiresAt: made.expiresAt }
      }
      // As an invitation from the page of people: the one before ends.
      await store.accounts.endAccess(accountId, now)
      const { path, expiresAt } = await makeSignInLink(store, accountId, now, LIMITS.inviteDays * 86_400_000)
      if ((await mail(inviteMail(address, server, accountId, server + path))) !== 'sent') throw notTaken()
      return { isInvitation: true, expiresAt }
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

const notTaken = (): OperatorError =>
  new OperatorError('The mail server did not take the e-mail. Check the address and NOTEGRAPH_SMTP_URL.')

/** An account of the usual size, on the plan and on the list. */
export const freshAccount = (id: string, now: number): Account => ({
  id,
  plan: 'active',
  allowed: true,
  quota: LIMITS.storageBytes,
  createdAt: now,
})

function withOptions(account: Account, options: AccountOptions, now: number): Account {
  const { isAdmin: before, ...rest } = account
  const { zone = account.zone, quota = account.quota, isAdmin = before } = options
  if (zone !== undefined) checkZone(zone)
  const after = moved(rest, options, now)
  if (typeof after === 'string') throw new OperatorError(after)
  return {
    ...after,
    quota,
    ...(zone !== undefined && { zone }),
    ...(isAdmin === true && { isAdmin }),
  }
}

function checkZone(zone: string): void {
  if (!isZone(zone)) throw new OperatorError(notAZone(zone))
}

/** The end of the plan is shown if the plan had grace. */
function accountView(account: Account, now: number): AccountView {
  const { createdAt: _createdAt, endedAt, ...shown } = account
  return {
    ...shown,
    plan: planAt(account, now),
    ...(account.plan === 'grace' && endedAt !== undefined && { endedAt }),
  }
}
