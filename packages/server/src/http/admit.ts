/**
 * The door of every route that a token or a session opens, over the API and MCP alike: the address is counted, then its
 * rate, the token, the server's list, the plan, and of a read the rates of reading are checked, in this order.
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

/** Finds who calls, by the `Authorization` header as sent. */
export type Enter<Who> = (
  store: Store,
  authorization: string | undefined,
  now: number,
  agent: Agent | undefined,
) => Promise<Result<Who>>

export interface Admission<Who> {
  /** What the request, and each write in it, counts for. */
  readonly address: string
  readonly entered: Result<Who>
}

export async function admit<Who>(deps: Deps, c: Ctx, enter: Enter<Who>): Promise<Admission<Who>> {
  const { address, over } = countRequest(deps, c)
  if (over) return { address, entered: refuse({ code: 'rate_limited', limit: deps.requests.limit }) }
  const authorization = c.req.header('authorization')
  const entered = await enter(deps.store, authorization, deps.clock(), deps.agent)
  if (entered.ok) noteWho(entered.value)
  return { address, entered }
}

/** A session is a device's; nobody comes in where no token is asked for. */
function noteWho(who: unknown): void {
  const { account, tokenId, sessionId } = (who ?? {}) as Partial<Caller & SessionCaller>
  if (account)
    noteCaller(account.id, sessionId !== undefined ? 'device' : tokenId === AGENT ? 'agent' : 'token')
}

/**
 * As `admit`, of a request that reads.
 * @param readerOf who it counts for; nobody where no token was sent
 */
export async function admitRead<Who>(
  deps: Deps,
  c: Ctx,
  enter: Enter<Who>,
  readerOf: (who: Who) => Reader | undefined,
): Promise<Admission<Who> & { readonly reader?: Reader | undefined }> {
  const admission = await admit(deps, c, enter)
  const { address, entered } = admission
  if (!entered.ok) return admission
  const reader = readerOf(entered.value)
  const counted = reader ? deps.readRates.count(reader, deps.clock()) : entered
  return { address, reader, entered: counted.ok ? entered : counted }
}

/** The address that a request counts for. */
export const callerAddress = (
  { addressOf }: Pick<Deps, 'addressOf'>,
  env: Bindings | undefined,
  request: Request,
): string =>
  addressOf(env?.incoming?.socket?.remoteAddress, request.headers.get('x-forwarded-for') ?? undefined)

/** Counts a request for its address. @returns whether it is beyond the rate */
export function countRequest(deps: Deps, c: Ctx): { readonly address: string; readonly over: boolean } {
  const address = callerAddress(deps, c.env, c.req.raw)
  return { address, over: deps.requests.count(address, deps.clock()) }
}

/** The headers that tell what is left of the rates, for the answer. */
export const ratesLeft = (deps: Deps, address: string, counted: Counted = {}): Record<string, string> =>
  rateHeaders(deps, address, counted, deps.clock())
