/**
 * Published sites for their owner: publishes, lists, changes and ends them. A site of another account is treated as missing.
 * @see sharing 3, 5, 6, 7
 */
import { LIMITS, type ChangeSite, type PublishSite } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import type { Account, GraphStore, Site, SiteLook, SiteRule, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { needRecent } from '../recent-sign-in.ts'
import { badRequest, ok, refuse, type Result } from '../refusal.ts'
import { liveContent } from './live-content.ts'
import { takePublication } from './publication.ts'
import { checkSite, type SiteCheck } from './site-check.ts'
import { addressBook, NO_ADDRESSES } from './site-addresses.ts'
import { hostRecord, type HostRecord } from './site-host.ts'
import { siteAddress, sitePageAddress } from './site-links.ts'
import { queryDays, selectPages, type PageSet, type SelectedPages, type SelectedSet } from './site-pages.ts'
import { addressed, type SiteSets } from './site-sets.ts'
import { namedNow, settledRule, shownRule } from '../meant-pages.ts'
import { isSign, pictureIds } from './site-look.ts'
import { NO_RULE, readRule } from './site-rule.ts'
import { isSlug } from './site-slug.ts'

/** A site, with its rule among its members. */
export interface SiteView extends Omit<SiteRule, 'meant'> {
  readonly slug: string
  readonly url: string
  /** The TXT record of each host. */
  readonly hostRecords?: readonly HostRecord[]
  readonly title: string
  /** Whether the site follows the graph. */
  readonly follows: boolean
  /** When it was published last, if it does not follow the graph. */
  readonly publishedAt?: number
  /** The number of pages that readers see. */
  readonly published: number
  readonly createdAt: number
  readonly endedAt?: number
  /** When a restore closed it. */
  readonly closedAt?: number
}

/** A page that readers of a site see. */
export interface SitePageView {
  readonly id: string
  readonly name: string
  readonly url: string
}

/** A site for the form that changes it. */
export interface OwnSite {
  readonly site: SiteView
  /** The names of the chosen pages. */
  readonly chosen: readonly string[]
  /** The name of the start page. */
  readonly start?: string
  /** The names of the pages that come first in the navigation. */
  readonly navigation: readonly string[]
  /** The look, with the names of its pictures. */
  readonly look: SiteLook
}

interface ListWindow {
  readonly limit: number
  readonly offset: number
}

/** The sites of accounts. */
export interface SitesService {
  /** Whether sites answer at names of their own. */
  readonly takesHosts: boolean
  /** @returns 400 for an invalid member, 404 for an unknown page, 409 for a slug in use or if the account has the most sites */
  publish(account: Account, site: PublishSite): Promise<Result<SiteView>>
  /** The pages that `publish` would publish. Refuses the same sites, except for a slug in use or too many sites. */
  check(account: Account, site: PublishSite): Promise<Result<SiteCheck>>
  /** The pages that `change` would publish. @returns 404 if the account has no such site */
  checkChange(account: Account, slug: string, change: ChangeSite): Promise<Result<SiteCheck>>
  /** @returns 404 if the account has no such site */
  read(account: Account, slug: string): Promise<Result<OwnSite>>
  /** Newest first, including ended ones. */
  list(account: Account, window: ListWindow): Promise<{ sites: SiteView[]; total: number }>
  /** The pages that readers see now, by name. @returns 404 if the account has no such site */
  listPages(
    account: Account,
    slug: string,
    window: ListWindow,
  ): Promise<Result<{ pages: SitePageView[]; total: number }>>
  /**
   * Changes what the body names. Publishes a site again that does not follow the graph.
   * @param isRecent whether the person signed in recently, which a rule that selects more needs
   * @returns 404 if the account has no such site, 409 if it ended, 403 without a recent sign-in
   */
  change(account: Account, slug: string, change: ChangeSite, isRecent: boolean): Promise<Result<SiteView>>
  /** Ends a site at once; a second call changes nothing. @returns 404 if the account has no such site */
  end(account: Account, slug: string): Promise<Result<SiteView>>
  /**
   * Opens a site again that a restore closed.
   * @returns 404 if the account has no such site, 409 if it ended otherwise or the account has the most sites
   */
  reopen(account: Account, slug: string): Promise<Result<SiteView>>
}

export interface SitesDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns the address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  readonly sets: SiteSets
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string
  /** Whether sites answer at names of their own. */
  readonly takesHosts?: boolean
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
export function sitesService(
  store: Store,
  { clock, baseUrl, sets, origin, takesHosts = false }: SitesDeps,
): SitesService {
  const { sites } = store

  const pagesOf = async (site: Site, account: Account): Promise<PageSet> =>
    site.endedAt === undefined ? sets.pages(site, account) : NO_PAGES

  async function viewOf(site: Site, account: Account): Promise<SiteView> {
    const { accountId: _account, rule, ...shown } = site
    return {
      ...shown,
      ...shownRule(await namedNow(store.graph(account.id), rule)),
      ...(rule.hosts && { hostRecords: rule.hosts.map((host) => hostRecord(account.id, site.slug, host)) }),
      url: `${baseUrl()}${siteAddress(site.slug)}`,
      follows: site.publishedAt === undefined,
      published: (await pagesOf(site, account)).size,
    }
  }

  async function find(account: Account, slug: string): Promise<Site | undefined> {
    const site = isSlug(slug) ? (await sites.find(slug))?.site : undefined
    if (site?.accountId !== account.id) return undefined
    return { ...site, rule: await settledRule(store.graph(account.id), site.rule) }
  }

  /** Reads the body for a new site. */
  async function read(
    account: Account,
    { slug, title: sent, follows: _follows, ...body }: PublishSite,
  ): Promise<Result<Site>> {
    if (!isSlug(slug)) return notASlug(slug)
    const title = readTitle(sent)
    if (!title.ok) return title
    if (body.hosts && body.hosts.length > 0 && !takesHosts) return NO_HOSTS
    const rule = await readRule(store.graph(account.id), NO_RULE, body)
    if (!rule.ok) return rule
    return ok({ slug, accountId: account.id, title: title.value, rule: rule.value, createdAt: clock() })
  }

  /** Applies the body of a change to a site. */
  async function changed(account: Account, site: Site, body: ChangeSite): Promise<Result<Site>> {
    const { title: sent, follows: _follows, ...members } = body
    const title = sent === undefined ? ok(site.title) : readTitle(sent)
    if (!title.ok) return title
    if (members.hosts && members.hosts.length > 0 && !takesHosts) return NO_HOSTS
    const rule = await readRule(store.graph(account.id), site.rule, members)
    return rule.ok ? ok({ ...site, title: title.value, rule: rule.value }) : rule
  }

  const nextPages = async ({ rule }: Site, account: Account): Promise<SelectedPages> =>
    selectPages(store.graph(account.id), rule, clock(), zoneOf(account.zone))

  /** The content of a site before it is published. Its links are found again when it is read, so these addresses are not kept. */
  function nextContent({ slug }: Site, account: Account, selected: SelectedSet) {
    const pages = addressed(selected.values(), addressBook(NO_ADDRESSES))
    const days = queryDays(clock(), zoneOf(account.zone))
    return { pages, content: liveContent(store.graph(account.id), slug, pages, origin, days) }
  }

  /** Lists the pages that readers will see, beside those that they see now. */
  async function checked(account: Account, site: Site, seen: SelectedSet): Promise<SiteCheck> {
    const next = await nextPages(site, account)
    const { content } = nextContent(site, account, next.pages)
    return checkSite(store.graph(account.id), seen, next, site.rule, content)
  }

  /** A site as it is stored, with its state if it does not follow the graph. */
  async function published(account: Account, site: Site, follows: boolean): Promise<Result<StoredSite>> {
    const { publishedAt, ...rest } = site
    if (follows) return ok({ site: rest })
    const graph = store.graph(account.id)
    const { pages: selected } = await nextPages(site, account)
    const { pages, content } = nextContent(site, account, selected)
    const publication = await takePublication(content, graph, pages, origin)
    if (publication === undefined) return refuse({ code: 'conflict', why: 'site_too_large' })
    // Each state has a time of its own, so that no memory shows an older one.
    return ok({ site: { ...rest, publishedAt: Math.max(clock(), (publishedAt ?? 0) + 1) }, publication })
  }

  return {
    takesHosts,

    async publish(account, body) {
      const made = await read(account, body)
      if (!made.ok) return made
      const state = await published(account, made.value, body.follows ?? true)
      if (!state.ok) return state
      const { site, publication } = state.value
      const { slug } = site
      const created = await sites.create(
        site,
        { open: LIMITS.sites, closed: LIMITS.closedSites },
        publication,
      )
      if (created === 'taken') return refuse({ code: 'conflict', why: 'slug_taken', slug })
      return created === 'full'
        ? refuse({ code: 'conflict', why: 'sites_full' })
        : ok(await viewOf(site, account))
    },

    async check(account, body) {
      const made = await read(account, body)
      if (!made.ok) return made
      return ok(await checked(account, made.value, NO_PAGES))
    },

    async checkChange(account, slug, body) {
      const site = await find(account, slug)
      if (!site) return NONE
      const next = await changed(account, site, body)
      if (!next.ok) return next
      return ok(await checked(account, next.value, await pagesOf(site, account)))
    },

    async read(account, slug) {
      const site = await find(account, slug)
      if (!site) return NONE
      const { pages } = store.graph(account.id)
      const named = async (ids: readonly string[]) =>
        (await Promise.all(ids.map(async (id) => pages.find(id)))).flatMap((page) => page?.name ?? [])
      const { rule } = site
      const [start] = await named(rule.start === undefined ? [] : [rule.start])
      return ok({
        site: await viewOf(site, account),
        chosen: await named(rule.pages),
        navigation: await named(rule.navigation ?? []),
        look: await withNames(store.graph(account.id), rule.look ?? {}),
        ...(start !== undefined && { start }),
      })
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
      const pages = [...all.values()].slice(offset, offset + limit).map((page) => ({
        id: page.id,
        name: page.name,
        url: `${baseUrl()}${sitePageAddress(slug, page)}`,
      }))
      return ok({ pages, total: all.size })
    },

    async change(account, slug, body, isRecent) {
      const site = await find(account, slug)
      if (!site) return NONE
      const next = await changed(account, site, body)
      if (!next.ok) return next
      const followed = site.publishedAt === undefined
      const follows = body.follows ?? followed
      const may = needRecent(isRecent || ((followed || !follows) && !widens(site.rule, next.value.rule)))
      if (!may.ok) return may
      const state = await published(account, next.value, follows)
      if (!state.ok) return state
      return (await sites.update(state.value.site, state.value.publication))
        ? ok(await viewOf(state.value.site, account))
        : refuse({ code: 'conflict', why: 'site_ended' })
    },

    async end(account, slug) {
      const site = isSlug(slug) ? await sites.end(account.id, slug, clock()) : undefined
      return site ? ok(await viewOf(site, account)) : NONE
    },

    async reopen(account, slug) {
      if (!isSlug(slug)) return NONE
      const opened = await sites.reopen(account.id, slug, LIMITS.sites)
      if (typeof opened === 'object') return ok(await viewOf(opened, account))
      const found = await find(account, slug)
      if (!found) return NONE
      if (found.endedAt === undefined) return ok(await viewOf(found, account))
      return refuse({ code: 'conflict', why: opened === 'full' ? 'sites_full' : 'site_ended' })
    },
  }
}

interface StoredSite {
  readonly site: Site
  /** JSON of the state, for a site that does not follow the graph. */
  readonly publication?: string
}

const NO_PAGES: PageSet = new Map()

const NONE = refuse({ code: 'not_found', what: 'site' })

/** Whether a rule may select pages that another did not. @see decisions 9.6 */
const widens = (before: SiteRule, after: SiteRule): boolean =>
  after.pages.some((id) => !before.pages.includes(id)) ||
  (['tag', 'type', 'query'] as const).some((by) => after[by] !== undefined && after[by] !== before[by]) ||
  (after.journals && !before.journals) ||
  pictureIds(after.look ?? {}).some((id) => !pictureIds(before.look ?? {}).includes(id)) ||
  (after.hosts ?? []).some((host) => before.hosts?.includes(host) !== true) ||
  (before.except !== undefined && after.except !== before.except)

/** The look for a form: a picture by its name, which means its latest one. */
async function withNames({ files }: Pick<GraphStore, 'files'>, look: SiteLook): Promise<SiteLook> {
  const nameOf = async (id: string): Promise<string> =>
    isSign(id) ? id : ((await files.find(id))?.name ?? id)
  const { logo, icon } = look
  return {
    ...look,
    ...(logo !== undefined && { logo: await nameOf(logo) }),
    ...(icon !== undefined && { icon: await nameOf(icon) }),
  }
}

const NO_HOSTS = refuse({
  code: 'bad_request',
  error: 'This server shows sites at its own address only. Its operator can set NOTEGRAPH_SITE_HOSTS=on.',
})

const notASlug = (slug: string) =>
  badRequest(
    `slug takes lower-case letters and digits with single hyphens between them, up to ${LIMITS.siteSlug} characters, not ${quote(slug)}.`,
  )

function readTitle(sent: string): Result<string> {
  const title = sent.trim()
  if (title === '' || title.length > LIMITS.siteTitle)
    return badRequest(`title takes 1 to ${LIMITS.siteTitle} characters, not ${title.length}.`)
  // PostgreSQL cannot store some of them, and XML cannot contain them.
  if (/\p{Cc}/u.test(title) || !title.isWellFormed())
    return badRequest('title must not contain control characters or half of a surrogate pair.')
  return ok(title)
}
