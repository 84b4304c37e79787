/**
 * Shared pages for their readers: whether a link opens, the proof of a password, what the page shows, and its files. The
 * link is read at every request, so that its end acts at once. The first reader loads the libraries of Markdown.
 * @see sharing 1, 2
 */
import type { Account, Blobs, Share, ShareHolder, Store, StoredPage, Window } from '@notegraph/store'
import { dayAt } from '@notegraph/graph'
import { openPlan, zoneOf } from '../access.ts'
import { filesService, type OpenFile } from '../files/service.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { pageToShare } from './page-to-share.ts'
import { hashPassword, isProven, isWeak, provePassword, tryPassword } from './password.ts'
import { isShareId } from './share-id.ts'
import { settledSites } from '../meant-pages.ts'
import { privatePages, privateTags } from './private-pages.ts'
import { shareLinks, type LinkTo } from './share-links.ts'
import type { SharedView } from './shared-view.ts'
import { siteLinks } from './site-links.ts'
import type { SiteSets } from './site-sets.ts'

/** The number is of no file. The page may not exist. */
export const NO_PAGE_FILE: Result<never> = refuse({ code: 'not_found', what: 'page_file' })

/**
 * The state of a link. `unknown` never was, `gone` worked once, `moving` is on its way to another server, and `locked`
 * needs a password.
 */
export type OpenedShare =
  | { readonly state: 'unknown' | 'gone' | 'moving' }
  | { readonly state: 'locked'; readonly share: Share }
  | ShownPage

/** A page that the reader may see. */
export interface ShownPage {
  readonly state: 'open'
  readonly share: Share
  readonly account: Account
  readonly page: StoredPage
}

/** The result of a try of a password. */
export type Proof = { readonly state: 'right'; readonly proof: string } | { readonly state: 'wrong' | 'busy' }

/** A link that is not created yet. */
export interface PreviewedShare {
  /** The id of the page, or its name or an alias. */
  readonly page: string
  readonly quotes: boolean
}

/** Shared pages for readers, who have no account. */
export interface ReadersService {
  /** @param proof the result of `prove`, if the reader's browser sent one */
  open(id: string, proof: string | undefined): Promise<OpenedShare>
  /**
   * @param address the reader's, which has one try at a time
   * @returns the proof that opens the page; `wrong`, or `busy` if too many passwords are tried
   */
  prove(share: Share, password: string, address: string): Promise<Proof>
  /** A text that is another one whenever the page may read differently; undefined unless the link opens it. */
  stateOf(id: string, proof: string | undefined): Promise<string | undefined>
  /** Reads a part of the page. */
  read(shown: ShownPage, window: Window): Promise<SharedView>
  /** The beginning of a page as readers would see it, for its owner. @returns 404 for an unknown page */
  preview(account: Account, share: PreviewedShare, window: Window): Promise<Result<SharedView>>
  /** A file of the page, by its number from 1. */
  file(shown: ShownPage, number: number): Promise<Result<OpenFile>>
  /** A file of the preview of a page, by its number from 1. */
  previewFile(account: Account, pageId: string, number: number): Promise<Result<OpenFile>>
}

/** The parts that readers of shared pages and of sites need. */
export interface ReadersDeps {
  readonly blobs: Blobs
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  readonly sets: SiteSets
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const readers = readersService(store, { blobs, clock: Date.now, sets: siteSets(store, Date.now) })
 * ```
 */
export function readersService(store: Store, { blobs, clock, sets, origin }: ReadersDeps): ReadersService {
  const files = filesService(store, blobs, clock)

  /**
   * A page leads to shared pages first, since the reader of a link has been given those. A page on several sites is read on the
   * oldest.
   */
  async function linksOf(account: Account, own?: Share): Promise<LinkTo> {
    const links = [await shareLinks(store, account.id, clock(), own)]
    for (const site of await store.sites.list(account.id))
      if (site.endedAt === undefined)
        links.push(await siteLinks(store.graph(account.id), site.slug, await sets.pages(site, account)))
    return (name) => {
      for (const linkTo of links) {
        const path = linkTo(name)
        if (path !== undefined) return path
      }
      return undefined
    }
  }

  /** Makes the choice of what a page of an account quotes from other pages. A private page is quoted nowhere. */
  const quotesOf =
    ({ id }: Account, quotes: boolean) =>
    async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (!quotes || ids.length === 0) return new Set()
      const isPrivate = await privatePages(store.graph(id), privateTags(await settledSites(store, id)), ids)
      return new Set(ids.filter((one) => !isPrivate.has(one)))
    }

  async function stored(
    id: string,
  ): Promise<{ state: 'unknown' | 'gone' | 'moving' } | ({ state: 'open' } & ShareHolder)> {
    const found = isShareId(id) ? await store.shares.find(id) : undefined
    if (!found) return { state: 'unknown' }
    const { share, account } = found
    const now = clock()
    if (share.endedAt !== undefined || now >= (share.expiresAt ?? Infinity)) return { state: 'gone' }
    const plan = openPlan(account, now)
    if (!plan.ok) return { state: plan.refusal.code === 'unavailable' ? 'moving' : 'gone' }
    return { state: 'open', share, account }
  }

  /** A password of an earlier release is hashed again. */
  async function rightProof({ accountId, id, password: stored = '' }: Share, password: string) {
    const proof = await provePassword(stored, password)
    if (proof === undefined || !isWeak(stored)) return proof
    const renewed = await hashPassword(password)
    return (await store.shares.renewPassword(accountId, id, stored, renewed.stored)) ? renewed.proof : proof
  }

  async function fileOf(account: Account, pageId: string, number: number): Promise<Result<OpenFile>> {
    const { pageFiles } = await import('./page-files.ts')
    const id = (await pageFiles(store.graph(account.id), pageId, origin))[number - 1]
    const file = id === undefined ? NO_PAGE_FILE : await files.find(id, account)
    return file.ok ? file : NO_PAGE_FILE
  }

  return {
    async open(id, proof) {
      const found = await stored(id)
      if (found.state !== 'open') return found
      const { share, account } = found
      const page = await store.graph(account.id).pages.find(share.pageId)
      if (!page) return { state: 'gone' }
      return isProven(share, proof) ? { ...found, page } : { state: 'locked', share }
    },

    async prove(share, password, address) {
      const tried = await tryPassword(address, async () => rightProof(share, password))
      if (!tried) return { state: 'busy' }
      return tried.value === undefined ? { state: 'wrong' } : { state: 'right', proof: tried.value }
    },

    async stateOf(id, proof) {
      const found = await stored(id)
      if (found.state !== 'open' || !isProven(found.share, proof)) return undefined
      const { share, account } = found
      const now = clock()
      const [{ epoch, head }, shares, sites] = await Promise.all([
        store.graph(account.id).feed.state(),
        store.shares.listOpen(account.id, now),
        store.sites.list(account.id),
      ])
      const zone = zoneOf(account.zone)
      // A site may select its pages by the day.
      return JSON.stringify([share.id, share.quotes, epoch, head, dayAt(now, zone), zone, shares, sites])
    },

    async read({ share, account, page }, window) {
      const { sharedView } = await import('./shared-view.ts')
      return sharedView(store.graph(share.accountId), {
        page,
        quotable: quotesOf(account, share.quotes),
        window,
        linkTo: await linksOf(account, share),
        origin,
      })
    },

    async preview(account, { page: named, quotes }, window) {
      const graph = store.graph(account.id)
      const page = await pageToShare(graph, named)
      if (!page.ok) return page
      const linkTo = await linksOf(account)
      const { sharedView } = await import('./shared-view.ts')
      return ok(
        await sharedView(graph, {
          page: page.value,
          quotable: quotesOf(account, quotes),
          window,
          linkTo,
          origin,
        }),
      )
    },

    file: async ({ account, page }, number) => fileOf(account, page.id, number),
    previewFile: fileOf,
  }
}
