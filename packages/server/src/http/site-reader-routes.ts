/**
 * Sites, for readers: the start page, the index, the pages and their files. Each request reads the site, so that a page that
 * leaves it is gone at once.
 * @see sharing 3, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import {
  SITE_PATH,
  siteAddress,
  siteFileAddress,
  sitePageAddress,
  type FeedKind,
  type OpenedSite,
  type OpenSite,
} from '@notegraph/service'
import {
  atomFeed,
  canonicalName,
  feedAddress,
  feedContents,
  jsonFeed,
  jsonFeedAddress,
  madeFiles,
  mapAddresses,
  noPageOfSite,
  noPublishedPage,
  pageMarkdown,
  servedFeed,
  sharedPageMoving,
  shownLook,
  siteDocument,
  siteDocumentPath,
  siteMap,
  siteSearchPage,
  siteTexts,
  titleOf,
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
import { rendered, renderedPages, type RenderedPages } from './rendered-pages.ts'
import { decodePart } from './target.ts'

const ATOM = 'application/atom+xml'
const PLAIN = 'text/plain; charset=UTF-8'
const SITE = `${SITE_PATH}/:slug`
const FILE = `${SITE_PATH}/{slug}/files/{name}`

/** A site at a name of its own, and the rendered pages of such sites. */
export interface OwnPlace {
  readonly slug: string
  readonly kept: RenderedPages
}

/**
 * @param place the site, if the routes are those of a host of its own
 * @returns the pages; their files are mounted beside them
 */
export function siteReaderPages(deps: Deps, place?: OwnPlace): ReaderPages {
  const { siteReaders } = deps
  const headers = siteHeaders()
  const kept = place?.kept ?? renderedPages()
  const shown = (path: string): string => (place ? atHost(place.slug, path) : path)
  const below = (html: string): string =>
    place ? mapAddresses(html, shown) : htmlBelow(basePathOf(deps.baseUrl()), html)
  /** A site that has a name of its own is known by it, also below the server's address. */
  const hostOf = (site: Site): string | undefined => (place ? undefined : deps.siteHosts?.hostOf(site))
  const completeOf = (site: Site): ((path: string) => string) => {
    const host = hostOf(site)
    return host === undefined
      ? (path) => `${deps.baseUrl()}${shown(path)}`
      : (path) => `${new URL(deps.baseUrl()).protocol}//${host}${atHost(site.slug, path)}`
  }
  const root = place ? '' : SITE
  const slugIn = (c: Ctx): string => place?.slug ?? c.req.param('slug') ?? ''
  /** The key of what is kept, and its state. */
  async function keyOf(c: Ctx, more = ''): Promise<[string, string | undefined]> {
    const slug = slugIn(c)
    const state = await siteReaders.stateOf(slug)
    const host = place || !deps.siteHosts ? undefined : await knownHost(slug)
    return [
      `${place ? deps.baseUrl() : ''} ${c.req.path} ${more}`,
      host === undefined ? state : state && `${state} ${host}`,
    ]
  }
  async function knownHost(slug: string): Promise<string | undefined> {
    const opened = await siteReaders.open(slug)
    return opened.state === 'open' ? hostOf(opened.site) : undefined
  }

  /** Answers on an open site. */
  const onSite =
    (answer: (c: Ctx, opened: OpenSite) => Promise<ReaderAnswer>): ReaderDocument =>
    async (c) => {
      const opened = await siteReaders.open(slugIn(c))
      return opened.state === 'open' ? answer(c, opened) : closed(opened)
    }

  const search = onSite(async (c, opened) => {
    const q = (c.req.query('q') ?? '').slice(0, LIMITS.siteQuery).toWellFormed()
    const look = await shownLook(siteReaders, opened)
    const matches = await siteReaders.search(opened, q, (page) => titleOf(opened.site, page))
    const page = await siteSearchPage(opened.site, look, q, matches)
    return cachedPage(c, rendered(below(page)), 'public')
  })

  /** A text for programs that is kept in memory by its address. @param write returns a message for readers if there is none */
  const text =
    (type: string, write: (c: Ctx, opened: OpenSite) => Promise<string | ReaderAnswer>): ReaderDocument =>
    async (c) => {
      const [key, state] = await keyOf(c)
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
      if (kind === 'journals' && !site.rule.journals) return nothingOn(siteReaders, opened, 410)
      const entries = await siteReaders.feed(opened, kind)
      const contents = await feedContents(siteReaders, opened, entries, completeOf(site))
      return write(site, entries, servedFeed(site.slug, addressOf(site.slug), completeOf(site)), contents)
    })

  const map = onSite(async (c, opened) => {
    const urlOf = (name: SiteDocumentName) => completeOf(opened.site)(siteDocumentPath(slugIn(c), name))
    const xml = rendered(siteMap(opened, urlOf))
    return cachedPage(c, xml, 'public', 'application/xml')
  })

  /** Search engines read it at the root of a host alone. */
  const robots = async (_: Ctx, { site }: OpenSite): Promise<string> =>
    `User-agent: *\nAllow: /\n\nSitemap: ${completeOf(site)(`${siteAddress(site.slug)}/sitemap.xml`)}\n`

  /** A document that is kept in memory by its address. */
  const document =
    (find: (c: Ctx, opened: OpenSite) => Promise<SiteDocumentName | ReaderAnswer>): ReaderDocument =>
    async (c) => {
      const [slug, offset] = [slugIn(c), offsetIn(c)]
      // Before the page is read, so that a page in memory is at least as new as its state.
      const [key, state] = await keyOf(c, String(offset))
      const held = kept.get(key, state)
      if (held) return cachedPage(c, held, 'public')
      const opened = await siteReaders.open(slug)
      if (opened.state !== 'open') return closed(opened)
      const name = await find(c, opened)
      if (typeof name !== 'string' && 'status' in name) return name
      const layout = {
        canonical: completeOf(opened.site)(siteDocumentPath(slug, canonicalName(opened, name))),
        completeFile: completeOf(opened.site),
        hasFeeds: true,
      }
      const found = await siteDocument(siteReaders, opened, name, offset, layout)
      if (!found) return nothingOn(siteReaders, opened, 410) // deleted meanwhile
      return cachedPage(c, kept.keep(key, state, below(found.html)), 'public')
    }

  const movedTo = (path: string): ReaderAnswer => movedFor(deps, shown(path))

  /** A page by its address. A former one, or one in capitals, leads to it. */
  const pageDocument = document(async (c, opened) => {
    const address = c.req.param('name') ?? ''
    const { site, pages } = opened
    const id = await siteReaders.pageAt(opened, address)
    if (id === undefined) return nothingOn(siteReaders, opened, 404)
    const page = pages.get(id)
    if (!page) return nothingOn(siteReaders, opened, 410)
    return page.address === address ? { page } : movedTo(sitePageAddress(site.slug, page))
  })

  /** A page as Markdown, at its address with `.md` behind it. */
  const markdown = text('text/markdown; charset=UTF-8', async (c, opened) => {
    const address = (c.req.param('name') ?? '').slice(0, -'.md'.length)
    const id = await siteReaders.pageAt(opened, address)
    const page = id === undefined ? undefined : opened.pages.get(id)
    if (!page) return nothingOn(siteReaders, opened, id === undefined ? 404 : 410)
    if (page.address !== address) return movedTo(`${sitePageAddress(opened.site.slug, page)}.md`)
    return (
      (await pageMarkdown(siteReaders, opened, page, completeOf(opened.site))) ??
      nothingOn(siteReaders, opened, 410)
    )
  })

  /** The name of a page with its slashes leads to it. */
  const pageByName = onSite(async (c, opened) => {
    const name = decodePart(c.req.path.split('/').slice(root.split('/').length).join('/'), 'page')
    const id = name.ok ? await siteReaders.pageAt(opened, name.value) : undefined
    const page = opened.pages.get(id ?? '')
    if (!page) return nothingOn(siteReaders, opened, id === undefined ? 404 : 410)
    return movedTo(sitePageAddress(opened.site.slug, page))
  })

  /** Earlier versions had the id of a page in its address. A page that was never published looks like one that left. */
  const formerPage = onSite(async (c, opened) => {
    const { site, pages } = opened
    const page = pages.get(c.req.param('id') ?? '')
    return page ? movedTo(sitePageAddress(site.slug, page)) : nothingOn(siteReaders, opened, 410)
  })

  const formerFile = onSite(async (c, opened) => {
    const { site } = opened
    const name = await siteReaders.fileName(opened, c.req.param('id') ?? '', numberIn(c))
    return name === undefined
      ? nothingOn(siteReaders, opened, 404)
      : movedTo(siteFileAddress(site.slug, name))
  })

  /** A file that is made for the site. Its address has a hash of its content. */
  const made = onSite(async (c, opened) => {
    const file = madeFiles(opened.site).find(({ name }) => name === c.req.param('name'))
    if (!file) return nothingOn(siteReaders, opened, 404)
    const { headers: own, ...answer } = cachedPage(c, rendered(file.text), 'public', file.type)
    return { ...answer, headers: { ...own, 'Cache-Control': FOREVER } }
  })

  const documents: Record<string, ReaderDocument> = {
    ...(!place && { [SITE]: document(async () => 'start') }),
    [`${root}/`]: document(async () => 'start'),
    [`${root}/index`]: document(async () => 'index'),
    [`${root}/graph`]: document(async () => 'graph'),
    [`${root}/pages`]: onSite(async (_, { site }) => movedTo(siteDocumentPath(site.slug, 'index'))),
    [`${root}/pages/:id`]: formerPage,
    [`${root}/pages/:id/files/:n`]: formerFile,
    [`${root}/search`]: search,
    [`${root}/feed.xml`]: feed('pages', ATOM, atomFeed, (slug) => feedAddress(slug, 'pages')),
    [`${root}/journals.xml`]: feed('journals', ATOM, atomFeed, (slug) => feedAddress(slug, 'journals')),
    [`${root}/feed.json`]: feed('pages', 'application/feed+json', jsonFeed, jsonFeedAddress),
    [`${root}/llms.txt`]: text(PLAIN, async (_, opened) => siteTexts(opened, completeOf(opened.site))),
    [`${root}/sitemap.xml`]: map,
    ...(place && { '/robots.txt': text(PLAIN, robots) }),
    [`${root}/assets/:name`]: made,
    [`${root}/:name`]: async (c: Ctx) =>
      c.req.param('name')?.endsWith('.md') === true ? markdown(c) : pageDocument(c),
    [`${root}/*`]: pageByName,
    ...(!place && { [`${SITE_PATH}/*`]: async () => readerMessage(404, await noPublishedPage()) }),
  }
  return { headers, documents: place ? mapped(documents, below) : documents, forms: readerApp(deps, headers) }
}

/** The path of a page of a site at a host of its own. */
const atHost = (slug: string, path: string): string =>
  path === siteAddress(slug)
    ? '/'
    : path.startsWith(`${siteAddress(slug)}/`)
      ? path.slice(siteAddress(slug).length)
      : path

/** Messages have the addresses of the place too. Pages in memory have them already. */
const mapped = (
  documents: Readonly<Record<string, ReaderDocument>>,
  map: (html: string) => string,
): Readonly<Record<string, ReaderDocument>> =>
  Object.fromEntries(
    Object.entries(documents).map(([path, document]) => [
      path,
      async (c: Ctx) => {
        const answer = await document(c)
        return typeof answer.body === 'string' ? { ...answer, body: map(answer.body) } : answer
      },
    ]),
  )

/** Mounts the files of sites. */
export function siteReaderFiles(app: Hono<Env>, deps: Deps, place?: OwnPlace): void {
  const { siteReaders } = deps
  mountReaderFiles(app, deps, place ? '/files/{name}' : FILE, CACHED, siteHeaders(), async (c) => {
    const opened = await siteReaders.open(place?.slug ?? c.req.param('slug') ?? '')
    if (opened.state !== 'open') return closed(opened)
    const file = await siteReaders.file(opened, c.req.param('name') ?? '')
    if (typeof file === 'object') return file
    const none = await nothingOn(siteReaders, opened, file === 'gone' ? 410 : 404)
    return place ? { ...none, body: mapAddresses(none.body, (path) => atHost(place.slug, path)) } : none
  })
}

/** A page of a site has one script, of the server's own, which reads other pages of the site. */
const siteHeaders = () => readerHeaders({}, { scriptSrc: SELF, connectSrc: SELF })

/** A browser keeps a file, and asks each time whether a page still shows it. */
const CACHED = { 'Cache-Control': 'public, no-cache' }

/** The address changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable'

/** A redirect that stays. Caches ask again, since another page may take the address. */
const movedFor = (deps: Deps, path: string): ReaderAnswer => ({
  status: 308,
  headers: { Location: `${basePathOf(deps.baseUrl())}${path}`, 'Cache-Control': 'no-cache' },
  body: null,
})

const nothingOn = async (
  readers: Deps['siteReaders'],
  opened: OpenSite,
  status: 404 | 410,
): Promise<ReaderMessage> =>
  readerMessage(status, await noPageOfSite(opened.site, await shownLook(readers, opened), true))

async function closed({ state }: Exclude<OpenedSite, OpenSite>): Promise<ReaderMessage> {
  return state === 'moving'
    ? readerMessage(503, await sharedPageMoving(), { 'Retry-After': String(LIMITS.retryAfter) })
    : readerMessage(state === 'gone' ? 410 : 404, await noPublishedPage())
}
