/**
 * What an account takes up, of what it may, and how its plan stands.
 * @see service, Account access state; decisions 9.3
 */
import * as v from 'valibot'
import { PLANS } from './billing.ts'
import { LIMITS } from '../limits.ts'
import { Count, Timestamp } from './scalars.ts'

const used = (description: string) =>
  v.pipe(
    v.strictObject({
      count: v.pipe(Count, v.description('How many there are.')),
      bytes: v.pipe(
        Count,
        v.description(
          'What they take up. A deleted one counts 32 bytes for as long as devices have to hear of it.',
        ),
      ),
    }),
    v.description(description),
  )

const beside = (description: string) =>
  v.pipe(
    v.strictObject({
      count: v.pipe(Count, v.description('How many there are.')),
      bytes: v.pipe(Count, v.description('What they take up.')),
    }),
    v.description(description),
  )
const MB = 2 ** 20

export const PlanState = v.pipe(
  v.strictObject({
    state: v.picklist(PLANS),
    endedAt: v.exactOptional(v.pipe(Timestamp, v.description('When the plan ended.'))),
    readsUntil: v.exactOptional(
      v.pipe(Timestamp, v.description('In grace: when reading ends, and the graph is archived and removed.')),
    ),
    daysLeft: v.exactOptional(v.pipe(Count, v.description('In grace: the days until then, begun ones too.'))),
  }),
  v.description(
    `The cloud sync plan. In grace, for ${LIMITS.graceDays} days after it ended, the account reads and takes no writes.`,
  ),
)
export type PlanState = v.InferOutput<typeof PlanState>

export const StorageAnswer = v.pipe(
  v.strictObject({
    used: v.pipe(Count, v.description('Bytes in all: of pages, blocks, shapes and files.')),
    quota: v.pipe(Count, v.description('Bytes that the account may use.')),
    pages: used('Pages, journal days and whiteboards among them.'),
    blocks: used('Blocks.'),
    shapes: used('What is drawn on whiteboards.'),
    files: used('Files.'),
    changes: beside(
      `The list of changes, with what each touched: up to ${LIMITS.changeListBytes / MB} MB, no part of \`used\`.`,
    ),
    answers: beside(
      `Answers kept under an \`Idempotency-Key\`: up to ${LIMITS.keptAnswerBytes / MB} MB, no part of \`used\`.`,
    ),
    plan: PlanState,
  }),
  v.description('What is used of storage, by kind, and the state of the plan.'),
)
export type StorageAnswer = v.InferOutput<typeof StorageAnswer>
