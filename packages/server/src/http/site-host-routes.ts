/**
 * Sites at names of their own. A host of a site shows the site alone: it has neither the API nor the pages of an account, and
 * no cookie. The server's own address, addresses of machines and names without a dot keep all the rest.
 * @see sharing 12
 */
import { isIP } from 'node:net'
import { LIMITS } from '@notegraph/contract'
import { readHost } from '@notegraph/service'
import { assetRoutes, diagramRoutes, noPublishedPage, notForReaders, sharedPageMoving } from '@notegraph/web'
import { Hono } from 'hono'
import { bodyResponse } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { LATER } from '../site-hosts.ts'
import { logged } from './log.ts'
import { countRead, readerHandler, readerMessage } from './reader-page.ts'
import { renderedPages } from './rendered-pages.ts'
import { siteReaderFiles, siteReaderPages } from './site-reader-routes.ts'
import { routedPath } from './target.ts'

/** A proxy asks here before it fetches a certificate. */
export const ASK_PATH = '/site-host'
/** Sites whose routes are in memory. */
const MOST_APPS = 200

/** Answers 200 for a host at which a site answers, and 404 for others. */
export function askRoute(app: Hono<Env>, deps: Deps): void {
  const { siteHosts } = deps
  if (!siteHosts) return
  app.get(
    ASK_PATH,
    logged(deps, ASK_PATH, async (c, own, address) => {
      const text = (status: number, words: string) => bodyResponse(words, status, { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store', ...own }) // prettier-ignore
      if (await countRead(deps, address)) return text(429, 'Too many requests.\n')
      const host = readHost(c.req.query('domain') ?? '')
      const slug = host === undefined ? undefined : await siteHosts.slugAt(host)
      if (slug === LATER) return text(503, 'Name servers do not answer.\n')
      const opened = slug === undefined ? undefined : await deps.siteReaders.open(slug)
      return opened?.state === 'open' ? text(200, 'A site answers at this name.\n') : text(404, 'No site answers at this name.\n') // prettier-ignore
    }),
  )
}

/** The app with the hosts of sites before it. */
export function withSiteHosts(app: Hono<Env>, deps: Deps): Hono<Env> {
  const { siteHosts } = deps
  if (!siteHosts) return app
  const kept = renderedPages()
  /** The site that was read last comes last. */
  const apps = new Map<string, Hono<Env>>()

  function appOf(host: string, slug: string, address: string): Hono<Env> {
    const key = `${host} ${slug}`
    const found = apps.get(key) ?? siteApp({ ...deps, baseUrl: () => address }, slug, kept)
    apps.delete(key)
    apps.set(key, found)
    for (const oldest of apps.keys()) if (apps.size > MOST_APPS) apps.delete(oldest)
    return found
  }

  const message = (html: () => Promise<string>, status: 404 | 503) => {
    const headers = siteReaderPages(deps).headers
    return logged(deps, 'none', async (_, own, address) => {
      const often = await countRead(deps, address)
      const { body, headers: more } = readerMessage(often ? 404 : status, await html())
      return bodyResponse(body, often ? 429 : status, { ...(await headers()), ...more, ...(status === 503 && { 'Retry-After': String(LIMITS.retryAfter) }), ...own }) // prettier-ignore
    })
  }
  const none = message(async () => noPublishedPage(), 404)
  const later = message(sharedPageMoving, 503)

  const outer = new Hono<Env>({ getPath: routedPath })
  outer.all('*', async (c) => {
    const { hostname: sent = '', port = '' } = URL.parse(`http://${c.req.header('host') ?? ''}`) ?? {}
    const name = withoutRoot(sent)
    const { protocol, hostname } = new URL(deps.baseUrl())
    if (isOwnName(name, withoutRoot(hostname)) || HEALTH.has(c.req.path)) return app.fetch(c.req.raw, c.env)
    const host = readHost(name)
    const slug = host && (await siteHosts.slugAt(host))
    if (slug === LATER) return later(c)
    if (host === undefined || slug === undefined) return none(c)
    const address = protocol === 'https:' ? `https://${host}` : `http://${host}${port && `:${port}`}`
    return appOf(host, slug, address).fetch(c.req.raw, c.env)
  })
  return outer
}

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** A name may end with the dot of the root: `garden.example.` is `garden.example`. */
const withoutRoot = (hostname: string): string => hostname.replace(/\.$/, '')

/** Whether a name is the server's, that of a machine, or an address. */
const isOwnName = (name: string, own: string): boolean =>
  name === own || !name.includes('.') || isIP(name) !== 0 || name.startsWith('[')

/** The routes of one site at its host. */
function siteApp(deps: Deps, slug: string, kept: ReturnType<typeof renderedPages>): Hono<Env> {
  const app = new Hono<Env>({ getPath: routedPath })
  app.use(async (c, next) => {
    await next()
    if (deps.baseUrl().startsWith('https:'))
      c.res.headers.set('Strict-Transport-Security', 'max-age=31536000')
  })
  const place = { slug, kept }
  const assets = new Hono()
  assetRoutes(assets)
  assets.route('/', diagramRoutes())
  app.route('/', assets)
  siteReaderFiles(app, deps, place)
  const { documents, headers } = siteReaderPages(deps, place)
  for (const [path, document] of Object.entries(documents))
    app.get(path, readerHandler(deps, `{host}${path.replaceAll(/:(\w+)/g, '{$1}')}`, headers, document))
  const allowed = 'GET, HEAD'
  app.all(
    '*',
    logged(deps, '{host}', async (c: Ctx, own) => {
      const words = `This path does not accept ${c.req.method.replaceAll(/[^A-Z]/g, '')}. It accepts ${allowed}.`
      const { body, headers: more } = readerMessage(405, await notForReaders(words))
      return bodyResponse(body, 405, { ...(await headers()), ...more, Allow: allowed, ...own })
    }),
  )
  return app
}
