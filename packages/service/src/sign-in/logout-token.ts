/**
 * Logout tokens: an identity provider signs and sends one to this server when a person signs out or is blocked there.
 * Signature, issuer, audience, time and event are all checked.
 * @see OpenID Connect Back-Channel Logout 1.0, 2.4 to 2.6
 */
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { SIGNATURE_ALGORITHMS } from '../signature-algorithms.ts'
import { failed, type SignInResult } from './fault.ts'

/** The sessions that end: all of a person, or those of one session at the provider. One of the two is set. */
export interface LoggedOut {
  readonly subject?: string
  readonly sid?: string
}

export interface LogoutTokens {
  /**
   * Takes a token once. If `end` throws, the token works again, because the provider may send the same one again.
   * @param keysAt the address of the provider's keys
   * @param now milliseconds since 1970
   * @param end ends the sessions
   */
  take<T>(
    jwt: string,
    keysAt: string,
    now: number,
    end: (who: LoggedOut) => Promise<T>,
  ): Promise<SignInResult<T>>
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** The types that a token may name; many providers use `JWT` or none. */
const KINDS = new Set(['logout+jwt', 'application/logout+jwt', 'jwt'])
/** The most seconds of a token's age, and of differing clocks. */
const [OLDEST, CLOCKS_APART] = [300, 30]
const ANSWER_WITHIN = 5_000
/** Remembered tokens, so that each works once; the oldest is dropped. */
const REMEMBERED = 10_000

export async function logoutTokens(issuer: string, audience: string): Promise<LogoutTokens> {
  const { createRemoteJWKSet, errors, jwtVerify } = await import('jose')
  const taken = new Set<string>()
  let keys: { readonly at: string; readonly set: JWTVerifyGetKey } | undefined

  function keySet(at: string): JWTVerifyGetKey {
    if (keys?.at !== at)
      keys = { at, set: createRemoteJWKSet(new URL(at), { timeoutDuration: ANSWER_WITHIN }) }
    return keys.set
  }

  /** @returns whether the token is new */
  function isFirst(id: string): boolean {
    if (taken.has(id)) return false
    taken.add(id)
    if (taken.size > REMEMBERED) taken.delete(taken.values().next().value!)
    return true
  }

  async function verify(
    jwt: string,
    keysAt: string,
    now: number,
  ): Promise<SignInResult<{ readonly id: string; readonly who: LoggedOut }>> {
    try {
      const { payload, protectedHeader } = await jwtVerify(jwt, keySet(keysAt), {
        algorithms: SIGNATURE_ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
        maxTokenAge: OLDEST,
        clockTolerance: CLOCKS_APART,
        currentDate: new Date(now),
      })
      const { typ } = protectedHeader
      if (typ !== undefined && !KINDS.has(typ.toLowerCase())) return failed('provider', 'typ')
      const who = whoseOf(payload)
      return who ? { ok: true, value: { id: String(payload.jti), who } } : failed('provider', 'claims')
    } catch (error) {
      if (
        error instanceof errors.JOSEError &&
        !(error instanceof errors.JWKSTimeout) &&
        error.code !== 'ERR_JOSE_GENERIC'
      )
        return failed('provider', error.code)
      return failed('unreachable', error instanceof Error ? error.name : undefined)
    }
  }

  return {
    async take(jwt, keysAt, now, end) {
      const token = await verify(jwt, keysAt, now)
      if (!token.ok) return token
      const { id, who } = token.value
      if (!isFirst(id)) return failed('expired', 'jti')
      try {
        return { ok: true, value: await end(who) }
      } catch (error) {
        taken.delete(id)
        throw error
      }
    },
  }
}

/** An ID token has a `nonce`, and must not pass as a logout token. */
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
