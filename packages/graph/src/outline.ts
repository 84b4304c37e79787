/**
 * The outline: the order in which readers see a page's blocks. Each block precedes the blocks nested under it.
 *
 * Every block appears exactly once, whatever devices merged. A block whose parent is missing becomes top level, and so
 * does each block of a circle. The result does not depend on the order of the input. No function recurses, so blocks
 * can nest to any depth.
 *
 * @see sync, The device's rules 8
 */

/** The position of a block in its page. */
export interface OutlinePosition {
  readonly id: string
  readonly parentId: string | null
  /** A finite number. */
  readonly order: number
}

/** One entry of an outline: a block and its depth. */
export interface OutlineItem<T> {
  readonly item: T
  /** 0 at the top level. */
  readonly depth: number
}

/** No block: the end of a list of siblings, or the parent of a top-level block. */
const NONE = -1

/**
 * Compares siblings by `(order, id)`, ids by their UTF-16 units.
 *
 * @returns a negative number, 0 or a positive number, as `Array.sort` expects
 * @example
 * compareSiblings({ id: 'a', parentId: null, order: 1 }, { id: 'b', parentId: null, order: 2 }) // -1
 */
export function compareSiblings(a: OutlinePosition, b: OutlinePosition): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * Sorts all blocks of one page into the order of reading. The time is linear except for the sort.
 *
 * @example
 * const blocks = [{ id: 'b', parentId: 'a', order: 1 }, { id: 'a', parentId: null, order: 1 }]
 * outline(blocks).map(({ item, depth }) => [item.id, depth]) // [['a', 0], ['b', 1]]
 */
export function outline<T extends OutlinePosition>(blocks: readonly T[]): OutlineItem<T>[] {
  const sorted = blocks.toSorted(compareSiblings)
  const parents = withoutCircles(parentsOf(sorted))
  // Linked lists of siblings, built from the last block so that each list is in order. The last slot is the top level.
  const top = sorted.length
  const firstChild = new Int32Array(top + 1).fill(NONE)
  const nextSibling = new Int32Array(top).fill(NONE)
  for (let i = top - 1; i >= 0; i--) {
    const parent = parents[i] === NONE ? top : parents[i]!
    nextSibling[i] = firstChild[parent]!
    firstChild[parent] = i
  }
  const shown: OutlineItem<T>[] = []
  const waiting: number[] = [] // ancestors of the current block, whose siblings come later
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
function parentsOf(blocks: readonly OutlinePosition[]): Int32Array {
  const indexes = new Map<string, number>()
  for (let i = 0; i < blocks.length; i++) {
    const { id } = blocks[i]!
    if (!indexes.has(id)) indexes.set(id, i)
  }
  return Int32Array.from(blocks, ({ parentId }) =>
    parentId === null ? NONE : (indexes.get(parentId) ?? NONE),
  )
}

/** Removes the parent of every block that is its own ancestor. Blocks below a circle keep their parents. */
function withoutCircles(parents: Int32Array): Int32Array {
  // The first walk that reached each block, counted from 1. A walk that reaches its own steps again has found a circle.
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
