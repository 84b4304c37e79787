/** The operator as a caller without a token, for one account of the store. */
import { isZone } from '@notegraph/graph'
import type { Right, Scope, Store } from '@notegraph/store'
import { openPlan, type Caller } from './access.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The account and access of the operator. */
export interface OperatorCall {
  readonly accountId: string
  readonly scope: Scope
  /** Rights beside reading and writing; none by default. */
  readonly may?: readonly Right[]
  /** The author in the change list. */
  readonly name: string
  /** The zone of today; the account's if left out. */
  readonly zone?: string
}

/**
 * Authenticates the operator for an account.
 *
 * @returns the caller; 401 if the account is missing, 403 or 402 as for its tokens
 * @example
 * ```ts
 * const caller = await operatorCaller(store, { accountId: 'me', scope: 'read', name: 'script' }, Date.now())
 * ```
 */
export async function operatorCaller(
  store: Store,
  { accountId, scope, may, name, zone }: OperatorCall,
  now: number,
): Promise<Result<Caller>> {
  const account = await store.accounts.find(accountId)
  if (!account) return refuse({ code: 'unauthorized', why: 'unknown' })
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  return ok({
    account,
    plan: plan.value,
    tokenId: name,
    tokenName: name,
    scope,
    ...(may && { may }),
    isOperator: true,
    zone: [zone, account.zone].find((one) => one !== undefined && isZone(one)) ?? 'UTC',
  })
}
