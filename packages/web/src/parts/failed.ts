/** The answer where something failed inside; it tells nothing of it. */
import { toErrorBody } from '@notegraph/service'
import { frame } from './frame.ts'
import { message } from './message.ts'

export async function failedPage(): Promise<Response> {
  const { error, hint } = toErrorBody({ code: 'internal' })
  const body = await frame(message('Something failed', error, hint))
  return new Response(String(body), {
    status: 500,
    headers: { 'Content-Type': 'text/html; charset=UTF-8', 'Cache-Control': 'no-store' },
  })
}
