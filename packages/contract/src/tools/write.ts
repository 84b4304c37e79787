/**
 * The tools that write: endpoints 8 to 13 of the API, each a change in the same list.
 * @see service, 15. MCP
 * @see decisions 10.3
 */
import { PRIORITIES } from '@notegraph/block-text'
import { numbered } from '@notegraph/graph'
import * as v from 'valibot'
import { EXAMPLE_CHANGE, EXAMPLE_TASK } from '../routes/examples.ts'
import { LIMITS } from '../limits.ts'
import { newProperties, properties } from '../schemas/properties.ts'
import {
  choice,
  choiceOrNone,
  flag,
  flat,
  onlyNone,
  propertyText,
  strings,
  text,
  textOrNone,
} from './arguments.ts'
import { operations } from '../schemas/batch.ts'
import type { Tool } from './tool.ts'
import { BLOCK_ID } from './read.ts'
import { TYPE_WORDS } from './type-words.ts'
import { sentVersion } from '../schemas/version.ts'
import {
  BLOCKS_OR_OUTLINE,
  expected,
  hasOneForm,
  MISSING,
  POSITIONS,
  REPEAT_ALONE,
  repeatsDone,
  SET_STATES,
  setsTask,
  shift,
  updateFault,
} from '../schemas/writes.ts'

const TEXT = text(
  'text',
  `Markdown of at most ${numbered(LIMITS.blockText)} characters. A task begins with its marker: \`TODO [#A] words\`. Dates and properties have their own lines: \`SCHEDULED: <2026-11-20>\`, \`key:: value\`.`,
  'TODO Read Note G #reading\nSCHEDULED: <2026-11-21>',
)

/** The argument by which a write is refused if its page or block changed. @see assistants 8.2 */
export const UNCHANGED = { if_unchanged: v.optional(sentVersion('A version.')) }

const PAGE = text('page', 'A page name or alias.', 'Ada Lovelace')

/** The arguments of `add_block`. */
export const AddBlockArguments = v.strictObject({
  page: text('page', 'A page name or alias, or a day.', 'today'),
  text: TEXT,
  position: v.optional(choice('position', POSITIONS, 'Last by default.')),
  parent_id: v.optional(
    text('parent_id', 'A block on that page to nest under.', EXAMPLE_TASK.id.slice(0, LIMITS.shortId)),
  ),
  ...UNCHANGED,
})

/** The arguments of `add_outline`. */
export const AddOutlineArguments = v.strictObject({
  ...AddBlockArguments.entries,
  text: text(
    'text',
    `Markdown: bullets nest by indent, headings contain what follows, \`- [ ]\` is a task. At most ${LIMITS.outlineBlocks} blocks.`,
    '- Plan\n  - [ ] buy tea',
  ),
})

/** The arguments of `create_page`. */
export const CreatePageArguments = v.pipe(
  v.strictObject({
    name: text('name', `The page name, at most ${LIMITS.pageName} characters; not a day.`, 'Ada Lovelace'),
    type: v.optional(text('type', 'A type of the list above.', 'person')),
    properties: v.optional(
      flat(
        newProperties(
          LIMITS.newPageProperties,
          `At most ${LIMITS.newPageProperties}, by key or label; other keys than the type's fields too. \`alias\` and \`tags\` take names separated by commas.`,
        ),
      ),
    ),
    blocks: v.optional(
      strings('blocks', LIMITS.newPageBlocks, `Texts of blocks; at most ${LIMITS.newPageBlocks}.`),
    ),
    outline: v.optional(text('outline', 'In place of blocks; as for add_outline.', '- Plan')),
    ...UNCHANGED,
  }),
  v.check((body) => hasOneForm(body), BLOCKS_OR_OUTLINE),
)

/** The arguments of `set_task`. */
export const SetTaskArguments = v.pipe(
  v.strictObject({
    block_id: BLOCK_ID,
    state: v.optional(choice('state', SET_STATES, '`none`: no task any more.')),
    scheduled: v.optional(
      textOrNone(
        'scheduled',
        'A day, perhaps with time and repeater: `2026-11-25 09:00 .+1w`. `none` removes it.',
        '+3d',
      ),
    ),
    deadline: v.optional(textOrNone('deadline', 'As scheduled.', 'friday')),
    shift: v.optional(v.pipe(shift, v.description('Moves the dates: `+7d`, `+2h`.'))),
    priority: v.optional(choiceOrNone('priority', PRIORITIES, '`none` removes it.')),
    repeater: v.optional(onlyNone('repeater', '`none` takes it off.')),
    repeat: v.optional(flag('repeat', 'With done: moves a repeating task on, still open.')),
    ...UNCHANGED,
  }),
  v.check((body) => setsTask(body), MISSING.state),
  v.check((body) => repeatsDone(body), REPEAT_ALONE),
)

/** The arguments of `update_block`. */
export const UpdateBlockArguments = v.pipe(
  v.strictObject({
    block_id: BLOCK_ID,
    text: v.optional(text('text', 'The new text, as for add_block.', 'Read Note G once more')),
    find: v.optional(text('find', 'In place of text: literal text in the block.', 'Note G')),
    replace: v.optional(text('replace', 'The text in its place.', 'Note A')),
    expect: v.optional(expected),
    whole: v.optional(flag('whole', 'find matches whole words only.')),
    ...UNCHANGED,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? updateFault(dataset.value) : undefined
    if (message !== undefined) addIssue({ message })
  }),
)

/** The arguments of `set_property`. */
export const SetPropertyArguments = v.strictObject({
  page: PAGE,
  key: text('key', 'A key, or the label of a field; `type` sets the type.', 'birthday'),
  value: propertyText(
    'value',
    `At most ${numbered(LIMITS.propertyValue)} characters; empty removes the property. Lists take {"add": [], "remove": []}.`,
    '1815-12-10',
  ),
  ...UNCHANGED,
})

/** The arguments of `set_properties`. */
export const SetPropertiesArguments = v.strictObject({
  page: PAGE,
  properties: flat(
    properties(
      LIMITS.setProperties,
      `At most ${LIMITS.setProperties}, by key or label; an empty value removes one.`,
    ),
  ),
  ...UNCHANGED,
})

/** The arguments of `set_block_properties`. */
export const SetBlockPropertiesArguments = v.strictObject({
  block_id: BLOCK_ID,
  properties: flat(
    properties(LIMITS.setProperties, `At most ${LIMITS.setProperties}; an empty value removes one.`),
  ),
  ...UNCHANGED,
})

/** The arguments of `revert_change`. */
export const RevertChangeArguments = v.strictObject({
  change_id: text('change_id', 'From list_changes or a write.', '7d3c9f10'),
})

/** The arguments of `batch_write`. */
export const BatchWriteArguments = v.strictObject({
  operations: v.pipe(operations, v.description('In order.')),
})

export const WRITE_TOOLS: readonly Tool[] = [
  {
    name: 'add_block',
    title: 'Add a block',
    description:
      'Adds a block to a page or a day. A missing day is created. To change a block, use update_block.',
    arguments: AddBlockArguments,
    writes: { replaces: false, again: 'changes more' },
    example: {
      arguments: { page: 'today', text: 'Tea with [[Ada Lovelace]].' },
      answer: `Added a block to 2026-11-20 Fri, today in Europe/London.

## [[2026-11-20]] Fri
- Tea with [[Ada Lovelace]]. ^41d3b8f2

The block has version N1wRR4r5.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'add_outline',
    title: 'Add an outline',
    description: 'Adds Markdown to a page or a day as nested blocks: for lists and several blocks.',
    arguments: AddOutlineArguments,
    writes: { replaces: false, again: 'changes more' },
    example: {
      arguments: { page: 'today', text: '- Tea with [[Ada Lovelace]].' },
      answer: `Added 1 block to 2026-11-20 Fri, today in Europe/London.

## [[2026-11-20]] Fri
- Tea with [[Ada Lovelace]]. ^41d3b8f2

The page has version 5atPnNdO.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'create_page',
    title: 'Create a page',
    description: `Creates a page with its type, properties and first blocks. If the name or alias exists, that page is returned instead. For days, use add_block.

${TYPE_WORDS}`,
    arguments: CreatePageArguments,
    writes: { replaces: false, again: 'changes nothing' },
    example: {
      arguments: {
        name: 'Ada Lovelace',
        type: 'person',
        properties: {
          alias: 'Countess of Lovelace',
          birthday: '1815-12-10',
          knows: 'Charles Babbage',
          tags: 'mathematics',
        },
        blocks: ['Wrote the first program for the [[Analytical Engine]].'],
      },
      answer: `Created [[Ada Lovelace]].

# [[Ada Lovelace]]
person, 1 block, 8 words, version e4CbapNw, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'set_task',
    title: 'Set a task',
    description:
      'Sets the state, dates or priority of a task; the rest stays. A new day keeps the old time and repeater, unless it has its own.',
    arguments: SetTaskArguments,
    writes: { replaces: true, again: 'changes more' },
    example: {
      arguments: { block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId), state: 'done' },
      answer: `Set to DONE.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- DONE Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>

The block has version -m1kDFsq.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'update_block',
    title: 'Update a block',
    description:
      'Replaces the text of a block, or a part of its words. The block keeps its id, place and nested blocks and, unless the text changes them, its marker, priority, heading, quote, dates and `key:: value` lines. The person alone can edit a block with a file.',
    arguments: UpdateBlockArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: {
        block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId),
        text: 'Read Note G once more #reading',
      },
      answer: `Updated.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G once more #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>

The block has version tsyzHb4s.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'set_property',
    title: 'Set a property',
    description: "Sets or removes a property of a page. Values of the type's fields are checked.",
    arguments: SetPropertyArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: { page: 'Ada Lovelace', key: 'Birthday', value: '1815-12-10' },
      answer: `Set birthday of [[Ada Lovelace]].

# [[Ada Lovelace]]
person, 2 blocks, 12 words, version 3e36klNR, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'set_properties',
    title: 'Set properties',
    description:
      'Sets several properties of a page, all or none, such as its type and fields, which create_page lists.',
    arguments: SetPropertiesArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: { page: 'Ada Lovelace', properties: { type: 'person', birthday: '1815-12-10', email: '' } },
      answer: `Set type, birthday of [[Ada Lovelace]]; removed email.

# [[Ada Lovelace]]
person, 2 blocks, 12 words, version uRRxBxLC, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'set_block_properties',
    title: 'Set block properties',
    description: 'Sets or removes `key:: value` lines of a block, all or none.',
    arguments: SetBlockPropertiesArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: {
        block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId),
        properties: { effort: '2h', source: '' },
      },
      answer: `Set effort; removed source.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>
\t  effort:: 2h

The block has version SXAcHPo-.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'batch_write',
    title: 'Several writes at once',
    description:
      'Writes as one change, all or none. `op` is a writing tool, beside its arguments. `$2` as a page or block is what the second made, `$2.3` its third block.',
    arguments: BatchWriteArguments,
    writes: { replaces: true, again: 'changes more' },
    example: {
      arguments: {
        operations: [
          { op: 'create_page', name: 'Analytical Engine' },
          { op: 'add_block', page: '$1', text: 'Designed by [[Charles Babbage]].' },
        ],
      },
      answer: `Done: 2 writes.
1. create_page: [[Analytical Engine]]
2. add_block: "Designed by [[Charles Babbage]]." ^41d3b8f2

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'revert_change',
    title: 'Undo a change',
    description: 'Undoes one of your changes. What changed again since stays, as the answer says.',
    arguments: RevertChangeArguments,
    writes: { replaces: true, again: 'changes nothing', uncounted: true },
    example: {
      arguments: { change_id: EXAMPLE_CHANGE.id.slice(0, LIMITS.shortId) },
      answer: `Undone: 1 item restored.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>`,
    },
  },
]
