/**
 * Sites, for readers: the start page, the index, the pages and their files. Each request reads the site, so that a page that
 * leaves it is gone at once.
 * @see sharing 3, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import {
  refuse,
  SITE_PATH,
  siteAddress,
  sitePageAddress,
  type OpenedSite,
  type OpenSite,
} from '@notegraph/service'
import { noPublishedPage, sharedPageMoving, siteIndexPage, siteMap, sitePage } from '@notegraph/web'
import type { Context, Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import type { Deps, Env, PageEnv } from './context.ts'
import { fileResponse } from './file-response.ts'
import { logged } from './log.ts'
import { cachedPage, cachedText, offsetIn, PART_BYTES, readerApp } from './reader-app.ts'
import { pathOf, refuseOthers } from './token-route.ts'

type Ctx = Context<PageEnv>

const SITE = `${SITE_PATH}/:slug`
const FILE = `${SITE_PATH}/{slug}/pages/{id}/files/{n}`

/** @returns the app of the pages; their files are mounted beside it */
export function siteReaderPages(deps: Deps): Hono<PageEnv> {
  const { siteReaders } = deps
  const pages = readerApp(deps, {})

  pages.get(SITE, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    const { site, pages: set } = opened
    const { start } = site.rule
    const path = siteAddress(site.slug)
    return start !== undefined && set.has(start) ? onePage(c, opened, start, path) : index(c, opened, path)
  })

  pages.get(`${SITE}/index`, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    return index(c, opened, `${siteAddress(opened.site.slug)}/index`)
  })

  pages.get(`${SITE}/sitemap.xml`, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    const { site, pages: set } = opened
    return cachedText(c, siteMap(site.slug, set.values(), deps.baseUrl()), 'application/xml', 'public')
  })

  pages.get(`${SITE}/pages/:id`, async (c) => {
    const opened = await siteReaders.open(c.req.param('slug'))
    if (opened.state !== 'open') return closed(c, opened)
    const id = c.req.param('id')
    return onePage(c, opened, id, sitePageAddress(opened.site.slug, id))
  })

  async function index(c: Ctx, { site, pages: set }: OpenSite, path: string): Promise<Response> {
    const offset = offsetIn(c)
    const some = [...set.values()].slice(offset, offset + LIMITS.webBlocks)
    const place = { site, path, baseUrl: deps.baseUrl() }
    return cachedPage(c, await siteIndexPage({ pages: some, total: set.size, offset }, place), 'public')
  }

  async function onePage(c: Ctx, opened: OpenSite, id: string, path: string): Promise<Response> {
    const offset = offsetIn(c)
    const page = await siteReaders.read(opened, id, { limit: LIMITS.webBlocks, offset, bytes: PART_BYTES })
    // A page that was never published looks the same, so nobody learns whether it exists.
    if (!page) return c.html(await noPublishedPage(), 410)
    const place = { site: opened.site, path, baseUrl: deps.baseUrl() }
    return cachedPage(c, await sitePage(page, place, offset), 'public')
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
          : refuse({ code: 'not_found', what: 'file' })
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
