/**
 * The tools that write: endpoints 8 to 13 of the API, each a change in the same list.
 * @see service, 15. MCP
 * @see decisions 10.3
 */
import { PAGE_TYPE_IDS } from '@notegraph/page-types'
import * as v from 'valibot'
import { EXAMPLE_TASK } from '../routes/examples.ts'
import { LIMITS } from '../limits.ts'
import { newProperties, properties } from '../schemas/properties.ts'
import { choice, flat, strings, text, textOrNull } from './arguments.ts'
import type { Tool } from './tool.ts'
import { BLOCK_ID } from './read.ts'
import { TYPE_WORDS } from './type-words.ts'
import { POSITIONS, TASK_STATES } from '../schemas/writes.ts'

const many = (count: number): string => count.toLocaleString('en')

const TEXT = text(
  'text',
  `Markdown of at most ${many(LIMITS.blockText)} characters. A task begins with its marker: \`TODO [#A] words\`. Dates and properties stand on lines of their own: \`SCHEDULED: <2026-11-20>\`, \`key:: value\`.`,
  'TODO Read Note G #reading\nSCHEDULED: <2026-11-21>',
)

const PAGE = text('page', 'The name of a page or one of its aliases, in any case.', 'Ada Lovelace')

export const AddBlockArguments = v.strictObject({
  page: text(
    'page',
    'A page by its name or an alias; or `today`, `yesterday`, `tomorrow`, or a day as `YYYY-MM-DD`, which is started if need be.',
    'today',
  ),
  text: TEXT,
  position: v.optional(choice('position', POSITIONS, 'First or last; last if left out.')),
  parent_id: v.optional(
    text(
      'parent_id',
      'A block on that page to nest under, by its id.',
      EXAMPLE_TASK.id.slice(0, LIMITS.shortId),
    ),
  ),
})

export const CreatePageArguments = v.strictObject({
  name: text('name', `The name, at most ${LIMITS.pageName} characters; not a day.`, 'Ada Lovelace'),
  type: v.optional(text('type', `One of ${PAGE_TYPE_IDS.join(', ')}.`, 'person')),
  properties: v.optional(
    flat(
      newProperties(
        LIMITS.newPageProperties,
        `At most ${LIMITS.newPageProperties}, by key or label, each value a string. A key that is no field of the type is kept too; \`alias\` and \`tags\` take names with commas.`,
      ),
    ),
  ),
  blocks: v.optional(
    strings(
      'blocks',
      LIMITS.newPageBlocks,
      `The text of each block, top to bottom; at most ${LIMITS.newPageBlocks}.`,
    ),
  ),
})

export const SetTaskArguments = v.strictObject({
  block_id: BLOCK_ID,
  state: choice('state', TASK_STATES, 'The state to set.'),
})

export const UpdateBlockArguments = v.strictObject({ block_id: BLOCK_ID, text: TEXT })

export const SetPropertyArguments = v.strictObject({
  page: PAGE,
  key: text(
    'key',
    "A property's key, or the key or label of a field; `type` sets what the page is.",
    'birthday',
  ),
  value: textOrNull(
    'value',
    `The value, at most ${many(LIMITS.propertyValue)} characters. Empty takes the property off.`,
    '1815-12-10',
  ),
})

export const SetPropertiesArguments = v.strictObject({
  page: PAGE,
  properties: flat(
    properties(
      LIMITS.setProperties,
      `At most ${LIMITS.setProperties}, by key or label, each value a string. Empty takes a property off. \`type\` among them goes first, and the others are read as fields of that type.`,
    ),
  ),
})

export const WRITE_TOOLS: readonly Tool[] = [
  {
    name: 'add_block',
    title: 'Add a block',
    description:
      "Puts a new block on a page or a day, last unless `position` says start, or nested under another block. Use it to note something down, to add a task, and for today's journal (`page`: today). It always makes a new block; to change one, use update_block.",
    arguments: AddBlockArguments,
    writes: { replaces: false, again: 'changes more' },
    example: {
      arguments: { page: 'today', text: 'Tea with [[Ada Lovelace]].' },
      answer: `Added a block to 2026-11-20 Fri, today in Europe/London.

## [[2026-11-20]] Fri
- Tea with [[Ada Lovelace]]. ^41d3b8f2

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
  {
    name: 'create_page',
    title: 'Make a page',
    description: `Makes a page with its type, properties and first blocks. If the name or an alias is a page already, nothing is made and that page is shown. A day needs no making: add_block starts it.

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
      answer: `Made [[Ada Lovelace]].

# [[Ada Lovelace]]
person, 1 block, 8 words, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
  {
    name: 'set_task',
    title: 'Set a task',
    description:
      "Sets the state of a task, such as done; the rest of the block stays as it is. A block that is no task becomes one. For a task's words, priority or dates use update_block.",
    arguments: SetTaskArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: { block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId), state: 'done' },
      answer: `Set to DONE.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- DONE Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
  {
    name: 'update_block',
    title: 'Rewrite a block',
    description:
      'Gives a block new words. It keeps its id, its place and the blocks under it, and also what the new text does not say: task marker, priority, heading, quote, SCHEDULED and DEADLINE, and each `key:: value` line. A text of dates and properties alone changes those and keeps the words. A block that holds a file or a picture is left as it is. Send the whole text of the block, not a part.',
    arguments: UpdateBlockArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: {
        block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId),
        text: 'Read Note G once more #reading',
      },
      answer: `Rewritten.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G once more #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
  {
    name: 'set_property',
    title: 'Set a property',
    description:
      "Sets one property of a page, or takes it off. A field of the page's type is checked and kept in its own form; create_page lists types and fields. For properties of a block, use update_block with a `key:: value` line.",
    arguments: SetPropertyArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: { page: 'Ada Lovelace', key: 'Birthday', value: '1815-12-10' },
      answer: `Set birthday of [[Ada Lovelace]].

# [[Ada Lovelace]]
person, 2 blocks, 12 words, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
  {
    name: 'set_properties',
    title: 'Set several properties',
    description:
      'Sets several properties of a page in one change, all or none. Use it to give a page its type and fields in one call; create_page lists types and fields.',
    arguments: SetPropertiesArguments,
    writes: { replaces: true, again: 'changes nothing' },
    example: {
      arguments: { page: 'Ada Lovelace', properties: { type: 'person', birthday: '1815-12-10', email: '' } },
      answer: `Set type, birthday of [[Ada Lovelace]]; took off email.

# [[Ada Lovelace]]
person, 2 blocks, 12 words, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

Change 7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84. To undo it: revert it in Settings, Changes, or by \`notegraph revert CHANGE --account me\`.`,
    },
  },
]
