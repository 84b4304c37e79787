/**
 * The tools that put notes in order, for callers with the right `organize`: each is one change, which one revert undoes.
 * @see assistants, Rights and 10
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { EXAMPLE_TASK } from '../routes/examples.ts'
import { placeFault } from '../schemas/organize.ts'
import { POSITIONS } from '../schemas/writes.ts'
import { choice, flag, strings, text } from './arguments.ts'
import type { Tool } from './tool.ts'
import { UNCHANGED } from './write.ts'

const TASK = EXAMPLE_TASK.id.slice(0, LIMITS.shortId)

const BLOCK_IDS = v.pipe(
  strings('block_ids', LIMITS.organizedIds, `Ids of blocks, at most ${LIMITS.organizedIds}.`, 'blocks'),
  v.minLength(1, 'block_ids is empty. Name at least one block.'),
  v.metadata({ examples: [[TASK]] }),
)

const ONE_UNCHANGED = 'if_unchanged goes with one block. Leave it out, or send one id in block_ids.'

const isOfOne = ({
  block_ids,
  if_unchanged,
}: {
  readonly block_ids: readonly string[]
  readonly if_unchanged?: string | undefined
}): boolean => if_unchanged === undefined || block_ids.length === 1

const PLACES = ['page', 'parent_id', 'before', 'after'] as const

/** The arguments of `move_blocks`. */
export const MoveBlocksArguments = v.pipe(
  v.strictObject({
    block_ids: BLOCK_IDS,
    page: v.optional(text('page', 'To the top level of this page or day.', 'today')),
    parent_id: v.optional(text('parent_id', 'Or under this block.', TASK)),
    before: v.optional(text('before', 'Or before this block.', TASK)),
    after: v.optional(text('after', 'Or after this block.', TASK)),
    position: v.optional(choice('position', POSITIONS, 'With page or parent_id; last by default.')),
    ...UNCHANGED,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { page, parent_id, before, after } = dataset.value
    const message = placeFault(dataset.value, [page, parent_id, before, after], PLACES)
    if (message !== undefined) addIssue({ message })
  }),
  v.check((args) => isOfOne(args), ONE_UNCHANGED),
)

/** The arguments of `delete_blocks`. */
export const DeleteBlocksArguments = v.pipe(
  v.strictObject({ block_ids: BLOCK_IDS, ...UNCHANGED }),
  v.check((args) => isOfOne(args), ONE_UNCHANGED),
)

/** The arguments of `rename_page`. */
export const RenamePageArguments = v.strictObject({
  name: text('name', 'A page name or alias.', 'Ada Lovelace'),
  to: text('to', 'The new name; not a day.', 'Ada King'),
  keep_alias: v.optional(flag('keep_alias', 'Keeps the old name as an alias; references stay.')),
  merge: v.optional(flag('merge', 'If a page has that name: the blocks go to its end.')),
  ...UNCHANGED,
})

/** The arguments of `delete_page`. */
export const DeletePageArguments = v.strictObject({
  name: text('name', 'A page name or alias, or a day.', 'Ada Lovelace'),
  ...UNCHANGED,
})

export const ORGANIZE_TOOLS: readonly Tool[] = [
  {
    name: 'move_blocks',
    title: 'Move blocks',
    description:
      'Moves blocks with what is nested under them to one place, in the order given. Name exactly one of page, parent_id, before and after.',
    arguments: MoveBlocksArguments,
    writes: { replaces: false, again: 'changes nothing' },
    needs: 'organize',
    example: {
      arguments: { block_ids: [TASK], page: 'today' },
      answer: `Moved 1 block to 2026-11-20 Fri, today in Europe/London.

## [[2026-11-20]] Fri
- TODO Read Note G #reading ^9b7e1d40
  SCHEDULED: <2026-11-21 Sat>

The block has version 7MRUPWn-.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'delete_blocks',
    title: 'Delete blocks',
    description:
      'Deletes blocks with what is nested under them. The answer says how many, and which blocks refer to them.',
    arguments: DeleteBlocksArguments,
    writes: { replaces: true, again: 'changes nothing' },
    needs: 'organize',
    example: {
      arguments: { block_ids: [TASK] },
      answer: `Deleted 1 block. No block refers to it.

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'rename_page',
    title: 'Rename a page',
    description:
      'Gives a page another name and rewrites the references to it. Pages below `Old name/` keep their names.',
    arguments: RenamePageArguments,
    writes: { replaces: true, again: 'changes nothing' },
    needs: 'organize',
    example: {
      arguments: { name: 'Ada Lovelace', to: 'Ada King' },
      answer: `Renamed to [[Ada King]]. Rewrote references in 1 block.

# [[Ada King]]
person, 2 blocks, 12 words, version xKbPpe0n, edited 2026-11-20
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
  {
    name: 'delete_page',
    title: 'Delete a page',
    description: "Deletes a page with its blocks. Links to it stay. A day's page is emptied and stays.",
    arguments: DeletePageArguments,
    writes: { replaces: true, again: 'changes nothing' },
    needs: 'organize',
    example: {
      arguments: { name: 'Ada Lovelace' },
      answer: `Deleted [[Ada Lovelace]] with 2 blocks. 1 block and properties of 0 pages still link it.
Undo: revert_change {"change_id":"7d3c9f10"}`,
    },
  },
]
