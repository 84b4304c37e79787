/** Sessions of browsers, people as an identity provider knows them, and links that sign in once. */
import { namesOf } from '../members.ts'
import {
  BROWSER,
  IDENTITY,
  SIGN_IN_LINK,
  type Browser,
  type BrowserHolder,
  type BrowserStore,
  type IdentityStore,
  type KnownIdentity,
  type SignInLinkStore,
} from '../sign-in.ts'
import { addAccount } from './accounts.ts'
import { HOLDER, withHolder } from './holder.ts'
import {
  acrossAccounts,
  BY_CREDENTIAL,
  columns,
  forget,
  insertInto,
  ofAccount,
  RETENTION,
} from './statement.ts'
import {
  all,
  alone,
  found,
  inPlace,
  keepInPlace,
  one,
  together,
  written,
  wrote,
  type AccountSql,
} from './work.ts'

const MEMBERS = `accountId ${namesOf(BROWSER)}`
type Owner = Pick<Browser, 'accountId'>

const FORGET_BROWSERS = acrossAccounts(RETENTION, forget('browser', 'id', 'created_at < @forgetBefore'))
const INSERT = ofAccount(insertInto('browser', MEMBERS))
const FIND_BY_HASH = acrossAccounts<BrowserHolder>(
  BY_CREDENTIAL,
  `SELECT ${columns(MEMBERS, 'browser')}, ${HOLDER} FROM browser
   JOIN account ON account.account_id = browser.account_id WHERE browser.hash = @hash`,
  withHolder('browser', (row) => row as unknown as Browser),
)
const LIST = ofAccount<Browser>(
  `SELECT ${columns(MEMBERS)} FROM browser WHERE account_id = @accountId ORDER BY created_at, id`,
)
const END = ofAccount(
  'UPDATE browser SET ended_at = coalesce(ended_at, @at) WHERE account_id = @accountId AND id = @id',
)
const SIGNED_OUT = 'The identity provider signs out a person, whichever account is theirs.'
const ENDED = `RETURNING ${columns('id accountId')}`
const END_OF_SUBJECT = acrossAccounts<Pick<Browser, 'id' | 'accountId'>>(
  SIGNED_OUT,
  `UPDATE browser SET ended_at = @at WHERE ended_at IS NULL AND issuer = @issuer AND subject = @subject ${ENDED}`,
)
const END_OF_SID = acrossAccounts<Pick<Browser, 'id' | 'accountId'>>(
  SIGNED_OUT,
  `UPDATE browser SET ended_at = @at WHERE ended_at IS NULL AND issuer = @issuer AND sid = @sid
     AND (CAST(@subject? AS text) IS NULL OR subject = @subject?) ${ENDED}`,
)
const CONFIRM = ofAccount(
  'UPDATE browser SET authenticated_at = @at WHERE account_id = @accountId AND id = @id AND ended_at IS NULL',
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE browser SET last_used_at = @at WHERE id = @id')

export const browserStore = (db: AccountSql): BrowserStore => ({
  create: async (browser, forgetBefore) =>
    void (await inPlace(db, browser.accountId, () =>
      together(written(FORGET_BROWSERS, { forgetBefore }), written(INSERT, browser)),
    )),
  findByHash: async (hash) => db.run(one(FIND_BY_HASH, { hash })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  end: async (accountId, id, at) => inPlace(db, accountId, () => wrote(END, { accountId, id, at })),
  endByProvider: async (who, at) => {
    if (who.sid === undefined && who.subject === undefined) return []
    return found(db, () => all(who.sid === undefined ? END_OF_SUBJECT : END_OF_SID, { ...who, at }))
  },
  confirm: async (accountId, id, at) => inPlace(db, accountId, () => wrote(CONFIRM, { accountId, id, at })),
  touch: async (id, at) => void (await db.run(written(TOUCH, { id, at }), true)),
})

const IDENTITY_MEMBERS = `accountId ${namesOf(IDENTITY)}`
const ADD_IDENTITY = ofAccount(
  `${insertInto('identity', IDENTITY_MEMBERS)} ON CONFLICT (issuer, subject) DO NOTHING`,
)
const FIND_IDENTITY = acrossAccounts<Owner>(
  'A person signs in before their account is known.',
  `SELECT ${columns('accountId')} FROM identity WHERE issuer = @issuer AND subject = @subject`,
)
const ASSIGN = ofAccount(
  `${insertInto('identity', IDENTITY_MEMBERS)} ON CONFLICT (issuer, subject) DO UPDATE
     SET account_id = excluded.account_id, created_at = excluded.created_at
     WHERE identity.account_id <> excluded.account_id`,
)
const LIST_IDENTITIES = ofAccount<KnownIdentity>(
  `SELECT ${columns(IDENTITY_MEMBERS)} FROM identity WHERE account_id = @accountId ORDER BY created_at, issuer, subject`,
)

export const identityStore = (db: AccountSql): IdentityStore => ({
  claim: async (identity, fresh) =>
    db.transact(function* () {
      // The second of two waits here for the first, and finds its row.
      const { id: accountId, createdAt } = fresh
      if (!(yield* wrote(ADD_IDENTITY, { ...identity, accountId, createdAt })))
        return (yield* one(FIND_IDENTITY, identity))!.accountId
      if (!(yield* addAccount(fresh))) throw new Error(`There is an account ${accountId} already.`)
      return accountId
    }),
  assign: async (identity, accountId, createdAt) =>
    alone(db, accountId, false, function* () {
      const before = yield* one(FIND_IDENTITY, identity)
      if (before) yield* keepInPlace(before.accountId)
      yield* written(ASSIGN, { ...identity, accountId, createdAt })
      return true
    }),
  list: async (accountId) => db.run(all(LIST_IDENTITIES, { accountId })),
})

const FORGET_LINKS = acrossAccounts(RETENTION, forget('sign_in_link', 'hash', 'expires_at <= @createdAt'))
const INSERT_LINK = ofAccount(insertInto('sign_in_link', `accountId ${namesOf(SIGN_IN_LINK)}`))
const FIND_LINK = acrossAccounts<Owner>(
  BY_CREDENTIAL,
  `SELECT ${columns('accountId')} FROM sign_in_link WHERE hash = @hash AND expires_at > @now`,
)
const TAKE_LINK = acrossAccounts<Owner & { readonly expiresAt: number }>(
  BY_CREDENTIAL,
  `DELETE FROM sign_in_link WHERE hash = @hash RETURNING ${columns('accountId expiresAt')}`,
)

export const signInLinkStore = (db: AccountSql): SignInLinkStore => ({
  create: async (link) =>
    void (await inPlace(db, link.accountId, () =>
      together(written(FORGET_LINKS, link), written(INSERT_LINK, link)),
    )),
  find: async (hash, now) => (await db.run(one(FIND_LINK, { hash, now })))?.accountId,
  take: async (hash, now) => {
    const [taken] = await found(db, () => all(TAKE_LINK, { hash }))
    return taken && now < taken.expiresAt ? taken.accountId : undefined
  },
})
