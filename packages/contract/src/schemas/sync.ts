/**
 * What devices and the server send each other. The answers are checked and described from here; a push is described
 * here and read by the sync package, since what is wrong with one record of it refuses that record alone.
 * @see sync, Record on the wire and Routes
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { ErrorBody } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

const At = v.pipe(Timestamp, v.description('When it was changed, in milliseconds since 1970.'))
const Revision = v.pipe(v.string(), v.description('Which words these are. Never used twice.'))
const Revisions = list(v.string())
const id = (text: string) => v.pipe(v.string(), v.description(text))

const words = {
  text: v.pipe(v.string(), v.description('As written: Markdown with `key:: value` and date lines.')),
  rev: Revision,
  at: At,
}

const Place = v.strictObject({
  pageId: id('The page that contains it.'),
  parentId: v.pipe(v.nullable(v.string()), v.description('`null` at the top level.')),
  order: v.pipe(v.number(), v.description('Siblings sort by it, then by id.')),
  at: At,
})

export const SyncRecord = v.pipe(
  v.looseObject({
    kind: v.picklist(['page', 'block', 'shape']),
    id: id('1 to 64 characters of `A-Z a-z 0-9 . _ -`.'),
    createdAt: Timestamp,
    updatedAt: v.pipe(Timestamp, v.description('The latest time of any of its groups.')),
    deleted: v.exactOptional(v.pipe(Timestamp, v.description('When it was deleted; absent while it lives.'))),
    words: v.exactOptional(v.pipe(v.strictObject(words), v.description('Of blocks and shapes.'))),
    place: v.exactOptional(v.pipe(Place, v.description('Of blocks and shapes.'))),
    props: v.pipe(
      v.record(v.string(), v.strictObject({ v: v.any(), at: At })),
      v.description('Each with a time of its own; a cleared one stays as `null`.'),
    ),
    versions: v.exactOptional(
      v.pipe(
        list(v.strictObject({ ...words, device: v.string() })),
        v.description('Words that other devices wrote at the same time, until a person picks.'),
      ),
    ),
    hist: v.pipe(Revisions, v.description('Earlier revisions of the words, up to 32.')),
    schema: v.literal(1),
  }),
  v.description('A page, block or shape as devices keep it. Keys that are not known are kept and sent on.'),
)
export type SyncRecord = v.InferOutput<typeof SyncRecord>

export const PullQuery = v.object({
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('Where the answer before ended; everything is sent where it is left out.'),
      v.metadata({ minLength: 1 }),
    ),
  ),
  limit: limit(SYNC_LIMITS.pullRecords, SYNC_LIMITS.pullRecords),
})
export type PullQuery = v.InferOutput<typeof PullQuery>

export const PullAnswer = v.pipe(
  v.strictObject({
    records: v.pipe(
      list(SyncRecord),
      v.description('Each record changed after the cursor, as it now is, in the order of the changes.'),
    ),
    cursor: v.pipe(v.string(), v.description('Where the next pull goes on.')),
    epoch: v.pipe(Count, v.description('Another one after the server was restored from a backup.')),
    more: v.boolean(),
    reset: v.pipe(
      v.boolean(),
      v.description('The cursor led nowhere any more: everything is sent, beginning with this answer.'),
    ),
    now: v.pipe(Timestamp, v.description('The time of the server.')),
    head: v.pipe(Count, v.description('The number of the latest change.')),
    count: v.exactOptional(v.pipe(Count, v.description('How many records live; with the last answer.'))),
    total: v.exactOptional(
      v.pipe(
        Count,
        v.description('How many records live; with the first page of everything, if more follow.'),
      ),
    ),
    checksum: v.exactOptional(
      v.pipe(v.string(), v.description('Over all that live, in hex; with the last answer.')),
    ),
  }),
  v.description('What changed since the cursor.'),
)
export type PullAnswer = v.InferOutput<typeof PullAnswer>

export const Push = v.strictObject({
  epoch: v.pipe(Count, v.description('That of the last pull.')),
  device: v.pipe(
    v.string(),
    v.description(`Who pushes: a name of 1 to ${SYNC_LIMITS.device} characters, kept for good.`),
  ),
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'That of the last answer to a pull. A page that is deleted here stays if another device, or the API, wrote on it after this cursor.',
      ),
    ),
  ),
  records: v.pipe(
    list(
      v.looseObject({
        record: v.pipe(SyncRecord, v.description('The whole record, as the device has it.')),
        dirty: v.pipe(
          list(v.string()),
          v.description('What was edited: `words`, `place`, `deleted`, `versions`, `props.KEY`.'),
        ),
        seen: v.pipe(Revisions, v.description('Revisions that the writer had seen.')),
        drops: v.exactOptional(v.pipe(Revisions, v.description('Versions that a person decided against.'))),
      }),
    ),
    v.metadata({ maxItems: SYNC_LIMITS.pushRecords }),
    v.description(
      'In this order. A plain record in place of an item is taken as changed at its `updatedAt`, in every group.',
    ),
  ),
})
export type Push = v.InferOutput<typeof Push>

export const PushAnswer = v.pipe(
  v.strictObject({
    results: list(
      v.strictObject({
        id: v.string(),
        outcome: v.pipe(
          v.picklist(['applied', 'kept', 'refused']),
          v.description(
            '`applied`: the server holds what was pushed. `kept`: for some group it holds something else. `refused`: nothing of it was taken, and `error` says why.',
          ),
        ),
        record: v.pipe(v.nullable(SyncRecord), v.description('What the server now holds.')),
        error: v.exactOptional(ErrorBody),
      }),
    ),
    head: v.pipe(Count, v.description('The number of the latest change.')),
  }),
  v.description('A result for each record, in their order.'),
)
export type PushAnswer = v.InferOutput<typeof PushAnswer>

export const ConflictsQuery = v.object({ limit: limit(LIMITS.listDefault), offset: offset() })
export type ConflictsQuery = v.InferOutput<typeof ConflictsQuery>

export const ConflictList = v.pipe(
  v.strictObject({ blocks: list(SyncRecord), ...envelope }),
  v.description('The blocks with versions that wait for a person, in the order of their ids.'),
)
export type ConflictList = v.InferOutput<typeof ConflictList>

export const Pick = v.strictObject(
  { pick: v.pipe(v.string(), v.description('The revision of the words to keep.')) },
  'pick is missing: the revision of the words to keep.',
)
export type Pick = v.InferOutput<typeof Pick>

export const PickAnswer = v.pipe(
  v.strictObject({ block: SyncRecord }),
  v.description('The block with those words and no versions.'),
)
export type PickAnswer = v.InferOutput<typeof PickAnswer>
