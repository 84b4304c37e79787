/**
 * Facts about the current request: its address, and as soon as they are known, its account and credential. The request
 * log and the audit log read them wherever an event occurs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditActor } from '@notegraph/store'

export interface RequestContext {
  /** The address under which rates are counted. */
  readonly address: string
  account?: string
  by?: AuditActor
  /** The code of an internal error, such as SQLite's. */
  code?: string
}

const current = new AsyncLocalStorage<RequestContext>()

export const inRequest = <T>(context: RequestContext, work: () => T): T => current.run(context, work)

/** Undefined outside of a request. */
export const requestContext = (): RequestContext | undefined => current.getStore()

/** @param by the credential that opened the account */
export function noteCaller(account: string, by: AuditActor): void {
  const context = requestContext()
  if (context) Object.assign(context, { account, by })
}
