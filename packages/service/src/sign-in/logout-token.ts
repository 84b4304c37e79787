/**
 * What an identity provider says when somebody signs out there, or is locked out: a logout token, which it signs and sends
 * to this server itself. It is believed only where signature, issuer, audience, time and event are right.
 * @see OpenID Connect Back-Channel Logout 1.0, 2.4 to 2.6
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { SIGNATURES } from '../signatures.ts'
import { failed, type Tried } from './fault.ts'

/** Whose sessions end: all of a person, or those of one session at the provider. One of the two is there. */
export interface LoggedOut {
  readonly subject?: string
  readonly sid?: string
}

export interface LogoutTokens {
  /**
   * @param keysAt where the provider's keys are
   * @param now milliseconds since 1970
   */
  verify(jwt: string, keysAt: string, now: number): Promise<Tried<LoggedOut>>
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** A token that names its kind says one of these; many providers say `JWT`, or nothing. */
const KINDS = new Set(['logout+jwt', 'application/logout+jwt', 'jwt'])
/** How old a token may be, and how far the clocks may be apart, in seconds. */
const [OLDEST, CLOCKS_APART] = [300, 30]
const ANSWER_WITHIN = 5_000
/** Tokens remembered so that each is taken once; the oldest is forgotten. */
const REMEMBERED = 10_000

export function logoutTokens(issuer: string, audience: string): LogoutTokens {
  const taken = new Set<string>()
  let keys: { readonly at: string; readonly set: ReturnType<typeof createRemoteJWKSet> } | undefined

  function keySet(at: string): ReturnType<typeof createRemoteJWKSet> {
    if (keys?.at !== at)
      keys = { at, set: createRemoteJWKSet(new URL(at), { timeoutDuration: ANSWER_WITHIN }) }
    return keys.set
  }

  /** @returns whether it is the first time */
  function isFirst(id: string): boolean {
    if (taken.has(id)) return false
    taken.add(id)
    if (taken.size > REMEMBERED) taken.delete(taken.values().next().value!)
    return true
  }

  return {
    async verify(jwt, keysAt, now) {
      try {
        const { payload, protectedHeader } = await jwtVerify(jwt, keySet(keysAt), {
          algorithms: SIGNATURES,
          issuer,
          audience,
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
          maxTokenAge: OLDEST,
          clockTolerance: CLOCKS_APART,
          currentDate: new Date(now),
        })
        const { typ } = protectedHeader
        if (typ !== undefined && !KINDS.has(typ.toLowerCase())) return failed('provider', 'typ')
        const whose = whoseOf(payload)
        if (!whose) return failed('provider', 'claims')
        return isFirst(String(payload.jti)) ? { ok: true, value: whose } : failed('expired', 'jti')
      } catch (error) {
        if (
          error instanceof errors.JOSEError &&
          !(error instanceof errors.JWKSTimeout) &&
          error.code !== 'ERR_JOSE_GENERIC'
        )
          return failed('provider', error.code)
        return failed('unreachable', error instanceof Error ? error.name : undefined)
      }
    },
  }
}

/** A `nonce` belongs to an ID token, which must not be taken for a logout token. */
function whoseOf({ sub, sid, nonce, events }: JWTPayload): LoggedOut | undefined {
  const event = isObject(events) ? events[EVENT] : undefined
  if (nonce !== undefined || !isObject(event)) return undefined
  if (![sub, sid].every((one) => one === undefined || (typeof one === 'string' && one !== '')))
    return undefined
  if (sub === undefined && sid === undefined) return undefined
  return { ...(sub !== undefined && { subject: sub }), ...(sid !== undefined && { sid: sid as string }) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
