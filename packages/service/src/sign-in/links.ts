/** Links that sign in once: for whoever runs the server, and where there is no identity provider. */
import { LIMITS } from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import { hashSecret, isSecret, makeSecret } from '../token.ts'

export interface MadeLink {
  /** Below the address that people use. */
  readonly path: string
  /** Until when it signs in, in milliseconds. */
  readonly expiresAt: number
}

const LINK_PREFIX = 'ngl_'
export const LINK_PATH = '/api/sign-in/link/'

/** @param now milliseconds since 1970 */
export async function makeSignInLink(
  { signInLinks }: Store,
  accountId: string,
  now: number,
): Promise<MadeLink> {
  const secret = makeSecret(LINK_PREFIX)
  const expiresAt = now + LIMITS.signInLinkMinutes * 60_000
  await signInLinks.create({ hash: hashSecret(secret), accountId, createdAt: now, expiresAt })
  return { path: LINK_PATH + secret, expiresAt }
}

/** @returns the account it signs in as, this once */
export async function takeSignInLink(
  { signInLinks }: Store,
  secret: string,
  now: number,
): Promise<string | undefined> {
  return isSecret(LINK_PREFIX, secret) ? signInLinks.take(hashSecret(secret), now) : undefined
}
