/** The blocks that a person sees, in the order of reading: those that no folded block hides, under the zoomed block. */
import { blockIn, childrenOf, isAtOrUnder, siblingAfter, type Block, type Outline } from './outline.ts'

/** A zoomed block shows its children always, folded or not. */
const opens = (block: Block, root: string | null): boolean => block.id === root || !block.folded

/** Whether a block shows children. */
export const showsChildren = (outline: Outline, root: string | null, id: string): boolean => {
  const block = blockIn(outline, id)
  return block.children.length > 0 && opens(block, root)
}

/**
 * The visible blocks in the order of reading. A zoomed block is the first one.
 *
 * @param root the zoomed block, or `null` for the whole page
 * @example
 * visibleBlocks(outlineOf('p', [{ id: 'a', depth: 0, content: 'A' }]), null) // ['a']
 */
export function visibleBlocks(outline: Outline, root: string | null): string[] {
  const found: string[] = []
  const waiting = root === null ? outline.top.toReversed() : [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    found.push(id)
    if (showsChildren(outline, root, id)) waiting.push(...blockIn(outline, id).children.toReversed())
  }
  return found
}

/** The visible block right above another one. */
export function blockAbove(outline: Outline, root: string | null, id: string): string | undefined {
  if (id === root) return undefined
  const { parentId } = blockIn(outline, id)
  const siblings = childrenOf(outline, parentId)
  const before = siblings[siblings.indexOf(id) - 1]
  return before === undefined ? (parentId ?? undefined) : lastShown(outline, root, before)
}

/** The last visible block of a branch. */
export function lastShown(outline: Outline, root: string | null, id: string): string {
  let at = id
  while (showsChildren(outline, root, at)) at = blockIn(outline, at).children.at(-1)!
  return at
}

/** The visible block right below another one. */
export function blockBelow(outline: Outline, root: string | null, id: string): string | undefined {
  if (showsChildren(outline, root, id)) return blockIn(outline, id).children[0]
  for (let at: string | null = id; at !== null && at !== root; at = blockIn(outline, at).parentId) {
    const next = siblingAfter(outline, at)
    if (next !== undefined) return next
  }
  return undefined
}

/** Whether a block is shown: in the zoomed branch, and not hidden by a folded block. */
export function isVisible(outline: Outline, root: string | null, id: string): boolean {
  if (root !== null && !isAtOrUnder(outline, id, root)) return false
  if (id === root) return true
  for (let at = blockIn(outline, id).parentId; at !== null; at = blockIn(outline, at).parentId) {
    if (!opens(blockIn(outline, at), root)) return false
    if (at === root) return true
  }
  return true
}
