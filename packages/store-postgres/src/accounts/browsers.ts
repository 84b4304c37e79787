/** Sessions of browsers, by their hash, and sign-out by the identity provider. */
import type { Browser, BrowserStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount, RETENTION } from '../database/statement.ts'
import { keepInPlace, writeFoundInPlace, writeInPlace } from './in-place.ts'
import { HOLDER, present, withAccount, type Row } from './rows.ts'

const BROWSER = `browser.id, browser.account_id AS "accountId", browser.hash, browser.name,
  browser.signed_in_by AS "signedInBy", browser.issuer, browser.subject, browser.sid,
  browser.authenticated_at AS "authenticatedAt", browser.created_at AS "createdAt",
  browser.last_used_at AS "lastUsedAt", browser.ended_at AS "endedAt"`

// Two processes that forget at once skip each other's rows.
const FORGET = acrossAccounts(
  RETENTION,
  `DELETE FROM browser WHERE id IN (SELECT id FROM browser WHERE created_at < $1 FOR UPDATE SKIP LOCKED)`,
)
const INSERT = ofAccount(
  `INSERT INTO browser (account_id, id, hash, name, signed_in_by, issuer, subject, sid, authenticated_at, created_at,
     last_used_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const FIND_BY_HASH = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT ${BROWSER}, ${HOLDER} FROM browser JOIN account USING (account_id) WHERE browser.hash = $1`,
)
const LIST = ofAccount(`SELECT ${BROWSER} FROM browser WHERE account_id = $1 ORDER BY created_at, id`)
const END = ofAccount(
  'UPDATE browser SET ended_at = coalesce(ended_at, $3) WHERE account_id = $1 AND id = $2',
)
const SIGNED_OUT = 'The identity provider signs out a person, whichever account is theirs.'
const ENDED = 'RETURNING id, account_id AS "accountId"'
const END_OF_SUBJECT = acrossAccounts(
  SIGNED_OUT,
  `UPDATE browser SET ended_at = $3 WHERE ended_at IS NULL AND issuer = $1 AND subject = $2 ${ENDED}`,
)
const END_OF_SID = acrossAccounts(
  SIGNED_OUT,
  `UPDATE browser SET ended_at = $3
   WHERE ended_at IS NULL AND issuer = $1 AND sid = $2 AND ($4::text IS NULL OR subject = $4) ${ENDED}`,
)
const CONFIRM = ofAccount(
  'UPDATE browser SET authenticated_at = $3 WHERE account_id = $1 AND id = $2 AND ended_at IS NULL',
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE browser SET last_used_at = $2 WHERE id = $1')

const values = ({ accountId, id, hash, name, signedInBy, ...rest }: Browser) => {
  const { issuer = null, subject = null, sid = null, authenticatedAt = null, createdAt, lastUsedAt } = rest
  return [accountId, id, hash, name, signedInBy, issuer, subject, sid, authenticatedAt, createdAt, lastUsedAt]
}

export function browserStore(db: Database): BrowserStore {
  return {
    create: async (browser, forgetBefore) =>
      db.transaction(async (session) => {
        await keepInPlace(session, browser.accountId)
        await session.write(FORGET, [forgetBefore])
        await session.write(INSERT, values(browser))
      }),
    findByHash: async (hash) => {
      const row = await db.one<Row>(FIND_BY_HASH, [hash])
      if (!row) return undefined
      const { own, account } = withAccount<Browser>(row)
      return { browser: own, account }
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => present<Browser>(row)),
    end: async (accountId, id, at) =>
      writeInPlace(db, accountId, async (session) => (await session.write(END, [accountId, id, at])) > 0),
    endByProvider: async ({ issuer, subject, sid }, at) => {
      type Ended = Pick<Browser, 'id' | 'accountId'>
      const ended = await writeFoundInPlace(db, async (session) => {
        if (sid !== undefined) return session.all<Ended>(END_OF_SID, [issuer, sid, at, subject ?? null])
        return subject === undefined ? [] : session.all<Ended>(END_OF_SUBJECT, [issuer, subject, at])
      })
      return [...ended]
    },
    confirm: async (accountId, id, at) =>
      writeInPlace(db, accountId, async (session) => (await session.write(CONFIRM, [accountId, id, at])) > 0),
    touch: async (id, at) => void (await db.write(TOUCH, [id, at])),
  }
}
