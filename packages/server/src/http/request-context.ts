/**
 * Facts about the current request: its address, and as soon as they are known, its account and credential. The request
 * log and the audit log read them wherever an event occurs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Refusal } from '@notegraph/service'
import type { Account, AuditActor } from '@notegraph/store'

export interface RequestContext {
  /** The address under which rates are counted. */
  readonly address: string
  account?: string
  /** Whether readers see pages of the account. */
  showsPages?: boolean
  by?: AuditActor
  /** The id of the token, device or app. */
  credential?: string
  /** The events of the audit log. */
  readonly noted: Set<string>
  /** The code of an internal error, such as SQLite's. */
  code?: string
  /** The refusal in the answer, for measurements. */
  refusal?: Refusal
}

/** Runs each request with its context. */
export const currentRequest: AsyncLocalStorage<RequestContext> = new AsyncLocalStorage()

/** Undefined outside of a request. */
export const requestContext = (): RequestContext | undefined => currentRequest.getStore()

/**
 * @param account as far as it is known
 * @param by the credential that opened the account
 */
export function noteCaller(
  account: Pick<Account, 'id'> & Partial<Account>,
  by: AuditActor,
  credential?: string,
): void {
  const context = currentRequest.getStore()
  if (!context) return
  Object.assign(context, { account: account.id, by, ...(credential !== undefined && { credential }) })
  if (account.createdAt !== undefined) context.showsPages = account.isPublic === true
}

/** Notes that the answer is a refusal. */
export function noteRefusal(refusal: Refusal): void {
  const context = currentRequest.getStore()
  if (context) context.refusal = refusal
}

/**
 * The id of a request, in its answer and in the log. A caller's id is used if it has the form of a UUID or a
 * hexadecimal trace id. Any other value might be a secret, which the log would keep.
 */
export const REQUEST_ID = 'X-Request-Id'

const TAKEN = /^[0-9A-Fa-f-]{16,64}$/

/** @param sent the header of the request */
export const requestId = (sent?: string): string =>
  sent !== undefined && TAKEN.test(sent) ? sent : randomUUID()
