/**
 * Published sites for their owner: publishes, lists, changes and ends them. A site of another account is treated as missing.
 * @see sharing 3, 5, 6, 7
 */
import { LIMITS, type ChangeSite, type PublishSite } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import type { Account, Site, SiteRule, Store } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'
import { siteAddress, sitePageAddress } from './site-links.ts'
import type { SiteSets } from './site-sets.ts'
import { NO_RULE, readRule } from './site-rule.ts'
import { isSlug } from './site-slug.ts'

/** A site, with its rule among its members. */
export interface SiteView extends SiteRule {
  readonly slug: string
  readonly url: string
  readonly title: string
  /** The number of pages that readers see. */
  readonly published: number
  readonly createdAt: number
  readonly endedAt?: number
}

/** A page that readers of a site see. */
export interface SitePageView {
  readonly id: string
  readonly name: string
  readonly url: string
}

interface ListWindow {
  readonly limit: number
  readonly offset: number
}

/** The sites of accounts. */
export interface SitesService {
  /** @returns 400 for an invalid member, 404 for an unknown page, 409 for a slug in use or if the account has the most sites */
  publish(account: Account, site: PublishSite): Promise<Result<SiteView>>
  /** Newest first, including ended ones. */
  list(account: Account, window: ListWindow): Promise<{ sites: SiteView[]; total: number }>
  /** The pages that readers see now, by name. @returns 404 if the account has no such site */
  listPages(
    account: Account,
    slug: string,
    window: ListWindow,
  ): Promise<Result<{ pages: SitePageView[]; total: number }>>
  /** Changes what the body names. @returns 404 if the account has no such site, 409 if it ended */
  change(account: Account, slug: string, change: ChangeSite): Promise<Result<SiteView>>
  /** Ends a site at once; a second call changes nothing. @returns 404 if the account has no such site */
  end(account: Account, slug: string): Promise<Result<SiteView>>
}

export interface SitesDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns the address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  readonly sets: SiteSets
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const sets = siteSets(store, Date.now)
 * const sites = sitesService(store, { clock: Date.now, baseUrl: () => 'https://notes.example', sets })
 * ```
 */
export function sitesService(store: Store, { clock, baseUrl, sets }: SitesDeps): SitesService {
  const { sites } = store

  const pagesOf = async (site: Site, account: Account) =>
    site.endedAt === undefined ? sets(site, account) : new Map<string, never>()

  async function viewOf(site: Site, account: Account): Promise<SiteView> {
    const { accountId: _account, rule, ...shown } = site
    return {
      ...shown,
      ...rule,
      url: `${baseUrl()}${siteAddress(site.slug)}`,
      published: (await pagesOf(site, account)).size,
    }
  }

  async function find(account: Account, slug: string): Promise<Site | undefined> {
    const site = isSlug(slug) ? (await sites.find(slug))?.site : undefined
    return site?.accountId === account.id ? site : undefined
  }

  return {
    async publish(account, { slug, title: sent, ...body }) {
      if (!isSlug(slug)) return notASlug(slug)
      const title = readTitle(sent)
      if (!title.ok) return title
      const rule = await readRule(store.graph(account.id), NO_RULE, body)
      if (!rule.ok) return rule
      const site = { slug, accountId: account.id, title: title.value, rule: rule.value, createdAt: clock() }
      const created = await sites.create(site, { open: LIMITS.sites, closed: LIMITS.closedSites })
      if (created === 'taken') return refuse({ code: 'conflict', why: 'slug_taken', slug })
      return created === 'full'
        ? refuse({ code: 'conflict', why: 'sites_full' })
        : ok(await viewOf(site, account))
    },

    async list(account, { limit, offset }) {
      const all = (await sites.list(account.id)).toReversed()
      const shown: SiteView[] = []
      for (const site of all.slice(offset, offset + limit)) shown.push(await viewOf(site, account))
      return { sites: shown, total: all.length }
    },

    async listPages(account, slug, { limit, offset }) {
      const site = await find(account, slug)
      if (!site) return NONE
      const all = await pagesOf(site, account)
      const pages = [...all.values()].slice(offset, offset + limit).map(({ id, name }) => ({
        id,
        name,
        url: `${baseUrl()}${sitePageAddress(slug, id)}`,
      }))
      return ok({ pages, total: all.size })
    },

    async change(account, slug, { title: sent, ...body }) {
      const site = await find(account, slug)
      if (!site) return NONE
      const title = sent === undefined ? ok(site.title) : readTitle(sent)
      if (!title.ok) return title
      const rule = await readRule(store.graph(account.id), site.rule, body)
      if (!rule.ok) return rule
      const changed: Site = { ...site, title: title.value, rule: rule.value }
      return (await sites.update(changed))
        ? ok(await viewOf(changed, account))
        : refuse({ code: 'conflict', why: 'site_ended' })
    },

    async end(account, slug) {
      const site = isSlug(slug) ? await sites.end(account.id, slug, clock()) : undefined
      return site ? ok(await viewOf(site, account)) : NONE
    },
  }
}

const NONE = refuse({ code: 'not_found', what: 'site' })

const wrong = (error: string) => refuse({ code: 'bad_request', error })

const notASlug = (slug: string) =>
  wrong(
    `slug takes lower-case letters and digits with single hyphens between them, up to ${LIMITS.siteSlug} characters, not ${quote(slug)}.`,
  )

function readTitle(sent: string): Result<string> {
  const title = sent.trim()
  if (title === '' || title.length > LIMITS.siteTitle)
    return wrong(`title takes 1 to ${LIMITS.siteTitle} characters, not ${title.length}.`)
  // PostgreSQL cannot store some of them, and XML cannot contain them.
  if (/\p{Cc}/u.test(title) || !title.isWellFormed())
    return wrong('title must not contain control characters or half of a surrogate pair.')
  return ok(title)
}
