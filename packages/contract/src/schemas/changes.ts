/**
 * The list of changes: the writes over the API, and their reverts.
 * @see decisions 8
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { ErrorBody } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { choice, limit, offset, name } from '../requests/parameters.ts'
import { BATCH_OPERATIONS } from '../tools/tool.ts'
import { Count, list, Timestamp } from './scalars.ts'

/** The actions of writes in the list of changes, such as `add_block`. */
export const CHANGE_ACTIONS = [
  ...BATCH_OPERATIONS,
  'batch_write',
  'import',
  'restore',
  'keep_versions',
  'use_version',
] as const
/** One of `CHANGE_ACTIONS`. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** The states of a change: whether it can be reverted, and why not. */
export const CHANGE_STATES = ['open', 'reverted', 'kept', 'expired'] as const
/** One of `CHANGE_STATES`. */
export type ChangeState = (typeof CHANGE_STATES)[number]

/** The mark that every write of a program or an assistant carries. */
export const OVER_THE_API = 'over the API'
/** The mark of an import or a restore that a person asked for on the pages. */
export const ON_THE_WEB = 'on the web'
/** The mark of an import by a command. */
export const ON_THE_COMMAND_LINE = 'on the command line'

/** One item of a change, with its text before and after. */
export const Touched = v.pipe(
  v.strictObject({
    kind: v.picklist(['block', 'page', 'property']),
    id: v.pipe(v.string(), v.description('The id of the block or page; of a property, its page.')),
    key: v.exactOptional(v.pipe(v.string(), v.description('The key of the property.'))),
    before: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'The text before the change, with names for files. For a page: the name, then a line for each property. Omitted if the item did not exist.',
        ),
      ),
    ),
    after: v.exactOptional(
      v.pipe(v.string(), v.description('The text after the change. Omitted if the item no longer exists.')),
    ),
  }),
  v.description('One item of a change, before and after.'),
)
export type Touched = v.InferOutput<typeof Touched>

/** One write in the list of changes. */
export const Change = v.pipe(
  v.strictObject({
    id: v.string(),
    at: v.pipe(Timestamp, v.description('The time of the change, in milliseconds since 1970.')),
    token: v.pipe(
      v.string(),
      v.description(
        'The name of the token that made the change. For an import or a restore, the name of the device that asked, `Browser` for a person on the web, or `Command line`.',
      ),
    ),
    via: v.picklist([OVER_THE_API, ON_THE_WEB, ON_THE_COMMAND_LINE]),
    action: v.picklist(CHANGE_ACTIONS),
    summary: v.pipe(v.string(), v.description('A description of the change.')),
    page: v.pipe(v.string(), v.description('The name of the page.')),
    pageId: v.string(),
    blockId: v.exactOptional(v.string()),
    state: v.pipe(
      v.picklist(CHANGE_STATES),
      v.description(
        `\`open\` while the change can be reverted; \`kept\` after the person accepted it; \`expired\` after ${LIMITS.changeDays} days.`,
      ),
    ),
    keptAt: v.exactOptional(
      v.pipe(Timestamp, v.description('The time at which the person accepted the change. Only if `kept`.')),
    ),
    seenAt: v.exactOptional(
      v.pipe(
        Timestamp,
        v.description('The time at which the person first looked at this change in the outliner.'),
      ),
    ),
    touched: v.exactOptional(
      v.pipe(
        list(Touched),
        v.description(
          'The items of the change. In the list only with `touched=true`; in a single change always.',
        ),
      ),
    ),
  }),
  v.description('One write in the list of changes.'),
)
export type Change = v.InferOutput<typeof Change>

/** The query of the list of changes: filters, `touched`, `limit` and `offset`. */
export const ChangesQuery = v.object({
  token: name('token', 'Only changes made with a token of this name.'),
  page: name('page', 'Only changes on this page, by its name or an alias, in any case, or by its id.'),
  touched: choice(
    'touched',
    ['true', 'false'],
    `Whether to include the items of each change, before and after. The answer then has at most ${LIMITS.changesDefault} changes, or fewer if their texts are long; \`next\` is the offset of the rest.`,
  ),
  unseen: choice(
    'unseen',
    ['true', 'false'],
    'Whether to list only what programs and assistants changed since the last look, without the changes that the person has looked at one by one.',
  ),
  limit: limit(LIMITS.changesDefault),
  offset: offset(),
})
export type ChangesQuery = v.InferOutput<typeof ChangesQuery>

/** The answer of the list of changes, newest first. */
export const ChangeList = v.pipe(
  v.strictObject({
    changes: list(Change),
    open: v.pipe(
      Count,
      v.description(
        `The number of changes of the account that can still be reverted, whatever the filter. At most ${LIMITS.revertibleChanges}.`,
      ),
    ),
    ...envelope,
  }),
  v.description('Changes, most recent first.'),
)
export type ChangeList = v.InferOutput<typeof ChangeList>

/** The query of a token's own changes. */
export const OwnChangesQuery = v.object({
  page: name('page', 'Only changes on this page, by its name or an alias, in any case, or by its id.'),
  limit: limit(LIMITS.ownChangesDefault, LIMITS.changesDefault),
  offset: offset(),
})
export type OwnChangesQuery = v.InferOutput<typeof OwnChangesQuery>

/** A token's own changes, newest first, with their items. */
export const OwnChangeList = v.pipe(
  v.strictObject({ changes: list(Change), ...envelope }),
  v.description('Changes of one token with their items, most recent first.'),
)
export type OwnChangeList = v.InferOutput<typeof OwnChangeList>

/** The answer for one change. */
export const ChangeAnswer = v.strictObject({ change: Change })
export type ChangeAnswer = v.InferOutput<typeof ChangeAnswer>

/** An item that a revert did not restore, with the reason. */
export const LeftAsItIs = v.strictObject({
  kind: v.picklist(['block', 'page', 'property']),
  id: v.pipe(v.string(), v.description('The id of the block or page; of a property, its page.')),
  key: v.exactOptional(v.pipe(v.string(), v.description('The key of the property.'))),
  why: v.pipe(v.string(), v.description('The reason, for people.')),
})
export type LeftAsItIs = v.InferOutput<typeof LeftAsItIs>

const reverted = {
  ok: v.literal(true),
  restored: v.pipe(Count, v.description('The number of restored pages, blocks and properties.')),
  left: v.pipe(list(LeftAsItIs), v.description('Items that changed again since, and were not restored.')),
}

/** The answer to a revert: the number of restored items, and the items that were not restored. */
export const RevertAnswer = v.strictObject(reverted)
export type RevertAnswer = v.InferOutput<typeof RevertAnswer>

const MOST = LIMITS.changesAtOnce

const ids = v.pipe(
  list(v.string()),
  v.minLength(1, 'ids is empty. Name at least one change.'),
  v.maxLength(MOST, ({ input }) => `ids takes up to ${MOST} changes, not ${input.length}.`),
  v.description('The ids of changes, in any order; a repeated id counts once.'),
)

/** The body for reverting several changes. */
export const RevertChanges = v.strictObject({ ids }, 'ids is missing. Set it to the ids of changes.')
export type RevertChanges = v.InferOutput<typeof RevertChanges>

/** The body for accepting changes: some by their ids, or all of the tokens with a name up to a time. */
export const KeepChanges = v.pipe(
  v.strictObject({
    ids: v.exactOptional(ids),
    token: v.exactOptional(v.pipe(v.string(), v.description('The name of a token; needs `until`.'))),
    until: v.exactOptional(
      v.pipe(
        Timestamp,
        v.description('Accepts the changes of the token up to this time, in milliseconds since 1970.'),
      ),
    ),
  }),
  v.check(
    ({ ids, token, until }) =>
      ids === undefined
        ? token !== undefined && until !== undefined
        : token === undefined && until === undefined,
    'Name changes by ids, or send token and until.',
  ),
  v.description('Changes by `ids`, or all of the tokens with the name `token` up to `until`.'),
)
export type KeepChanges = v.InferOutput<typeof KeepChanges>

/** The answer to accepting changes. */
export const KeepChangesAnswer = v.strictObject({
  ok: v.literal(true),
  kept: v.pipe(
    Count,
    v.description(
      'The number of accepted changes. Those that were not `open` stay as they are, and do not count.',
    ),
  ),
})
export type KeepChangesAnswer = v.InferOutput<typeof KeepChangesAnswer>

/** The body for changes that the person has looked at. */
export const SeeChanges = v.strictObject({ ids }, 'ids is missing. Set it to the ids of changes.')
export type SeeChanges = v.InferOutput<typeof SeeChanges>

/** The answer to a look at changes. */
export const SeeChangesAnswer = v.strictObject({
  ok: v.literal(true),
  seen: v.pipe(Count, v.description('The number of changes that had not been looked at.')),
})
export type SeeChangesAnswer = v.InferOutput<typeof SeeChangesAnswer>

const changeId = { id: v.pipe(v.string(), v.description('The id of the change.')) }

/** The answer for several changes: a result or an error for each. */
export const RevertChangesAnswer = v.strictObject({
  results: v.pipe(
    list(
      v.variant('ok', [
        v.strictObject({ ...changeId, ...reverted }),
        v.strictObject({ ...changeId, ok: v.literal(false), ...ErrorBody.entries }),
      ]),
    ),
    v.description('The result for each change, in the order of the reverts: newest first.'),
  ),
})
export type RevertChangesAnswer = v.InferOutput<typeof RevertChangesAnswer>
