/**
 * One line a request, with the route's template in place of its path: no name, value, token or text of a note is in it, and
 * the account stands in it by a keyed hash. It is written once it is known how long the answer is.
 * What fails inside is logged here too, and answered in words that tell nothing of it. The id of the request stands in its
 * line and in its answer.
 */
import { callerAddress } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps } from './context.ts'
import { measureResponse } from './response-size.ts'
import { inRequest, type RequestContext } from './request-context.ts'
import { REQUEST_ID, requestId } from './request-id.ts'

/** Headers that an answer has beside those of its kind, such as the id of its request. */
export type OwnHeaders = Readonly<Record<string, string>>

/**
 * @param template the path with its parameters in braces
 * @param handle puts the headers that it is given on its answer
 */
export function logged(
  deps: Pick<Deps, 'log' | 'clock' | 'audit' | 'addressOf'>,
  template: string,
  handle: (c: Ctx, own: OwnHeaders) => Promise<Response>,
): (c: Ctx) => Promise<Response> {
  const { log, clock, audit } = deps
  return async (c) => {
    const start = clock()
    const id = requestId(c.req.header(REQUEST_ID))
    const own = { [REQUEST_ID]: id }
    const context: RequestContext = { address: callerAddress(deps, c.env, c.req.raw) }
    let response: Response
    try {
      response = await inRequest(context, () => handle(c, own))
    } catch (error) {
      const fault = faultOf(error)
      log.error({ id, route: template, fault }, 'a request failed')
      if (fault.code !== undefined) context.code = fault.code
      response = refusalResponse({ code: 'internal' }, own)
    }
    // What was answered is answered, also where no key can be read.
    const account = context.account && (await audit.accountTag(context.account).catch(() => undefined))
    const { code } = context
    const { method } = c.req
    const { status } = response
    return measureResponse(response, method === 'HEAD', (bytes) =>
      log.info({ id, method, route: template, status, ms: clock() - start, bytes, account, code }, 'request'),
    )
  }
}

/** Of a system or of SQLite, such as `ENOSPC` or `SQLITE_FULL`. */
const CODE = /^[A-Z][A-Z0-9_]{2,40}$/

/** Where it failed, without the message, which may hold what a person wrote. */
export function faultOf(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const frames = (error.stack ?? '').replace(error.message, '')
  const at = frames.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    at: at.slice(0, 8).map((line) => line.trim()),
  }
}
