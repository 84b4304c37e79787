/** The rules of every page: the visitor and their access, the layout, and the headers of the answer. */
import { LIMITS } from '@notegraph/contract'
import { BROWSER_NAME, type Caller } from '@notegraph/service'
import { isZone } from '@notegraph/graph'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Visitor, WebDeps } from './deps.ts'
import type { Page, Routes, Show, View, Visit } from './page.ts'
import { answer, HEADERS, isPart } from './answer.ts'
import { accessMessage } from './components/access-message.ts'
import { favoritePages } from './components/favorites.ts'
import { READ_FAVORITES } from './components/navigation.ts'
import { TO_START } from './components/plain-page.ts'
import { html } from './html.ts'
import { takeFlash } from './components/flash-message.ts'
import { pageLayout, type LayoutOptions } from './components/page-layout.ts'
import { message } from './components/message.ts'
import { waysToFind } from './components/not-found.ts'
import { notePost } from './post-events.ts'
import { IncompleteUploadError, firstFile } from './upload.ts'
import { formOf } from './writing/form-of.ts'
import { signedOut, typedTexts } from './writing/typed.ts'
import { readWritten, writtenNotice } from './writing/written.ts'

/** The cookie with the time zone of the browser, set by the script of the pages. */
export const ZONE_COOKIE = 'notegraph_zone'

export function visits(app: Hono, deps: WebDeps, page: Page): Routes {
  const handle = (act: (visit: Visit, c: Context) => Promise<View | Response>) => async (c: Context) => {
    const visitor = await deps.visitor(c.req.raw)
    if (!visitor) return toSignIn(c, page)
    if (page.alwaysOpen !== true) {
      const view = accessMessage(visitor)
      if (view) return answer(c, { ...view, status: visitor.account.allowed ? 402 : 403 }, { page, visitor })
    }
    if (page.isFor?.(visitor) === false) return answer(c, { ...NOT_FOR, status: 403 }, { page, visitor })
    const visit = visitOf(c, visitor, deps)
    const view = await act(visit, c)
    return view instanceof Response ? view : answer(c, view, await layoutOf(visit, visitor))
  }
  /** Read after the page, which may have changed the notices and the favorites. A part of a page has no layout. */
  async function layoutOf(visit: Visit, visitor: Visitor): Promise<LayoutOptions> {
    if (visit.isPart || accessMessage(visitor)) return { page, visitor }
    const [notices, favorites] = await Promise.all([
      deps.notices.read(visitor.account),
      favoritePages(deps, visit, READ_FAVORITES),
    ])
    return { page, visitor, notices, favorites }
  }
  return {
    get(path, show) {
      app.get(path, handle(page.section === 'graph' ? withWritten(deps, show) : show))
    },
    write(path, { labelOf, act }) {
      app.post(path, async (c) => {
        const visitor = await deps.visitor(c.req.raw)
        const form = await formOf(c.req.raw, LIMITS.webFormBytes)
        if (!(form instanceof FormData)) return answer(c, form, { page, ...(visitor && { visitor }) })
        const { pathname, search } = new URL(c.req.url)
        if (!visitor) return answer(c, signedOut({ action: pathname + search, form, labelOf }))
        const view = accessMessage(visitor)
        if (view) {
          const status = visitor.account.allowed ? 402 : 403
          const body = html`${view.body} ${typedTexts(form, labelOf)}`
          return answer(c, { ...view, body, status }, { page, visitor })
        }
        const visit = visitOf(c, visitor, deps)
        const done = await act(visit, form)
        return done instanceof Response ? done : answer(c, done, await layoutOf(visit, visitor))
      })
    },
    post(path, act) {
      app.post(
        path,
        handle(async (visit, c) => {
          const form = await formOf(c.req.raw, LIMITS.bodyBytes)
          if (!(form instanceof FormData)) return form
          const done = await act(visit, form)
          await notePost(deps.audit, path, visit, done)
          return done
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

/** Shows the result of a write on the page that the browser returns to. */
const withWritten =
  (deps: WebDeps, show: Show): Show =>
  async (visit) => {
    const view = await show(visit)
    const { value, headers } = takeFlash(visit, deps.baseUrl(), readWritten)
    if (view instanceof Response || value === undefined) return view
    return {
      ...view,
      body: html`${writtenNotice(value)} ${view.body}`,
      headers: { ...view.headers, ...headers },
    }
  }

const NOT_FOR: View = message(
  'Not for this account',
  'This account does not look after people.',
  'The operator of the server can give it this.',
)

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
      visitor ? waysToFind() : 'Check the address for typing errors.',
    )
    const body = visitor ? view.body : html`${view.body} ${TO_START}`
    return c.html(pageLayout({ ...view, body }, visitor && { visitor }), 404, HEADERS)
  }

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

function visitOf(
  c: Context,
  visitor: Visitor,
  { commandLine, passkeys, people }: Pick<WebDeps, 'commandLine' | 'passkeys' | 'people'>,
): Visit {
  const { account, plan } = visitor
  const zone = [getCookie(c, ZONE_COOKIE), account.zone].find((one) => one !== undefined && isZone(one))
  const caller: Caller = {
    account,
    plan: plan === 'active' ? plan : 'grace',
    tokenId: visitor.browserId,
    tokenName: BROWSER_NAME,
    scope: 'read',
    zone: zone ?? 'UTC',
  }
  return {
    ...visitor,
    request: c.req.raw,
    query: new URL(c.req.url).searchParams,
    part: (name) => c.req.param(name) ?? '',
    zone: caller.zone,
    address: (c.env as { readonly address?: string } | undefined)?.address ?? '',
    hasPasskey: async () => (passkeys.areOn() ? (await passkeys.list(account.id)).length > 0 : undefined),
    sendsEmail: people.sendsEmail,
    commandLine,
    isPart: isPart(c),
    caller,
  }
}
