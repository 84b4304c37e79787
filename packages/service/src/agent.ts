/**
 * The server's own agent: a program that the sign-in service vouches for, by a JWT that it signs. What the token says is
 * believed only where the issuer's keys say so; they are kept for a while, and asked for anew when a token does not fit.
 * @see decisions 9.4
 */
import { isRecordId } from '@notegraph/graph'
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { ok, refuse, type AgentFault, type Result } from './refusal.ts'
import { SIGNATURES } from './signatures.ts'

export interface AgentSettings {
  readonly issuer: string
  readonly audience: string
  /** Where the issuer's keys are. */
  readonly jwksUrl: string
}

export interface Agent {
  /**
   * @param now milliseconds since 1970
   * @returns the id of the account that the token is for, be there one or not; 401, or 503 where the keys cannot be had
   */
  accountOf(jwt: string, now: number): Promise<Result<string>>
}

/** How long the keys may take to come, and how long they are taken for right, in milliseconds. */
const ANSWER_WITHIN = 5_000
const KEPT_FOR = 600_000
/** How far the clocks may be apart, in seconds. */
const CLOCKS_APART = 30
/** How often keys may be asked for again because a token did not fit, since anybody can send one. */
const REFRESHES = 10
/** After so many milliseconds they may be asked for once more, however many such tokens came meanwhile. */
const REFRESH_EVERY = 6_000

/** Three parts of base64url, as no other token is. */
export const isJwt = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)

/** Thrown where the keys cannot be had. */
class NoKeys extends Error {}

/** @param answerWithin how long the keys may take to come, in milliseconds */
export function openAgent(
  { issuer, audience, jwksUrl }: AgentSettings,
  answerWithin: number = ANSWER_WITHIN,
): Agent {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: answerWithin,
    cacheMaxAge: KEPT_FOR,
    cooldownDuration: Infinity, // when to ask again is decided here
  })
  const mayRefresh = budget(REFRESHES, REFRESH_EVERY)

  const keyFor: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (!isMisfit(error)) throw new NoKeys('the keys of the issuer cannot be had', { cause: error })
      throw error
    }
  }

  async function verified(jwt: string, now: number): Promise<unknown> {
    const { payload } = await jwtVerify(jwt, keyFor, {
      algorithms: SIGNATURES,
      issuer,
      audience,
      requiredClaims: ['exp', 'account_id'],
      currentDate: new Date(now),
      clockTolerance: CLOCKS_APART,
    })
    return payload['account_id']
  }

  /** Whether the keys were asked for again: the issuer may have new ones. */
  async function refreshed(jwt: string, error: unknown, now: number): Promise<boolean> {
    const unknown = error instanceof errors.JWKSNoMatchingKey
    if (!unknown && !(error instanceof errors.JWSSignatureVerificationFailed)) return false
    if (!isMeant(jwt, now) || !mayRefresh(now)) return false
    try {
      await keys.reload()
      return true
    } catch (cause) {
      if (unknown) throw new NoKeys('the keys of the issuer cannot be had', { cause })
      return false // there are keys, and the token does not fit them
    }
  }

  /** Whether a token says what a right one would: a stranger who knows less has no keys asked for. */
  function isMeant(jwt: string, now: number): boolean {
    const { iss, aud, exp = 0 } = decodeJwt(jwt)
    return iss === issuer && [aud].flat().includes(audience) && exp + CLOCKS_APART > now / 1_000
  }

  async function accountIn(jwt: string, now: number): Promise<unknown> {
    try {
      return await verified(jwt, now)
    } catch (error) {
      if (!(await refreshed(jwt, error, now))) throw error
      return verified(jwt, now)
    }
  }

  return {
    async accountOf(jwt, now) {
      try {
        const id = await accountIn(jwt, now)
        return typeof id === 'string' && isRecordId(id) ? ok(id) : refused('agent_account')
      } catch (error) {
        if (error instanceof NoKeys) return refuse({ code: 'unavailable' })
        if (error instanceof errors.JOSEError) return refused(faultOf(error))
        throw error
      }
    },
  }
}

const refused = (why: AgentFault) => refuse({ code: 'unauthorized', why })

/** Whether there are keys, and the token fits none, or names none of several. */
const isMisfit = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

function faultOf(error: errors.JOSEError): AgentFault {
  if (error instanceof errors.JWTExpired) return 'agent_expired'
  return error instanceof errors.JWTClaimValidationFailed ? 'agent_claims' : 'agent_signature'
}

/**
 * Something that may be done a number of times at once, and then once in a while: whoever asks too often keeps nobody
 * waiting for longer than that.
 * @returns whether it may be done now
 */
function budget(most: number, every: number): (now: number) => boolean {
  let left = most
  let filledAt = -Infinity
  return (now) => {
    const more = Math.floor(Math.abs(now - filledAt) / every) // a clock may be put back
    if (more > 0) {
      left = Math.min(most, left + more)
      filledAt = now
    }
    if (left === 0) return false
    left--
    return true
  }
}
