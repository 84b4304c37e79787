/** Links that sign in once: for the operator, and for servers without an identity provider. */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, type Store } from '@notegraph/store'
import { isSecret, makeSecret } from '../token.ts'
import { hashOfCode, makeCode, readCode } from './codes.ts'

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

/** A new sign-in code. */
export interface MadeCode {
  readonly code: string
  /** The path of a page that takes the code, for a QR code. */
  readonly path: string
  readonly expiresAt: number
}

/**
 * Creates a code that signs in once, as a link does.
 *
 * @param now milliseconds since 1970
 * @param validFor milliseconds
 */
export async function makeSignInCode(
  store: Store,
  accountId: string,
  now: number,
  validFor: number,
): Promise<MadeCode> {
  const code = makeCode()
  const expiresAt = now + validFor
  await store.signInLinks.create({
    hash: await hashOfCode(store, code),
    accountId,
    createdAt: now,
    expiresAt,
  })
  return { code, path: LINK_PATH + code, expiresAt }
}

/**
 * Reads what a person typed or pasted: a link of this server, its last part, or a code.
 * @returns the last part of the link; undefined for another text
 * @example
 * readLink('bcdf-ghjk') // 'BCDFGHJK'
 */
export function readLink(typed: string): string | undefined {
  const text = typed.trim()
  const last = text.slice(text.lastIndexOf('/') + 1)
  return isSecret(LINK_PREFIX, last) ? last : readCode(last)
}

/** @returns undefined if this is neither a secret nor a code */
async function hashOf(store: Store, secret: string): Promise<string | undefined> {
  if (isSecret(LINK_PREFIX, secret)) return hashSecret(secret)
  const code = readCode(secret)
  return code === undefined ? undefined : hashOfCode(store, code)
}

/** Reads a link or a code without using it up. @returns the account that it signs in to */
export async function findSignInLink(store: Store, secret: string, now: number): Promise<string | undefined> {
  const hash = await hashOf(store, secret)
  return hash === undefined ? undefined : store.signInLinks.find(hash, now)
}

/** Uses up a link or a code. @returns the account that it signs in to */
export async function takeSignInLink(store: Store, secret: string, now: number): Promise<string | undefined> {
  const hash = await hashOf(store, secret)
  return hash === undefined ? undefined : store.signInLinks.take(hash, now)
}
