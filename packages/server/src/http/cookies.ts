/**
 * The cookies of a browser. Scripts cannot read them, and other sites cannot send them except by a link that a person
 * follows.
 */
import { LIMITS, SIGNED_OUT_COOKIE } from '@notegraph/contract'
import { SHARE_PATH, type Transaction } from '@notegraph/service'
import { cookieScope } from '@notegraph/web'
import { parse, serialize } from 'hono/utils/cookie'

type Name = 'session' | 'sign_in' | 'passkey_offered'

const DAY = 86_400

const scopeOf = (baseUrl: string, name: Name) => cookieScope(baseUrl, `notegraph_${name}`)

export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

/** @param seconds 0 deletes the cookie */
function cookie(baseUrl: string, of: Name, value: string, seconds: number): string {
  const { name, path, secure } = scopeOf(baseUrl, of)
  return serialize(name, value, { path, maxAge: seconds, httpOnly: true, sameSite: 'Lax', secure })
}

function read(request: Request, baseUrl: string, name: Name): string | undefined {
  const full = scopeOf(baseUrl, name).name
  return parse(request.headers.get('cookie') ?? '', full)[full]
}

/** The secret of a browser's session. */
export const sessionOf = (request: Request, baseUrl: string): string | undefined =>
  read(request, baseUrl, 'session')

/** The device that a person signed out of without a network. A script wrote it, so it is of the browser alone. */
export const signedOutOf = (request: Request): string | undefined =>
  parse(request.headers.get('cookie') ?? '', SIGNED_OUT_COOKIE)[SIGNED_OUT_COOKIE]

export const sessionCookie = (baseUrl: string, secret: string): string =>
  cookie(baseUrl, 'session', secret, LIMITS.browserDays * DAY)

export const noSession = (baseUrl: string): string => cookie(baseUrl, 'session', '', 0)

/** Cookie with the state of a sign-in while the browser is at the identity provider. */
export const signInCookie = (baseUrl: string, transaction: Transaction): string =>
  cookie(
    baseUrl,
    'sign_in',
    Buffer.from(JSON.stringify(transaction)).toString('base64url'),
    LIMITS.signInMinutes * 60,
  )

export const noSignIn = (baseUrl: string): string => cookie(baseUrl, 'sign_in', '', 0)

/** Whether this browser was offered a passkey in the last days. */
export const wasOfferedPasskey = (request: Request, baseUrl: string): boolean =>
  read(request, baseUrl, 'passkey_offered') !== undefined

export const passkeyOfferedCookie = (baseUrl: string): string =>
  cookie(baseUrl, 'passkey_offered', '1', LIMITS.passkeyOfferDays * DAY)

/** Undefined if the cookie is missing or invalid. */
export function transactionOf(request: Request, baseUrl: string): Transaction | undefined {
  const text = read(request, baseUrl, 'sign_in')
  if (text === undefined) return undefined
  try {
    const { state, nonce, verifier, to, startedAt, again } = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as Record<keyof Transaction, unknown>
    const words = [state, nonce, verifier, to].map(String) as [string, string, string, string]
    return {
      state: words[0],
      nonce: words[1],
      verifier: words[2],
      to: words[3],
      startedAt: Number(startedAt),
      ...(again === true && { again }),
    }
  } catch {
    return undefined
  }
}

/** The cookie of a reader who sent the password of a shared page. Browsers send it to that page alone. */
const shareScope = (baseUrl: string, id: string) =>
  cookieScope(baseUrl, 'notegraph_share', `${SHARE_PATH}/${id}`)

/** The proof of a reader's password. */
export function shareProofOf(request: Request, baseUrl: string, id: string): string | undefined {
  const { name } = shareScope(baseUrl, id)
  return parse(request.headers.get('cookie') ?? '', name)[name]
}

export function shareProofCookie(baseUrl: string, id: string, proof: string): string {
  const { name, path, secure } = shareScope(baseUrl, id)
  const maxAge = LIMITS.sharePasswordHours * 3_600
  return serialize(name, proof, { path, maxAge, httpOnly: true, sameSite: 'Lax', secure })
}
