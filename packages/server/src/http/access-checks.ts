/**
 * The checks before every route that needs a token or a session, for the API and MCP. They count the address, then
 * check its rate, the token, the server's list and the plan, in this order. Last, a read counts for the rates of its
 * token and account.
 * @see decisions 6.1, 7
 */
import {
  AGENT,
  refuse,
  type Agent,
  type Caller,
  type Reader,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { Bindings, Ctx, Deps } from './context.ts'
import { rateHeaders, type Counted } from './rate-headers.ts'
import { noteCaller } from './request-context.ts'

/** Identifies the caller from the raw `Authorization` header. */
export type Authenticator<Who> = (
  store: Store,
  authorization: string | undefined,
  now: number,
  agent: Agent | undefined,
) => Promise<Result<Who>>

export interface AccessCheck<Who> {
  /** The address that the request and its writes count for. */
  readonly address: string
  readonly caller: Result<Who>
}

export async function checkAccess<Who>(
  deps: Deps,
  c: Ctx,
  authenticate: Authenticator<Who>,
): Promise<AccessCheck<Who>> {
  const { address, over } = countRequest(deps, c)
  if (over) return { address, caller: refuse({ code: 'rate_limited', limit: deps.requests.limit }) }
  const authorization = c.req.header('authorization')
  const caller = await authenticate(deps.store, authorization, deps.clock(), deps.agent)
  if (caller.ok) noteAuthenticated(caller.value)
  return { address, caller }
}

/** Notes the session's device; open routes have no caller. */
function noteAuthenticated(who: unknown): void {
  const { account, tokenId, sessionId } = (who ?? {}) as Partial<Caller & SessionCaller>
  if (account)
    noteCaller(account.id, sessionId !== undefined ? 'device' : tokenId === AGENT ? 'agent' : 'token')
}

/**
 * Checks access like `checkAccess`, for a request that reads.
 * @param readerOf the reader that the request counts for; undefined without a token
 */
export async function checkReadAccess<Who>(
  deps: Deps,
  c: Ctx,
  authenticate: Authenticator<Who>,
  readerOf: (who: Who) => Reader | undefined,
): Promise<AccessCheck<Who> & { readonly reader?: Reader | undefined }> {
  const admission = await checkAccess(deps, c, authenticate)
  const { address, caller } = admission
  if (!caller.ok) return admission
  const reader = readerOf(caller.value)
  const counted = reader ? deps.readRates.count(reader, deps.clock()) : caller
  return { address, reader, caller: counted.ok ? caller : counted }
}

/** The address that a request counts for. */
export const callerAddress = (
  { addressOf }: Pick<Deps, 'addressOf'>,
  env: Bindings | undefined,
  request: Request,
): string =>
  addressOf(env?.incoming?.socket?.remoteAddress, request.headers.get('x-forwarded-for') ?? undefined)

/** Counts a request for its address. @returns whether it exceeds the rate */
export function countRequest(deps: Deps, c: Ctx): { readonly address: string; readonly over: boolean } {
  const address = callerAddress(deps, c.env, c.req.raw)
  return { address, over: deps.requests.count(address, deps.clock()) }
}

/** The headers with the remaining rates. */
export const remainingRates = (deps: Deps, address: string, counted: Counted = {}): Record<string, string> =>
  rateHeaders(deps, address, counted, deps.clock())
