/**
 * The selection of blocks, and the way of the caret from block to block.
 *
 * @see outliner 3.1
 */
import { fieldOf } from './field.ts'
import type { Operation } from './operation.ts'
import { blockIn, childrenOf } from './outline.ts'
import { changed, edited, NOTHING, refuse, type Outcome } from './outcome.ts'
import { caretIn, pickedRoots, type CaretAt, type OutlineState } from './state.ts'
import { blockAbove, blockBelow, isVisible, showsChildren, visibleBlocks } from './visible.ts'
import { writtenEnd } from './words.ts'

/** Escape: selects the block with the caret; a second time it leaves the outline. */
export function escape(state: OutlineState): Outcome {
  const { focus } = state
  if (focus === null) return NOTHING
  if (focus.kind === 'blocks') return changed(state, { focus: null })
  return changed(state, { focus: { kind: 'blocks', anchor: focus.id, head: focus.id } })
}

/** Moves the selection, or with `extends` only its end. From a caret it begins at that block. */
export function select(state: OutlineState, direction: 'up' | 'down', isExtending: boolean): Outcome {
  const { outline, root, focus } = state
  if (focus === null) return NOTHING
  if (focus.kind === 'caret') return escape(state)
  const next = (direction === 'up' ? blockAbove : blockBelow)(outline, root, focus.head)
  // A zoomed block has nothing beside it, so it is selected alone.
  const isOut = next === undefined || (isExtending && (next === root || focus.anchor === root))
  if (isOut) return NOTHING
  return changed(state, { focus: { kind: 'blocks', anchor: isExtending ? focus.anchor : next, head: next } })
}

/** Selects all blocks from one block to another. Without the first, from the beginning of the selection, as a click with Shift does. */
export function selectTo(state: OutlineState, id: string, from?: string): Outcome {
  const { outline, root, focus } = state
  if (!isVisible(outline, root, id)) return NOTHING
  const begun = from ?? (focus === null ? id : focus.kind === 'caret' ? focus.id : focus.anchor)
  const anchor = isVisible(outline, root, begun) ? begun : id
  if (anchor === root || id === root) return NOTHING
  return changed(state, { focus: { kind: 'blocks', anchor, head: id } })
}

/** Selects another block alone: the first one inside the selected block, the one around it, or the first or last of all. */
export function selectAt(
  state: OutlineState,
  to: 'selectIn' | 'selectOut' | 'selectFirst' | 'selectLast',
): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'blocks') return NOTHING
  const { head } = focus
  const shown = visibleBlocks(outline, root)
  const { children, parentId } = blockIn(outline, head)
  const next = {
    selectIn: showsChildren(outline, root, head) ? children[0] : undefined,
    selectOut: head === root ? undefined : parentId,
    selectFirst: shown[0],
    selectLast: shown.at(-1),
  }[to]
  if (typeof next !== 'string') return NOTHING
  return changed(state, { focus: { kind: 'blocks', anchor: next, head: next } })
}

/** Selects all visible blocks, without the zoomed one. */
export function selectAll(state: OutlineState): Outcome {
  const shown = visibleBlocks(state.outline, state.root).filter((id) => id !== state.root)
  const [anchor, head] = [shown[0], shown.at(-1)]
  return anchor === undefined || head === undefined
    ? NOTHING
    : changed(state, { focus: { kind: 'blocks', anchor, head } })
}

/** Puts the caret into a block, by default into the selected one. */
export function edit(state: OutlineState, id?: string, at: CaretAt = 'end', to?: number): Outcome {
  const { outline, root, focus } = state
  const into = id ?? (focus?.kind === 'blocks' ? focus.head : undefined)
  if (into === undefined || !outline.blocks.has(into) || !isVisible(outline, root, into)) return NOTHING
  const caret = caretIn(outline, into, at)
  const end = to === undefined ? caret.end : caretIn(outline, into, to).end
  return changed(state, { focus: { ...caret, end } })
}

/**
 * Moves the caret to the block above or below.
 *
 * @param column the place in the nearest line of that block; without it, the end that is nearer
 */
export function go(state: OutlineState, direction: 'up' | 'down', column?: number): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'caret') return NOTHING
  const id = (direction === 'up' ? blockAbove : blockBelow)(outline, root, focus.id)
  if (id === undefined) return NOTHING
  const field = fieldOf(blockIn(outline, id).content)
  const text = field.text.slice(0, writtenEnd(field.text))
  if (column === undefined)
    return changed(state, { focus: caretIn(outline, id, direction === 'up' ? 'end' : 'start') })
  const [start, end] =
    direction === 'up'
      ? [text.lastIndexOf('\n') + 1, text.length]
      : [0, text.includes('\n') ? text.indexOf('\n') : text.length]
  return changed(state, { focus: caretIn(outline, id, Math.min(start + column, end)) })
}

/** Deletes the selected blocks with everything under them. */
export function remove(state: OutlineState): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'blocks') return NOTHING
  const roots = pickedRoots(state)
  if (roots.includes(root ?? '')) return refuse({ why: 'zoomed' })
  const shown = visibleBlocks(outline, root)
  const first = shown.indexOf(roots[0]!)
  const gone: readonly Operation[] = roots.map((id) => ({ do: 'deleteBlock', id }))
  return edited(state, gone, (next) => {
    const below = shown.slice(first).find((id) => next.blocks.has(id))
    const nearest = below ?? shown.slice(0, first).findLast((id) => next.blocks.has(id) && id !== root)
    const only = nearest ?? childrenOf(next, root)[0]
    return only === undefined ? null : { kind: 'blocks', anchor: only, head: only }
  })
}
