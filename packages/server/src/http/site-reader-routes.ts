/**
 * Sites, for readers: the start page, the index, the pages and their files. Each request reads the site, so that a page that
 * leaves it is gone at once.
 * @see sharing 3, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import { NO_PAGE_FILE, SITE_PATH, type OpenedSite } from '@notegraph/service'
import {
  atomFeed,
  feedAddress,
  noPublishedPage,
  servedFeed,
  sharedPageMoving,
  siteDocument,
  siteDocumentPath,
  siteMap,
  siteSearchPage,
  type SiteDocumentName,
} from '@notegraph/web'
import type { Context, Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import type { Deps, Env, PageEnv } from './context.ts'
import { fileResponse } from './file-response.ts'
import { logged } from './log.ts'
import { cachedPage, cachedText, offsetIn, readerApp } from './reader-app.ts'
import { rendered, renderedPages } from './rendered-pages.ts'
import { pathOf, refuseOthers } from './token-route.ts'

type Ctx = Context<PageEnv>

const SITE = `${SITE_PATH}/:slug`
const FILE = `${SITE_PATH}/{slug}/pages/{id}/files/{n}`

/** @returns the app of the pages; their files are mounted beside it */
export function siteReaderPages(deps: Deps): Hono<PageEnv> {
  const { siteReaders } = deps
  const pages = readerApp(deps, {})
  const kept = renderedPages()

  pages.get(SITE, (c) => document(c, 'start'))
  pages.get(`${SITE}/index`, (c) => document(c, 'index'))
  pages.get(`${SITE}/pages/:id`, (c) => document(c, { page: c.req.param('id') }))

  pages.get(`${SITE}/search`, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    const q = (c.req.query('q') ?? '').slice(0, LIMITS.siteQuery).toWellFormed()
    const page = await siteSearchPage(opened.site, q, await siteReaders.search(opened, q))
    return cachedPage(c, rendered(page), 'public')
  })

  for (const kind of ['pages', 'journals'] as const)
    pages.get(feedAddress(':slug', kind), async (c) => {
      const opened = await siteReaders.open(c.req.param('slug') ?? '')
      if (opened.state !== 'open') return closed(c, opened)
      const { site } = opened
      if (kind === 'journals' && !site.rule.journals) return c.html(await noPublishedPage(), 410)
      const entries = await siteReaders.feed(opened, kind)
      const feed = atomFeed(site, entries, servedFeed(site.slug, kind, deps.baseUrl()))
      return cachedText(c, feed, 'application/atom+xml', 'public')
    })

  pages.get(`${SITE}/sitemap.xml`, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    const { site, pages: set } = opened
    const urlOf = (name: SiteDocumentName) => `${deps.baseUrl()}${siteDocumentPath(site.slug, name)}`
    const addresses = Array.from(set.values(), ({ id, editedAt }) => ({ url: urlOf({ page: id }), editedAt }))
    return cachedText(c, siteMap([{ url: urlOf('start') }, ...addresses]), 'application/xml', 'public')
  })

  async function document(c: Ctx, name: SiteDocumentName): Promise<Response> {
    const opened = await siteReaders.open(c.req.param('slug') ?? '')
    if (opened.state !== 'open') return closed(c, opened)
    const { site, pages: set } = opened
    const [path, offset] = [siteDocumentPath(site.slug, name), offsetIn(c)]
    // Another commit, rule or day makes another set.
    const [key, state] = [`${path} ${offset}`, [set, site.title]]
    const held = kept.get(key, state)
    if (held) return cachedPage(c, held, 'public')
    const layout = { canonical: `${deps.baseUrl()}${path}`, hasFeeds: true }
    const found = await siteDocument(siteReaders, opened, name, offset, layout)
    // A page that was never published looks the same, so nobody learns whether it exists.
    if (!found) return c.html(await noPublishedPage(), 410)
    return cachedPage(c, kept.keep(key, state, found.html), 'public')
  }
  return pages
}

/** Mounts the files of sites. */
export function siteReaderFiles(app: Hono<Env>, deps: Deps): void {
  app.get(
    pathOf(FILE),
    logged(deps, FILE, async (c, own, address) => {
      if (await deps.readerRequests.count(address, deps.clock()))
        return refusalResponse({ code: 'rate_limited', limit: deps.readerRequests.limit }, own)
      const number = /^[1-9]\d{0,5}$/.exec(c.req.param('n') ?? '')?.[0]
      const opened = await deps.siteReaders.open(c.req.param('slug') ?? '')
      const found =
        opened.state === 'open' && number !== undefined
          ? await deps.siteReaders.file(opened, c.req.param('id') ?? '', Number(number))
          : NO_PAGE_FILE
      return found.ok ? fileResponse(c, found.value, own) : refusalResponse(found.refusal, own)
    }),
  )
  refuseOthers(app, { ...deps, requests: deps.readerRequests }, FILE, ['GET'])
}

async function closed(c: Ctx, { state }: Exclude<OpenedSite, { state: 'open' }>): Promise<Response> {
  return state === 'moving'
    ? c.html(await sharedPageMoving(), 503, { 'Retry-After': String(LIMITS.retryAfter) })
    : c.html(await noPublishedPage(), state === 'gone' ? 410 : 404)
}
