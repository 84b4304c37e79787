/**
 * The server's own agent: a program whose JWT the sign-in service signs. The claims count only if the issuer's keys
 * verify the token. Keys are cached, and fetched again if a token does not match them.
 * @see decisions 9.4
 */
import { isRecordId } from '@notegraph/graph'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { ok, refuse, type AgentFault, type Result } from './refusal.ts'
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts'

/** The values that an agent's token must have. */
export interface AgentSettings {
  readonly issuer: string
  readonly audience: string
  /** The address of the issuer's keys. */
  readonly jwksUrl: string
}

/** The account that a verified token is for. */
export interface AgentAccount {
  readonly id: string
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** Verifies tokens of the server's own agent. */
export interface Agent {
  /**
   * @param now milliseconds since 1970
   * @returns the token's account, which may not exist; 401, or 503 if the keys are unavailable
   */
  accountOf(jwt: string, now: number): Promise<Result<AgentAccount>>
}

/** Milliseconds until a request for keys fails, and until cached keys expire. */
const ANSWER_WITHIN = 5_000
const KEPT_FOR = 600_000
/** Tolerance for differing clocks, in seconds. */
const CLOCKS_APART = 30
/** The most fetches because of tokens that do not match, since anyone can send one. */
const REFRESHES = 10
/** Milliseconds until one more such fetch is allowed, however many tokens arrive. */
const REFRESH_EVERY = 6_000

/** Three parts of base64url; no other token has this form. */
export const isJwt = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)

/** The keys are unavailable. */
class NoKeys extends Error {}

/**
 * Creates the verifier of the agent's tokens. A server without an agent does not load the library.
 *
 * @param answerWithin milliseconds until a request for keys fails
 * @example
 * ```ts
 * const agent = await openAgent({ issuer, audience, jwksUrl })
 * ```
 */
export async function openAgent(
  { issuer, audience, jwksUrl }: AgentSettings,
  answerWithin: number = ANSWER_WITHIN,
): Promise<Agent> {
  const { createRemoteJWKSet, decodeJwt, errors, jwtVerify } = await import('jose')
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: answerWithin,
    cacheMaxAge: KEPT_FOR,
    cooldownDuration: Infinity, // this module decides when to fetch again
  })
  const mayRefresh = budget(REFRESHES, REFRESH_EVERY)

  const keyFor: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (!isMisfit(error)) throw new NoKeys('the keys of the issuer are unavailable', { cause: error })
      throw error
    }
  }

  async function verified(jwt: string, now: number): Promise<JWTPayload> {
    const { payload } = await jwtVerify(jwt, keyFor, {
      algorithms: SIGNATURE_ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['exp', 'account_id'],
      currentDate: new Date(now),
      clockTolerance: CLOCKS_APART,
    })
    return payload
  }

  /** Fetches the keys again, since the issuer may have new ones. @returns whether it did */
  async function refreshed(jwt: string, error: unknown, now: number): Promise<boolean> {
    const unknown = error instanceof errors.JWKSNoMatchingKey
    if (!unknown && !(error instanceof errors.JWSSignatureVerificationFailed)) return false
    if (!isMeant(jwt, now) || !mayRefresh(now)) return false
    try {
      await keys.reload()
      return true
    } catch (cause) {
      if (unknown) throw new NoKeys('the keys of the issuer are unavailable', { cause })
      return false // keys are available, and the token does not match them
    }
  }

  /** Whether the claims of a token are right. An attacker without that knowledge causes no fetch of keys. */
  function isMeant(jwt: string, now: number): boolean {
    const { iss, aud, exp = 0 } = decodeJwt(jwt)
    return iss === issuer && [aud].flat().includes(audience) && exp + CLOCKS_APART > now / 1_000
  }

  async function claimsOf(jwt: string, now: number): Promise<JWTPayload> {
    try {
      return await verified(jwt, now)
    } catch (error) {
      if (!(await refreshed(jwt, error, now))) throw error
      return verified(jwt, now)
    }
  }

  /** Whether keys exist, but the token matches none or names none of several. */
  const isMisfit = (error: unknown): boolean =>
    error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

  function faultOf(error: unknown): AgentFault {
    if (error instanceof errors.JWTExpired) return 'agent_expired'
    return error instanceof errors.JWTClaimValidationFailed ? 'agent_claims' : 'agent_signature'
  }

  return {
    async accountOf(jwt, now) {
      try {
        const { account_id: id, exp } = await claimsOf(jwt, now)
        if (typeof id !== 'string' || !isRecordId(id)) return refused('agent_account')
        return ok({ id, expiresAt: exp! * 1_000 })
      } catch (error) {
        if (error instanceof NoKeys) return refuse({ code: 'unavailable', what: 'sign_in' })
        if (error instanceof errors.JOSEError) return refused(faultOf(error))
        throw error
      }
    },
  }
}

const refused = (why: AgentFault) => refuse({ code: 'unauthorized', why })

/**
 * Limits an action to a number of times at once, and then one in each interval. An attacker can delay others by no more
 * than that.
 * @returns whether the action is allowed now
 */
function budget(most: number, every: number): (now: number) => boolean {
  let left = most
  let filledAt = -Infinity
  return (now) => {
    const more = Math.floor(Math.abs(now - filledAt) / every) // a clock may be set back
    if (more > 0) {
      left = Math.min(most, left + more)
      filledAt = now
    }
    if (left === 0) return false
    left--
    return true
  }
}
