/**
 * The paths that a token or a session opens. What each takes is a table of methods; everything else about it (counting,
 * refusing, `HEAD`, 405, headers, the log) is the same for all.
 * @see decisions 6.1, 6.2, 7
 */
import {
  authenticate,
  authenticateSession,
  readRates,
  type Caller,
  type Reader,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import type { Hono } from 'hono'
import { admit, admitRead, countRequest, ratesLeft, type Enter } from './admit.ts'
import { dataResponse, refusalResponse, type Told } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import type { Coded } from './gzip.ts'
import { logged } from './log.ts'
import { share } from './sharing.ts'
import { sentFrom, UNREAD } from './unread.ts'

/** @param address what a write counts for */
export type Handler<Who> = (who: Who, c: Ctx, address: string) => Promise<Result<Told>>
/** What a path does with each method it takes. */
export type Methods<Who> = { readonly [M in 'GET' | 'POST' | 'PATCH']?: Handler<Who> }

/** In what coding an answer is sent. */
export type Coding = (c: Ctx, json: string) => Promise<Coded>

/** @param template the path with its parameters in braces, as the contract's table says it */
export function tokenRoute(app: Hono<Env>, deps: Deps, template: string, methods: Methods<Caller>): void {
  mount(app, deps, template, methods, authenticate, readerOf, writerOf)
}

/** As `tokenRoute`, for the session of a device, whose writes no rate of writing counts. */
export function sessionRoute(
  app: Hono<Env>,
  deps: Deps,
  template: string,
  methods: Methods<SessionCaller>,
  coding?: Coding,
): void {
  mount(app, deps, template, methods, authenticateSession, sessionReader, () => undefined, coding)
}

export const readerOf = ({ tokenId, account }: Caller): Reader => ({ token: tokenId, account: account.id })
const writerOf = ({ tokenId }: Caller): string => tokenId

export const sessionReader = ({ sessionId, account }: SessionCaller): Reader => ({
  token: sessionId,
  account: account.id,
})

/** For the routes of devices, which have one rate of their own, by address. @see sync, Routes */
export const ofDevices = (deps: Deps): Deps => ({
  ...deps,
  requests: deps.deviceRequests,
  readRates: readRates(0, 0),
})

/** A template as the router takes it. */
export const pathOf = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

function mount<Who>(
  app: Hono<Env>,
  deps: Deps,
  template: string,
  methods: Methods<Who>,
  enter: Enter<Who>,
  readerOf: (who: Who) => Reader,
  writerOf: (who: Who) => string | undefined,
  coding?: Coding,
): void {
  const path = pathOf(template)
  for (const [method, handle] of Object.entries(methods)) {
    app.on(
      method,
      path,
      logged(deps, template, async (c, own) => {
        const reads = method === 'GET'
        const { address, entered, reader } = reads
          ? await admitRead(deps, c, enter, readerOf)
          : { ...(await admit(deps, c, enter)), reader: undefined }
        const writer = entered.ok && !reads ? writerOf(entered.value) : undefined
        const headers = () => ({ ...own, ...ratesLeft(deps, address, { reader, writer }) })
        if (!entered.ok) return refusalResponse(entered.refusal, headers())
        const { account } = readerOf(entered.value)
        const room = reads ? await deps.unread.reserve(account) : deps.unread.take(account)
        if (!room) return refusalResponse(UNREAD, headers())
        let isSent = false
        try {
          await share(account)
          const result = await handle(entered.value, c, address)
          if (!result.ok) return refusalResponse(result.refusal, headers())
          const coded = coding && (await coding(c, result.value.json))
          const told = { ...headers(), ...coded?.headers }
          const body = coded?.body ?? result.value.json
          if (c.req.method === 'HEAD') return dataResponse(result.value, told, body) // nobody reads the body
          isSent = true
          const sent = sentFrom(room, body)
          return dataResponse(result.value, { ...told, ...sent.headers }, sent.body)
        } finally {
          if (!isSent) room.done()
        }
      }),
    )
  }
  refuseOthers(app, deps, template, Object.keys(methods))
}

/** Answers every other method of a path with 405. */
export function refuseOthers(app: Hono<Env>, deps: Deps, template: string, methods: readonly string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ')
  app.all(
    pathOf(template),
    logged(deps, template, async (c, own) => {
      const { address } = countRequest(deps, c) // counted, yet never refused for it
      const refusal = { code: 'method_not_allowed', method: c.req.method, allow } as const
      return refusalResponse(refusal, { ...own, ...ratesLeft(deps, address) })
    }),
  )
}
