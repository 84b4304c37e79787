/** A part of an outline: the blocks under one block, and only some levels of them. */
import type { OutlineItem } from './outline.ts'

/** An entry that may be a heading. */
export interface PartPosition {
  readonly id: string
  /** The level of the heading, 1 to 6; absent on other blocks. */
  readonly heading?: number | undefined
}

/** The choice of a part; the whole outline if both are left out. */
export interface OutlinePart {
  /**
   * The id of a block: only the blocks nested under it. A heading without nested blocks has those that follow it, up to
   * the next heading of its level or a higher one.
   */
  readonly under?: string
  /** The number of levels that are shown, at least 1. Deeper blocks are folded away. */
  readonly levels?: number
}

/** One entry of a part; its depth is that in the whole outline. */
export interface PartItem<T> extends OutlineItem<T> {
  /** The number of nested blocks that are folded away. */
  readonly folded: number
}

/**
 * Cuts a part out of an outline. The time is linear.
 *
 * @param all every block of the page in outline order
 * @example
 * const all = outline([{ id: 'a', parentId: null, order: 1 }, { id: 'b', parentId: 'a', order: 1 }])
 * outlinePart(all, { levels: 1 }).map(({ item, folded }) => [item.id, folded]) // [['a', 1]]
 */
export function outlinePart<T extends PartPosition>(
  all: readonly OutlineItem<T>[],
  { under, levels = Infinity }: OutlinePart,
): PartItem<T>[] {
  const { start, end, top } = rangeOf(all, under)
  const shown: { item: T; depth: number; folded: number }[] = []
  for (const { item, depth } of all.slice(start, end)) {
    const last = shown.at(-1)
    if (depth - top < levels) shown.push({ item, depth, folded: 0 })
    else if (last) last.folded++
  }
  return shown
}

/** The places of the blocks under a block, and the depth of the first level; empty for an unknown block. */
function rangeOf<T extends PartPosition>(
  all: readonly OutlineItem<T>[],
  under: string | undefined,
): { start: number; end: number; top: number } {
  if (under === undefined) return { start: 0, end: all.length, top: 0 }
  const at = all.findIndex(({ item }) => item.id === under)
  const block = all[at]
  if (!block) return { start: 0, end: 0, top: 0 }
  const { depth, item } = block
  const before = (ends: (one: OutlineItem<T>) => boolean): number => {
    const next = all.findIndex((one, i) => i > at && ends(one))
    return next < 0 ? all.length : next
  }
  const nested = { start: at + 1, end: before((one) => one.depth <= depth), top: depth + 1 }
  const level = item.heading
  if (nested.end > nested.start || level === undefined) return nested
  const isNextHeading = (one: OutlineItem<T>): boolean =>
    one.depth === depth && one.item.heading !== undefined && one.item.heading <= level
  return { start: at + 1, end: before((one) => one.depth < depth || isNextHeading(one)), top: depth }
}
