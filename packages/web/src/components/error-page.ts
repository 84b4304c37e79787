/** The answer after an internal error, without details. The id finds the details in the log. */
import { toErrorBody } from '@notegraph/service'
import { html } from '../html.ts'
import { messagePage } from './plain-page.ts'

/**
 * The page of an internal error, with status 500.
 * @param requestId the id that the log has for the request
 * @example
 * app.onError(() => errorPage('0199f1c2'))
 */
export function errorPage(requestId: string): Promise<Response> {
  const { error, hint } = toErrorBody({ code: 'internal' })
  return messagePage(500, 'Something went wrong', error, html`${hint} Request id: <code>${requestId}</code>`)
}
