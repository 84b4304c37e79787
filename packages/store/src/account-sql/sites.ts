/** Published sites. */
import { namesOf } from '../members.ts'
import { SITE, type Site, type SiteHolder, type SiteStore } from '../sites.ts'
import { HOLDER, withHolder } from './holder.ts'
import { reading, writing } from './rows.ts'
import { acrossAccounts, columns, countOf, insertInto, ofAccount, set, setExcluded } from './statement.ts'
import { all, alone, count, inPlace, one, written, wrote, type AccountSql } from './work.ts'

const MEMBERS = `accountId ${namesOf(SITE)}`
const COLUMNS = columns(MEMBERS)
const ONE = 'account_id = @accountId AND slug = @slug'
const BY_SLUG = 'A reader names a site by its slug, before its account is known.'

const toSite = reading<Site>(SITE)
const fromSite = writing(SITE)

const COUNT_OPEN = countOf('site WHERE account_id = @accountId AND ended_at IS NULL')
const FORGET_CLOSED = ofAccount(
  `DELETE FROM site WHERE account_id = @accountId AND slug IN
     (SELECT slug FROM site WHERE account_id = @accountId AND ended_at IS NOT NULL
      ORDER BY ended_at DESC, slug DESC LIMIT ALL OFFSET @closed)`,
)
const INSERT = ofAccount(
  `${insertInto('site', `${MEMBERS} publication?`)} ON CONFLICT (slug) DO UPDATE
     SET ${setExcluded('title rule createdAt publishedAt publication')}, ended_at = NULL, closed_at = NULL
     WHERE site.account_id = excluded.account_id AND site.ended_at IS NOT NULL`,
)
const FIND = acrossAccounts<SiteHolder>(
  BY_SLUG,
  `SELECT ${columns(MEMBERS, 'site')}, ${HOLDER} FROM site JOIN account ON account.account_id = site.account_id
   WHERE site.slug = @slug`,
  withHolder('site', toSite),
)
const PUBLICATION = acrossAccounts<{ readonly publication?: string }>(
  BY_SLUG,
  'SELECT publication FROM site WHERE slug = @slug',
)
const ADDRESSES = acrossAccounts<{ readonly addresses?: string }>(
  BY_SLUG,
  'SELECT addresses FROM site WHERE slug = @slug',
)
const KEEP_ADDRESSES = ofAccount(
  `UPDATE site SET addresses = @to WHERE ${ONE} AND addresses IS NOT DISTINCT FROM @from?`,
)
const KEEP_RULE = ofAccount(`UPDATE site SET rule = @to WHERE ${ONE} AND rule = @from`)
const LIST = ofAccount(
  `SELECT ${COLUMNS} FROM site WHERE account_id = @accountId ORDER BY created_at, slug`,
  toSite,
)
const UPDATE = ofAccount(
  `UPDATE site SET ${set('title rule publishedAt? publication?')} WHERE ${ONE} AND ended_at IS NULL`,
)
const END = ofAccount(
  `UPDATE site SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, @at), closed_at = NULL,
     publication = NULL WHERE ${ONE} RETURNING ${COLUMNS}`,
  toSite,
)
const REOPEN = ofAccount(
  `UPDATE site SET ended_at = NULL, closed_at = NULL WHERE ${ONE} AND closed_at IS NOT NULL RETURNING ${COLUMNS}`,
  toSite,
)

export const siteStore = (db: AccountSql): SiteStore => ({
  create: async (site, { open, closed }, publication) =>
    alone<'created' | 'taken' | 'full'>(db, site.accountId, 'full', function* () {
      const { accountId } = site
      yield* written(FORGET_CLOSED, { accountId, closed })
      if ((yield* count(COUNT_OPEN, { accountId })) >= open) return 'full'
      return (yield* wrote(INSERT, fromSite({ ...site, publication }))) ? 'created' : 'taken'
    }),
  find: async (slug) => db.run(one(FIND, { slug })),
  findPublication: async (slug) => (await db.run(one(PUBLICATION, { slug })))?.publication,
  findAddresses: async (slug) => (await db.run(one(ADDRESSES, { slug })))?.addresses,
  keepAddresses: async (accountId, slug, from, to) =>
    inPlace(db, accountId, () => wrote(KEEP_ADDRESSES, { accountId, slug, from, to })),
  keepRule: async (accountId, slug, from, to) =>
    inPlace(db, accountId, () =>
      wrote(KEEP_RULE, { accountId, slug, from: JSON.stringify(from), to: JSON.stringify(to) }),
    ),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  update: async (site, publication) =>
    inPlace(db, site.accountId, () => wrote(UPDATE, fromSite({ ...site, publication }))),
  end: async (accountId, slug, at) => inPlace(db, accountId, () => one(END, { accountId, slug, at })),
  reopen: async (accountId, slug, mostOpen) =>
    alone<Site | 'full' | undefined>(db, accountId, undefined, function* () {
      if ((yield* count(COUNT_OPEN, { accountId })) >= mostOpen) return 'full'
      return yield* one(REOPEN, { accountId, slug })
    }),
})
