/** The account itself: the end of all access, and of the account. @see decisions 9.10 */
import * as v from 'valibot'
import { Count } from './scalars.ts'

/** The body for signing out everywhere. */
export const SignOutEverywhere = v.strictObject({
  tokens: v.exactOptional(
    v.pipe(v.boolean(), v.description('Whether to revoke the API tokens too. By default they stay.')),
    false,
  ),
})
export type SignOutEverywhere = v.InferOutput<typeof SignOutEverywhere>

/** The answer of signing out everywhere. */
export const SignedOut = v.pipe(
  v.strictObject({
    browsers: Count,
    devices: Count,
    apps: Count,
    links: v.pipe(Count, v.description('Sign-in links that nobody had used yet.')),
    tokens: Count,
  }),
  v.description('How many of each ended.'),
)
export type SignedOut = v.InferOutput<typeof SignedOut>

/** The body for closing the account. */
export const CloseAccount = v.strictObject({
  name: v.pipe(v.string(), v.description('The id of the account, as confirmation.')),
})
export type CloseAccount = v.InferOutput<typeof CloseAccount>

/** The answer of closing the account. */
export const AccountClosed = v.pipe(
  v.strictObject({ ok: v.literal(true) }),
  v.description('The account and everything in it are deleted.'),
)
export type AccountClosed = v.InferOutput<typeof AccountClosed>
