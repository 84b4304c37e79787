/**
 * The messages of a billing service and their answers. The operator runs the service; the public API does not include
 * these.
 * @see decisions 9.3
 */
import { either } from '@notegraph/page-types'
import * as v from 'valibot'
import { valueWords } from '../requests/check.ts'
import { Timestamp } from './scalars.ts'

export const PLANS = ['active', 'grace', 'none'] as const

/** A message of a billing service about the plan of one account. */
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

/** The answer to a billing message: the current plan, and whether the message changed anything. */
export const BillingAnswer = v.strictObject({
  ok: v.literal(true),
  /** `false` if nothing changed, or the message is a repeat. */
  changed: v.boolean(),
  accountId: v.string(),
  /** The current plan. */
  plan: v.picklist(PLANS),
  endedAt: v.exactOptional(Timestamp),
  allowed: v.boolean(),
})
export type BillingAnswer = v.InferOutput<typeof BillingAnswer>
