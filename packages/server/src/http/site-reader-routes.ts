/**
 * Sites, for readers: the start page, the index, the pages and their files. Each request reads the site, so that a page that
 * leaves it is gone at once.
 * @see sharing 3, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import {
  SITE_PATH,
  siteFileAddress,
  sitePageAddress,
  type FeedKind,
  type OpenedSite,
  type OpenSite,
} from '@notegraph/service'
import {
  atomFeed,
  feedAddress,
  feedContents,
  jsonFeed,
  jsonFeedAddress,
  noPageOfSite,
  noPublishedPage,
  pageMarkdown,
  servedFeed,
  sharedPageMoving,
  siteDocument,
  siteDocumentPath,
  siteMap,
  siteSearchPage,
  siteTexts,
  type SiteDocumentName,
} from '@notegraph/web'
import type { Site } from '@notegraph/store'
import type { Hono } from 'hono'
import { basePathOf, htmlBelow } from './base-path.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { offsetIn, readerApp, type ReaderPages } from './reader-app.ts'
import { mountReaderFiles, numberIn } from './reader-files.ts'
import { SELF } from './document-headers.ts'
import { readerHeaders } from './reader-headers.ts'
import {
  cachedPage,
  readerMessage,
  type ReaderAnswer,
  type ReaderDocument,
  type ReaderMessage,
} from './reader-page.ts'
import { rendered, renderedPages } from './rendered-pages.ts'

const ATOM = 'application/atom+xml'
const PLAIN = 'text/plain; charset=UTF-8'
const SITE = `${SITE_PATH}/:slug`
const FILE = `${SITE_PATH}/{slug}/files/{name}`

/** @returns the pages; their files are mounted beside them */
export function siteReaderPages(deps: Deps): ReaderPages {
  const { siteReaders } = deps
  const headers = siteHeaders()
  const kept = renderedPages()
  const below = (html: string): string => htmlBelow(basePathOf(deps.baseUrl()), html)
  const complete = (path: string): string => `${deps.baseUrl()}${path}`
  const slugIn = (c: Ctx): string => c.req.param('slug') ?? ''

  /** Answers on an open site. */
  const onSite =
    (answer: (c: Ctx, opened: OpenSite) => Promise<ReaderAnswer>): ReaderDocument =>
    async (c) => {
      const opened = await siteReaders.open(slugIn(c))
      return opened.state === 'open' ? answer(c, opened) : closed(opened)
    }

  const search = onSite(async (c, opened) => {
    const q = (c.req.query('q') ?? '').slice(0, LIMITS.siteQuery).toWellFormed()
    const page = await siteSearchPage(opened.site, q, await siteReaders.search(opened, q))
    return cachedPage(c, rendered(below(page)), 'public')
  })

  /** A text for programs that is kept in memory by its address. @param write returns a message for readers if there is none */
  const text =
    (type: string, write: (c: Ctx, opened: OpenSite) => Promise<string | ReaderMessage>): ReaderDocument =>
    async (c) => {
      const [key, state] = [c.req.path, await siteReaders.stateOf(slugIn(c))]
      const held = kept.get(key, state)
      if (held) return cachedPage(c, held, 'public', type)
      const opened = await siteReaders.open(slugIn(c))
      if (opened.state !== 'open') return closed(opened)
      const written = await write(c, opened)
      if (typeof written !== 'string') return written
      return cachedPage(c, kept.keep(key, state, written), 'public', type)
    }

  const feed = (
    kind: FeedKind,
    type: string,
    write: typeof atomFeed | typeof jsonFeed,
    addressOf: (slug: string) => string,
  ): ReaderDocument =>
    text(type, async (_, opened) => {
      const { site } = opened
      if (kind === 'journals' && !site.rule.journals) return nothingOn(site, 410)
      const entries = await siteReaders.feed(opened, kind)
      const contents = await feedContents(siteReaders, opened, entries, complete)
      return write(site, entries, servedFeed(site.slug, addressOf(site.slug), deps.baseUrl()), contents)
    })

  const map = onSite(async (c, { site, pages }) => {
    const urlOf = (name: SiteDocumentName) => `${deps.baseUrl()}${siteDocumentPath(site.slug, name)}`
    const addresses = Array.from(pages.values(), (page) => ({
      url: urlOf({ page }),
      editedAt: page.editedAt,
    }))
    const xml = rendered(siteMap([{ url: urlOf('start') }, ...addresses]))
    return cachedPage(c, xml, 'public', 'application/xml')
  })

  /** A document that is kept in memory by its address. */
  const document =
    (find: (c: Ctx, opened: OpenSite) => Promise<SiteDocumentName | ReaderAnswer>): ReaderDocument =>
    async (c) => {
      const [slug, offset] = [slugIn(c), offsetIn(c)]
      const key = `${c.req.path} ${offset}`
      // Before the page is read, so that a page in memory is at least as new as its state.
      const state = await siteReaders.stateOf(slug)
      const held = kept.get(key, state)
      if (held) return cachedPage(c, held, 'public')
      const opened = await siteReaders.open(slug)
      if (opened.state !== 'open') return closed(opened)
      const name = await find(c, opened)
      if (typeof name !== 'string' && 'status' in name) return name
      const layout = {
        canonical: `${deps.baseUrl()}${siteDocumentPath(slug, name)}`,
        hasFeeds: true,
      }
      const found = await siteDocument(siteReaders, opened, name, offset, layout)
      if (!found) return nothingOn(opened.site, 410) // deleted meanwhile
      return cachedPage(c, kept.keep(key, state, below(found.html)), 'public')
    }

  const movedTo = (path: string): ReaderAnswer => movedFor(deps, path)

  /** A page by its address. A former one, or one in capitals, leads to it. */
  const pageDocument = document(async (c, opened) => {
    const address = c.req.param('name') ?? ''
    const { site, pages } = opened
    const id = await siteReaders.pageAt(opened, address)
    if (id === undefined) return nothingOn(site, 404)
    const page = pages.get(id)
    if (!page) return nothingOn(site, 410)
    return page.address === address ? { page } : movedTo(sitePageAddress(site.slug, page))
  })

  /** A page as Markdown, at its address with `.md` behind it. */
  const markdown = text('text/markdown; charset=UTF-8', async (c, opened) => {
    const address = (c.req.param('name') ?? '').slice(0, -'.md'.length)
    const id = await siteReaders.pageAt(opened, address)
    const page = id === undefined ? undefined : opened.pages.get(id)
    if (!page) return nothingOn(opened.site, id === undefined ? 404 : 410)
    return (await pageMarkdown(siteReaders, opened, page, complete)) ?? nothingOn(opened.site, 410)
  })

  /** Earlier versions had the id of a page in its address. A page that was never published looks like one that left. */
  const formerPage = onSite(async (c, { site, pages }) => {
    const page = pages.get(c.req.param('id') ?? '')
    return page ? movedTo(sitePageAddress(site.slug, page)) : nothingOn(site, 410)
  })

  const formerFile = onSite(async (c, opened) => {
    const { site } = opened
    const name = await siteReaders.fileName(opened, c.req.param('id') ?? '', numberIn(c))
    return name === undefined ? nothingOn(site, 404) : movedTo(siteFileAddress(site.slug, name))
  })

  const documents = {
    [SITE]: document(async () => 'start'),
    [`${SITE}/`]: document(async () => 'start'),
    [`${SITE}/index`]: document(async () => 'index'),
    [`${SITE}/graph`]: document(async () => 'graph'),
    [`${SITE}/pages`]: onSite(async (_, { site }) => movedTo(siteDocumentPath(site.slug, 'index'))),
    [`${SITE}/pages/:id`]: formerPage,
    [`${SITE}/pages/:id/files/:n`]: formerFile,
    [`${SITE}/search`]: search,
    [feedAddress(':slug', 'pages')]: feed('pages', ATOM, atomFeed, (slug) => feedAddress(slug, 'pages')),
    [feedAddress(':slug', 'journals')]: feed('journals', ATOM, atomFeed, (slug) =>
      feedAddress(slug, 'journals'),
    ),
    [jsonFeedAddress(':slug')]: feed('pages', 'application/feed+json', jsonFeed, jsonFeedAddress),
    [`${SITE}/llms.txt`]: text(PLAIN, async (_, opened) => siteTexts(opened, complete)),
    [`${SITE}/sitemap.xml`]: map,
    [`${SITE}/:name`]: async (c: Ctx) =>
      c.req.param('name')?.endsWith('.md') === true ? markdown(c) : pageDocument(c),
    [`${SITE}/*`]: onSite(async (_, { site }) => nothingOn(site, 404)),
    [`${SITE_PATH}/*`]: async () => readerMessage(404, await noPublishedPage()),
  }
  return { headers, documents, forms: readerApp(deps, headers) }
}

/** Mounts the files of sites. */
export function siteReaderFiles(app: Hono<Env>, deps: Deps): void {
  const { siteReaders } = deps
  mountReaderFiles(app, deps, FILE, CACHED, siteHeaders(), async (c) => {
    const opened = await siteReaders.open(c.req.param('slug') ?? '')
    if (opened.state !== 'open') return closed(opened)
    const file = await siteReaders.file(opened, c.req.param('name') ?? '')
    return typeof file === 'object' ? file : nothingOn(opened.site, file === 'gone' ? 410 : 404)
  })
}

/** A page of a site has one script, of the server's own, which reads other pages of the site. */
const siteHeaders = () => readerHeaders({}, { scriptSrc: SELF, connectSrc: SELF })

/** A browser keeps a file, and asks each time whether a page still shows it. */
const CACHED = { 'Cache-Control': 'public, no-cache' }

/** A redirect that stays. Caches ask again, since another page may take the address. */
const movedFor = (deps: Deps, path: string): ReaderAnswer => ({
  status: 308,
  headers: { Location: `${basePathOf(deps.baseUrl())}${path}`, 'Cache-Control': 'no-cache' },
  body: null,
})

const nothingOn = async (site: Site, status: 404 | 410): Promise<ReaderMessage> =>
  readerMessage(status, await noPageOfSite(site, true))

async function closed({ state }: Exclude<OpenedSite, OpenSite>): Promise<ReaderMessage> {
  return state === 'moving'
    ? readerMessage(503, await sharedPageMoving(), { 'Retry-After': String(LIMITS.retryAfter) })
    : readerMessage(state === 'gone' ? 410 : 404, await noPublishedPage())
}
