/**
 * Places for the blocks of an edited page. A moved block follows the block before it in the text. All other blocks keep
 * their places, those that the text does not show included.
 *
 * @see sync, The device's rules 8
 */
import { groupBy } from '@notegraph/graph'
import type { WordedLocal } from './move.ts'
import { childrenByParent } from './siblings.ts'

/** The position of a block in the text. */
export interface OutlineItem {
  readonly id: string
  readonly parentId: string | null
  /** Whether the user moved the block here. Otherwise it keeps its place. */
  readonly isPlaced: boolean
}

/** A new place of a block. */
export interface NewPlace {
  readonly id: string
  readonly parentId: string | null
  readonly order: number
}

/** Siblings closer than this get new numbers. */
const SMALLEST_GAP = 2 ** -30

/**
 * Computes the new places.
 *
 * @param standing the blocks of the page, new ones included
 * @param gone blocks to delete; blocks nested under them move up one level
 */
export function placesOf(
  standing: readonly WordedLocal[],
  wanted: readonly OutlineItem[],
  gone: ReadonlySet<string>,
): NewPlace[] {
  const parents = new Map(standing.map(({ record: { id, place } }) => [id, place.parentId]))
  const placed = new Map<string, OutlineItem>()
  for (const one of wanted) {
    if (!one.isPlaced || isAtOrUnder(one.parentId, one.id, parents)) continue
    parents.set(one.id, one.parentId)
    placed.set(one.id, one)
  }
  const stranded = strandedBy(standing, placed, gone, parents)
  const inText = groupBy(wanted, ({ id, parentId }) => placed.get(id)?.parentId ?? parentId)
  const affected = new Set([...placed.values()].map(({ parentId }) => parentId))
  const siblings = childrenByParent(standing)
  const places: NewPlace[] = []
  for (const parentId of affected) {
    const held = (siblings.get(parentId) ?? []).filter(
      ({ record: { id } }) => !placed.has(id) && !gone.has(id),
    )
    places.push(...ordered(parentId, held, inText.get(parentId) ?? [], placed))
  }
  for (const [id, parentId] of stranded) {
    const last = Math.max(0, ...(siblings.get(parentId) ?? []).map(({ record }) => record.place.order))
    places.push({ id, parentId, order: last + 1 })
  }
  return places
}

/** Whether a block equals another or is nested under it. */
function isAtOrUnder(id: string | null, other: string, parents: ReadonlyMap<string, string | null>): boolean {
  const met = new Set<string>()
  for (let at = id; at !== null && !met.has(at); at = parents.get(at) ?? null) {
    if (at === other) return true
    met.add(at)
  }
  return false
}

/** Lists the blocks that stay although their parent is deleted, with their next remaining ancestor. */
function strandedBy(
  standing: readonly WordedLocal[],
  placed: ReadonlyMap<string, OutlineItem>,
  gone: ReadonlySet<string>,
  parents: ReadonlyMap<string, string | null>,
): Map<string, string | null> {
  const stranded = new Map<string, string | null>()
  for (const {
    record: { id, place },
  } of standing) {
    if (gone.has(id) || placed.has(id) || place.parentId === null || !gone.has(place.parentId)) continue
    let at: string | null = place.parentId
    while (at !== null && gone.has(at)) at = parents.get(at) ?? null
    stranded.set(id, at)
  }
  return stranded
}

/** Sorts the children of one parent. Returns places only for children that change. */
function ordered(
  parentId: string | null,
  held: readonly WordedLocal[],
  inText: readonly OutlineItem[],
  placed: ReadonlyMap<string, OutlineItem>,
): NewPlace[] {
  const orders = new Map(held.map(({ record }) => [record.id, record.place.order]))
  // Moved blocks, by the sibling that they follow; `undefined` for the first position.
  const behind = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const { id } of inText) {
    if (orders.has(id)) anchor = id
    else if (placed.get(id)?.parentId === parentId) {
      const run = behind.get(anchor)
      if (run) run.push(id)
      else behind.set(anchor, [id])
    }
  }
  const line = [...(behind.get(undefined) ?? [])]
  for (const { record } of held) line.push(record.id, ...(behind.get(record.id) ?? []))
  const numbers = numbered(line.map((id) => orders.get(id)))
  return line.flatMap((id, i) =>
    orders.get(id) === numbers[i] ? [] : [{ id, parentId, order: numbers[i]! }],
  )
}

/** Numbers the blocks that have no number, between those that have one. Without room, all get new numbers. */
function numbered(orders: readonly (number | undefined)[]): number[] {
  const numbers: number[] = []
  for (let i = 0; i < orders.length;) {
    if (orders[i] !== undefined) {
      numbers.push(orders[i]!)
      i++
      continue
    }
    let end = i
    while (end < orders.length && orders[end] === undefined) end++
    const [before, after] = [numbers[i - 1], orders[end]]
    const count = end - i
    const start = before ?? (after === undefined ? 0 : after - count - 1)
    const step = after === undefined || before === undefined ? 1 : (after - before) / (count + 1)
    if (step < SMALLEST_GAP || start + step === start) return orders.map((_, n) => n + 1)
    for (let n = 1; n <= count; n++) numbers.push(start + step * n)
    i = end
  }
  return numbers
}
