/**
 * Sites for their readers: whether a site is open, its pages, the pages that link a page, and files. The site is read at
 * every request, so that its end acts at once.
 * @see sharing 2, 3, 5
 */
import type { Account, FileEntry, Site, SiteHolder, Store, Window } from '@notegraph/store'
import { openPlan, zoneOf } from '../access.ts'
import { filesService, type OpenFile } from '../files/service.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { liveContent } from './live-content.ts'
import { publishedContent } from './published-content.ts'
import type { ReadersDeps } from './readers.ts'
import type { SiteContent, SiteLink, SitePage } from './site-content.ts'
import type { FeedEntry, FeedKind } from './site-feed.ts'
import { linkNames, type LinkNames } from './site-links.ts'
import { queryDays, type PageSet, type PublishedPage } from './site-pages.ts'
import { pictureIds } from './site-look.ts'
import type { SiteMatches, TitleOf } from './site-search.ts'
import { isSlug } from './site-slug.ts'

/** The state of a site. `unknown` never was, `gone` ended, and `moving` is on its way to another server. */
export type OpenedSite = { readonly state: 'unknown' | 'gone' | 'moving' } | OpenSite

/** A site that readers may see. */
export interface OpenSite {
  readonly state: 'open'
  readonly site: Site
  readonly account: Account
  readonly pages: PageSet
}

/** Sites for readers, who have no account. */
export interface SiteReaders {
  /** A text that is another one whenever a page of the site may read differently; undefined unless the site is open. */
  stateOf(slug: string): Promise<string | undefined>
  open(slug: string): Promise<OpenedSite>
  /** Opens a site for its owner. @returns 404 if the account has no such site, 409 if it ended, 402 or 403 without a plan */
  openOwn(account: Account, slug: string): Promise<Result<OpenSite>>
  /** Reads a part of a page. @returns undefined if the page is not on the site */
  read(opened: OpenSite, id: string, window: Window): Promise<NamedSitePage | undefined>
  /** The names that lead to pages of a site. */
  linkNames(opened: OpenSite): Promise<LinkNames>
  /** The pictures of the look of a site, by their ids, with the last parts of their addresses. */
  pictures(opened: OpenSite): Promise<ReadonlyMap<string, LookPicture>>
  /** Finds the page that has or had an address on the site; it may have left the site. @returns undefined if there was none */
  pageAt(opened: OpenSite, address: string): Promise<string | undefined>
  /** Addresses that pages of the site had before, and that no other page has now, each with its page. */
  formerAddresses(opened: OpenSite): Promise<readonly (readonly [address: string, page: PublishedPage])[]>
  /** The links among pages, as pairs of ids: the page that links, and the linked one. */
  links(opened: OpenSite, ids: readonly string[]): Promise<readonly SiteLink[]>
  /** Searches the pages for plain words. */
  search(opened: OpenSite, q: string, titleOf: TitleOf): Promise<SiteMatches>
  /** The visible words of each block of a page, in its order. */
  words(opened: OpenSite, id: string): AsyncIterable<string>
  /** The entries of a feed, the latest first. */
  feed(opened: OpenSite, kind: FeedKind): Promise<readonly FeedEntry[]>
  /**
   * Opens a file by the last part of its address.
   * @returns `gone` if no page shows it any more, undefined if none ever did
   */
  file(opened: OpenSite, name: string): Promise<OpenFile | 'gone' | undefined>
  /** The last part of the address of a file, by its page and its number from 1, which earlier versions had in addresses. */
  fileName(opened: OpenSite, id: string, number: number): Promise<string | undefined>
}

/** A page of a site, with the last parts of the addresses of its files, by number. */
export interface NamedSitePage extends SitePage {
  readonly fileNames: ReadonlyMap<number, string>
}

/** A picture of the look of a site. */
export interface LookPicture {
  /** The last part of its address. */
  readonly address: string
  readonly file: Pick<FileEntry, 'name' | 'type' | 'hash'>
}

/** The site itself, among the pages that show a file. */
const SITE_ITSELF = ''

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const readers = siteReaders(store, { blobs, clock: Date.now, sets: siteSets(store, Date.now) })
 * ```
 */
export function siteReaders(store: Store, { blobs, clock, sets, origin }: ReadersDeps): SiteReaders {
  const files = filesService(store, blobs, clock)

  const find = async (slug: string): Promise<SiteHolder | undefined> =>
    isSlug(slug) ? store.sites.find(slug) : undefined

  async function stored(
    slug: string,
  ): Promise<Exclude<OpenedSite, OpenSite> | ({ state: 'open' } & SiteHolder)> {
    const found = await find(slug)
    if (!found) return { state: 'unknown' }
    if (found.site.endedAt !== undefined) return { state: 'gone' }
    const plan = openPlan(found.account, clock())
    if (!plan.ok) return { state: plan.refusal.code === 'unavailable' ? 'moving' : 'gone' }
    return { state: 'open', ...found }
  }

  async function contentOf({ site, account, pages }: OpenSite): Promise<SiteContent> {
    const graph = store.graph(account.id)
    if (site.publishedAt === undefined)
      return liveContent(graph, site.slug, pages, origin, queryDays(clock(), zoneOf(account.zone)))
    return publishedContent(graph, site.slug, pages, await sets.publication(site), origin)
  }

  const fileIdsOf = async ({ rule }: Site, content: SiteContent, id: string): Promise<readonly string[]> =>
    id === SITE_ITSELF ? pictureIds(rule.look ?? {}) : content.fileIds(id)

  return {
    async stateOf(slug) {
      const found = await stored(slug)
      return found.state === 'open' ? sets.stateOf(found.site, found.account) : undefined
    },

    async open(slug) {
      const found = await stored(slug)
      return found.state === 'open' ? { ...found, pages: await sets.pages(found.site, found.account) } : found
    },

    async openOwn({ id }, slug) {
      const found = await find(slug)
      if (found?.account.id !== id) return refuse({ code: 'not_found', what: 'site' })
      const { site, account } = found
      if (site.endedAt !== undefined) return refuse({ code: 'conflict', why: 'site_ended' })
      const plan = openPlan(account, clock())
      return plan.ok ? ok({ state: 'open', site, account, pages: await sets.pages(site, account) }) : plan
    },

    async read(opened, id, window) {
      const page = await (await contentOf(opened)).read(id, window)
      if (!page) return undefined
      const fileNames = new Map<number, string>()
      for (const [pageId, files] of Map.groupBy(page.view.files.values(), ({ from }) => from ?? id)) {
        const book = await sets.nameFiles(opened.site, opened.account, pageId, files)
        for (const file of files) fileNames.set(file.number, book.fileName(file) ?? '')
      }
      return { ...page, fileNames }
    },

    linkNames: async ({ account, pages }) => linkNames(store.graph(account.id), pages),

    async pictures({ site, account }) {
      const ids = pictureIds(site.rule.look ?? {})
      const found = await Promise.all(ids.map(async (id) => store.graph(account.id).files.find(id)))
      const shown = found.filter((file) => file !== undefined)
      if (shown.length === 0) return NO_PICTURES
      const book = await sets.nameFiles(site, account, SITE_ITSELF, shown)
      return new Map(shown.map((file) => [file.id, { address: book.fileName(file) ?? '', file }]))
    },

    pageAt: async ({ site, account }, address) => (await sets.addresses(site, account)).pageAt(address),

    async formerAddresses({ site, account, pages }) {
      const former = (await sets.addresses(site, account)).former()
      return former.flatMap(([name, id]) => {
        const page = pages.get(id)
        return page ? [[name, page] as const] : []
      })
    },

    links: async (opened, ids) => (await contentOf(opened)).links(ids),

    search: async (opened, q, titleOf) => (await contentOf(opened)).search(q, titleOf),

    async *words(opened, id) {
      yield* (await contentOf(opened)).words(id)
    },

    feed: async (opened, kind) => (await contentOf(opened)).feed(kind),

    async file(opened, name) {
      const known = await sets.fileAt(opened.site, opened.account, name)
      if (!known) return undefined
      const content = await contentOf(opened)
      for (const id of known.pages)
        for (const fileId of await fileIdsOf(opened.site, content, id)) {
          const file = await files.find(fileId, opened.account)
          if (file.ok && known.isSame(file.value.file)) return file.value
        }
      return 'gone'
    },

    async fileName(opened, id, number) {
      const fileId = (await (await contentOf(opened)).fileIds(id))[number - 1]
      const found = fileId === undefined ? undefined : await files.find(fileId, opened.account)
      if (!found?.ok) return undefined
      const { file } = found.value
      return (await sets.nameFiles(opened.site, opened.account, id, [file])).fileName(file)
    },
  }
}

const NO_PICTURES: ReadonlyMap<string, LookPicture> = new Map()
