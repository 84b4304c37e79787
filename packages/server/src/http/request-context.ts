/**
 * What is known of the request that is answered: where it comes from, and as soon as it is known whose account it is and
 * what opened that. The line of the log and the audit log read it, wherever something happens.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditActor } from '@notegraph/store'

export interface RequestContext {
  /** As it counts for the rates. */
  readonly address: string
  account?: string
  by?: AuditActor
  /** The code of what failed inside, such as SQLite's. */
  code?: string
}

const current = new AsyncLocalStorage<RequestContext>()

export const inRequest = <T>(context: RequestContext, work: () => T): T => current.run(context, work)

/** Undefined outside of a request. */
export const requestContext = (): RequestContext | undefined => current.getStore()

/** @param by what opened the account */
export function noteCaller(account: string, by: AuditActor): void {
  const context = requestContext()
  if (context) Object.assign(context, { account, by })
}
