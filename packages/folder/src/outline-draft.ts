/**
 * Blocks as a flat list with depths, as files and the manifest contain them, and as a tree. Loops instead of recursion
 * allow any depth.
 */
import type { BlockDraft } from './draft.ts'

/** A block of a flat list. */
export type FlatDraft = Omit<BlockDraft, 'children'> & { readonly depth: number }

/**
 * Lists the blocks of a tree in outline order; `depth` counts from 0.
 *
 * @example
 * const block = { content: 'Hi', assets: [], children: [], line: 1 }
 * flatten([{ ...block, children: [block] }]).map(({ depth }) => depth) // [0, 1]
 */
export function flatten(blocks: readonly BlockDraft[]): FlatDraft[] {
  const flat: FlatDraft[] = []
  walk(blocks, (block, depth) => {
    const { children: _, ...own } = block
    flat.push({ ...own, depth })
  })
  return flat
}

/** Calls `visit` with each block of a tree in outline order; `depth` counts from 0. */
export function walk<T extends { readonly children: readonly T[] }>(
  blocks: readonly T[],
  visit: (block: T, depth: number) => void,
): void {
  const path = [{ list: blocks, at: 0 }]
  for (let level = path.at(-1); level; level = path.at(-1)) {
    const block = level.list[level.at++]
    if (!block) {
      path.pop()
      continue
    }
    visit(block, path.length - 1)
    if (block.children.length > 0) path.push({ list: block.children, at: 0 })
  }
}

/**
 * Builds a tree from a flat list. A depth that skips levels counts as one deeper than the block before.
 *
 * @example
 * const block = { content: 'Hi', assets: [], line: 1 }
 * nest([{ ...block, depth: 0 }, { ...block, depth: 1 }])[0].children.length // 1
 */
export function nest(flat: readonly FlatDraft[]): BlockDraft[] {
  const top: BlockDraft[] = []
  const path: BlockDraft[][] = [top]
  for (const { depth, ...own } of flat) {
    path.length = Math.min(Math.max(0, depth) + 1, path.length)
    const children: BlockDraft[] = []
    path.at(-1)!.push({ ...own, children })
    path.push(children)
  }
  return top
}
