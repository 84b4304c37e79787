/** The answer after an internal error, without details. */
import { toErrorBody } from '@notegraph/service'
import { messagePage } from './plain-page.ts'

/**
 * The page of an internal error, with status 500.
 * @example
 * app.onError(() => errorPage())
 */
export function errorPage(): Promise<Response> {
  const { error, hint } = toErrorBody({ code: 'internal' })
  return messagePage(500, 'Something went wrong', error, hint)
}
