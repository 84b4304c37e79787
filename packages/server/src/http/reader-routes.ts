/**
 * Shared pages, for readers. Their requests have a rate of their own, and each reads the link, so that its end acts at
 * once. A page may be kept, but is asked for again each time.
 * @see sharing 1, 2, 6
 */
import { LIMITS } from '@notegraph/contract'
import { NO_PAGE_FILE, partAt, SHARE_PATH, shareAddress, type OpenedShare } from '@notegraph/service'
import type { Share } from '@notegraph/store'
import { noSharedPage, passwordPage, sharedPage, sharedPageMoving } from '@notegraph/web'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { callerAddress } from './address.ts'
import { refusalResponse } from './answers.ts'
import type { Deps, Env, PageEnv } from './context.ts'
import { shareProofCookie, shareProofOf } from './cookies.ts'
import { fileResponse } from './file-response.ts'
import { logged } from './log.ts'
import { cachedPage, offsetIn, readerApp } from './reader-app.ts'
import { NO_INDEX } from './reader-headers.ts'
import { renderedPages } from './rendered-pages.ts'
import { pathOf, refuseOthers } from './token-route.ts'

type Ctx = Context<PageEnv>

const PAGE = `${SHARE_PATH}/:id`
const FILE = `${SHARE_PATH}/{id}/files/{n}`

/** @returns the app of the pages; their files are mounted beside it */
export function readerPages(deps: Deps): Hono<PageEnv> {
  const { readers } = deps
  const pages = readerApp(deps, NO_INDEX)
  const kept = renderedPages()

  pages.get(PAGE, async (c) => {
    const opened = await readers.open(c.req.param('id'), shareProofOf(c.req.raw))
    if (opened.state !== 'open') return closed(c, opened)
    const offset = offsetIn(c)
    const { id } = opened.share
    const [key, state] = [`${id} ${offset}`, [await readers.stateOf(opened)]]
    const page =
      kept.get(key, state) ??
      kept.keep(key, state, await sharedPage(await readers.read(opened, partAt(offset)), id, offset))
    return cachedPage(c, page, 'private')
  })

  pages.post(PAGE, bodyLimit({ maxSize: LIMITS.bodyBytes }), async (c) => {
    const opened = await readers.open(c.req.param('id'), shareProofOf(c.req.raw))
    if (opened.state === 'locked') return unlock(c, opened.share)
    return opened.state === 'open' ? c.redirect(shareAddress(opened.share.id), 303) : closed(c, opened)
  })

  async function unlock(c: Ctx, share: Share): Promise<Response> {
    const { ofAddress, ofPage } = deps.sharePasswords
    const now = deps.clock()
    const isTooMany =
      (await ofAddress.count(callerAddress(deps, c.env, c.req.raw), now)) ||
      (await ofPage.count(share.id, now))
    if (isTooMany)
      return page(c, 429, await passwordPage(share.id, 'often'), { 'Retry-After': String(LIMITS.retryAfter) })
    const password = await passwordIn(c)
    const proof = password === undefined ? undefined : await readers.prove(share, password)
    if (proof === undefined) return page(c, 403, await passwordPage(share.id, 'wrong'))
    c.header('Set-Cookie', shareProofCookie(deps.baseUrl(), share.id, proof))
    return c.redirect(shareAddress(share.id), 303)
  }
  return pages
}

/** Mounts the files of shared pages. */
export function readerFiles(app: Hono<Env>, deps: Deps): void {
  app.get(
    pathOf(FILE),
    logged(deps, FILE, async (c, own, address) => {
      const headers = { ...own, ...NO_INDEX }
      if (await deps.readerRequests.count(address, deps.clock()))
        return refusalResponse({ code: 'rate_limited', limit: deps.readerRequests.limit }, headers)
      const number = /^[1-9]\d{0,5}$/.exec(c.req.param('n') ?? '')?.[0]
      const opened = await deps.readers.open(c.req.param('id') ?? '', shareProofOf(c.req.raw))
      const found =
        opened.state === 'open' && number !== undefined
          ? await deps.readers.file(opened, Number(number))
          : NO_PAGE_FILE
      return found.ok ? fileResponse(c, found.value, headers) : refusalResponse(found.refusal, headers)
    }),
  )
  refuseOthers(app, { ...deps, requests: deps.readerRequests }, FILE, ['GET'])
}

const STATUS = { unknown: 404, gone: 410, moving: 503, locked: 200 } as const

async function closed(c: Ctx, opened: Exclude<OpenedShare, { state: 'open' }>): Promise<Response> {
  const { state } = opened
  if (state === 'locked') return page(c, STATUS[state], await passwordPage(opened.share.id))
  if (state === 'moving')
    return page(c, STATUS[state], await sharedPageMoving(), { 'Retry-After': String(LIMITS.retryAfter) })
  return page(c, STATUS[state], await noSharedPage())
}

const page = (
  c: Ctx,
  status: 200 | 403 | 404 | 410 | 429 | 503,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): Response => c.html(html, status, headers)

/** @returns undefined for a body that is no form */
async function passwordIn(c: Ctx): Promise<string | undefined> {
  try {
    const value = (await c.req.formData()).get('password')
    return typeof value === 'string' ? value : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
