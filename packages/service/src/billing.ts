/**
 * Messages of a billing service that move an account between plans. They are signed as in Standard Webhooks (an id, the
 * time, an HMAC of both and the body), and each is processed once.
 * @see decisions 9.3
 */
import { timingSafeEqual } from 'node:crypto'
import type { BillingAnswer, BillingMessage } from '@notegraph/contract'
import type { Account, PlanChange, Store } from '@notegraph/store'
import { answer, type Answer } from './answer.ts'
import { messageDigest, signingKey } from './message-signature.ts'
import { changeOf, moved, planAt } from './plan.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { retryUntilCommitted } from './write-queue.ts'

/** A message with its raw headers. */
export interface SignedMessage {
  readonly id: string | undefined
  /** Seconds since 1970. */
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: Uint8Array
}

/** A message with a valid signature. */
export interface MessageSignature {
  readonly id: string
  /** Seconds since 1970. */
  readonly signedAt: number
}

/** The result of a message. */
export interface PlanChangeAnswer extends Answer<BillingAnswer> {
  /** Absent if the plan did not change. */
  readonly change?: PlanChange
}

/** Verifies and processes messages of a billing service. */
export interface Billing {
  /** @returns 401 if the signature is invalid or too old */
  verify(message: SignedMessage): Result<MessageSignature>
  /** @returns 400, 404 for an unknown account, 409 for a repeated message */
  take(signed: MessageSignature, message: BillingMessage): Promise<Result<PlanChangeAnswer>>
}

/** The most seconds between the signature and now. */
const TOLERANCE = 300
/** Milliseconds for which processed messages are remembered: as long as any sender retries. */
const REMEMBERED = 30 * 86_400_000
const ID = /^[!-~]{1,256}$/

/**
 * Opens the processing of messages.
 *
 * @param secrets each `whsec_` and base64; any of them may sign a message
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const billing = openBilling(store, settings.billingSecrets, Date.now)
 * ```
 */
export function openBilling(store: Store, secrets: readonly string[], clock: () => number): Billing {
  const keys = secrets.map(signingKey)

  function isSigned({ id = '', timestamp = '', signature = '', body }: SignedMessage): boolean {
    const given = signature
      .split(' ')
      .slice(0, 16)
      .map((one) => (one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0)))
    return keys.some((key) => {
      const right = messageDigest(key, id, timestamp, body)
      return given.some((one) => one.length === right.length && timingSafeEqual(one, right))
    })
  }

  /** The answer to a message that was already processed. */
  async function again(
    { id, signedAt }: MessageSignature,
    account: Account,
  ): Promise<Result<PlanChangeAnswer> | undefined> {
    const taken = await store.accounts.delivery(id)
    if (!taken) return undefined
    // A new signature means that the sender saw no answer. The same signature may be a replay by an attacker.
    return taken.signedAt === signedAt
      ? refuse({ code: 'conflict', why: 'message_taken' })
      : ok(answerOf(account, false, clock()))
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

    take: async (signed, { accountId, plan, endedAt, allowed }) =>
      // Another process may handle the message, or change the account, at the same moment.
      retryUntilCommitted(async () => {
        const now = clock()
        const before = await store.accounts.find(accountId)
        if (!before) return refuse({ code: 'not_found', what: 'account', name: accountId })
        const repeated = await again(signed, before)
        if (repeated) return repeated
        const move = {
          // A repeated message about grace does not restart it.
          ...((plan !== before.plan || endedAt !== undefined) && { plan }),
          ...(endedAt !== undefined && { endedAt }),
          ...(allowed !== undefined && { allowed }),
        }
        const after = moved(before, move, now)
        if (typeof after === 'string') return refuse({ code: 'bad_request', error: after })
        const change = changeOf(before, after, 'billing', now)
        const committed = await store.accounts.update(before, after, {
          delivery: { id: signed.id, signedAt: signed.signedAt, takenAt: now },
          forgetBefore: now - REMEMBERED,
          ...(change && { change }),
        })
        if (!committed) return undefined
        const changed = (['plan', 'endedAt', 'allowed'] as const).some((key) => after[key] !== before[key])
        return ok({ ...answerOf(after, changed, now), ...(change && { change }) })
      }),
  }
}

function answerOf(account: Account, changed: boolean, now: number): Answer<BillingAnswer> {
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
