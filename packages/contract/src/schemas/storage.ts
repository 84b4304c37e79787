/**
 * The storage and the plan of an account.
 * @see service, Account access state; decisions 9.3
 */
import * as v from 'valibot'
import { PLANS } from './billing.ts'
import { LIMITS } from '../limits.ts'
import { Count, Timestamp } from './scalars.ts'

const sizes = (bytes: string) =>
  v.strictObject({
    count: v.pipe(Count, v.description('The number of items.')),
    bytes: v.pipe(Count, v.description(bytes)),
  })

/** A number of items of the graph, and their bytes. */
export const Used = sizes('Their bytes. A tombstone counts 32 bytes until the server deletes it.')
/** A number of items beside the graph, and their bytes. */
export const UsedBeside = sizes('Their bytes.')

const used = (description: string) => v.pipe(Used, v.description(description))
const beside = (description: string) => v.pipe(UsedBeside, v.description(description))
const MB = 2 ** 20

/** The state of the cloud sync plan, and the end of its grace. */
export const PlanState = v.pipe(
  v.strictObject({
    state: v.picklist(PLANS),
    endedAt: v.exactOptional(v.pipe(Timestamp, v.description('The time at which the plan ended.'))),
    readsUntil: v.exactOptional(
      v.pipe(
        Timestamp,
        v.description(
          'In grace: the time at which reading ends, and the server archives and deletes the graph.',
        ),
      ),
    ),
    daysLeft: v.exactOptional(v.pipe(Count, v.description('In grace: the days until then, rounded up.'))),
  }),
  v.description(
    `The cloud sync plan. In grace, for ${LIMITS.graceDays} days after the plan ended, the account is read only.`,
  ),
)
export type PlanState = v.InferOutput<typeof PlanState>

/** The answer about storage: used and available bytes by kind, and the plan. */
export const StorageAnswer = v.pipe(
  v.strictObject({
    used: v.pipe(Count, v.description('All bytes of pages, blocks, shapes, files and the history.')),
    quota: v.pipe(Count, v.description('Bytes that the account may use.')),
    pages: used('Pages, including journal days and whiteboards.'),
    blocks: used('Blocks.'),
    shapes: used('Drawn elements of whiteboards.'),
    files: used('Files.'),
    history: beside(
      'Earlier states of pages and blocks. They never block new content: the oldest go when it needs their space.',
    ),
    changes: beside(
      `The list of changes with their items: up to ${LIMITS.changeListBytes / MB} MB, not part of \`used\`.`,
    ),
    answers: beside(
      `Answers kept under an \`Idempotency-Key\`: up to ${LIMITS.keptAnswerBytes / MB} MB, not part of \`used\`.`,
    ),
    plan: PlanState,
  }),
  v.description('The used storage by kind, and the state of the plan.'),
)
export type StorageAnswer = v.InferOutput<typeof StorageAnswer>
