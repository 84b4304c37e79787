/**
 * Shared pages, for readers. Their requests have a rate of their own, and each reads the link, so that its end acts at
 * once. A page may be kept, but is asked for again each time.
 * @see sharing 1, 2, 6
 */
import { LIMITS } from '@notegraph/contract'
import { partAt, readForm, SHARE_PATH, shareAddress, type OpenedShare } from '@notegraph/service'
import type { Share } from '@notegraph/store'
import { noSharedPage, passwordPage, sharedPage, sharedPageMoving } from '@notegraph/web'
import type { Context, Hono, HonoRequest } from 'hono'
import { callerAddress } from './address.ts'
import { basePathOf, htmlBelow } from './base-path.ts'
import type { Deps, Env, PageEnv } from './context.ts'
import { shareProofCookie, shareProofOf } from './cookies.ts'
import { offsetIn, readerApp, type ReaderPages } from './reader-app.ts'
import { mountReaderFiles, numberIn } from './reader-files.ts'
import { NO_INDEX, readerHeaders } from './reader-headers.ts'
import { cachedPage, readerMessage, type ReaderDocument, type ReaderMessage } from './reader-page.ts'
import { renderedPages } from './rendered-pages.ts'

type Ctx = Context<PageEnv>

const PAGE = `${SHARE_PATH}/:id`
const FILE = `${SHARE_PATH}/{id}/files/{n}`

/** @returns the pages; their files are mounted beside them */
export function readerPages(deps: Deps): ReaderPages {
  const { readers } = deps
  const headers = readerHeaders(NO_INDEX)
  const pages = readerApp(deps, headers)
  const kept = renderedPages()

  const document: ReaderDocument = async (c) => {
    const id = c.req.param('id') ?? ''
    const proof = proofIn(deps, c)
    const offset = offsetIn(c)
    const key = `${id} ${offset}`
    // Before the page is read, so that a page in memory is at least as new as its state.
    const state = await readers.stateOf(id, proof)
    const held = kept.get(key, state)
    if (held) return cachedPage(c, held, 'private')
    const opened = await readers.open(id, proof)
    if (opened.state !== 'open') return closed(opened)
    const html = await sharedPage(await readers.read(opened, partAt(offset)), id, offset)
    return cachedPage(c, kept.keep(key, state, htmlBelow(basePathOf(deps.baseUrl()), html)), 'private')
  }

  pages.post(PAGE, async (c) => {
    const opened = await readers.open(c.req.param('id'), proofIn(deps, c))
    if (opened.state === 'locked') return unlock(c, opened.share)
    if (opened.state === 'open') return c.redirect(shareAddress(opened.share.id), 303)
    return sent(c, await closed(opened))
  })

  async function unlock(c: Ctx, share: Share): Promise<Response> {
    const address = callerAddress(deps, c.env, c.req.raw)
    if (await deps.sharePasswords.count(address, deps.clock()))
      return sent(c, readerMessage(429, await passwordPage(share.id, 'often'), RETRY))
    const form = await readForm(c.req.raw)
    const password = form.ok ? form.value.get('password') : undefined
    const tried = typeof password === 'string' ? await readers.prove(share, password, address) : WRONG
    if (tried.state === 'busy')
      return sent(c, readerMessage(429, await passwordPage(share.id, 'busy'), RETRY_SOON))
    const { accountId, pageId: subject } = share
    const event = tried.state === 'right' ? 'share_opened' : 'share_refused'
    await deps.audit.note({ event, accountId, by: 'nobody', subject, detail: 'password' })
    if (tried.state !== 'right') {
      const status = !form.ok && form.refusal.code === 'too_large' ? 413 : 403
      return sent(c, readerMessage(status, await passwordPage(share.id, 'wrong')))
    }
    c.header('Set-Cookie', shareProofCookie(deps.baseUrl(), share.id, tried.proof))
    return c.redirect(shareAddress(share.id), 303)
  }
  const documents = {
    [PAGE]: document,
    [`${SHARE_PATH}/*`]: async () => readerMessage(404, await noSharedPage()),
  }
  return { headers, documents, forms: pages }
}

/** The proof of a reader's password in the cookie for this link. */
const proofIn = ({ baseUrl }: Deps, { req }: { readonly req: HonoRequest }): string | undefined =>
  shareProofOf(req.raw, baseUrl(), req.param('id') ?? '')

/** A browser keeps a file, and asks each time whether the link still opens it. */
const CACHED = { ...NO_INDEX, 'Cache-Control': 'private, no-cache' }

/** Mounts the files of shared pages. */
export function readerFiles(app: Hono<Env>, deps: Deps): void {
  const { readers } = deps
  mountReaderFiles(app, deps, FILE, CACHED, readerHeaders(NO_INDEX), async (c) => {
    const opened = await readers.open(c.req.param('id') ?? '', proofIn(deps, c))
    const file = opened.state === 'open' && (await readers.file(opened, numberIn(c)))
    return file && file.ok ? file.value : readerMessage(404, await noSharedPage())
  })
}

const STATUS = { unknown: 404, gone: 410, moving: 503, locked: 200 } as const

const WRONG = { state: 'wrong' } as const

const RETRY_SOON = { 'Retry-After': String(LIMITS.sharePasswordRetryAfter) }
const RETRY = { 'Retry-After': String(LIMITS.retryAfter) }

async function closed(opened: Exclude<OpenedShare, { state: 'open' }>): Promise<ReaderMessage> {
  const { state } = opened
  if (state === 'locked') return readerMessage(STATUS[state], await passwordPage(opened.share.id))
  if (state === 'moving') return readerMessage(STATUS[state], await sharedPageMoving(), RETRY)
  return readerMessage(STATUS[state], await noSharedPage())
}

/** Answers a form. */
const sent = (c: Ctx, { status, body, headers }: ReaderMessage): Response => c.body(body, status, headers)
