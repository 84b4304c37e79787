/**
 * Places among siblings as a reader sees them. A block with a missing parent, or in a circle, is at the top level.
 *
 * @see sync, The device's rules 8
 */
import { orderBetween, outline } from '@notegraph/graph'
import type { WordedLocal } from './move.ts'

/** The sibling before a block: an id, `null` for the first position, or `undefined` for the last. */
export type Behind = string | null | undefined

/** A block of a page with its depth. */
export interface VisibleBlock {
  readonly local: WordedLocal
  readonly depth: number
}

/** Lists the blocks of a page in the order of reading. */
export function shownOn(blocks: readonly WordedLocal[]): VisibleBlock[] {
  const placed = blocks.map((local) => {
    const { id, place } = local.record
    return { id, parentId: place.parentId, order: place.order, local }
  })
  return outline(placed).map(({ item, depth }) => ({ local: item.local, depth }))
}

/** Lists the children of a block, or the top-level blocks. */
export function childrenOf(shown: readonly VisibleBlock[], parentId: string | null): WordedLocal[] {
  if (parentId === null) return shown.filter(({ depth }) => depth === 0).map(({ local }) => local)
  return under(shown, parentId)
    .filter(({ depth }, _, all) => depth === all[0]!.depth)
    .map(({ local }) => local)
}

/** Lists the children of each block and the top-level blocks, as a reader sees them. */
export function childrenByParent(blocks: readonly WordedLocal[]): Map<string | null, WordedLocal[]> {
  const children = new Map<string | null, WordedLocal[]>()
  const above: string[] = []
  for (const { local, depth } of shownOn(blocks)) {
    above.length = depth
    const parentId = above.at(-1) ?? null
    const siblings = children.get(parentId)
    if (siblings) siblings.push(local)
    else children.set(parentId, [local])
    above.push(local.record.id)
  }
  return children
}

/** Lists all blocks nested under a block, at any depth. */
export function under(shown: readonly VisibleBlock[], id: string): VisibleBlock[] {
  const at = shown.findIndex(({ local }) => local.record.id === id)
  if (at < 0) return []
  const end = shown.findIndex(({ depth }, i) => i > at && depth <= shown[at]!.depth)
  return shown.slice(at + 1, end < 0 ? undefined : end)
}

/** A place among siblings. */
export interface Slot {
  readonly order: number
  /** New orders of the siblings, if there was no room between two. */
  readonly renumbered: readonly (readonly [local: WordedLocal, order: number])[]
}

/**
 * Finds an order for one more sibling.
 *
 * @returns `undefined` if `behind` is not among the siblings
 */
export function slotAmong(siblings: readonly WordedLocal[], behind: Behind): Slot | undefined {
  const at = placeBehind(siblings, behind)
  if (at === undefined) return undefined
  const order = orderBetween(orderOf(siblings[at - 1]), orderOf(siblings[at]))
  if (order !== undefined) return { order, renumbered: [] }
  const renumbered = siblings.map((local, i) => [local, i < at ? i + 1 : i + 2] as const)
  return { order: at + 1, renumbered: renumbered.filter(([local, order]) => orderOf(local) !== order) }
}

function placeBehind(siblings: readonly WordedLocal[], behind: Behind): number | undefined {
  if (behind === undefined) return siblings.length
  if (behind === null) return 0
  const at = siblings.findIndex(({ record }) => record.id === behind)
  return at < 0 ? undefined : at + 1
}

const orderOf = (local: WordedLocal | undefined): number | undefined => local?.record.place.order
