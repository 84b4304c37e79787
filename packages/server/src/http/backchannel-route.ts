/**
 * Receives sign-outs from the identity provider. The provider calls directly, not through a page of this server, and
 * proves its identity with a signed token.
 * @see OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8
 */
import { MIMEType } from 'node:util'
import { BAD_REQUESTS, ok, readBytes, refuse, type Result, type SignInFault } from '@notegraph/service'
import type { Hono } from 'hono'
import { dataResponse, refusalResponse, type JsonAnswer } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { logged } from './log.ts'
import { refuseOthers } from './token-route.ts'

const PATH = '/api/sign-in/backchannel-logout'

export function backchannelRoute(app: Hono<Env>, deps: Deps): void {
  if (deps.signIn.issuer === undefined) return
  app.post(
    PATH,
    logged(deps, PATH, async (c, own, address) => {
      const ended = await take(c, deps, address)
      return ended.ok ? dataResponse(ended.value, own) : refusalResponse(ended.refusal, own)
    }),
  )
  refuseOthers(app, deps, PATH, ['POST'])
}

async function take(c: Ctx, deps: Deps, address: string): Promise<Result<JsonAnswer>> {
  const { pageRequests, clock, signIn, log } = deps
  if (await pageRequests.count(address, clock()))
    return refuse({ code: 'rate_limited', limit: pageRequests.limit })
  const body = await readBytes(c.req.raw)
  if (!body.ok) return body
  const tokens = isForm(c.req.header('content-type'))
    ? new URLSearchParams(Buffer.from(body.value).toString()).getAll('logout_token')
    : []
  if (tokens.length !== 1) return NO_TOKEN
  const ended = await signIn.signOutByProvider(tokens[0]!)
  if (!ended.ok) {
    log.warn({ fault: ended.fault, reason: ended.reason }, 'a logout token was refused')
    return refusals(ended.fault)
  }
  return ok({ json: '{"ok":true}' })
}

const NO_TOKEN = refuse(BAD_REQUESTS.noLogoutToken)

const refusals = (fault: SignInFault) =>
  fault === 'unreachable'
    ? refuse({ code: 'unavailable', what: 'sign_in' })
    : refuse(BAD_REQUESTS.logoutToken)

function isForm(contentType = ''): boolean {
  try {
    return new MIMEType(contentType).essence === 'application/x-www-form-urlencoded'
  } catch {
    return false
  }
}
