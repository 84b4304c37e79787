/**
 * One line a request, with the route's template in place of its path: no name, value, token or text of a note is in it.
 * What fails inside is logged here too, and answered in words that tell nothing of it. The id of the request stands in its
 * line and in its answer.
 */
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps } from './context.ts'
import { REQUEST_ID, requestId } from './request-id.ts'

/** Headers that an answer has beside those of its kind, such as the id of its request. */
export type OwnHeaders = Readonly<Record<string, string>>

/**
 * @param template the path with its parameters in braces
 * @param handle puts the headers that it is given on its answer
 */
export function logged(
  { log, clock }: Pick<Deps, 'log' | 'clock'>,
  template: string,
  handle: (c: Ctx, own: OwnHeaders) => Promise<Response>,
): (c: Ctx) => Promise<Response> {
  return async (c) => {
    const start = clock()
    const id = requestId(c.req.header(REQUEST_ID))
    const own = { [REQUEST_ID]: id }
    let response: Response
    try {
      response = await handle(c, own)
    } catch (error) {
      log.error({ id, route: template, fault: faultOf(error) }, 'a request failed')
      response = refusalResponse({ code: 'internal' }, own)
    }
    log.info(
      { id, method: c.req.method, route: template, status: response.status, ms: clock() - start },
      'request',
    )
    return response
  }
}

/** Where it failed, without the message, which may hold what a person wrote. */
export function faultOf(error: unknown): { name: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const frames = (error.stack ?? '').replace(error.message, '')
  const at = frames.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { name: error.name, at: at.slice(0, 8).map((line) => line.trim()) }
}
