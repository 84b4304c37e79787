/** The rules of every page: the visitor and their access, the layout, and the headers of the answer. */
import { LIMITS } from '@notegraph/contract'
import { toErrorBody, type Caller } from '@notegraph/service'
import { isZone } from '@notegraph/graph'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import type { Visitor, WebDeps } from './deps.ts'
import type { Page, Routes, View, Visit } from './page.ts'
import { accessMessage } from './components/access-message.ts'
import { TO_START } from './components/plain-page.ts'
import { html } from './html.ts'
import { pageLayout } from './components/page-layout.ts'
import { message } from './components/message.ts'
import { IncompleteUploadError, firstFile } from './upload.ts'

/** The cookie with the time zone of the browser, set by the script of the pages. */
export const ZONE_COOKIE = 'notegraph_zone'

export function visits(app: Hono, deps: WebDeps, page: Page): Routes {
  const handle = (act: (visit: Visit, c: Context) => Promise<View | Response>) => async (c: Context) => {
    const visitor = await deps.visitor(c.req.raw)
    if (!visitor) return toSignIn(c, page)
    if (page.alwaysOpen !== true) {
      const view = accessMessage(visitor)
      if (view)
        return c.html(pageLayout(view, { page, visitor }), visitor.account.allowed ? 402 : 403, HEADERS)
    }
    const view = await act(visitOf(c, visitor), c)
    if (view instanceof Response) return view
    return c.html(pageLayout(view, { page, visitor }), view.status ?? 200, { ...HEADERS, ...view.headers })
  }
  const tooLarge = (c: Context) => {
    const { error, hint } = toErrorBody({ code: 'too_large', limit: LIMITS.bodyBytes })
    return c.html(pageLayout(message('Form too large', error, hint), { page }), 413, HEADERS)
  }
  return {
    get(path, show) {
      app.get(path, handle(show))
    },
    post(path, act) {
      app.post(
        path,
        bodyLimit({ maxSize: LIMITS.bodyBytes, onError: tooLarge }),
        handle(async (visit, c) => {
          const form = await formOf(c)
          return form ? act(visit, form) : NO_FORM
        }),
      )
    },
    upload(path, take) {
      app.post(
        path,
        handle(async (visit) => {
          try {
            const taken = await firstFile(visit.request, LIMITS.importBytes, (bytes) => take(visit, bytes))
            return taken ?? NO_FILE
          } catch (error) {
            if (error instanceof IncompleteUploadError) return NO_FILE
            throw error
          }
        }),
      )
    },
  }
}

/** @returns undefined if the body is not a complete form */
async function formOf(c: Context): Promise<FormData | undefined> {
  try {
    return await c.req.formData()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const NO_FORM: View = {
  ...message(
    'Incomplete form',
    'The server did not receive the complete form.',
    'Go back and send the form again.',
  ),
  status: 400,
}

const NO_FILE: View = {
  ...message('No file', 'The form was incomplete or had no file.', 'Go back and choose a file.'),
  status: 400,
}

/**
 * The page for an unknown address, for every visitor.
 * @example
 * app.notFound(missingPage(deps))
 */
export const missingPage =
  (deps: Pick<WebDeps, 'visitor'>) =>
  async (c: Context): Promise<Response> => {
    const visitor = await deps.visitor(c.req.raw)
    const view = message(
      'Page not found',
      'There is no page at this address.',
      'Check the address for typing errors.',
    )
    const body = visitor ? view.body : html`${view.body} ${TO_START}`
    return c.html(pageLayout({ ...view, body }, visitor && { visitor }), 404, HEADERS)
  }

const HEADERS = { 'Cache-Control': 'no-store' }

/** After signing in, the visitor returns to the page; a sent form is not repeated. */
function toSignIn(c: Context, page: Page): Response {
  const { pathname, search } = new URL(c.req.url)
  const to = c.req.method === 'GET' ? pathname + search : page.path
  return redirect(c, `/sign-in?to=${encodeURIComponent(to)}`)
}

export function redirect(c: Context, to: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(to, 303)
}

function visitOf(c: Context, visitor: Visitor): Visit {
  const { account, plan } = visitor
  const zone = [getCookie(c, ZONE_COOKIE), account.zone].find((one) => one !== undefined && isZone(one))
  const caller: Caller = {
    account,
    plan: plan === 'active' ? plan : 'grace',
    tokenId: visitor.browserId,
    tokenName: 'Browser',
    scope: 'read',
    zone: zone ?? 'UTC',
  }
  return {
    ...visitor,
    request: c.req.raw,
    query: new URL(c.req.url).searchParams,
    part: (name) => c.req.param(name) ?? '',
    zone: caller.zone,
    caller,
  }
}
