/**
 * Reverts a restore: each record becomes what it was before, unless it changed again. A page or block that the restore
 * brought back stays while something else is on it or under it. A block is left as it is if it would return to a page, or
 * under a block, that is no longer there. The same holds if that block is now under it.
 * @see history 4, decisions 8.2
 */
import type { LeftAsItIs } from '@notegraph/contract'
import type { GraphRecord } from '@notegraph/graph'
import type { ItemChange, Put } from '@notegraph/store'
import type { RevertEdit } from '../changes/revert.ts'
import type { Now } from '../changes/settle-places.ts'
import { WHY_LEFT } from '../changes/why-left.ts'
import { asItWas, isSame, type Pen } from './as-it-was.ts'

type Placed = Exclude<GraphRecord, { readonly kind: 'page' }>

/** An item of a restore that reverts in one commit. */
type Touched = Exclude<ItemChange, { readonly kind: 'property' | 'graph' }>

export function revertRestore(all: readonly ItemChange[], now: Now, pen: Pen): RevertEdit {
  const touched = all.filter((one) => one.kind !== 'property' && one.kind !== 'graph')
  const puts = new Map<string, Put>()
  const whyLeft = new Map<string, string>()
  for (const { id, before, after } of touched) {
    const held = now.records.get(id)
    const state: GraphRecord | undefined = before ?? undefined
    const back = held && isSame(held.record, after) ? asItWas(held.record, state, pen) : undefined
    if (back && 'record' in back) puts.set(id, { record: back.record, from: held!.seq })
    else if (back?.how !== 'same') whyLeft.set(id, back ? WHY_LEFT.hasVersions : WHY_LEFT.changed)
  }
  for (const leave of [homeless, neededBy])
    for (const [id, why] of leave(now, puts)) {
      puts.delete(id)
      whyLeft.set(id, why)
    }
  const left = touched.flatMap((one) => (whyLeft.has(one.id) ? [leftOf(one, whyLeft.get(one.id)!)] : []))
  return { puts: [...puts.values()], restored: puts.size, left }
}

const leftOf = ({ id, kind }: Touched, why: string): LeftAsItIs => ({
  kind: kind === 'shape' ? 'block' : kind,
  id,
  why,
})

/**
 * The blocks whose page or parent would not be there after the revert, or would be under them.
 * @returns the reason to leave each
 */
function homeless({ records }: Now, puts: ReadonlyMap<string, Put>): Map<string, string> {
  const left = new Map<string, string>()
  const liveNow = (id: string): GraphRecord | undefined => {
    const record = (left.has(id) ? undefined : puts.get(id)?.record) ?? records.get(id)?.record
    return record?.deleted === undefined ? record : undefined
  }
  const whyNot = ({ id, place: { pageId, parentId } }: Placed): string | undefined => {
    if (!liveNow(pageId)) return WHY_LEFT.pageDeleted
    if (parentId === null || parentId === parentNow(id, pageId)) return undefined
    const parent = liveNow(parentId)
    if (!parent || parent.kind === 'page' || parent.place.pageId !== pageId) return WHY_LEFT.parentGone
    return isUnder(parent, id) ? WHY_LEFT.parentUnder : undefined
  }
  /** The present parent of a block that is on the page. */
  const parentNow = (id: string, pageId: string): string | null | undefined => {
    const held = records.get(id)?.record
    const isThere = held && held.kind !== 'page' && held.deleted === undefined && held.place.pageId === pageId
    return isThere ? held.place.parentId : undefined
  }
  const isUnder = (block: GraphRecord, id: string): boolean => {
    const seen = new Set<string>()
    for (let at: GraphRecord | undefined = block; at && at.kind !== 'page' && !seen.has(at.id);) {
      const parentId: string | null = at.place.parentId
      if (parentId === id) return true
      seen.add(at.id)
      at = parentId === null ? undefined : liveNow(parentId)
    }
    return false
  }
  // A block that is left takes the blocks under it along.
  for (let before = -1; before < left.size;) {
    before = left.size
    for (const [id, { record }] of puts) {
      if (record.kind === 'page' || record.deleted !== undefined || left.has(id)) continue
      const why = whyNot(record)
      if (why !== undefined) left.set(id, why)
    }
  }
  return left
}

/** @returns the records that the revert would delete under others that stay, each with the reason to leave it */
function neededBy({ records, standing }: Now, puts: ReadonlyMap<string, Put>): Map<string, string> {
  const needed = new Map<string, string>()
  const reverted = Array.from(puts.values(), ({ record }) => record)
  const staying = [...standing.filter(({ id }) => !puts.has(id)), ...reverted].filter(
    (one) => one.deleted === undefined,
  )
  const need = (id: string | null, why: string): void => {
    if (id === null || needed.has(id) || puts.get(id)?.record.deleted === undefined) return
    needed.set(id, why)
    // A record that is left needs its own parent and page.
    staying.push(records.get(id)!.record)
  }
  for (const one of staying) {
    if (one.kind === 'page') continue
    need(one.place.parentId, WHY_LEFT.hasBlocks)
    need(one.place.pageId, WHY_LEFT.pageHasBlocks)
  }
  return needed
}
