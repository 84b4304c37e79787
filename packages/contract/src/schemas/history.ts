/**
 * The history: moments of pages, snapshots, and restores.
 * @see history 2, 3, 4
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { ErrorBody } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { Count, list, Timestamp } from './scalars.ts'

/** The kinds of authors. */
export const AUTHORS = ['device', 'token', 'person', 'operator'] as const

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** The author of a commit. */
export const Author = v.pipe(
  v.strictObject({
    kind: v.picklist(AUTHORS),
    id: v.pipe(v.string(), v.description('The same for all commits of one author.')),
    name: v.pipe(
      v.string(),
      v.description(
        'The name of the device or of the token at that time; empty for the owner of the account.',
      ),
    ),
  }),
  v.description('The author of a commit. Omitted if the server no longer knows.'),
)

/** A commit that changed a page. */
export const Moment = v.strictObject({
  seq: v.pipe(Seq, v.description('The number of the commit.')),
  at: Timestamp,
  by: v.exactOptional(Author),
  page: v.pipe(v.boolean(), v.description('Whether the name or the properties of the page changed.')),
  added: v.pipe(Count, v.description('Blocks that came to the page.')),
  changed: v.pipe(Count, v.description('Blocks that changed on the page.')),
  removed: v.pipe(Count, v.description('Blocks that were deleted or left the page.')),
})

/** The answer of the history of a page, newest first. */
export const PageHistory = v.pipe(
  v.strictObject({ history: list(Moment), ...envelope }),
  v.description('The commits that changed a page, newest first.'),
)
export type PageHistory = v.InferOutput<typeof PageHistory>

/** A page, a block or a shape before and after a commit. */
export const StateChange = v.pipe(
  v.strictObject({
    kind: v.picklist(['page', 'block', 'shape']),
    id: v.string(),
    before: v.exactOptional(v.pipe(v.string(), v.description('The text before. Omitted if there was none.'))),
    after: v.exactOptional(v.pipe(v.string(), v.description('The text after. Omitted if there is none.'))),
  }),
  v.description('A page, a block or a shape that the commit changed.'),
)
export type StateChange = v.InferOutput<typeof StateChange>

/** The answer of a page at one moment. `total` and `next` count its blocks. */
export const PageState = v.pipe(
  v.strictObject({
    seq: Seq,
    at: v.exactOptional(
      v.pipe(Timestamp, v.description('The time of the commit. Omitted if the server no longer knows.')),
    ),
    by: v.exactOptional(Author),
    id: v.string(),
    name: v.string(),
    properties: v.pipe(v.record(v.string(), v.string()), v.description('The properties by key.')),
    blocks: list(
      v.strictObject({
        id: v.string(),
        depth: v.pipe(Count, v.description('0 at the top level.')),
        text: v.pipe(v.string(), v.description('The text, with names for files.')),
      }),
    ),
    changes: v.pipe(
      list(StateChange),
      v.description(
        `What the commit changed on the page: the first ${LIMITS.listMost} items, or as many as half of the answer holds.`,
      ),
    ),
    ...envelope,
  }),
  v.description('A page as it was after a commit, and what the commit changed.'),
)
export type PageState = v.InferOutput<typeof PageState>

/** A name for a number of the feed. */
export const Snapshot = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.exactOptional(v.pipe(v.string(), v.description('Omitted on the snapshot of a day.'))),
    seq: v.pipe(Seq, v.description('The graph after this commit.')),
    at: Timestamp,
  }),
  v.description('A name for the graph as it was after a commit.'),
)
export type Snapshot = v.InferOutput<typeof Snapshot>

/** The answer of the list of snapshots, newest first. */
export const SnapshotList = v.pipe(
  v.strictObject({ snapshots: list(Snapshot), ...envelope }),
  v.description('Snapshots of days and of the owner, newest first.'),
)
export type SnapshotList = v.InferOutput<typeof SnapshotList>

/** The body for making a snapshot. */
export const MakeSnapshot = v.strictObject({
  name: v.pipe(
    v.string('name takes text.'),
    v.check((text) => text.trim() !== '', 'A snapshot needs a name.'),
    v.maxLength(LIMITS.snapshotName, `The name of a snapshot has at most ${LIMITS.snapshotName} characters.`),
    // PostgreSQL cannot store some of them.
    v.check(
      (text) => !/\p{Cc}/u.test(text) && text.isWellFormed(),
      'The name of a snapshot must not contain control characters or half of a surrogate pair.',
    ),
    v.description('A name for people, such as "before the clean-up".'),
  ),
})
export type MakeSnapshot = v.InferOutput<typeof MakeSnapshot>

/** The answer of a removal. */
export const SnapshotRemoved = v.pipe(
  v.strictObject({ ok: v.literal(true) }),
  v.description('The snapshot is removed.'),
)
export type SnapshotRemoved = v.InferOutput<typeof SnapshotRemoved>

const Target = {
  page: v.exactOptional(v.pipe(v.string(), v.description('The id of a page, to restore it alone.'))),
  block: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'The id of a block, to restore it alone. A deleted block comes back with the blocks that were under it.',
      ),
    ),
  ),
}

/** The body of a restore. One of `seq`, `snapshot` and `at` says to which state. */
export const RestoreBody = v.pipe(
  v.strictObject({
    ...Target,
    seq: v.exactOptional(v.pipe(Seq, v.description('Restores to the graph after this commit.'))),
    snapshot: v.exactOptional(v.pipe(v.string(), v.description('Restores to the snapshot with this id.'))),
    at: v.exactOptional(
      v.pipe(Timestamp, v.description('Restores to the graph at this time, in milliseconds since 1970.')),
    ),
    preview: v.exactOptional(
      v.pipe(v.boolean(), v.description('Whether to count what would change, and change nothing.')),
    ),
  }),
  v.check(
    ({ seq, snapshot, at }) => [seq, snapshot, at].filter((one) => one !== undefined).length === 1,
    'A restore needs exactly one of seq, snapshot and at.',
  ),
  v.check(
    ({ page, block }) => page === undefined || block === undefined,
    'A restore takes a page or a block, not both.',
  ),
)
export type RestoreBody = v.InferOutput<typeof RestoreBody>

/** The body for forgetting earlier states. */
export const ForgetBody = v.pipe(
  v.strictObject({
    page: v.exactOptional(
      v.pipe(v.string(), v.description('The id of a page, with all blocks that are or were on it.')),
    ),
    block: v.exactOptional(v.pipe(v.string(), v.description('The id of a block.'))),
  }),
  v.check(
    ({ page, block }) => (page === undefined) !== (block === undefined),
    'This needs a page or a block, and not both.',
  ),
)
export type ForgetBody = v.InferOutput<typeof ForgetBody>

/** The answer of forgetting. */
export const ForgetAnswer = v.pipe(
  v.strictObject({
    states: v.pipe(Count, v.description('Earlier states that are gone.')),
    changes: v.pipe(Count, v.description('Entries of the list of changes that are gone.')),
    deliveries: v.pipe(Count, v.description('Messages to webhooks that are gone.')),
  }),
  v.description('How much the server forgot.'),
)
export type ForgetAnswer = v.InferOutput<typeof ForgetAnswer>

/** How many items change, come back and go. */
export const RestoredCount = v.strictObject({
  changed: v.pipe(Count, v.description('They get another text, place or property.')),
  back: v.pipe(Count, v.description('They come back.')),
  gone: v.pipe(Count, v.description('They are deleted.')),
})
const Counts = (noun: string) => v.pipe(RestoredCount, v.description(`The number of ${noun}.`))

/** The answer of a restore, and of its preview. */
export const RestoreAnswer = v.pipe(
  v.strictObject({
    preview: v.pipe(v.boolean(), v.description('Whether nothing was written.')),
    seq: v.pipe(Seq, v.description('The number of the commit whose state is restored.')),
    pages: Counts('pages'),
    blocks: Counts('blocks and shapes'),
    kept: v.pipe(
      Count,
      v.description('Blocks with conflicting versions that stay, although they did not exist then.'),
    ),
    changeId: v.exactOptional(
      v.pipe(
        v.string(),
        v.description('The change in the list of changes, to revert it. Omitted if nothing was written.'),
      ),
    ),
    running: v.exactOptional(
      v.pipe(
        v.literal(true),
        v.description('The restore runs in the background. `GET /api/v1/settings/restore` has its progress.'),
      ),
    ),
  }),
  v.description('What a restore changes, comes back and goes.'),
)
export type RestoreAnswer = v.InferOutput<typeof RestoreAnswer>

/** The states of a restore in the background. `cut_off`: the server stopped during the restore. */
export const RESTORE_STATES = ['running', 'done', 'failed', 'cut_off'] as const

/** A restore of the whole graph in the background, with its progress. */
export const RestoreJob = v.pipe(
  v.strictObject({
    changeId: v.pipe(v.string(), v.description('The change in the list of changes.')),
    state: v.pipe(
      v.picklist(RESTORE_STATES),
      v.description(
        '`cut_off` if the server stopped during the restore. The same restore continues it, also if it `failed`.',
      ),
    ),
    seq: v.pipe(Seq, v.description('The number of the commit whose state is restored.')),
    startedAt: Timestamp,
    endedAt: v.exactOptional(Timestamp),
    done: v.pipe(Count, v.description('The number of restored pages and blocks.')),
    total: v.pipe(Count, v.description('The number of pages and blocks to restore.')),
    error: v.exactOptional(v.pipe(ErrorBody, v.description('The reason of the failure.'))),
  }),
  v.description('A restore of the whole graph in the background.'),
)
export type RestoreJob = v.InferOutput<typeof RestoreJob>

/** The answer about the restore that runs in the background, or the last one. */
export const RestoreJobAnswer = v.pipe(
  v.strictObject({ restore: v.nullable(RestoreJob) }),
  v.description('The restore that runs in the background, or the last one; `null` if there was none.'),
)
export type RestoreJobAnswer = v.InferOutput<typeof RestoreJobAnswer>
