/**
 * The checks before every route that needs a token or a session, for the API and MCP. They count the address, then
 * check its rate, the token, the server's list and the plan, in this order. Last, a read counts for the rates of its
 * token and account.
 * @see decisions 6.1, 7
 */
import { ACCOUNT_HEADER, DEVICE_HEADER } from '@notegraph/contract'
import {
  AGENT,
  hasAppToken,
  tokenIn,
  refuse,
  type Agent,
  type BrowserRequest,
  type Caller,
  type Reader,
  type Refusal,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import type { AuditActor, Store } from '@notegraph/store'
import type { Ctx, Deps } from './context.ts'
import { isSecure, sessionOf, signedOutOf } from './cookies.ts'
import { isForeign } from './origin.ts'
import { noteCaller } from './request-context.ts'

/** Identifies the caller from the raw `Authorization` header, or from the cookie of a browser. */
export type Authenticator<Who> = (
  store: Store,
  authorization: string | undefined,
  now: number,
  agent: Agent | undefined,
  browser: BrowserRequest | undefined,
) => Promise<Result<Who>>

export interface AccessCheck<Who> {
  readonly caller: Result<Who>
  /** The caller that a read counts for; undefined for writes, and without a token. */
  readonly reader?: Reader | undefined
}

/**
 * @param address the address that the request counts for
 * @param readerOf the caller that a read counts for; absent for writes
 */
export async function checkAccess<Who>(
  deps: Deps,
  c: Ctx,
  address: string,
  authenticate: Authenticator<Who>,
  readerOf?: (who: Who) => Reader | undefined,
): Promise<AccessCheck<Who>> {
  const now = deps.clock()
  if (await deps.requests.count(address, now))
    return { caller: refuse({ code: 'rate_limited', limit: deps.requests.limit }) }
  const authorization = c.req.header('authorization')
  const browser = browserOf(c.req.raw, deps.baseUrl())
  const caller = await authenticate(deps.store, authorization, now, deps.agent, browser)
  if (!caller.ok) {
    await noteRefused(deps, c, caller.refusal)
    return { caller }
  }
  // Open routes have no caller.
  const known = (caller.value ?? {}) as Partial<Caller & SessionCaller>
  if (known.account) noteCaller(known.account, actorOf(known), known.sessionId ?? known.tokenId)
  const reader = readerOf?.(caller.value)
  const counted = reader ? await deps.readRates.count(reader, deps.clock()) : caller
  return { reader, caller: counted.ok ? caller : counted }
}

/** A token at a route that takes none, and a token of an app that is not connected any more. */
async function noteRefused({ store, audit }: Deps, c: Ctx, refusal: Refusal): Promise<void> {
  const authorization = c.req.header('authorization')
  if (refusal.code === 'forbidden' && refusal.why === 'token') {
    const token = await tokenIn(store, authorization)
    if (token)
      await audit.note({
        event: 'token_refused',
        accountId: token.accountId,
        by: 'token',
        subject: token.id,
        detail: 'route',
      })
  } else if (refusal.code === 'unauthorized' && hasAppToken(authorization))
    await audit.note({ event: 'app_refused', by: 'app', detail: 'not connected' })
}

function actorOf({ sessionId, tokenId, isApp }: Partial<Caller & SessionCaller>): AuditActor {
  if (sessionId !== undefined) return 'device'
  if (tokenId === AGENT) return 'agent'
  return isApp ? 'app' : 'token'
}

/**
 * Reads what a browser sends with its cookie. Only pages of this server act as a device.
 * @returns undefined without a cookie
 * @see outliner 1.1
 */
function browserOf(request: Request, baseUrl: string): BrowserRequest | undefined {
  if (!request.headers.has('cookie')) return undefined
  const secret = sessionOf(request, baseUrl)
  if (secret === undefined) return undefined
  const named = (header: string): string | undefined => request.headers.get(header) ?? undefined
  return {
    secret,
    signedOut: signedOutOf(request),
    isOwnPage: isOwnPage(request, baseUrl),
    account: named(ACCOUNT_HEADER),
    device: named(DEVICE_HEADER),
  }
}

/**
 * Browsers leave `Sec-Fetch-Site` out over plain http. The headers of our own protect there: a page of another site cannot
 * send them, because this server allows it to nobody.
 */
function isOwnPage({ headers }: Request, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return !isSecure(baseUrl) && !isForeign(headers.get('origin') ?? undefined, baseUrl)
}
