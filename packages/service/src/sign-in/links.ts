/** Links that sign in once: for the operator, and for servers without an identity provider. */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, type Store } from '@notegraph/store'
import { isSecret, makeSecret } from '../token.ts'

/** A new sign-in link. */
export interface MadeLink {
  /** The path below the public address. */
  readonly path: string
  /** When the link expires, in milliseconds since 1970. */
  readonly expiresAt: number
}

const LINK_PREFIX = 'ngl_'
/** The path of sign-in links; the secret follows. */
export const LINK_PATH = '/api/sign-in/link/'

/**
 * Creates a sign-in link.
 *
 * @param now milliseconds since 1970
 * @param validFor milliseconds
 * @example
 * ```ts
 * const { path } = await makeSignInLink(store, 'me', Date.now())
 * ```
 */
export async function makeSignInLink(
  { signInLinks }: Store,
  accountId: string,
  now: number,
  validFor: number = LIMITS.signInLinkMinutes * 60_000,
): Promise<MadeLink> {
  const secret = makeSecret(LINK_PREFIX)
  const expiresAt = now + validFor
  await signInLinks.create({ hash: hashSecret(secret), accountId, createdAt: now, expiresAt })
  return { path: LINK_PATH + secret, expiresAt }
}

/** Reads a link without using it up. @returns the account that it signs in to */
export async function findSignInLink(
  { signInLinks }: Store,
  secret: string,
  now: number,
): Promise<string | undefined> {
  return isSecret(LINK_PREFIX, secret) ? signInLinks.find(hashSecret(secret), now) : undefined
}

/** Uses up a link. @returns the account that it signs in to */
export async function takeSignInLink(
  { signInLinks }: Store,
  secret: string,
  now: number,
): Promise<string | undefined> {
  return isSecret(LINK_PREFIX, secret) ? signInLinks.take(hashSecret(secret), now) : undefined
}
