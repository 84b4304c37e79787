/**
 * API tokens: `ngp_`, 32 random bytes in base62, and a checksum of six characters that detects typing errors without a
 * look-up. Only the SHA-256 hash of a token is stored.
 * @see decisions 9.1
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LIMITS } from '@notegraph/contract'
import type { Session, Token } from '@notegraph/store'

export const TOKEN_PREFIX = 'ngp_'
/** A device's session token; notes routes do not accept it. @see decisions 9.2 */
export const SESSION_PREFIX = 'ngs_'

/** An app's access token; only MCP accepts it. */
export const APP_TOKEN_PREFIX = 'ngo_'
/** An app's refresh token. */
export const APP_REFRESH_PREFIX = 'ngr_'
/** An app's code, which it exchanges once for tokens. */
export const APP_CODE_PREFIX = 'ngc_'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43 // 62^43 > 2^256
const CHECK_LENGTH = 6 // 62^6 > 2^32
const FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)]! + text
  return text
}

const checkOf = (secret: string): string => base62(BigInt(crc32(secret)), CHECK_LENGTH)

/**
 * Makes a secret.
 *
 * @returns a new secret with the prefix, to be shown once
 * @example
 * ```ts
 * const token = makeSecret('ngp_')
 * ```
 */
export function makeSecret(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  return prefix + secret + checkOf(secret)
}

/** Whether a text has the form of a secret with this prefix and a valid checksum. */
export function isSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const body = text.slice(prefix.length)
  return FORM.test(body) && checkOf(body.slice(0, SECRET_LENGTH)) === body.slice(SECRET_LENGTH)
}

/**
 * Whether a token gives access.
 *
 * @example
 * ```ts
 * const active = tokens.filter((token) => isTokenOpen(token, Date.now()))
 * ```
 */
export const isTokenOpen = (
  { revokedAt, expiresAt = Infinity }: Pick<Token, 'revokedAt' | 'expiresAt'>,
  now: number,
): boolean => revokedAt === undefined && now < expiresAt

const DAY = 86_400_000

/**
 * When a device's session ends unless it is used before.
 * @see decisions 9.8
 */
export const sessionEndsAt = ({
  createdAt,
  lastUsedAt = createdAt,
}: Pick<Session, 'createdAt' | 'lastUsedAt'>): number => lastUsedAt + LIMITS.deviceIdleDays * DAY

/** Whether a device's session gives access. */
export const isSessionOpen = (session: Session, now: number): boolean =>
  session.endedAt === undefined && now < sessionEndsAt(session)
