/** Sessions of browsers, identities and links that sign in once, beside the accounts they open. */
import type { Account } from '../../account.ts'
import type {
  Browser,
  BrowserStore,
  IdentityStore,
  KnownIdentity,
  SignedOutThere,
  SignInLinkStore,
} from '../../sign-in.ts'
import { fromAccount, HOLDER, present, split, type Row } from './account-rows.ts'
import { GIVEN, withoutSync, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const BROWSER = `browser.id, account_id AS accountId, hash, name, signed_in_by AS signedInBy,
  issuer, subject, sid, authenticated_at AS authenticatedAt, browser.created_at AS createdAt, last_used_at AS lastUsedAt, browser.ended_at AS endedAt`

type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

export function browserStore(db: Db): BrowserStore {
  const place = inPlace(db)
  const forget = db.prepare('DELETE FROM browser WHERE created_at < ?')
  const insert = db.prepare(
    `INSERT INTO browser (id, account_id, hash, name, signed_in_by, issuer, subject, sid, authenticated_at, created_at,
       last_used_at)
     VALUES (@id, @accountId, @hash, @name, @signedInBy, @issuer, @subject, @sid, @authenticatedAt, @createdAt,
       @lastUsedAt)`,
  )
  const findByHash = db.prepare<[string], Row>(
    `SELECT ${BROWSER}, ${HOLDER} FROM browser JOIN account ON account.id = account_id WHERE hash = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${BROWSER} FROM browser WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const end = db.prepare(
    'UPDATE browser SET ended_at = coalesce(ended_at, ?) WHERE id = ? AND account_id = ?',
  )
  const endThere = (by: 'subject' | 'sid') =>
    db.prepare<[Nullable<SignedOutThere> & { at: number }], Pick<Browser, 'id' | 'accountId'>>(
      `UPDATE browser SET ended_at = @at
       WHERE ended_at IS NULL AND ${by} = @${by} AND issuer = @issuer AND coalesce(@subject, subject) IS subject
       RETURNING id, account_id AS accountId`,
    )
  const [endOfSubject, endOfSid] = [endThere('subject'), endThere('sid')]
  const confirm = db.prepare(
    'UPDATE browser SET authenticated_at = ? WHERE id = ? AND account_id = ? AND ended_at IS NULL',
  )
  const touch = db.prepare('UPDATE browser SET last_used_at = ? WHERE id = ?')
  const create = db.transaction((browser: Browser, forgetBefore: number) => {
    place.check(browser.accountId)
    forget.run(forgetBefore)
    insert.run({ issuer: null, subject: null, sid: null, authenticatedAt: null, ...browser })
  })
  return {
    create: async (browser, forgetBefore) => create.immediate(browser, forgetBefore),
    findByHash: async (hash) => {
      const row = findByHash.get(hash)
      if (!row) return undefined
      const [browser, account] = split(row)
      return { browser: present<Browser>(browser), account }
    },
    list: async (accountId) => list.all(accountId).map((row) => present<Browser>(row)),
    endByProvider: async ({ issuer, subject, sid }, at) => {
      const run = () => {
        if (sid !== undefined) return endOfSid.all({ issuer, subject: subject ?? null, sid, at })
        return subject === undefined ? [] : endOfSubject.all({ issuer, subject, at })
      }
      return place.writeFound(run, (ended) => ended.map(({ accountId }) => accountId))
    },
    end: async (accountId, id, at) => place.write(accountId, () => end.run(at, id, accountId).changes > 0),
    confirm: async (accountId, id, at) =>
      place.write(accountId, () => confirm.run(at, id, accountId).changes > 0),
    touch: async (id, at) => void withoutSync(db, () => touch.run(at, id)),
  }
}

export function identityStore(db: Db): IdentityStore {
  const place = inPlace(db)
  const find = db.prepare<[string, string], { accountId: string }>(
    'SELECT account_id AS accountId FROM identity WHERE issuer = ? AND subject = ?',
  )
  const put = db.prepare(
    `INSERT INTO identity (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET account_id = excluded.account_id, created_at = excluded.created_at`,
  )
  const addAccount = db.prepare(
    `INSERT INTO account (id, plan, ended_at, allowed, zone, quota, created_at)
     VALUES (@id, @plan, @endedAt, @allowed, @zone, @quota, @createdAt)`,
  )
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const list = db.prepare<[string], KnownIdentity>(
    `SELECT issuer, subject, account_id AS accountId, created_at AS createdAt FROM identity
     WHERE account_id = ? ORDER BY created_at, issuer, subject`,
  )
  const claim = db.transaction((issuer: string, subject: string, fresh: Account): string => {
    const known = find.get(issuer, subject)
    if (known) return known.accountId
    addAccount.run(fromAccount(fresh))
    put.run(issuer, subject, fresh.id, fresh.createdAt)
    return fresh.id
  })
  const assign = db.transaction((issuer: string, subject: string, accountId: string, at: number): boolean => {
    if (!hasAccount.get(accountId)) return false
    const before = find.get(issuer, subject)?.accountId
    if (before === accountId) return true
    for (const one of [accountId, before]) if (one !== undefined) place.check(one)
    put.run(issuer, subject, accountId, at)
    return true
  })
  return {
    claim: async ({ issuer, subject }, fresh) => claim.immediate(issuer, subject, fresh),
    assign: async ({ issuer, subject }, accountId, at) => assign.immediate(issuer, subject, accountId, at),
    list: async (accountId) => list.all(accountId),
  }
}

export function signInLinkStore(db: Db): SignInLinkStore {
  const place = inPlace(db)
  const forget = db.prepare('DELETE FROM sign_in_link WHERE expires_at <= ?')
  const insert = db.prepare(
    `INSERT INTO sign_in_link (hash, account_id, created_at, expires_at)
     VALUES (@hash, @accountId, @createdAt, @expiresAt)`,
  )
  const find = db
    .prepare<[string, number], string>(
      `SELECT account_id FROM sign_in_link WHERE hash = ${GIVEN} AND expires_at > ${GIVEN}`,
    )
    .pluck()
  const take = db.prepare<[string], { accountId: string; expiresAt: number }>(
    'DELETE FROM sign_in_link WHERE hash = ? RETURNING account_id AS accountId, expires_at AS expiresAt',
  )
  return {
    create: async (link) => {
      forget.run(link.createdAt)
      place.write(link.accountId, () => insert.run(link))
    },
    find: async (hash, now) => find.get(hash, now),
    take: async (hash, now) => {
      const taken = place.writeFound(
        () => take.get(hash),
        (row) => (row ? [row.accountId] : []),
      )
      return taken && now < taken.expiresAt ? taken.accountId : undefined
    },
  }
}
