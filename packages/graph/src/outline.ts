/**
 * The outline: the order in which a page's blocks are read, each block and then the ones nested under it.
 *
 * Whatever devices brought together, every block is shown exactly once: one whose parent is not among the blocks, and
 * each one of a circle, reads as top level. The answer depends on the blocks alone, not on the order in which they
 * come. Nothing here calls itself, so blocks may nest as deep as they like.
 *
 * @see sync, The device's rules 8
 */

export interface Placed {
  readonly id: string
  readonly parentId: string | null
  /** A finite number. */
  readonly order: number
}

export interface Outlined<T> {
  readonly item: T
  /** 0 at the top level. */
  readonly depth: number
}

/** No block: the end of a chain of siblings, or the parent of a block at the top level. */
const NONE = -1

/** Siblings sort by `(order, id)`, ids by their UTF-16 units. */
export function compareSiblings(a: Placed, b: Placed): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** All blocks of one page, in the order of reading. Linear apart from the sort. */
export function outline<T extends Placed>(blocks: readonly T[]): Outlined<T>[] {
  const sorted = blocks.toSorted(compareSiblings)
  const parents = withoutCircles(parentsOf(sorted))
  // Chains of siblings, built from the last so that each comes out in order. The last slot is the top level.
  const top = sorted.length
  const firstChild = new Int32Array(top + 1).fill(NONE)
  const nextSibling = new Int32Array(top).fill(NONE)
  for (let i = top - 1; i >= 0; i--) {
    const parent = parents[i] === NONE ? top : parents[i]!
    nextSibling[i] = firstChild[parent]!
    firstChild[parent] = i
  }
  const shown: Outlined<T>[] = []
  const waiting: number[] = [] // the blocks above the one at hand, whose siblings are still to come
  let at = firstChild[top]!
  while (at !== NONE) {
    shown.push({ item: sorted[at]!, depth: waiting.length })
    if (firstChild[at] !== NONE) {
      waiting.push(at)
      at = firstChild[at]!
      continue
    }
    at = nextSibling[at]!
    while (at === NONE && waiting.length > 0) at = nextSibling[waiting.pop()!]!
  }
  return shown
}

/** The index of each block's parent. */
function parentsOf(blocks: readonly Placed[]): Int32Array {
  const indexes = new Map<string, number>()
  for (let i = 0; i < blocks.length; i++) {
    const { id } = blocks[i]!
    if (!indexes.has(id)) indexes.set(id, i)
  }
  return Int32Array.from(blocks, ({ parentId }) =>
    parentId === null ? NONE : (indexes.get(parentId) ?? NONE),
  )
}

/** Takes the parent off every block that stands above itself. What hangs from a circle keeps its place under it. */
function withoutCircles(parents: Int32Array): Int32Array {
  // The walk that came by first, counted from 1; a walk that meets its own steps again has found a circle.
  const walks = new Int32Array(parents.length)
  for (let start = 0; start < parents.length; start++) {
    let at = start
    while (at !== NONE && walks[at] === 0) {
      walks[at] = start + 1
      at = parents[at]!
    }
    if (at === NONE || walks[at] !== start + 1) continue
    while (parents[at] !== NONE) {
      const above = parents[at]!
      parents[at] = NONE
      at = above
    }
  }
  return parents
}
