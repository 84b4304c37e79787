/**
 * The places of blocks that a revert moves or brings back. A block whose old parent is gone, or is now under it, comes
 * back at the top level of its page. Blocks that came under a moved one since go along with it.
 * @see assistants 10.5
 */
import { moveTo, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import type { Put, VersionedRecord } from '@notegraph/store'

/** The current state of the items of a change. */
export interface Now {
  /** By id, including deleted records; also the pages and parents that blocks had before the change. */
  readonly records: ReadonlyMap<string, VersionedRecord>
  /**
   * The live blocks and shapes on pages that the change created, and on the pages of blocks that it created. Also those on
   * the pages from which it moved blocks, and to which it moved them.
   */
  readonly standing: readonly GraphRecord[]
  /** Other pages that have the name of a page before the change, by the id of that page. */
  readonly taken: ReadonlyMap<string, string>
}

/**
 * @param puts the reverted records; changed in place
 * @returns the blocks whose page is gone, which stay as they are
 */
export function settlePlaces(
  { records, standing, taken }: Now,
  puts: Map<string, Put>,
  { now }: { readonly now: number },
): string[] {
  const live = (id: string | null): GraphRecord | undefined => {
    const record = id === null ? undefined : (puts.get(id)?.record ?? records.get(id)?.record)
    return record?.deleted === undefined ? record : undefined
  }
  const returning = (): BlockRecord[] =>
    Array.from(puts.values(), ({ record }) => record)
      .filter((one) => one.kind === 'block')
      .filter((one) => one.deleted === undefined && isElsewhere(records.get(one.id)?.record, one))
  const put = (record: GraphRecord): void =>
    void puts.set(record.id, { record, from: records.get(record.id)?.seq ?? 0 })

  // A deleted page whose name another page has gives its blocks to that page.
  for (const block of returning()) {
    const { pageId, parentId, order } = block.place
    const home = taken.get(pageId)
    if (home === undefined || live(pageId) || records.get(block.id)?.record.deleted === undefined) continue
    const last = standing.reduce(
      (most, one) =>
        one.kind === 'block' && one.place.pageId === home ? Math.max(most, one.place.order) : most,
      0,
    )
    put(moveTo(block, { pageId: home, parentId, order: parentId === null ? last + order : order }, now))
  }
  const homeless = returning().filter(({ place }) => live(place.pageId)?.kind !== 'page')
  for (const { id } of homeless) puts.delete(id)
  for (const block of returning()) {
    const { pageId, parentId, order } = block.place
    if (parentId === null || (isOn(live(parentId), pageId) && !isUnderItself(block.id, live))) continue
    put(moveTo(block, { pageId, parentId: null, order }, now))
  }

  const ids = new Set([...standing.map(({ id }) => id), ...puts.keys()])
  const blocks = Array.from(ids, live).filter((one) => one?.kind === 'block')
  const under = Map.groupBy(blocks, ({ place }) => place.parentId)
  const waiting = returning()
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    const { pageId } = parent.place
    for (const child of under.get(parent.id) ?? []) {
      if (child.place.pageId === pageId || puts.has(child.id)) continue
      const moved = moveTo(child, { ...child.place, pageId }, now)
      put(moved)
      waiting.push(moved)
    }
  }
  return homeless.map(({ id }) => id)
}

/** Whether a block was not in this place: it was deleted, or on another page, or under another block. */
const isElsewhere = (held: GraphRecord | undefined, { place }: BlockRecord): boolean =>
  held?.kind !== 'block' ||
  held.deleted !== undefined ||
  held.place.pageId !== place.pageId ||
  held.place.parentId !== place.parentId

const isOn = (parent: GraphRecord | undefined, pageId: string): boolean =>
  parent?.kind === 'block' && parent.place.pageId === pageId

function isUnderItself(id: string, live: (id: string | null) => GraphRecord | undefined): boolean {
  const seen = new Set<string>()
  for (let at = live(id); at?.kind === 'block' && !seen.has(at.id); at = live(at.place.parentId)) {
    if (at.place.parentId === id) return true
    seen.add(at.id)
  }
  return false
}
