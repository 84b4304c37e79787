/**
 * The bodies and answers of the routes that write.
 * @see service, endpoints 8 to 13 and Write answer
 */
import { PRIORITIES, readShift } from '@notegraph/block-text'
import { either } from '@notegraph/page-types'
import * as v from 'valibot'
import { Block } from './block.ts'
import { valueWords } from '../requests/check.ts'
import { DAY_FORMS } from '../requests/day.ts'
import { LIMITS } from '../limits.ts'
import { Page } from './page.ts'
import { newProperties, properties, sentValue } from './properties.ts'
import { Count, DayNumber, DayText, list, Names } from './scalars.ts'
import { ifUnchanged } from './version.ts'

/** The words for a value that is none of the options. */
export const exactly =
  (name: string, options: readonly string[]) =>
  (issue: { readonly input: unknown }): string =>
    `${name} takes ${either(options)}, not ${valueWords(issue.input)}.`

const stringOrNull = (name: string) =>
  v.nullable(v.string(({ input }) => `${name} takes a string or null, not ${valueWords(input)}.`))

const blockText = v.pipe(
  v.string(),
  v.description(
    `Markdown, with a task marker, \`[[Page]]\` references, tags, dates and \`key:: value\` lines as the app writes them. Up to ${LIMITS.blockText} characters, as JavaScript counts them; no control characters but line breaks and tabs.`,
  ),
  v.metadata({ minLength: 1, maxLength: LIMITS.blockText }),
)

/** The states that a caller can set on a task. */
export const TASK_STATES = ['todo', 'doing', 'done', 'later', 'now', 'waiting', 'canceled'] as const
/** One of `TASK_STATES`. */
export type TaskState = (typeof TASK_STATES)[number]

/** The states in a body: those of a task, and `none` for a block that is no task any more. */
export const SET_STATES = [...TASK_STATES, 'none'] as const

/** The messages for missing keys, over the API and for tools. */
export const MISSING = {
  text: 'text is missing. Set it to the words of the block.',
  name: 'name is missing. Set it to the name of the page.',
  to: 'to is missing. Set it to the new name of the page.',
  state: `state is missing. Use ${either(TASK_STATES)}; or send scheduled, deadline, shift, priority or repeater.`,
  value: 'value is missing. Set it to a string, or to null to remove the property.',
  properties: 'properties is missing. Set it to an object of key to value.',
  operations: 'operations is missing. Set it to a list of writes.',
} as const

/** The members of every answer to a write. `changed` is `false` if nothing had to change. */
export const written = {
  ok: v.literal(true),
  changed: v.pipe(
    v.boolean(),
    v.description('`false` when the target already said so. Nothing is then written or listed.'),
  ),
}

export const PageIds = v.strictObject({ pageId: v.string() })
export const BlockIds = v.strictObject({ pageId: v.string(), blockId: v.string() })

/** The positions of a new block among its siblings. */
export const POSITIONS = ['start', 'end'] as const

/** The body for adding a block. */
export const AddBlock = v.strictObject(
  {
    text: blockText,
    position: v.exactOptional(
      v.pipe(
        v.picklist(POSITIONS, exactly('position', POSITIONS)),
        v.description('Where among its siblings: `end` unless it says `start`.'),
      ),
    ),
    parentId: v.exactOptional(
      v.pipe(
        stringOrNull('parentId'),
        v.description('A block on that page to nest under; `null` is as left out.'),
      ),
    ),
    ...ifUnchanged('page'),
  },
  MISSING.text,
)
export type AddBlock = v.InferOutput<typeof AddBlock>

/** The answer to adding a block. */
export const AddBlockAnswer = v.strictObject({
  ...written,
  ids: BlockIds,
  block: Block,
  day: v.exactOptional(
    v.pipe(
      v.strictObject({ date: DayText, zone: v.pipe(v.string(), v.description('An IANA time zone.')) }),
      v.description('The day and the time zone used, where the page was named by `today` and the like.'),
    ),
  ),
})
export type AddBlockAnswer = v.InferOutput<typeof AddBlockAnswer>

const outlineText = v.pipe(
  v.string(),
  v.description(
    `Markdown as nested blocks: bullets by indent, headings, paragraphs, code, \`- [ ]\` and \`- [x]\` as tasks. Up to ${LIMITS.outlineBlocks} blocks and ${LIMITS.outlineText} characters, in a body of at most ${LIMITS.bodyBytes / 1_024} KB.`,
  ),
  v.metadata({ minLength: 1, maxLength: LIMITS.outlineText }),
)

/** The body for adding an outline. */
export const AddOutline = v.strictObject({ ...AddBlock.entries, text: outlineText }, MISSING.text)
export type AddOutline = v.InferOutput<typeof AddOutline>

/** The answer to adding an outline. */
export const AddOutlineAnswer = v.strictObject({
  ...written,
  ids: v.strictObject({ pageId: v.string(), blockIds: v.pipe(Names, v.description('In outline order.')) }),
  total: v.pipe(Count, v.description('The number of new blocks.')),
  page: Page,
  day: AddBlockAnswer.entries.day,
})
export type AddOutlineAnswer = v.InferOutput<typeof AddOutlineAnswer>

/** The message for a new page with blocks in two forms. */
export const BLOCKS_OR_OUTLINE = 'Send either blocks or outline, not both.'

/** @returns whether a new page has its blocks in one form */
export const hasOneForm = ({ blocks, outline }: { blocks?: unknown; outline?: unknown }): boolean =>
  blocks === undefined || outline === undefined

/** The body for creating a page. */
export const CreatePage = v.pipe(
  v.strictObject(
    {
      name: v.pipe(
        v.string(),
        v.description(`Up to ${LIMITS.pageName} characters. The name of a day is refused.`),
        v.metadata({ minLength: 1, maxLength: LIMITS.pageName }),
      ),
      type: v.exactOptional(v.pipe(v.string(), v.description('One of the types, by id or label.'))),
      properties: v.exactOptional(
        newProperties(
          LIMITS.newPageProperties,
          `Up to ${LIMITS.newPageProperties}, each named by key or by label and given as the page shows it.`,
        ),
      ),
      outline: v.exactOptional(
        v.pipe(
          outlineText,
          v.description('The blocks as Markdown, in place of `blocks`; read as by `POST …/outline`.'),
        ),
      ),
      blocks: v.exactOptional(
        v.pipe(
          list(blockText),
          v.maxLength(
            LIMITS.newPageBlocks,
            ({ input }) => `blocks takes up to ${LIMITS.newPageBlocks} blocks, not ${input.length}.`,
          ),
          v.description('The text of each block, top to bottom.'),
        ),
      ),
      ...ifUnchanged('page'),
    },
    MISSING.name,
  ),
  v.check((body) => hasOneForm(body), BLOCKS_OR_OUTLINE),
)
export type CreatePage = v.InferOutput<typeof CreatePage>

/** The answer to creating a page; `existed` is true for an existing page. */
export const CreatePageAnswer = v.strictObject({
  ...written,
  existed: v.pipe(
    v.boolean(),
    v.description('`true` when the name or an alias already was a page: nothing is then made.'),
  ),
  ids: v.strictObject({ pageId: v.string(), blockIds: Names }),
  page: Page,
})
export type CreatePageAnswer = v.InferOutput<typeof CreatePageAnswer>

const taskDate = (name: string) =>
  v.exactOptional(
    v.pipe(
      stringOrNull(name),
      v.description(
        `The ${name === 'deadline' ? name : 'scheduled day'}; \`null\` removes it. Takes a day (${DAY_FORMS}), and after it a time and a repeater, each optional: \`2026-11-25 09:00 .+1w\`. A new day keeps the time and the repeater of the old one unless it has its own.`,
      ),
    ),
  )

const SHIFTS = 'an amount such as +7d, -2w, +1m or +2h'

/** The message for `repeat` without the state `done`. */
export const REPEAT_ALONE = 'repeat takes true only with the state done.'

/** @returns whether the body sets anything; `repeat` alone is left to `repeatsDone` */
export const setsTask = (body: { readonly [key: string]: unknown }): boolean =>
  body['repeat'] === true ||
  ['state', 'scheduled', 'deadline', 'shift', 'priority', 'repeater'].some((key) => body[key] !== undefined)

/** @returns whether `repeat` comes with the state `done`, if at all */
export const repeatsDone = ({ state, repeat }: { state?: unknown; repeat?: unknown }): boolean =>
  repeat !== true || state === 'done'

/** An amount by which dates move. @see assistants 11.2 */
export const shift = v.pipe(
  v.string(({ input }) => `shift takes ${SHIFTS}, not ${valueWords(input)}.`),
  v.check(
    (text) => readShift(text) !== undefined,
    ({ input }) => `shift takes ${SHIFTS}, not ${valueWords(input)}.`,
  ),
)

/** The body for setting a task: its state, dates and priority, at least one of them. */
export const SetTask = v.pipe(
  v.strictObject({
    state: v.exactOptional(
      v.pipe(
        v.picklist(SET_STATES, exactly('state', SET_STATES)),
        v.description('The state; with `none`, the block is no task any more.'),
      ),
    ),
    scheduled: taskDate('scheduled'),
    deadline: taskDate('deadline'),
    shift: v.exactOptional(
      v.pipe(
        shift,
        v.description(
          'An amount such as `+7d`, `-2w`, `+1m` or `+2h`. Each date that is there moves by it, with its hour and repeater.',
        ),
      ),
    ),
    priority: v.exactOptional(
      v.pipe(
        v.nullable(v.picklist(PRIORITIES, exactly('priority', [...PRIORITIES, 'null']))),
        v.description('The priority; `null` removes it.'),
      ),
    ),
    repeater: v.exactOptional(
      v.pipe(
        v.null(({ input }) => `repeater takes null, not ${valueWords(input)}.`),
        v.description('`null` takes the repeater off the dates, and leaves their days.'),
      ),
    ),
    repeat: v.exactOptional(
      v.pipe(
        v.boolean(),
        v.description(
          'With the state `done`: moves each date with a repeater on, and leaves the task open. Takes no finished task, and no new date beside it.',
        ),
      ),
    ),
    ...ifUnchanged('block'),
  }),
  v.check((body) => setsTask(body), MISSING.state),
  v.check((body) => repeatsDone(body), REPEAT_ALONE),
)
export type SetTask = v.InferOutput<typeof SetTask>

/** Either the whole text, or a text to find and its replacement. */
const TEXT_OR_FIND = 'Send either text, or find and replace; not both.'
const REPLACE_MISSING = 'replace is missing. Set it to the new text; an empty text removes the found one.'
const FIND_MISSING = 'find is missing. Set it to the text to replace.'

interface TextOrFind {
  readonly text?: unknown
  readonly find?: unknown
  readonly replace?: unknown
  readonly expect?: unknown
  readonly whole?: unknown
}

/** @returns the fault of a combination of keys, or undefined */
export function updateFault({ text, find, replace, expect, whole }: TextOrFind): string | undefined {
  if ([find, replace, expect, whole].every((one) => one === undefined))
    return text === undefined ? MISSING.text : undefined
  if (text !== undefined) return TEXT_OR_FIND
  if (find === undefined) return FIND_MISSING
  return replace === undefined ? REPLACE_MISSING : undefined
}

const expectWords = ({ input }: { readonly input: unknown }): string =>
  `expect takes a whole number from 1 to ${LIMITS.blockText}, not ${valueWords(input)}.`

/** The number of occurrences that a replacement expects. */
export const expected = v.pipe(
  v.number(expectWords),
  v.integer(expectWords),
  v.minValue(1, expectWords),
  v.maxValue(LIMITS.blockText, expectWords),
  v.description('How often the text occurs; 1 by default. All occurrences are replaced.'),
)

/** The body for updating a block: its whole text, or a part of its words. */
export const UpdateBlock = v.pipe(
  v.strictObject({
    text: v.exactOptional(blockText),
    find: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'Literal text in the words of the block, as `content` has it; never in markers, dates or properties.',
        ),
      ),
    ),
    replace: v.exactOptional(v.pipe(v.string(), v.description('The new text in its place; may be empty.'))),
    expect: v.exactOptional(expected),
    whole: v.exactOptional(
      v.pipe(v.boolean(), v.description('Whether `find` matches whole words only; `false` by default.')),
    ),
    ...ifUnchanged('block'),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? updateFault(dataset.value) : undefined
    if (message !== undefined) addIssue({ message })
  }),
)

/** The part of a body that replaces words. */
export interface ReplaceText {
  readonly find: string
  readonly replace: string
  readonly expect?: number
  readonly whole?: boolean
}
export type UpdateBlock = v.InferOutput<typeof UpdateBlock>

/** The answer to updating a block. */
export const BlockWritten = v.strictObject({ ...written, ids: BlockIds, block: Block })
export type BlockWritten = v.InferOutput<typeof BlockWritten>

/** The answer to updating a block by its text, or by a part of it. */
export const UpdateBlockAnswer = v.strictObject({
  ...BlockWritten.entries,
  matched: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'The replaced text, where `find` occurs nowhere and one place differs from it in kinds of blanks, dashes, quotes or composed letters alone.',
      ),
    ),
  ),
})
export type UpdateBlockAnswer = v.InferOutput<typeof UpdateBlockAnswer>

/** The answer to setting a task. */
export const SetTaskAnswer = v.strictObject({
  ...BlockWritten.entries,
  repeats: v.exactOptional(
    v.pipe(
      DayNumber,
      v.description(
        'The next day of a repeating task that is set to `done`: of its deadline, else its scheduled day.',
      ),
    ),
  ),
  shortened: v.exactOptional(
    v.pipe(
      v.array(v.picklist(['scheduled', 'deadline'])),
      v.description(
        'The dates that `repeat` or `shift` moved to the last day of a month that lacks theirs: the 31st becomes the 30th for good.',
      ),
    ),
  ),
})
export type SetTaskAnswer = v.InferOutput<typeof SetTaskAnswer>

/** The names before and after, by key. */
export const ChangedLists = v.record(v.string(), v.strictObject({ before: Names, after: Names }))
const lists = {
  lists: v.exactOptional(
    v.pipe(
      ChangedLists,
      v.description(
        'The names before and after, by key, of each list that names were added to or removed from.',
      ),
    ),
  ),
}

/** The body for setting one property of a page. */
export const SetProperty = v.strictObject(
  {
    value: sentValue(
      'value',
      `The value, up to ${LIMITS.propertyValue} characters as kept; \`null\` takes the property off. \`alias\`, \`tags\` and fields of names also take names to add and remove.`,
    ),
    ...ifUnchanged('page'),
  },
  MISSING.value,
)
export type SetProperty = v.InferOutput<typeof SetProperty>

/** The answer to setting one property. */
export const SetPropertyAnswer = v.strictObject({
  ...written,
  ids: PageIds,
  key: v.pipe(v.string(), v.description('The key as the page keeps it.')),
  page: Page,
  ...lists,
})
export type SetPropertyAnswer = v.InferOutput<typeof SetPropertyAnswer>

/** The body for setting several properties of a page. */
export const SetProperties = v.strictObject(
  {
    properties: properties(
      LIMITS.setProperties,
      `Up to ${LIMITS.setProperties}, each named by key or by label; \`null\` takes a property off. \`type\` goes first, and the others are read as fields of the type the page will have.`,
    ),
    ...ifUnchanged('page'),
  },
  MISSING.properties,
)
export type SetProperties = v.InferOutput<typeof SetProperties>

/** The body for setting properties of a block. */
export const SetBlockProperties = v.strictObject(
  {
    properties: properties(
      LIMITS.setProperties,
      `Up to ${LIMITS.setProperties}; \`null\` takes a property off. All are checked before any is written.`,
    ),
    ...ifUnchanged('block'),
  },
  MISSING.properties,
)
export type SetBlockProperties = v.InferOutput<typeof SetBlockProperties>

/** The answer to setting properties of a block. */
export const SetBlockPropertiesAnswer = v.strictObject({
  ...BlockWritten.entries,
  keys: v.pipe(Names, v.description('Each key as the block keeps it.')),
  ...lists,
})
export type SetBlockPropertiesAnswer = v.InferOutput<typeof SetBlockPropertiesAnswer>

/** The answer to setting several properties. */
export const SetPropertiesAnswer = v.strictObject({
  ...written,
  ids: PageIds,
  keys: v.pipe(Names, v.description('Each key as the page keeps it, `type` first.')),
  page: Page,
  ...lists,
})
export type SetPropertiesAnswer = v.InferOutput<typeof SetPropertiesAnswer>
