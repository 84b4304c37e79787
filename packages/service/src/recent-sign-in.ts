/**
 * The rule of recent sign-ins. Making or widening what reaches beyond an account needs one: somebody else may use a browser
 * or a device that was left open. Ending, revoking and narrowing never do.
 * @see decisions 9.6
 */
import { ok, refuse, type Result } from './refusal.ts'

/**
 * Refuses what reaches beyond the account a while after the sign-in.
 *
 * @param isRecent whether the person signed in recently
 * @returns 403
 * @example
 * ```ts
 * needRecent(visitor.isRecent)
 * ```
 */
export const needRecent = (isRecent: boolean): Result<void> =>
  isRecent ? ok(undefined) : refuse({ code: 'forbidden', why: 'not_recent' })
