/**
 * The messages between devices and the server. This module checks and describes the answers. It only describes
 * pushes: the sync package reads them, because a fault in one record refuses that record alone.
 * @see sync, Record on the wire and Routes
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { ErrorBody } from '../errors.ts'
import { limit } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

const At = v.pipe(Timestamp, v.description('The time of the change, in milliseconds since 1970.'))
const Revision = v.pipe(v.string(), v.description('The revision of the words, used once.'))
const Revisions = list(v.string())
const id = (text: string) => v.pipe(v.string(), v.description(text))

/** The text of a block, as one device wrote it. */
export const Words = v.strictObject({
  text: v.pipe(v.string(), v.description('As written: Markdown with `key:: value` and date lines.')),
  rev: Revision,
  at: At,
})

const Place = v.strictObject({
  pageId: id('The page that contains it.'),
  parentId: v.pipe(v.nullable(v.string()), v.description('`null` at the top level.')),
  order: v.pipe(v.number(), v.description('Siblings sort by order, then by id.')),
  at: At,
})

/** A page, block or shape as devices store it. */
export const SyncRecord = v.pipe(
  v.looseObject({
    kind: v.picklist(['page', 'block', 'shape']),
    id: id('1 to 64 characters of `A-Z a-z 0-9 . _ -`.'),
    createdAt: Timestamp,
    updatedAt: v.pipe(Timestamp, v.description('The latest time of its groups.')),
    deleted: v.exactOptional(
      v.pipe(Timestamp, v.description('The time of the deletion; absent on a live record.')),
    ),
    words: v.exactOptional(v.pipe(Words, v.description('Of blocks and shapes.'))),
    place: v.exactOptional(v.pipe(Place, v.description('Of blocks and shapes.'))),
    props: v.pipe(
      v.record(v.string(), v.strictObject({ v: v.any(), at: At })),
      v.description('Each property has its own time; a removed one stays as `null`.'),
    ),
    versions: v.exactOptional(
      v.pipe(
        list(v.strictObject({ ...Words.entries, device: v.string() })),
        v.description('Conflicting versions of other devices, until a person picks one.'),
      ),
    ),
    hist: v.pipe(Revisions, v.description('Earlier revisions of the words, up to 32.')),
    schema: v.literal(1),
  }),
  v.description(
    'A page, block or shape as devices store it. The server keeps unknown keys and sends them on.',
  ),
)
export type SyncRecord = v.InferOutput<typeof SyncRecord>

const pullCursor = v.exactOptional(
  v.pipe(
    v.string(),
    v.description('The cursor of the previous answer. Without one, the server sends everything.'),
    v.metadata({ minLength: 1 }),
  ),
)

/** The query of a pull: the cursor. */
export const PullQuery = v.object({
  cursor: pullCursor,
  limit: limit(SYNC_LIMITS.pullRecords, SYNC_LIMITS.pullRecords),
})
export type PullQuery = v.InferOutput<typeof PullQuery>

/** The query of an archive: the cursor to go on from, and the most records in a line. */
export const ArchiveQuery = v.object({
  cursor: pullCursor,
  limit: limit(SYNC_LIMITS.archiveRecords, SYNC_LIMITS.pullRecords),
})
export type ArchiveQuery = v.InferOutput<typeof ArchiveQuery>

/** The answer of a pull: changed records, and the next cursor. */
export const PullAnswer = v.pipe(
  v.strictObject({
    records: v.pipe(
      list(SyncRecord),
      v.description(
        'The current state of each record that changed after the cursor, in the order of the changes.',
      ),
    ),
    cursor: v.pipe(v.string(), v.description('The cursor for the next pull.')),
    epoch: v.pipe(Count, v.description('Changes when the server is restored from a backup.')),
    account: v.pipe(v.string(), v.description('The id of the account. A device keeps it with its records.')),
    more: v.boolean(),
    reset: v.pipe(
      v.boolean(),
      v.description('The cursor was invalid: the server sends everything, starting with this answer.'),
    ),
    now: v.pipe(Timestamp, v.description('The time of the server.')),
    head: v.pipe(Count, v.description('The number of the latest change.')),
    count: v.exactOptional(v.pipe(Count, v.description('The number of live records; with the last answer.'))),
    total: v.exactOptional(
      v.pipe(
        Count,
        v.description('The number of live records; with the first page of everything, if more pages follow.'),
      ),
    ),
    checksum: v.exactOptional(
      v.pipe(v.string(), v.description('The hash of all live records, in hex; with the last answer.')),
    ),
  }),
  v.description('The changes since the cursor.'),
)
export type PullAnswer = v.InferOutput<typeof PullAnswer>

/** The answer with one page: its records, and those that they refer to. */
export const PageRecordsAnswer = v.pipe(
  v.strictObject({
    records: v.pipe(
      list(SyncRecord),
      v.description(
        'Live records in their current form: the page, its blocks in outline order and its shapes. Then come the pages and blocks that these link, tag, refer to or embed.',
      ),
    ),
    epoch: v.pipe(Count, v.description('Changes when the server is restored from a backup.')),
    account: v.pipe(v.string(), v.description('The id of the account.')),
    more: v.pipe(v.boolean(), v.description('Records were left out. They come with the pulls.')),
    now: v.pipe(Timestamp, v.description('The time of the server.')),
    head: v.pipe(Count, v.description('The number of the latest change.')),
  }),
  v.description('One page, ahead of the pulls.'),
)
export type PageRecordsAnswer = v.InferOutput<typeof PageRecordsAnswer>

/** The body of a push: edited records of one device. Devices of a later version may send more. */
export const Push = v.looseObject({
  epoch: v.pipe(Count, v.description('The epoch of the last pull.')),
  device: v.pipe(
    v.string(),
    v.description(
      `The name of the pushing device, 1 to ${SYNC_LIMITS.device} characters. A device never changes its name.`,
    ),
  ),
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'The cursor of the last pull. The server keeps a deleted page if another device or the API changed the page after this cursor.',
      ),
    ),
  ),
  account: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('The `account` of the last pull. The server answers 409 if the session has another one.'),
    ),
  ),
  records: v.pipe(
    list(
      v.looseObject({
        record: v.pipe(SyncRecord, v.description('The whole record of the device.')),
        dirty: v.pipe(
          list(v.string()),
          v.description('The edited groups: `words`, `place`, `deleted`, `versions`, `props.KEY`.'),
        ),
        seen: v.pipe(Revisions, v.description('Revisions that the device had seen.')),
        drops: v.exactOptional(v.pipe(Revisions, v.description('Versions that a person rejected.'))),
      }),
    ),
    v.metadata({ maxItems: SYNC_LIMITS.pushRecords }),
    v.description(
      'Applied in this order. A plain record instead of an item counts as an edit of every group at its `updatedAt`.',
    ),
  ),
})
export type Push = v.InferOutput<typeof Push>

/** The answer of a push: one result for each record. */
export const PushAnswer = v.pipe(
  v.strictObject({
    results: list(
      v.strictObject({
        id: v.string(),
        outcome: v.pipe(
          v.picklist(['applied', 'kept', 'refused']),
          v.description(
            '`applied`: the server has the pushed record. `kept`: the server kept another value for some group. `refused`: the server wrote nothing, and `error` has the reason.',
          ),
        ),
        record: v.pipe(v.nullable(SyncRecord), v.description('The record of the server after the push.')),
        error: v.exactOptional(ErrorBody),
      }),
    ),
    head: v.pipe(Count, v.description('The number of the latest change.')),
  }),
  v.description('One result for each record, in the same order.'),
)
export type PushAnswer = v.InferOutput<typeof PushAnswer>

/** An event of the live stream: the state of the feed. */
export const LiveEvent = v.pipe(
  v.strictObject({
    head: v.pipe(Count, v.description('The number of the latest change.')),
    epoch: v.pipe(v.number(), v.description('Changes when the server is restored from a backup.')),
  }),
  v.description('The state of the feed. Pull if it differs from what the device knows.'),
)
export type LiveEvent = v.InferOutput<typeof LiveEvent>

/** The answer of the list of conflicts: blocks with conflicting versions. */
export const ConflictList = v.pipe(
  v.strictObject({ blocks: list(SyncRecord), ...envelope }),
  v.description('The blocks with conflicting versions, in the order of their ids.'),
)
export type ConflictList = v.InferOutput<typeof ConflictList>

/** The body for picking a version of a block. */
export const Pick = v.strictObject(
  { pick: v.pipe(v.string(), v.description('The revision of the words to keep.')) },
  'pick is missing. Set it to the revision of the words to keep.',
)
export type Pick = v.InferOutput<typeof Pick>

/** The answer to a pick: the resolved block. */
export const PickAnswer = v.pipe(
  v.strictObject({ block: SyncRecord }),
  v.description('The block with the chosen words, without other versions.'),
)
export type PickAnswer = v.InferOutput<typeof PickAnswer>
