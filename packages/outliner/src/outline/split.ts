/**
 * Enter: a block becomes two.
 *
 * @see outliner 3.1
 */
import { isNumbered } from '@notegraph/block-text'
import { contentOf, fieldOf } from './field.ts'
import { unnest } from './nest.ts'
import { placeOf, type Edit } from './operation.ts'
import { blockIn, childrenOf, type Block } from './outline.ts'
import { edited, NOTHING, setContent, type Outcome, type Surroundings } from './outcome.ts'
import { caretIn, type OutlineState } from './state.ts'
import { showsChildren } from './visible.ts'
import { isInCode, splitText, withNumber, withoutNumber } from './words.ts'

/** Splits the block at the caret. In code the browser breaks the line. */
export function split(state: OutlineState, surroundings: Surroundings): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'caret') return NOTHING
  const { id, start, end } = focus
  const block = blockIn(outline, id)
  const text = focus.text.slice(0, start) + focus.text.slice(end)
  const isEmpty = withoutNumber(focus.text).trim() === ''
  if (isEmpty && block.parentId !== null && id !== root && block.parentId !== root) return unnest(state)
  if (isEmpty && isNumbered(text))
    return edited(state, setContent(block, contentOf(block.content, '')), (next) => caretIn(next, id, 0))
  if (isInCode(text, start)) return NOTHING
  const newId = surroundings.newId()
  if (start === 0 && withoutNumber(text).trim() !== '' && id !== root) return above(state, block, text, newId)
  return below(state, block, text, newId)
}

function above(state: OutlineState, block: Block, text: string, newId: string): Outcome {
  const edit: Edit = [
    ...setContent(block, contentOf(block.content, text)),
    {
      do: 'addBlock',
      id: newId,
      where: placeOf(state.outline, block.id),
      text: isNumbered(text) ? withNumber('') : '',
    },
  ]
  return edited(state, edit, (next) => caretIn(next, block.id, 0))
}

function below(state: OutlineState, block: Block, text: string, newId: string): Outcome {
  const { outline, root, focus } = state
  const { pageId } = outline
  const at = focus?.kind === 'caret' ? focus.start : 0
  // The zoomed block has no place for a sibling.
  const [first, second] = at === 0 ? [text, ''] : splitText(text, at)
  const isChild = block.id === root || showsChildren(outline, root, block.id)
  const next = isChild ? childrenOf(outline, block.id)[0] : undefined
  const isListed = isChild
    ? next !== undefined && isNumbered(blockIn(outline, next).content)
    : isNumbered(text)
  const edit: Edit = [
    ...setContent(block, contentOf(block.content, first)),
    {
      do: 'addBlock',
      id: newId,
      where: isChild
        ? { pageId, parentId: block.id, behind: null }
        : { pageId, parentId: block.parentId, behind: block.id },
      text: isListed ? withNumber(second) : second,
    },
  ]
  return edited(state, edit, (after) => caretIn(after, newId, 0))
}

/** Adds an empty block at the end of the page or of the zoomed block. */
export function addLast(state: OutlineState, { newId }: Surroundings): Outcome {
  const { outline, root } = state
  const last = childrenOf(outline, root).at(-1)
  // An empty last block is already there to write in.
  const isFree = last !== undefined && blockIn(outline, last).children.length === 0
  if (isFree && fieldOf(blockIn(outline, last).content).text === '')
    return { done: true, state: { ...state, focus: caretIn(outline, last, 0) }, typed: [], edit: [] }
  const id = newId()
  const where = { pageId: outline.pageId, parentId: root, behind: last ?? null }
  return edited(state, [{ do: 'addBlock', id, where, text: '' }], (next) => caretIn(next, id, 0))
}
