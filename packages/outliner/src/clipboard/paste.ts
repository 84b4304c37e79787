/**
 * The edit that adds pasted blocks. Nothing of a paste is ever discarded; a refused one stays on the clipboard and is refused in
 * words.
 *
 * @see outliner 3.3
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import { contentOf, fieldOf, startsFolded } from '../outline/field.ts'
import type { Edit, Operation, Where } from '../outline/operation.ts'
import { blockIn, childrenOf, isAtOrUnder, levelOf, type Outline } from '../outline/outline.ts'
import { edited, NOTHING, refuse, setContent, type Outcome, type Surroundings } from '../outline/outcome.ts'
import { caretIn, pickedRoots, type OutlineState } from '../outline/state.ts'
import { lastShown, showsChildren } from '../outline/visible.ts'
import { withFold, withoutNumber } from '../outline/words.ts'
import type { Cut, CutBlock } from './copy.ts'
import { measure, MOST_PASTED, type PastedBlock } from './pasted.ts'

/** Adds pasted blocks after the block with the caret or the selected ones. An empty block becomes the first of them. */
export function pasteBlocks(
  state: OutlineState,
  blocks: readonly PastedBlock[],
  { newId }: Surroundings,
): Outcome {
  const { count } = measure(blocks)
  if (count === 0) return NOTHING
  if (count > MOST_PASTED) return refuse({ why: 'too_many', most: MOST_PASTED })
  const identified = (block: PastedBlock): CutBlock => ({
    id: newId(),
    content: block.content,
    children: block.children.map(identified),
  })
  return place(state, blocks.map(identified))
}

/** Puts the blocks of a cut at the caret, with their ids, so that references still find them. */
export function pasteCut(state: OutlineState, cut: Cut): Outcome {
  return place(state, cut.blocks, true)
}

function place(state: OutlineState, blocks: readonly CutBlock[], keepsIds = false): Outcome {
  const { outline, root, focus } = state
  const { where, empty } = placeOfPaste(state)
  if (isTooDeep(outline, where, blocks)) return refuse({ why: 'too_deep', most: SYNC_LIMITS.depth })
  const [first, ...rest] = blocks
  const edit: Operation[] = []
  const opened = where.parentId === null ? [] : [where.parentId]
  let last: string
  if (empty !== undefined && !keepsIds && first) {
    const block = blockIn(outline, empty)
    const content = contentOf(block.content, fieldOf(first.content).text)
    const isFolded = startsFolded(first.content)
    edit.push(...setContent(block, isFolded ? withFold(content) : content))
    edit.push(
      ...added(outline, first.children, { ...where, parentId: empty, behind: block.children.at(-1) ?? null }),
    )
    edit.push(...added(outline, rest, { ...where, behind: empty }))
    const shown = isFolded ? undefined : first.children.at(-1)
    last = (rest.at(-1) ?? shown)?.id ?? empty
    if (shown) opened.push(empty)
  } else {
    edit.push(...added(outline, blocks, where))
    const isFree = empty !== undefined && blockIn(outline, empty).children.length === 0
    if (isFree && !blocks.some(({ id }) => id === empty)) edit.push({ do: 'deleteBlock', id: empty })
    last = blocks.at(-1)!.id
  }
  return edited(
    state,
    edit,
    (next) =>
      focus?.kind === 'caret'
        ? caretIn(next, lastShown(next, root, last), 'end')
        : { kind: 'blocks', anchor: last, head: last },
    opened,
  )
}

/** The place of a paste, and the empty block that it fills. */
function placeOfPaste(state: OutlineState): { readonly where: Where; readonly empty: string | undefined } {
  const { outline, root, focus } = state
  const { pageId } = outline
  if (focus === null)
    return {
      where: { pageId, parentId: root, behind: childrenOf(outline, root).at(-1) ?? null },
      empty: undefined,
    }
  const id = focus.kind === 'caret' ? focus.id : pickedRoots(state).at(-1)!
  const isEmpty = focus.kind === 'caret' && id !== root && withoutNumber(focus.text).trim() === ''
  const isChild = id === root || (focus.kind === 'caret' && !isEmpty && showsChildren(outline, root, id))
  if (isChild) return { where: { pageId, parentId: id, behind: null }, empty: undefined }
  const { parentId } = blockIn(outline, id)
  return { where: { pageId, parentId, behind: id }, empty: isEmpty ? id : undefined }
}

const isTooDeep = (outline: Outline, { parentId }: Where, blocks: readonly PastedBlock[]): boolean =>
  (parentId === null ? 0 : levelOf(outline, parentId)) + measure(blocks).levels > SYNC_LIMITS.depth

/** The operations that add blocks; one that is still in the outline moves there. */
function added(outline: Outline, blocks: readonly CutBlock[], where: Where): Edit {
  let { behind } = where
  return blocks.flatMap(({ id, content, children }) => {
    const here = { ...where, behind }
    const isInside =
      outline.blocks.has(id) && where.parentId !== null && isAtOrUnder(outline, where.parentId, id)
    // A cut that was undone cannot move under itself.
    if (isInside || behind === id) return []
    behind = id
    if (outline.blocks.has(id)) return [{ do: 'moveBlock', id, where: here } satisfies Operation]
    const add: Operation = { do: 'addBlock', id, where: here, text: content }
    return [add, ...added(outline, children, { ...where, parentId: id, behind: null })]
  })
}
