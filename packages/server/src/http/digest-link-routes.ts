/**
 * The links in digests, which work without signing in. A program that follows links changes nothing: a form confirms an
 * address or ends a digest. Mail programs end one with a request of their own, which no page of this server sends.
 * @see events 3; RFC 8058
 */
import { CONFIRM_PATH, END_PATH, refuse } from '@notegraph/service'
import {
  confirmDigestPage,
  confirmedDigestPage,
  endDigestPage,
  endedDigestPage,
  noDigestLink,
} from '@notegraph/web'
import type { Context, Hono } from 'hono'
import type { Deps, Env, PageEnv } from './context.ts'
import { refusalResponse } from './answers.ts'
import { logged } from './log.ts'

const CONFIRM = `${CONFIRM_PATH}:secret`
const END = `${END_PATH}:secret`

export function digestLinkRoutes(pages: Hono<PageEnv>, { digest }: Deps): void {
  const secretOf = (c: Context<PageEnv>): string => c.req.param('secret') ?? ''

  pages.get(CONFIRM, async (c) => {
    const address = await digest.findToConfirm(secretOf(c))
    return address === undefined ? noDigestLink() : confirmDigestPage(CONFIRM_PATH + secretOf(c), address)
  })
  pages.post(CONFIRM, async (c) => {
    const address = await digest.confirm(secretOf(c))
    return address === undefined ? noDigestLink() : confirmedDigestPage(address)
  })
  pages.get(END, async (c) => {
    const way = await digest.findToEnd(secretOf(c))
    if (!way) return noDigestLink()
    return way.isEnded ? endedDigestPage() : endDigestPage(END_PATH + secretOf(c))
  })
}

/** The request of one click, from the form or from a mail program. */
export function endDigestRoute(app: Hono<Env>, deps: Deps): void {
  const { digest, pageRequests, clock } = deps
  app.post(
    END,
    logged(deps, `${END_PATH}{secret}`, async (c, own, address) => {
      if (await pageRequests.count(address, clock()))
        return refusalResponse(refuse({ code: 'rate_limited', limit: pageRequests.limit }).refusal, own)
      const ended = await digest.end(c.req.param('secret') ?? '')
      const response = await (ended ? endedDigestPage() : noDigestLink())
      for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
      return response
    }),
  )
}
