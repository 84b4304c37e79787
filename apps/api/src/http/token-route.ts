/**
 * A route that a token opens. Its checks run in one order for all: the address is counted, then its rate, the token and
 * what it opens, and only then the request itself.
 * @see decisions 6.1, 7
 */
import { authenticate, refuse, type Answer, type Caller, type Result } from '@notegraph/service'
import type { Hono } from 'hono'
import { dataResponse, refusalResponse } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { logged } from './log.ts'

export type Handler = (caller: Caller, c: Ctx) => Promise<Result<Answer<unknown>>>

/** @param template the path with its parameters in braces, as the contract's table says it */
export function tokenRoute(app: Hono<Env>, deps: Deps, template: string, handler: Handler): void {
  const path = template.replaceAll(/\{(\w+)\}/g, ':$1')
  const allow = 'GET, HEAD'

  const count = (c: Ctx): boolean => {
    const address = deps.addressOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'))
    return deps.requests.count(address, deps.clock())
  }

  async function read(c: Ctx): Promise<Result<Answer<unknown>>> {
    if (count(c)) return refuse({ code: 'rate_limited', limit: deps.requests.limit })
    const caller = await authenticate(deps.store, c.req.header('authorization'), deps.clock())
    return caller.ok ? handler(caller.value, c) : caller
  }

  app.get(
    path,
    logged(deps, template, async (c) => {
      const result = await read(c)
      return result.ok ? dataResponse(result.value.json) : refusalResponse(result.refusal)
    }),
  )
  app.all(
    path,
    logged(deps, template, async (c) => {
      count(c) // counted, yet never refused for it
      return refusalResponse({ code: 'method_not_allowed', method: c.req.method, allow })
    }),
  )
}
