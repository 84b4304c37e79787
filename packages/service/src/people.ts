/**
 * The people of a server, for an account that looks after them. It never sees notes: it can't sign in as somebody, and a
 * link goes only to an account that nobody has used.
 * @see decisions 9.11
 */
import {
  isEmailAddress,
  LIMITS,
  type ChangePerson,
  type Invitation,
  type MailedLink,
  type MakePerson,
  type Person,
  type SignOutEverywhere,
} from '@notegraph/contract'
import { isRecordId } from '@notegraph/graph'
import { hashSecret, type Account, type Blobs, type Store } from '@notegraph/store'
import type { SendMail } from './digest/send.ts'
import { takeLinkMail } from './digest/link-mails.ts'
import { freshAccount, isDots, operator } from './operator.ts'
import { ownAccountService, type SignedOut } from './own-account.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { BAD_REQUESTS } from './request-errors.ts'
import { needRecent } from './recent-sign-in.ts'
import { LINK_PATH, makeSignInLink } from './sign-in/links.ts'
import { inviteMail, signInMails } from './sign-in/mails.ts'
import { isUnused } from './unused-account.ts'

/** The commands. Each is 403 for an account that does not look after people. */
export interface PeopleService {
  list(
    admin: Account,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<Result<{ readonly people: readonly Person[]; readonly total: number }>>
  /** @returns 404 if there is no such account */
  read(admin: Account, id: string): Promise<Result<Person>>
  /** @returns 400 for an invalid id, 409 if the id is taken or the server has the most accounts */
  make(admin: Account, person: MakePerson): Promise<Result<Person>>
  /**
   * Enables or disables an account, or sets its quota.
   * @returns 403 without a recent sign-in if it widens, 409 to disable an account that looks after people
   */
  change(admin: Account, id: string, change: ChangePerson, isRecent: boolean): Promise<Result<Person>>
  /**
   * Creates a link that signs in once, or sends it.
   * @returns 409 if somebody has used the account, or without e-mail; 429 after too many e-mails
   */
  invite(admin: Account, id: string, email?: string): Promise<Result<Invitation>>
  /**
   * Sends a sign-in link to the address that the person confirmed. The caller sees neither.
   * @returns 409 without e-mail or an address, 429 after too many
   */
  mailLink(admin: Account, id: string): Promise<Result<MailedLink>>
  /** @returns 409 for an account that looks after people */
  signOut(admin: Account, id: string, how: SignOutEverywhere): Promise<Result<SignedOut>>
  /**
   * Permanently deletes an account.
   * @param name the id of the account, as typed
   * @returns 400 for another name; 409 for an account that looks after people, or while an import or a restore runs
   */
  remove(admin: Account, id: string, name: string): Promise<Result<{ readonly ok: true }>>
  /** Whether invitations can go by e-mail. */
  readonly sendsEmail: boolean
}

/** The connections of the service. */
export interface PeopleDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  /** Undefined if the server sends no e-mail. */
  readonly mail: SendMail | undefined
  /** Called as soon as it is known that the request looks after people, for the audit logs of their accounts. */
  readonly acting?: (admin: Account) => void
}

const DAY = 86_400_000

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const people = peopleService(store, blobs, { clock: Date.now, baseUrl, mail })
 * ```
 */
export function peopleService(
  store: Store,
  blobs: Blobs,
  { clock, baseUrl, mail, acting }: PeopleDeps,
): PeopleService {
  const { accounts } = store
  const operators = operator(store, blobs, clock)
  const own = ownAccountService(store, blobs, clock)
  const mails = signInMails(store, { clock, baseUrl, mail })

  async function ofAdmin<T>(admin: Account, work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (admin.isAdmin !== true) return refuse({ code: 'forbidden', why: 'not_admin' })
    acting?.(admin)
    return work()
  }

  const ofPerson = async <T>(
    admin: Account,
    id: string,
    work: (account: Account) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    ofAdmin(admin, async () => {
      const account = await accounts.find(id)
      return account ? work(account) : refuse({ code: 'not_found', what: 'account', name: id })
    })

  /** One who looks after people could otherwise lock out another, or itself. */
  const ofOther = async <T>(admin: Account, id: string, work: (account: Account) => Promise<Result<T>>) =>
    ofPerson(admin, id, async (account) =>
      account.isAdmin === true ? refuse({ code: 'conflict', why: 'person_is_admin' }) : work(account),
    )

  async function view(account: Account): Promise<Person> {
    const { id, createdAt, allowed, isAdmin, quota } = account
    const hasGraph = await store.hasGraph(id)
    const [browsers, sessions, used] = await Promise.all([
      store.browsers.list(id),
      store.sessions.list(id),
      hasGraph ? store.graph(id).storage.bytes() : 0,
    ])
    const uses = [...browsers, ...sessions].map(({ lastUsedAt }) => lastUsedAt ?? 0)
    const lastUsedAt = Math.max(0, ...uses)
    return {
      id,
      createdAt,
      ...(lastUsedAt > 0 && { lastUsedAt }),
      admin: isAdmin === true,
      disabled: !allowed,
      isNew: await isUnused(store, id, clock()),
      quota,
      used,
    }
  }

  /** Counts an invitation by e-mail. */
  async function mayMail(admin: Account, address: string): Promise<Result<void>> {
    if (!isEmailAddress(address)) return refuse(BAD_REQUESTS.notEmail)
    if (!mail) return refuse({ code: 'conflict', why: 'no_invitation_mail' })
    return takeLinkMail(store.digests, admin.id, address, clock())
  }

  return {
    sendsEmail: mail !== undefined,
    list: async (admin, { limit, offset }) =>
      ofAdmin(admin, async () => {
        const all = await accounts.list()
        const people: Person[] = []
        for (const account of all.slice(offset, offset + limit)) people.push(await view(account))
        return ok({ people, total: all.length })
      }),
    read: async (admin, id) => ofPerson(admin, id, async (account) => ok(await view(account))),
    make: async (admin, { id, quota }) =>
      ofAdmin(admin, async () => {
        if (!isRecordId(id)) return NO_ID
        if (isDots(id)) return refuse({ code: 'bad_request', error: `id must not be ${id}` })
        if ((await accounts.list()).length >= LIMITS.people)
          return refuse({ code: 'conflict', why: 'people_full' })
        const account = { ...freshAccount(id, clock()), ...(quota !== undefined && { quota }) }
        if (!(await accounts.create(account)))
          return refuse({ code: 'conflict', why: 'account_exists', name: id })
        return ok(await view(account))
      }),
    change: async (admin, id, { disabled, quota }, isRecent) =>
      ofPerson(admin, id, async (account) => {
        if (disabled === true && account.isAdmin === true)
          return refuse({ code: 'conflict', why: 'person_is_admin' })
        const widens = (disabled === false && !account.allowed) || (quota ?? 0) > account.quota
        const may = needRecent(isRecent || !widens)
        if (!may.ok) return may
        await operators.setAccount(id, {
          ...(disabled !== undefined && { allowed: !disabled }),
          ...(quota !== undefined && { quota }),
        })
        return ok(await view((await accounts.find(id)) ?? account))
      }),
    invite: async (admin, id, email) =>
      ofPerson(admin, id, async () => {
        if (!(await isUnused(store, id, clock()))) return IN_USE
        const address = email?.trim()
        const may = address === undefined ? ok(undefined) : await mayMail(admin, address)
        if (!may.ok) return may
        // A second link could open the notes of a person who came by the first.
        await accounts.endAccess(id, clock())
        const { path, expiresAt } = await makeSignInLink(store, id, clock(), LIMITS.inviteDays * DAY)
        const withdraw = async () => store.signInLinks.take(hashSecret(path.slice(LINK_PATH.length)), clock())
        if (!(await isUnused(store, id, clock()))) {
          await withdraw()
          return IN_USE
        }
        const link = baseUrl() + path
        if (address === undefined) return ok({ id, link, expiresAt })
        const sent = await mail!(inviteMail(address, baseUrl(), id, link))
        if (sent === 'sent') return ok({ id, expiresAt })
        await withdraw()
        return refuse({ code: 'conflict', why: 'mail_failed' })
      }),
    mailLink: async (admin, id) =>
      ofPerson(admin, id, async () => {
        const sent = await mails.send(id)
        return sent.ok ? ok({ id, ...sent.value }) : sent
      }),
    signOut: async (admin, id, { tokens }) =>
      ofOther(admin, id, async () => ok(await own.signOut(id, { tokens }))),
    remove: async (admin, id, name) => ofOther(admin, id, async (account) => own.close(account, name)),
  }
}

const IN_USE = refuse({ code: 'conflict', why: 'person_in_use' })
const NO_ID = refuse({ code: 'bad_request', error: 'id takes 1 to 64 characters of A-Z a-z 0-9 . _ -' })
