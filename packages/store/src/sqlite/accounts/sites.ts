/** Published sites, in the database of accounts. */
import type { Site, SiteLimits, SiteRule, SiteStore } from '../../sites.ts'
import { HOLDER, present, split, type Row } from './account-rows.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const SITE = `site.slug, site.account_id AS accountId, title, rule, site.created_at AS createdAt,
  site.ended_at AS endedAt, site.published_at AS publishedAt, closed_at AS closedAt`

/** A site with its rule as text, as its row has it. */
type Stored = Omit<Site, 'rule'> & { readonly rule: string }

function toSite(row: Row): Site {
  const stored = present<Stored>(row)
  return { ...stored, rule: JSON.parse(stored.rule) as SiteRule }
}
const fromSite = (site: Site, publication: string | null = null): Row => ({
  endedAt: null,
  publishedAt: null,
  ...site,
  rule: JSON.stringify(site.rule),
  publication,
})

export function siteStore(db: Db): SiteStore {
  const place = inPlace(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const countOpen = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM site WHERE account_id = ? AND ended_at IS NULL',
  )
  const forgetClosed = db.prepare<[{ accountId: string; most: number }]>(
    `DELETE FROM site WHERE slug IN
       (SELECT slug FROM site WHERE account_id = @accountId AND ended_at IS NOT NULL
        ORDER BY ended_at DESC, slug DESC LIMIT -1 OFFSET @most)`,
  )
  const insert = db.prepare(
    `INSERT INTO site (slug, account_id, title, rule, created_at, ended_at, published_at, publication)
     VALUES (@slug, @accountId, @title, @rule, @createdAt, @endedAt, @publishedAt, @publication)
     ON CONFLICT (slug) DO UPDATE
       SET title = excluded.title, rule = excluded.rule, created_at = excluded.created_at, ended_at = NULL, closed_at = NULL,
         published_at = excluded.published_at, publication = excluded.publication
       WHERE account_id = excluded.account_id AND ended_at IS NOT NULL`,
  )
  const find = db.prepare<[string], Row>(
    `SELECT ${SITE}, ${HOLDER} FROM site JOIN account ON account.id = site.account_id WHERE site.slug = ${GIVEN}`,
  )
  const findPublication = db
    .prepare<[string], string | null>(`SELECT publication FROM site WHERE slug = ${GIVEN}`)
    .pluck()
  const findAddresses = db
    .prepare<[string], string | null>(`SELECT addresses FROM site WHERE slug = ${GIVEN}`)
    .pluck()
  const keepAddresses = db.prepare<[string, string, string, string | null]>(
    'UPDATE site SET addresses = ? WHERE slug = ? AND account_id = ? AND addresses IS ?',
  )
  const keepRule = db.prepare<[string, string, string, string]>(
    'UPDATE site SET rule = ? WHERE slug = ? AND account_id = ? AND rule = ?',
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${SITE} FROM site WHERE account_id = ${GIVEN} ORDER BY created_at, slug`,
  )
  const update = db.prepare(
    `UPDATE site SET title = @title, rule = @rule, published_at = @publishedAt, publication = @publication
     WHERE slug = @slug AND account_id = @accountId AND ended_at IS NULL`,
  )
  const end = db.prepare<[number, string, string], Row>(
    `UPDATE site SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, ?), closed_at = NULL, publication = NULL WHERE slug = ? AND account_id = ?
     RETURNING ${SITE.replaceAll('site.', '')}`,
  )
  const reopenClosed = db.prepare<[string, string], Row>(
    `UPDATE site SET ended_at = NULL, closed_at = NULL WHERE slug = ? AND account_id = ? AND closed_at IS NOT NULL
     RETURNING ${SITE.replaceAll('site.', '')}`,
  )
  const reopen = db.transaction((accountId: string, slug: string, mostOpen: number) => {
    place.check(accountId)
    if (countOpen.get(accountId)!.n >= mostOpen) return 'full'
    return reopenClosed.get(slug, accountId)
  })
  const create = db.transaction((site: Site, { open, closed }: SiteLimits, publication?: string) => {
    const { accountId } = site
    if (!hasAccount.get(accountId)) return 'full'
    place.check(accountId)
    forgetClosed.run({ accountId, most: closed })
    if (countOpen.get(accountId)!.n >= open) return 'full'
    return insert.run(fromSite(site, publication)).changes > 0 ? 'created' : 'taken'
  })
  return {
    create: async (site, most, publication) => create.immediate(site, most, publication),
    find: async (slug) => {
      const row = find.get(slug)
      if (!row) return undefined
      const [own, account] = split(row)
      return { site: toSite(own), account }
    },
    findPublication: async (slug) => findPublication.get(slug) ?? undefined,
    findAddresses: async (slug) => findAddresses.get(slug) ?? undefined,
    keepAddresses: async (accountId, slug, from, to) =>
      place.write(accountId, () => keepAddresses.run(to, slug, accountId, from ?? null).changes > 0),
    keepRule: async (accountId, slug, from, to) =>
      place.write(
        accountId,
        () => keepRule.run(JSON.stringify(to), slug, accountId, JSON.stringify(from)).changes > 0,
      ),
    list: async (accountId) => list.all(accountId).map(toSite),
    update: async (site, publication) =>
      place.write(site.accountId, () => update.run(fromSite(site, publication)).changes > 0),
    end: async (accountId, slug, at) => {
      const row = place.write(accountId, () => end.get(at, slug, accountId))
      return row && toSite(row)
    },
    reopen: async (...given) => {
      const row = reopen.immediate(...given)
      return typeof row === 'object' ? toSite(row) : row
    },
  }
}
