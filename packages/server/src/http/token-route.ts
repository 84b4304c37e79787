/**
 * Routes that need a token or a session. A handler has the logic of one route. Counting, refusals, `HEAD`, 405, headers
 * and the log are shared.
 * @see decisions 6.1, 6.2, 7
 */
import type { Route } from '@notegraph/contract'
import {
  authenticate,
  authenticateDevice,
  deviceConfirmPath,
  needRecent,
  refuse,
  type Caller,
  type Reader,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import type { Hono } from 'hono'
import { checkAccess, type Authenticator } from './access-checks.ts'
import { dataResponse, refusalResponse, type JsonAnswer } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { coded } from './gzip.ts'
import { logged } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { pathReader, type PathReader } from './target.ts'
import { waitForTurn } from './fair-queue.ts'
import { sentFrom, UNREAD } from './response-memory.ts'

/** The inputs of a handler besides the caller and the request. */
export interface Call {
  /** The address that writes count for. */
  readonly address: string
  /** Reads a path parameter. */
  readonly part: PathReader
}
export type Handler<Who> = (who: Who, c: Ctx, call: Call) => Promise<Result<JsonAnswer>>

/** Mounts a route of the contract's table, for its own method. */
export type Mount = (app: Hono<Env>, deps: Deps, route: Route) => void
/** Values by the operation id of the route. */
export type ByOperation<T> = Readonly<Record<string, T>>

/** Routes that need a token. */
export const tokenRoutes = (handlers: ByOperation<Handler<Caller>>): ByOperation<Mount> =>
  mapValues(handlers, (handle) => (app, deps, route) => {
    mount(app, deps, route, handle, authenticate, readerOf, true)
  })

/** Routes that need a device, by its session or by the cookie of a browser. No write rate counts them. */
export const sessionRoutes = (
  handlers: ByOperation<Handler<SessionCaller>>,
  enter: Authenticator<SessionCaller> = authenticateDevice,
): ByOperation<Mount> =>
  mapValues(handlers, (handle) => (app, deps, route) => {
    const checked: typeof handle = async (session, c, call) => {
      const may = mayStart(deps, route, session)
      return withConfirmAddress(deps, session, may.ok ? await handle(session, c, call) : may)
    }
    mount(app, deps, route, checked, enter, sessionReader, false)
  })

/** Refuses a route that always needs a recent sign-in. @see decisions 9.6 */
export const mayStart = ({ signIn }: Deps, route: Route, { signedInAt }: SessionCaller): Result<void> =>
  needRecent(route.recent !== 'always' || signIn.isRecent(signedInAt))

/** Adds to a refusal the page where the person confirms the device. */
export function withConfirmAddress<T>(
  { baseUrl }: Deps,
  { sessionId }: SessionCaller,
  result: Result<T>,
): Result<T> {
  if (result.ok || result.refusal.code !== 'forbidden' || result.refusal.why !== 'not_recent') return result
  return refuse({ ...result.refusal, confirmAt: `${baseUrl()}${deviceConfirmPath(sessionId)}` })
}

const mapValues = <A, B>(all: ByOperation<A>, change: (one: A) => B): ByOperation<B> =>
  Object.fromEntries(Object.entries(all).map(([id, one]) => [id, change(one)]))

export const readerOf = ({ tokenId, account }: Caller): Reader => ({ token: tokenId, account: account.id })

export const sessionReader = ({ sessionId, account }: SessionCaller): Reader => ({
  token: sessionId,
  account: account.id,
})

/** A template in the form of the router. */
export const pathOf = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

function mount<Who extends Pick<Caller, 'account'>>(
  app: Hono<Env>,
  deps: Deps,
  route: Route,
  handle: Handler<Who>,
  enter: Authenticator<Who>,
  readerOf: (who: Who) => Reader,
  countsWrites: boolean,
): void {
  const reads = route.method === 'GET'
  const part = pathReader(route)
  app.on(
    route.method,
    pathOf(route.path),
    logged(deps, route.path, async (c, own, address) => {
      const { caller, reader } = await checkAccess(deps, c, address, enter, reads ? readerOf : undefined)
      const writer =
        countsWrites && route.auth === 'write' && caller.ok ? readerOf(caller.value).token : undefined
      const headers = async () => ({ ...own, ...(await rateHeaders(deps, address, { reader, writer })) })
      if (!caller.ok) return refusalResponse(caller.refusal, await headers())
      const account = caller.value.account.id
      const room = reads ? await deps.responseMemory.reserve(account) : deps.responseMemory.take(account)
      if (!room) return refusalResponse(UNREAD, await headers())
      let isSent = false
      try {
        await waitForTurn(account)
        const result = await handle(caller.value, c, { address, part })
        if (!result.ok) return refusalResponse(result.refusal, await headers())
        const gzip =
          route.gzip === true ? await coded(c.req.header('accept-encoding'), result.value.json) : undefined
        const sentHeaders = { ...(await headers()), ...gzip?.headers }
        const body = gzip?.body ?? result.value.json
        if (c.req.method === 'HEAD') return dataResponse(result.value, sentHeaders, body) // the body is not sent
        isSent = true
        const sent = sentFrom(room, body)
        return dataResponse(result.value, { ...sentHeaders, ...sent.headers }, sent.body)
      } finally {
        if (!isSent) room.done()
      }
    }),
  )
}

/** Answers every other method of a path with 405. */
export function refuseOthers(app: Hono<Env>, deps: Deps, template: string, methods: readonly string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
  app.all(
    pathOf(template),
    logged(deps, template, async (c, own, address) => {
      await deps.requests.count(address, deps.clock()) // counted, but never refused for the rate
      const refusal = { code: 'method_not_allowed', method: c.req.method, allow } as const
      return refusalResponse(refusal, { ...own, ...(await rateHeaders(deps, address)) })
    }),
  )
}
