/** The answer after an error: a full disk in words, and an internal error without details. The id finds it in the log. */
import { refusalOfError, toErrorBody } from '@notegraph/service'
import { html } from '../html.ts'
import { messagePage } from './plain-page.ts'

/**
 * The page of an error: status 503 if the server cannot save anything right now, else 500.
 * @param requestId the id that the log has for the request
 * @example
 * app.onError((error) => errorPage('0199f1c2', error))
 */
export function errorPage(requestId: string, thrown: unknown): Promise<Response> {
  const refusal = refusalOfError(thrown)
  const { error, hint } = toErrorBody(refusal)
  const words = html`${hint} Request id: <code>${requestId}</code>`
  return refusal.code === 'internal'
    ? messagePage(500, 'Something went wrong', error, words)
    : messagePage(503, 'Not possible right now', error, words, { 'Retry-After': '60' })
}
