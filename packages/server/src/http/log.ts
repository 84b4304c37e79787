/**
 * Writes one log line for each request. It contains the route template instead of the path, and a keyed hash of the
 * account. The address of the caller is in it only if the operator asks for it. It never contains a name, a value, a token or note text. The line is written when the length of the answer
 * is known.
 *
 * Internal errors are logged here too. The caller gets a generic message with the request id, which is also in the log
 * line.
 */
import { ALL_ROUTES } from '@notegraph/contract'
import { refusalOfError, type AuditLog } from '@notegraph/service'
import type { TracedAnswer } from '../tracing/tracing.ts'
import { refusalResponse, watchResponse } from './answers.ts'
import { callerAddress } from './address.ts'
import type { Ctx, Deps } from './context.ts'
import { currentRequest, REQUEST_ID, requestId, type RequestContext } from './request-context.ts'
import { UnreadAnswer } from './response-memory.ts'

/** Headers in addition to those of the response's kind, such as the request id. */
export type OwnHeaders = Readonly<Record<string, string>>

/** Answers a request with the given headers on its response. @param address the one that the request counts for */
export type Handler = (c: Ctx, own: OwnHeaders, address: string) => Promise<Response>

/** @param template the path with its parameters in braces */
export function logged(
  deps: Pick<Deps, 'log' | 'clock' | 'audit' | 'addressOf' | 'metrics' | 'tracing' | 'logAddresses'>,
  template: string,
  handle: Handler,
): (c: Ctx) => Promise<Response> {
  const { log, clock, audit, metrics, tracing, logAddresses } = deps

  async function answer(c: Ctx, traced?: (answer: TracedAnswer) => void): Promise<Response> {
    const start = clock()
    const answered = metrics?.begin()
    const id = requestId(c.req.header(REQUEST_ID))
    const own = { [REQUEST_ID]: id }
    const address = callerAddress(deps, c.env, c.req.raw)
    const context: RequestContext = { address, noted: new Set() }
    let response: Response
    try {
      response = await currentRequest.run(context, async () => {
        const answered = await handle(c, own, address)
        await noteRoute(audit, { method: c.req.method, path: template, status: answered.status }, context)
        return answered
      })
    } catch (error) {
      const fault = faultOf(error)
      log.error({ id, route: template, fault }, 'a request failed')
      if (fault.code !== undefined) context.code = fault.code
      context.refusal = refusalOfError(error)
      response = refusalResponse(context.refusal, own)
    }
    const account = context.account && (await accountHash(audit, context.account))
    const { code, refusal } = context
    const { method } = c.req
    const { status } = response
    answered?.({ method, route: template, status, refusal })
    traced?.({ id, status, refusal, code })
    return watchResponse(response, method === 'HEAD', {
      measured: (bytes) =>
        log.info(
          {
            id,
            method,
            route: template,
            status,
            ms: clock() - start,
            bytes,
            account,
            code,
            ...(logAddresses && { address }),
          },
          'request',
        ),
      failed(error) {
        if (!(error instanceof UnreadAnswer))
          log.error({ id, route: template, fault: faultOf(error) }, 'an answer failed')
        const connection = c.env?.outgoing
        connection?.destroy()
        return connection !== undefined
      },
    })
  }

  return async (c) =>
    tracing
      ? tracing.request(
          { method: c.req.method, route: template, traceparent: c.req.header('traceparent') },
          (traced) => answer(c, traced),
        )
      : answer(c)
}

interface Answered {
  readonly method: string
  /** The path of the route with its parameters in braces. */
  readonly path: string
  readonly status: number
}

const EVENTS = new Map(ALL_ROUTES.map(({ method, path, audit }) => [`${method} ${path}`, audit]))

/** Notes in the audit log the event that the table of routes names, if the route succeeded. */
async function noteRoute(
  audit: Pick<AuditLog, 'note' | 'noteRoute'>,
  { method, path, status }: Answered,
  { account, credential, refusal }: RequestContext,
): Promise<void> {
  if (account === undefined) return
  const subject = credential === undefined ? {} : { subject: credential }
  // Over the API, a token without a right gets a refusal here; at other routes it is refused before.
  if (refusal?.code === 'read_only_token')
    await audit.note({ event: 'token_refused', accountId: account, ...subject, detail: 'scope' })
  const event = EVENTS.get(`${method} ${path}`)
  if (event === undefined || event === 'nothing' || status !== 200) return
  await audit.noteRoute({ event, accountId: account, ...(event === 'graph_pulled' && subject) })
}

/** The hash of an account for a log line, which is written even if no key for the hash can be read. */
export const accountHash = async (
  audit: Pick<AuditLog, 'accountTag'>,
  accountId: string,
): Promise<string | undefined> => audit.accountTag(accountId).catch(() => undefined)

/** Logs an error of a page. @returns the id of the request, which the page shows */
export function logFailure(
  { log }: Pick<Deps, 'log'>,
  template: string,
  own: OwnHeaders,
  error: unknown,
): string {
  const [fault, context, id] = [faultOf(error), currentRequest.getStore(), own[REQUEST_ID] ?? '']
  if (context && fault.code !== undefined) context.code = fault.code
  log.error({ id, route: template, fault }, 'a request failed')
  return id
}

/** An error code of the system, of SQLite or of PostgreSQL, such as `ENOSPC`, `SQLITE_FULL` or `53100`. */
const CODE = /^[A-Z0-9][A-Z0-9_]{2,40}$/

/** The place of an error without its message, which may contain note text. */
export function faultOf(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const frames = (error.stack ?? '').replace(error.message, '')
  const at = frames.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const code = [error, error.cause].map(codeOf).find((found) => found !== undefined)
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    at: at.slice(0, 8).map((line) => line.trim()),
  }
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = (error as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' && CODE.test(code) ? code : undefined
}
