/**
 * Answers to readers, who are strangers and may be many: a link that is passed around must cost little. So a page in memory
 * is sent as it is, in one response with all its headers.
 * @see sharing 1, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import { readerError, tooManyReads } from '@notegraph/web'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { bodyResponse } from './answers.ts'
import { basePathOf, htmlBelow } from './base-path.ts'
import type { Ctx, Deps } from './context.ts'
import type { FixedHeaders } from './document-headers.ts'
import type { ReaderHeaders } from './reader-headers.ts'
import { waitForTurn } from './fair-queue.ts'
import { coded, VARY } from './gzip.ts'
import { logFailure, logged } from './log.ts'
import type { RenderedPage } from './rendered-pages.ts'
import { noteRefusal } from './request-context.ts'
import { sentFrom, UNREAD, type Room } from './response-memory.ts'
import { isCached } from './static-document.ts'

/** An answer before it is compressed. */
export interface ReaderAnswer {
  readonly status: number
  readonly headers: FixedHeaders
  readonly body: string | RenderedPage | null
  /** Whether the page has diagrams, whose frames its policy allows. */
  readonly hasDiagram?: boolean
}

/** An answer of its own HTML, which no browser stores. */
export interface ReaderMessage extends ReaderAnswer {
  readonly status: ContentfulStatusCode
  readonly body: string
}

/** Answers `GET` on one path. */
export type ReaderDocument = (c: Ctx) => Promise<ReaderAnswer>

const HTML = 'text/html; charset=UTF-8'

export const readerMessage = (
  status: ContentfulStatusCode,
  html: string,
  headers: FixedHeaders = {},
): ReaderMessage => ({
  status,
  headers: { 'Content-Type': HTML, 'Cache-Control': 'no-store', ...headers },
  body: html,
})

/** The copies that are allowed: the reader's own, or also those of caches between. */
type Copies = 'private' | 'public'

/** A page with an `ETag`, or 304 if the reader has it. Caches ask each time, so that what ended is gone at once. */
export function cachedPage(c: Ctx, page: RenderedPage, copies: Copies, type: string = HTML): ReaderAnswer {
  // A 304 has these headers of the 200, so that a cache knows which copy it may go on using. @see RFC 9110, 15.4.5
  const headers = { 'Cache-Control': `${copies}, no-cache`, ETag: page.etag, ...VARY }
  const { hasDiagram } = page
  return isCached(c.req.header('if-none-match'), page)
    ? { status: 304, headers, body: null, hasDiagram }
    : { status: 200, headers: { ...headers, 'Content-Type': type }, body: page, hasDiagram }
}

/** @returns a handler of `GET` for the app */
export function readerHandler(
  deps: Deps,
  template: string,
  headers: ReaderHeaders,
  document: ReaderDocument,
): (c: Ctx) => Promise<Response> {
  return logged(deps, template, async (c, own, address) => {
    const room = await deps.responseMemory.reserve(address)
    await waitForTurn(address)
    const answer = room ? await answerOf(c, address) : await tooMany(UNREAD)
    return send(c, room, answer, { ...(await headers(answer.hasDiagram)), ...answer.headers, ...own })

    async function answerOf(c: Ctx, address: string): Promise<ReaderAnswer> {
      try {
        const often = await countRead(deps, address)
        return often ? await tooMany(often) : await document(c)
      } catch (error) {
        return readerMessage(500, await readerError(logFailure(deps, template, own, error)))
      }
    }
  })

  async function tooMany(refusal: Refusal): Promise<ReaderAnswer> {
    noteRefusal(refusal)
    return readerMessage(429, await tooManyReads(), { 'Retry-After': String(LIMITS.retryAfter) })
  }

  async function send(
    c: Ctx,
    room: Room | undefined,
    { status, body }: ReaderAnswer,
    own: FixedHeaders,
  ): Promise<Response> {
    if (body === null) {
      room?.done()
      return bodyResponse(null, status, own)
    }
    const packed =
      typeof body === 'string'
        ? await coded(c.req.header('accept-encoding'), htmlBelow(basePathOf(deps.baseUrl()), body))
        : await body.encoded(c.req.header('accept-encoding'))
    if (!room || c.req.method === 'HEAD') {
      room?.done()
      return bodyResponse(packed.body, status, { ...own, ...packed.headers }) // a body is not sent for HEAD
    }
    const sent = sentFrom(room, packed.body)
    return bodyResponse(sent.body, status, { ...own, ...packed.headers, ...sent.headers })
  }
}

/** Counts a request of a reader. @returns the refusal if there were too many */
export async function countRead(
  { readerRequests, clock }: Pick<Deps, 'readerRequests' | 'clock'>,
  address: string,
): Promise<Refusal | undefined> {
  const { limit } = readerRequests
  return (await readerRequests.count(address, clock())) ? { code: 'rate_limited', limit } : undefined
}
