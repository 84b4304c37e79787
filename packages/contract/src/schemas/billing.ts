/**
 * What a billing service says of an account, and what it is answered. It is the operator's own, and no part of the API.
 * @see decisions 9.3
 */
import { either } from '@notegraph/page-types'
import * as v from 'valibot'
import { valueWords } from '../requests/check.ts'
import { Timestamp } from './scalars.ts'

export const PLANS = ['active', 'grace', 'none'] as const

export const BillingMessage = v.strictObject({
  accountId: v.string(),
  plan: v.picklist(PLANS, ({ input }) => `plan takes ${either(PLANS)}, not ${valueWords(input)}.`),
  endedAt: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer('endedAt takes whole milliseconds since 1970.'),
      v.minValue(0, 'endedAt takes milliseconds since 1970.'),
    ),
  ),
  allowed: v.exactOptional(v.boolean()),
})
export type BillingMessage = v.InferOutput<typeof BillingMessage>

export const BillingAnswer = v.strictObject({
  ok: v.literal(true),
  /** `false` where the account was so already, or the message was taken before. */
  changed: v.boolean(),
  accountId: v.string(),
  /** As it now is. */
  plan: v.picklist(PLANS),
  endedAt: v.exactOptional(Timestamp),
  allowed: v.boolean(),
})
export type BillingAnswer = v.InferOutput<typeof BillingAnswer>
