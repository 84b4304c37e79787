/** The answer of a page: the page in its layout. A script that shows it in the open page gets the body alone. */
import type { Context } from 'hono'
import { pageLayout, type LayoutOptions } from './components/page-layout.ts'
import type { View } from './page.ts'

export const HEADERS = { 'Cache-Control': 'no-store' }

/** @param layout absent for a page without navigation */
export const answer = (c: Context, view: View, layout?: LayoutOptions): Response | Promise<Response> =>
  c.html(isPart(c) ? view.body : pageLayout(view, layout), view.status ?? 200, {
    ...HEADERS,
    ...view.headers,
  })

/** Whether a script asks for the body of the answer. */
export const isPart = (c: Context): boolean => c.req.header('x-notegraph-part') === '1'
