/** The answer where something failed inside; it tells nothing of it. */
import { toErrorBody } from '@notegraph/service'
import { messagePage } from './plain-page.ts'

export function errorPage(): Promise<Response> {
  const { error, hint } = toErrorBody({ code: 'internal' })
  return messagePage(500, 'Something went wrong', error, hint)
}
