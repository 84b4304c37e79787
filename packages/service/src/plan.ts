/** What an account may do by its plan, at a given time, and how it comes from one plan to another. @see decisions 9.3 */
import { LIMITS } from '@notegraph/contract'
import type { Account, Plan, PlanChange, PlanMover } from '@notegraph/store'

const DAY_MS = 86_400_000

/** The state of the plan now: grace ends by itself. */
export function planAt(account: Account, now: number): Plan {
  if (account.plan !== 'grace') return account.plan
  return now < graceEnd(account) ? 'grace' : 'none'
}

/** When the grace of an account is over. */
export const graceEnd = ({ endedAt = 0 }: Account): number => endedAt + LIMITS.graceDays * DAY_MS

/**
 * When the graph of an account is no longer kept; undefined while its plan goes on. A plan that was taken away without
 * grace may have been so by mistake: it has a day in which that can be put right.
 */
export function graphEnd(account: Account): number | undefined {
  if (account.plan === 'active') return undefined
  return account.plan === 'grace' ? graceEnd(account) : (account.endedAt ?? account.createdAt) + DAY_MS
}

/** What is to be another way; what is left out stays. */
export interface PlanMove {
  readonly plan?: Plan
  /** When the plan ended, in milliseconds; for grace alone, and now where it is left out. */
  readonly endedAt?: number
  /** Whether the account is on the server's list. */
  readonly allowed?: boolean
}

/** @returns the account as it is after a move, or in words why it cannot be moved so */
export function moved(account: Account, move: PlanMove, now: number): Account | string {
  const { plan = account.plan, allowed = account.allowed } = move
  if (move.endedAt !== undefined && plan !== 'grace') return 'The day a plan ended goes with the plan grace.'
  if (move.endedAt !== undefined && move.endedAt > now) return 'A plan cannot have ended on a day to come.'
  const { endedAt: held, ...rest } = account
  // A plan that is ended once more has ended when it did; grace that is asked for anew begins now.
  const keeps = move.plan === undefined || (plan === 'none' && account.plan === 'none')
  const endedAt = move.endedAt ?? (keeps ? held : undefined) ?? now
  return { ...rest, plan, allowed, ...(plan !== 'active' && { endedAt }) }
}

/** What the log says of a move; nothing where the plan is what it was. */
export function changeOf(
  before: Account,
  after: Account,
  by: PlanMover,
  now: number,
): PlanChange | undefined {
  const [from, to] = [planAt(before, now), planAt(after, now)]
  return from === to ? undefined : { accountId: before.id, at: now, from, to, by }
}
