/**
 * Places among siblings as a reader sees them. A block with a missing parent, or in a circle, is at the top level.
 *
 * @see sync, The device's rules 8
 */
import { orderBetween, outline, type OutlinePosition } from '@notegraph/graph'
import type { WordedLocal } from './move.ts'
import type { PageOutline } from './page-outline.ts'

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

/** A place among siblings. */
export interface Slot {
  readonly order: number
  /** New orders of the siblings, if there was no room between two. */
  readonly renumbered: readonly (readonly [block: OutlinePosition, order: number])[]
}

/**
 * Finds an order for a block among the children of a parent.
 *
 * @param moving a block that leaves its present place
 * @returns `undefined` if `behind` is not among the siblings
 */
export function slotAmong(
  outline: PageOutline,
  parentId: string | null,
  behind: Behind,
  moving: string | undefined,
): Slot | undefined {
  const siblings = outline.childrenOf(parentId)
  const isItself = moving !== undefined && behind === moving
  const at = placeBehind(outline, parentId, isItself ? NOBODY : behind)
  if (at === undefined) return undefined
  const [before, after] = [
    siblings[at - 1]?.id === moving ? siblings[at - 2] : siblings[at - 1],
    siblings[at]?.id === moving ? siblings[at + 1] : siblings[at],
  ]
  const order = orderBetween(before?.order, after?.order)
  if (order !== undefined) return { order, renumbered: [] }
  return renumberedFor(
    siblings.filter(({ id }) => id !== moving),
    before,
  )
}

/** No id of a block. */
const NOBODY = ''

function renumberedFor(siblings: readonly OutlinePosition[], before: OutlinePosition | undefined): Slot {
  const at = before ? siblings.indexOf(before) + 1 : 0
  const renumbered = siblings.map((block, i) => [block, i < at ? i + 1 : i + 2] as const)
  return { order: at + 1, renumbered: renumbered.filter(([block, order]) => block.order !== order) }
}

function placeBehind(outline: PageOutline, parentId: string | null, behind: Behind): number | undefined {
  if (behind === undefined) return outline.childrenOf(parentId).length
  if (behind === null) return 0
  const at = outline.has(behind) && outline.parentOf(behind) === parentId ? outline.indexOf(behind) : -1
  return at < 0 ? undefined : at + 1
}
