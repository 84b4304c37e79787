/**
 * The pages of sites in memory, so that a reader's request need not select them. A set is used again only in the same state:
 * the commit of the graph, the site as it is stored, and the day. So a page that leaves is gone at once. A site that does not
 * follow the graph shows what it published, without the pages that its rule selects no longer.
 * @see sharing 3, 5
 */
import { dayAt } from '@notegraph/graph'
import type { Account, Site, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { etagOf } from '../answer.ts'
import { changeAddresses } from './kept-addresses.ts'
import { readPublication, type Publication } from './publication.ts'
import {
  addressBook,
  withFiles,
  withPages,
  type AddressBook,
  type KnownFile,
  type NamedFile,
} from './site-addresses.ts'
import { sitePages, type PageSet, type SelectedPage, type SelectedSet } from './site-pages.ts'

/** The sites whose sets are in memory: up to 10,000 names each. */
const MOST_SETS = 20
/** The publications in memory. */
const MOST_PUBLICATIONS = 5

/** The pages of sites, as readers see them. */
export interface SiteSets {
  /** A text that is another one whenever a page of the site may read differently. */
  stateOf(site: Site, account: Account): Promise<string>
  /** The pages of an open site, as readers see them now. */
  pages(site: Site, account: Account): Promise<PageSet>
  /** The addresses of the pages and files that an open site shows, and those that it showed. */
  addresses(site: Site, account: Account): Promise<AddressBook>
  /** A file by its address, which another process may have given it. */
  fileAt(site: Site, account: Account, name: string): Promise<KnownFile | undefined>
  /** The addresses, after each of the files of a page has one. */
  nameFiles(site: Site, account: Account, pageId: string, files: Iterable<NamedFile>): Promise<AddressBook>
  /** The published state of a site that does not follow the graph. */
  publication(site: Site): Promise<Publication>
}

/** Called whenever the pages of a site are selected. */
type OnSelected = (site: Site, account: Account) => Promise<void>

/**
 * Creates the memory of a process.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const pages = await siteSets(store, Date.now).pages(site, account)
 * ```
 */
export function siteSets(store: Store, clock: () => number, onSelected?: OnSelected): SiteSets {
  const sets = lately<AddressedSet>(MOST_SETS)
  const publications = lately<Publication>(MOST_PUBLICATIONS)

  async function stateOf(
    { title, rule: { look, ...rule }, createdAt, publishedAt = 0 }: Site,
    account: Account,
  ): Promise<string> {
    const zone = zoneOf(account.zone)
    const { epoch, head } = await store.graph(account.id).feed.state()
    // A look may have a long style sheet.
    const stored = [createdAt, publishedAt, title, rule, look && etagOf(JSON.stringify(look))]
    return JSON.stringify([account.id, epoch, head, dayAt(clock(), zone), zone, ...stored])
  }

  const publication = async ({ slug, createdAt, publishedAt }: Site): Promise<Publication> =>
    publications(slug, `${createdAt} ${publishedAt}`, async () =>
      readPublication((await store.sites.findPublication(slug)) ?? '[]'),
    )

  async function shown(site: Site, account: Account): Promise<AddressedSet> {
    await onSelected?.(site, account)
    const selected = await sitePages(store.graph(account.id), site.rule, clock(), zoneOf(account.zone))
    const pages = site.publishedAt === undefined ? [...selected.values()] : await published(site, selected)
    const book = addressBook(await changeAddresses(store, site, (held) => withPages(held, pages)))
    return { pages: addressed(pages, book), book }
  }

  /** The published pages that the rule still selects. */
  async function published(site: Site, selected: SelectedSet): Promise<SelectedPage[]> {
    const pages: SelectedPage[] = []
    for (const { listed } of (await publication(site)).values()) {
      const now = selected.get(listed.id)
      if (now) pages.push({ ...listed, createdAt: now.createdAt }) // earlier versions kept no creation
    }
    return pages
  }

  const setOf = async (site: Site, account: Account): Promise<AddressedSet> =>
    sets(site.slug, await stateOf(site, account), async () => shown(site, account))

  return {
    stateOf,
    publication,
    pages: async (site, account) => (await setOf(site, account)).pages,
    addresses: async (site, account) => (await setOf(site, account)).book,
    async fileAt(site, account, name) {
      const set = await setOf(site, account)
      const known = set.book.fileAt(name)
      if (known) return known
      set.book = addressBook(await changeAddresses(store, site, (held) => held))
      return set.book.fileAt(name)
    },
    async nameFiles(site, account, pageId, files) {
      const set = await setOf(site, account)
      const all = [...files]
      if (all.every((file) => set.book.shows(pageId, file))) return set.book
      const isOn = (id: string): boolean => id === '' || set.pages.has(id) // the site itself shows its logo
      set.book = addressBook(await changeAddresses(store, site, (held) => withFiles(held, pageId, all, isOn)))
      return set.book
    },
  }
}

interface AddressedSet {
  readonly pages: PageSet
  book: AddressBook
}

/** Pages with their addresses. */
export const addressed = (pages: Iterable<SelectedPage>, book: AddressBook): PageSet =>
  new Map(Array.from(pages, (page) => [page.id, { ...page, address: book.nameOf(page.id) ?? page.id }]))

/**
 * Keeps the values that were read last, each as long as its state is the same.
 * @param most the number of values
 */
function lately<T>(most: number): (key: string, state: string, read: () => Promise<T>) => Promise<T> {
  /** The key that was read last comes last. */
  const values = new Map<string, { readonly state: string; readonly value: Promise<T> }>()
  return async (key, state, read) => {
    const kept = values.get(key)
    const one = kept?.state === state ? kept : { state, value: read() }
    values.delete(key)
    values.set(key, one)
    for (const oldest of values.keys()) if (values.size > most) values.delete(oldest)
    try {
      return await one.value
    } catch (error) {
      if (values.get(key) === one) values.delete(key)
      throw error
    }
  }
}
