/** The rights of an account under its plan at a given time, and moves between plans. @see decisions 9.3 */
import { LIMITS } from '@notegraph/contract'
import type { Account, Plan, PlanChange, PlanMover } from '@notegraph/store'

const DAY_MS = 86_400_000

/**
 * The current state of the plan; grace ends by time.
 *
 * @example
 * ```ts
 * planAt(account, Date.now()) // active, grace or none
 * ```
 */
export function planAt(account: Account, now: number): Plan {
  if (account.plan !== 'grace') return account.plan
  return now < graceEnd(account) ? 'grace' : 'none'
}

/** When the grace of an account ends. */
export const graceEnd = ({ endedAt = 0 }: Account): number => endedAt + LIMITS.graceDays * DAY_MS

/**
 * When the graph of an account is deleted; undefined while the plan continues. A plan that ended without grace may be a
 * mistake, so the graph stays for a day.
 */
export function graphEnd(account: Account): number | undefined {
  if (account.plan === 'active') return undefined
  return account.plan === 'grace' ? graceEnd(account) : (account.endedAt ?? account.createdAt) + DAY_MS
}

/** Changes of the plan; members that are left out stay. */
export interface PlanMove {
  readonly plan?: Plan
  /** The end of the plan in milliseconds since 1970; only for grace, default now. */
  readonly endedAt?: number
  /** Whether the account is on the server's list. */
  readonly allowed?: boolean
}

/** @returns the account after the move, or the reason why it is impossible */
export function moved(account: Account, move: PlanMove, now: number): Account | string {
  const { plan = account.plan, allowed = account.allowed } = move
  if (move.endedAt !== undefined && plan !== 'grace')
    return 'Only the plan grace has a day on which it ended.'
  if (move.endedAt !== undefined && move.endedAt > now) return 'The end of a plan cannot be in the future.'
  const { endedAt: held, ...rest } = account
  // Ending an ended plan keeps its date. A new request for grace starts now.
  const keeps = move.plan === undefined || (plan === 'none' && account.plan === 'none')
  const endedAt = move.endedAt ?? (keeps ? held : undefined) ?? now
  return { ...rest, plan, allowed, ...(plan !== 'active' && { endedAt }) }
}

/** The log entry of a move; undefined if the plan did not change. */
export function changeOf(
  before: Account,
  after: Account,
  by: PlanMover,
  now: number,
): PlanChange | undefined {
  const [from, to] = [planAt(before, now), planAt(after, now)]
  return from === to ? undefined : { accountId: before.id, at: now, from, to, by }
}
