/**
 * The bodies and answers of the routes that put notes in order.
 * @see assistants, Rights and 10
 */
import { either } from '@notegraph/page-types'
import * as v from 'valibot'
import { Block } from './block.ts'
import { valueWords } from '../requests/check.ts'
import { DAY_FORMS } from '../requests/day.ts'
import { LIMITS } from '../limits.ts'
import { Page } from './page.ts'
import { Count, list } from './scalars.ts'
import { ifUnchanged } from './version.ts'
import { AddBlockAnswer, BlockIds, exactly, MISSING, PageIds, POSITIONS, written } from './writes.ts'

/** The places that a move can name. Exactly one of them is sent. */
const PLACES = ['page', 'parentId', 'before', 'after'] as const

/** The words for a move that names no place, or several. @param names of the places, over the API or for tools */
const placeWords = (names: readonly string[]): string =>
  `Name the place by exactly one of ${either([...names])}.`

/** The words for a position beside a block. */
const POSITION_ALONE = 'position goes with a page or a parent. Leave it out beside before or after.'

/** A place as a body or the arguments of a tool name it. */
interface PlaceAsked {
  readonly position?: unknown
  readonly before?: unknown
  readonly after?: unknown
}

/** @param given the places that are there @returns the fault of a combination of places, or undefined */
export function placeFault(
  { position, before, after }: PlaceAsked,
  given: readonly unknown[],
  names: readonly string[],
): string | undefined {
  if (given.filter((place) => place !== undefined && place !== null).length !== 1) return placeWords(names)
  return position !== undefined && (before ?? after) !== undefined ? POSITION_ALONE : undefined
}

const blockId = (name: string) =>
  v.string(({ input }) => `${name} takes the id of a block, not ${valueWords(input)}.`)

const placeId = (name: string, description: string) =>
  v.exactOptional(v.pipe(blockId(name), v.description(description)))

/** The body for moving a block. */
export const MoveBlock = v.pipe(
  v.strictObject({
    page: v.exactOptional(
      v.pipe(
        v.string(({ input }) => `page takes a page name or a day, not ${valueWords(input)}.`),
        v.description(`The page to whose top level it goes: a name, an alias or a day: ${DAY_FORMS}.`),
      ),
    ),
    parentId: v.exactOptional(
      v.pipe(
        v.nullable(blockId('parentId')),
        v.description('The block under which it goes, on any page; `null` is as left out.'),
      ),
    ),
    before: placeId('before', 'The block before which it goes.'),
    after: placeId('after', 'The block after which it goes.'),
    position: v.exactOptional(
      v.pipe(
        v.picklist(POSITIONS, exactly('position', POSITIONS)),
        v.description('Where on the page or under the parent: `end` unless it says `start`.'),
      ),
    ),
    ...ifUnchanged('block'),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { page, parentId, before, after } = dataset.value
    const message = placeFault(dataset.value, [page, parentId, before, after], PLACES)
    if (message !== undefined) addIssue({ message })
  }),
)
export type MoveBlock = v.InferOutput<typeof MoveBlock>

/** The answer to moving a block. */
export const MoveBlockAnswer = v.strictObject({
  ...written,
  ids: BlockIds,
  total: v.pipe(Count, v.description('The block with those nested under it.')),
  block: Block,
  day: AddBlockAnswer.entries.day,
})
export type MoveBlockAnswer = v.InferOutput<typeof MoveBlockAnswer>

/** The body for deleting a block, which may also be left out. */
export const DeleteBlock = v.strictObject({ ...ifUnchanged('block') })
export type DeleteBlock = v.InferOutput<typeof DeleteBlock>

/** The answer to deleting a block: its page as it is now. */
export const DeleteBlockAnswer = v.strictObject({
  ...written,
  ids: BlockIds,
  total: v.pipe(Count, v.description('The deleted blocks: the block with those that were nested under it.')),
  referring: v.pipe(
    list(Block),
    v.description(
      `The blocks that refer to a deleted one, at most ${LIMITS.referringShown}. Their references stay as they are.`,
    ),
  ),
  referringTotal: v.pipe(Count, v.description('All blocks that refer to a deleted one.')),
  page: Page,
})
export type DeleteBlockAnswer = v.InferOutput<typeof DeleteBlockAnswer>

const flag = (name: string, description: string) =>
  v.exactOptional(
    v.pipe(
      v.boolean(({ input }) => `${name} takes true or false, not ${valueWords(input)}.`),
      v.description(description),
    ),
  )

/** The body for renaming a page. */
export const RenamePage = v.strictObject(
  {
    to: v.pipe(
      v.string(({ input }) =>
        input === undefined ? MISSING.to : `to takes a name, not ${valueWords(input)}.`,
      ),
      v.description(`The new name, up to ${LIMITS.pageName} characters; not a day.`),
    ),
    keep_alias: flag('keep_alias', 'Keeps the old name as an alias, and changes no reference.'),
    merge: flag(
      'merge',
      'If another page has the name: its end takes the blocks, and it gets the properties that it lacks and all names as aliases.',
    ),
    ...ifUnchanged('page'),
  },
  MISSING.to,
)
export type RenamePage = v.InferOutput<typeof RenamePage>

/** The answer to renaming a page. */
export const RenamePageAnswer = v.strictObject({
  ...written,
  ids: PageIds,
  references: v.pipe(Count, v.description('The blocks whose references were rewritten.')),
  fields: v.pipe(Count, v.description('The pages whose properties were rewritten.')),
  namespace: v.pipe(
    Count,
    v.description('The pages below the old name and a slash, which keep their names.'),
  ),
  merged: v.exactOptional(v.pipe(Count, v.description('The blocks that went to the other page.'))),
  page: Page,
})
export type RenamePageAnswer = v.InferOutput<typeof RenamePageAnswer>

/** The body for deleting a page, which may also be left out. */
export const DeletePage = v.strictObject({ ...ifUnchanged('page') })
export type DeletePage = v.InferOutput<typeof DeletePage>

/** The answer to deleting a page. */
export const DeletePageAnswer = v.strictObject({
  ...written,
  ids: PageIds,
  name: v.pipe(v.string(), v.description('The name of the page, which may have been found by an alias.')),
  total: v.pipe(Count, v.description('The deleted blocks.')),
  references: v.pipe(Count, v.description('The blocks of other pages that link it, and stay as they are.')),
  fields: v.pipe(Count, v.description('The pages with properties that link it, and stay as they are.')),
  emptied: v.pipe(v.boolean(), v.description("Whether the page stays without blocks, as a day's page does.")),
  day: AddBlockAnswer.entries.day,
})
export type DeletePageAnswer = v.InferOutput<typeof DeletePageAnswer>
