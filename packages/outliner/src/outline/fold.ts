/**
 * Folding and zooming. A fold belongs to this device, and is no edit.
 *
 * @see outliner 3.1
 */
import { blockIn, branchOf, isAtOrUnder, levelOf, withBlock, type Block, type Outline } from './outline.ts'
import { changed, NOTHING, type Outcome } from './outcome.ts'
import { caretIn, pickedBlocks, type Focus, type OutlineState } from './state.ts'
import { isVisible } from './visible.ts'

/** Folds or unfolds the picked blocks, or one block. */
export function fold(state: OutlineState, folded: boolean | 'toggle', id?: string): Outcome {
  let { outline } = state
  for (const one of id === undefined ? pickedBlocks(state) : [id]) {
    // A zoomed block shows its children in any case.
    if (id === undefined && one === state.root) continue
    const block = blockIn(outline, one)
    const next = folded === 'toggle' ? !block.folded : folded
    if (block.children.length > 0 && block.folded !== next)
      outline = withBlock(outline, one, { folded: next })
  }
  return outline === state.outline ? NOTHING : changed(state, { outline, focus: focusShown(state, outline) })
}

/**
 * Folds all blocks of a level and unfolds those above it.
 *
 * @param level the number of levels that stay visible, 1 or more
 */
export function foldTo(state: OutlineState, level: number): Outcome {
  const { outline, root } = state
  const base = root === null ? 0 : levelOf(outline, root)
  const blocks = new Map<string, Block>(outline.blocks)
  for (const id of root === null
    ? outline.top.flatMap((top) => branchOf(outline, top))
    : branchOf(outline, root)) {
    const block = blockIn(outline, id)
    const folded = id !== root && block.children.length > 0 && levelOf(outline, id) - base >= level
    if (folded !== block.folded) blocks.set(id, { ...block, folded })
  }
  const next = { ...outline, blocks }
  return changed(state, { outline: next, focus: focusShown(state, next) })
}

/** A focus in a block that is hidden now goes to the block that hides it. */
function focusShown({ focus, root }: OutlineState, outline: Outline): Focus {
  if (focus === null) return null
  const shown = (id: string): string => {
    let at = id
    while (!isVisible(outline, root, at)) at = blockIn(outline, at).parentId!
    return at
  }
  if (focus.kind === 'blocks') return { ...focus, anchor: shown(focus.anchor), head: shown(focus.head) }
  return shown(focus.id) === focus.id ? focus : caretIn(outline, shown(focus.id), 'end')
}

/** Shows one block with everything under it, by default the one with the caret. */
export function zoom(state: OutlineState, id?: string): Outcome {
  const { outline, focus } = state
  const root = id ?? pickedBlocks(state)[0]
  if (root === undefined || root === state.root) return NOTHING
  const isKept = focus?.kind === 'caret' && isAtOrUnder(outline, focus.id, root)
  return changed(state, { root, focus: isKept ? focus : caretIn(outline, root, 'end') })
}

/** Shows the block around the zoomed one, or the whole page. */
export function zoomOut(state: OutlineState): Outcome {
  const { outline, root } = state
  return root === null ? NOTHING : changed(state, { root: blockIn(outline, root).parentId })
}
