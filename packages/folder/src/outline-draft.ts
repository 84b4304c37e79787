/** Drafts of blocks as a list with depths, as files and the ledger hold them, and back. Loops, so any depth will do. */
import type { BlockDraft } from './draft.ts'

export type FlatDraft = Omit<BlockDraft, 'children'> & { readonly depth: number }

/** In outline order; `depth` from 0. */
export function flatten(blocks: readonly BlockDraft[]): FlatDraft[] {
  const flat: FlatDraft[] = []
  const path = [{ list: blocks, at: 0 }]
  for (let level = path.at(-1); level; level = path.at(-1)) {
    const block = level.list[level.at++]
    if (!block) {
      path.pop()
      continue
    }
    const { children, ...own } = block
    flat.push({ ...own, depth: path.length - 1 })
    if (children.length > 0) path.push({ list: children, at: 0 })
  }
  return flat
}

/** A depth that skips levels counts as one deeper than the block before. */
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
