/**
 * Forms that write notes, for a server that refuses a request before its page, such as beyond the rate of an address. The form
 * comes back with everything typed, so that nothing is lost without a script.
 */
import { LIMITS } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import { Hono } from 'hono'
import { answer } from './answer.ts'
import type { WebDeps } from './deps.ts'
import type { Routes } from './page.ts'
import { PAGES } from './pages/index.ts'
import { formOf } from './writing/form-of.ts'
import { sentTooOften } from './writing/typed.ts'

/** @returns undefined if the request is no form that writes notes, or cannot be read */
export type FormsAgain = (request: Request, refusal: Refusal) => Promise<Response | undefined>

/**
 * Finds the forms of all pages. The caller checks their origin first, so that nobody shows a person a form of another site.
 *
 * @example
 * ```ts
 * const response = await formsAgain(deps)(request, { code: 'rate_limited', limit: 600 })
 * ```
 */
export function formsAgain(deps: WebDeps): FormsAgain {
  const app = new Hono<{ Bindings: { readonly refusal: Refusal } }>()
  const write: Routes['write'] = (path, { labelOf }) => {
    app.post(path, async (c) => {
      const form = await formOf(c.req.raw, LIMITS.webFormBytes)
      if (!(form instanceof FormData)) return c.notFound()
      const { pathname, search } = new URL(c.req.url)
      return answer(c, sentTooOften({ action: pathname + search, form, labelOf }, c.env.refusal))
    })
  }
  for (const page of PAGES) page.routes({ get: nothing, post: nothing, upload: nothing, write }, deps)
  return async (request, refusal) => {
    const response = await app.fetch(request, { refusal })
    return response.status === 404 ? undefined : response
  }
}

const nothing = (): void => undefined
