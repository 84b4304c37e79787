/** Who calls from the machine itself, where no token is asked for: the operator, with an account of the store. */
import { isZone } from '@notegraph/graph'
import type { Scope, Store } from '@notegraph/store'
import { openPlan, type Caller } from './access.ts'
import { ok, refuse, type Result } from './refusal.ts'

export interface OperatorCall {
  readonly accountId: string
  readonly scope: Scope
  /** What the list of changes calls whoever made them. */
  readonly name: string
  /** Where today is; the account's own zone where it is left out. */
  readonly zone?: string
}

/** @returns the caller; 401 where the account is gone, 403 or 402 as for its tokens */
export async function operatorCaller(
  store: Store,
  { accountId, scope, name, zone }: OperatorCall,
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
    zone: [zone, account.zone].find((one) => one !== undefined && isZone(one)) ?? 'UTC',
  })
}
