/** Published sites. */
import type { Site, SiteRule, SiteStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { HOLDER, present, withAccount, type Row } from './rows.ts'

const SITE = `site.slug, site.account_id AS "accountId", site.title, site.rule, site.created_at AS "createdAt",
  site.ended_at AS "endedAt", site.published_at AS "publishedAt", site.closed_at AS "closedAt"`

const COUNT_OPEN = ofAccount('SELECT count(*) AS n FROM site WHERE account_id = $1 AND ended_at IS NULL')
const FORGET_CLOSED = ofAccount(
  `DELETE FROM site WHERE account_id = $1 AND slug IN
     (SELECT slug FROM site WHERE account_id = $1 AND ended_at IS NOT NULL
      ORDER BY ended_at DESC, slug DESC OFFSET $2)`,
)
const INSERT = ofAccount(
  `INSERT INTO site (account_id, slug, title, rule, created_at, ended_at, published_at, publication)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (slug) DO UPDATE
     SET title = excluded.title, rule = excluded.rule, created_at = excluded.created_at, ended_at = NULL, closed_at = NULL,
         published_at = excluded.published_at, publication = excluded.publication
     WHERE site.account_id = $1 AND site.ended_at IS NOT NULL`,
)
const FIND = acrossAccounts(
  'A reader names a site by its slug, before its account is known.',
  `SELECT ${SITE}, ${HOLDER} FROM site JOIN account ON account.account_id = site.account_id WHERE site.slug = $1`,
)
const FIND_PUBLICATION = acrossAccounts(
  'A reader names a site by its slug, before its account is known.',
  'SELECT publication FROM site WHERE slug = $1',
)
const FIND_ADDRESSES = acrossAccounts(
  'A reader names a site by its slug, before its account is known.',
  'SELECT addresses FROM site WHERE slug = $1',
)
const KEEP_ADDRESSES = ofAccount(
  'UPDATE site SET addresses = $4 WHERE account_id = $1 AND slug = $2 AND addresses IS NOT DISTINCT FROM $3',
)
const KEEP_RULE = ofAccount('UPDATE site SET rule = $4 WHERE account_id = $1 AND slug = $2 AND rule = $3')
const LIST = ofAccount(`SELECT ${SITE} FROM site WHERE account_id = $1 ORDER BY created_at, slug`)
const UPDATE = ofAccount(
  `UPDATE site SET title = $3, rule = $4, published_at = $5, publication = $6
   WHERE account_id = $1 AND slug = $2 AND ended_at IS NULL`,
)
const END = ofAccount(
  `UPDATE site SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, $3), closed_at = NULL, publication = NULL WHERE account_id = $1 AND slug = $2 RETURNING ${SITE}`,
)

const REOPEN = ofAccount(
  `UPDATE site SET ended_at = NULL, closed_at = NULL
   WHERE account_id = $1 AND slug = $2 AND closed_at IS NOT NULL RETURNING ${SITE}`,
)

/** A site with its rule as text, as its row has it. */
type Stored = Omit<Site, 'rule'> & { readonly rule: string }

const toSite = (stored: Stored): Site => ({ ...stored, rule: JSON.parse(stored.rule) as SiteRule })

export function siteStore(db: Database): SiteStore {
  return {
    create: async (site, { open, closed }, publication) =>
      db.transaction(async (session) => {
        const { accountId, slug, title, rule, createdAt, endedAt = null, publishedAt = null } = site
        if (!(await lockAccount(session, accountId))) return 'full'
        await session.write(FORGET_CLOSED, [accountId, closed])
        if ((await session.one<{ n: number }>(COUNT_OPEN, [accountId]))!.n >= open) return 'full'
        const values = [
          accountId,
          slug,
          title,
          JSON.stringify(rule),
          createdAt,
          endedAt,
          publishedAt,
          publication ?? null,
        ]
        return (await session.write(INSERT, values)) > 0 ? 'created' : 'taken'
      }),
    find: async (slug) => {
      const row = await db.one<Row>(FIND, [slug])
      if (!row) return undefined
      const { own, account } = withAccount<Stored>(row)
      return { site: toSite(own), account }
    },
    findPublication: async (slug) =>
      (await db.one<{ publication: string | null }>(FIND_PUBLICATION, [slug]))?.publication ?? undefined,
    findAddresses: async (slug) =>
      (await db.one<{ addresses: string | null }>(FIND_ADDRESSES, [slug]))?.addresses ?? undefined,
    keepAddresses: async (accountId, slug, from, to) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return false
        return (await session.write(KEEP_ADDRESSES, [accountId, slug, from ?? null, to])) > 0
      }),
    keepRule: async (accountId, slug, from, to) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return false
        return (
          (await session.write(KEEP_RULE, [accountId, slug, JSON.stringify(from), JSON.stringify(to)])) > 0
        )
      }),
    list: async (accountId) =>
      (await db.all<Row>(LIST, [accountId])).map((row) => toSite(present<Stored>(row))),
    update: async ({ accountId, slug, title, rule, publishedAt = null }, publication) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return false
        const values = [accountId, slug, title, JSON.stringify(rule), publishedAt, publication ?? null]
        return (await session.write(UPDATE, values)) > 0
      }),
    end: async (accountId, slug, at) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return undefined
        const row = await session.one<Row>(END, [accountId, slug, at])
        return row && toSite(present<Stored>(row))
      }),
    reopen: async (accountId, slug, mostOpen) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return undefined
        if ((await session.one<{ n: number }>(COUNT_OPEN, [accountId]))!.n >= mostOpen) return 'full'
        const row = await session.one<Row>(REOPEN, [accountId, slug])
        return row && toSite(present<Stored>(row))
      }),
  }
}
