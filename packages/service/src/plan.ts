/** What an account may do by its plan, at a given time. @see decisions 9.3 */
import { LIMITS } from '@notegraph/contract'
import type { Account, Plan } from '@notegraph/store'

const DAY_MS = 86_400_000

/** The state of the plan now: grace ends by itself. */
export function planAt(account: Account, now: number): Plan {
  if (account.plan !== 'grace') return account.plan
  return now < (account.endedAt ?? 0) + LIMITS.graceDays * DAY_MS ? 'grace' : 'none'
}
