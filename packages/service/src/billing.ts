/**
 * Messages of a billing service: signed as Standard Webhooks says (an id, the time, an HMAC of both and the body), taken
 * once each, and moving an account from one plan to another.
 * @see decisions 9.3
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BillingAnswer, BillingMessage } from '@notegraph/contract'
import type { Account, PlanChange, Store } from '@notegraph/store'
import { answer, type Answer } from './answer.ts'
import { changeOf, moved, planAt } from './plan.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** A message as it arrived, its headers as sent. */
export interface SignedMessage {
  readonly id: string | undefined
  /** Seconds since 1970. */
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: Uint8Array
}

/** What is known of a message whose signature is right. */
export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly signedAt: number
}

/** What a message came to. */
export interface Taken extends Answer<BillingAnswer> {
  /** Absent where the plan is what it was. */
  readonly change?: PlanChange
}

export interface Billing {
  /** @returns 401 where the signature is not right, or too old */
  verify(message: SignedMessage): Result<Signed>
  /** @returns 400, 404 for an account that is none, 409 for a message that was taken before */
  take(signed: Signed, message: BillingMessage): Promise<Result<Taken>>
}

/** How far from now a message may have been signed, in seconds. */
const TOLERANCE = 300
/** How long it is remembered which messages were taken, in milliseconds: as long as any sender tries again. */
const REMEMBERED = 30 * 86_400_000
const ID = /^[!-~]{1,256}$/

/**
 * @param secrets each `whsec_` and base64; a message is right by any of them
 * @param clock gives now, in milliseconds since 1970
 */
export function openBilling(store: Store, secrets: readonly string[], clock: () => number): Billing {
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

  function isSigned({ id, timestamp, signature = '', body }: SignedMessage): boolean {
    const given = signature
      .split(' ')
      .slice(0, 16)
      .map((one) => (one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0)))
    return keys.some((key) => {
      const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
      return given.some((one) => one.length === right.length && timingSafeEqual(one, right))
    })
  }

  /** What a message that was taken already is answered. */
  async function again({ id, signedAt }: Signed, account: Account): Promise<Result<Taken> | undefined> {
    const taken = await store.accounts.delivery(id)
    if (!taken) return undefined
    // The same message signed anew comes of a sender that saw no answer; the same signature, of whoever overheard it.
    return taken.signedAt === signedAt
      ? refuse({ code: 'conflict', why: 'message_taken' })
      : ok(told(account, false, clock()))
  }

  return {
    verify(message) {
      const { id = '', timestamp = '' } = message
      const signedAt = Number(timestamp)
      if (!ID.test(id) || !/^\d{1,12}$/.test(timestamp) || !isSigned(message))
        return refuse({ code: 'unauthorized', why: 'message_unsigned' })
      if (Math.abs(clock() / 1_000 - signedAt) > TOLERANCE)
        return refuse({ code: 'unauthorized', why: 'message_stale' })
      return ok({ id, signedAt })
    },

    async take(signed, { accountId, plan, endedAt, allowed }) {
      const now = clock()
      const before = await store.accounts.find(accountId)
      if (!before) return refuse({ code: 'not_found', what: 'account', name: accountId })
      const repeated = await again(signed, before)
      if (repeated) return repeated
      const move = {
        // Grace that is told of once more goes on as it is.
        ...((plan !== before.plan || endedAt !== undefined) && { plan }),
        ...(endedAt !== undefined && { endedAt }),
        ...(allowed !== undefined && { allowed }),
      }
      const after = moved(before, move, now)
      if (typeof after === 'string') return refuse({ code: 'bad_request', error: after })
      const change = changeOf(before, after, 'billing', now)
      const landed = await store.accounts.update(after, {
        delivery: { id: signed.id, signedAt: signed.signedAt, takenAt: now },
        forgetBefore: now - REMEMBERED,
        ...(change && { change }),
      })
      // Somebody else took it, or removed the account, at the same moment.
      if (!landed)
        return (
          (await again(signed, before)) ?? refuse({ code: 'not_found', what: 'account', name: accountId })
        )
      const changed = (['plan', 'endedAt', 'allowed'] as const).some((key) => after[key] !== before[key])
      return ok({ ...told(after, changed, now), ...(change && { change }) })
    },
  }
}

function told(account: Account, changed: boolean, now: number): Answer<BillingAnswer> {
  const { id: accountId, endedAt, allowed } = account
  const plan = planAt(account, now)
  const value: BillingAnswer = {
    ok: true,
    changed,
    accountId,
    plan,
    ...(endedAt !== undefined && { endedAt }),
    allowed,
  }
  return answer(JSON.stringify(value))
}
