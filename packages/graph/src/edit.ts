/**
 * Edits of a record that start from its newest version. Only the edited group changes. Its stamp is later than before,
 * even if the clock went back. An edit returns a new record and does not change the old one.
 *
 * @see sync, The server's rules 2, 4 and 8
 */
import { setInOrder } from './key-order.ts'
import { heldProp } from './page-props.ts'
import {
  PAGE_KIND,
  PAGE_NAME,
  PAGE_ORDER,
  type BlockRecord,
  type GraphRecord,
  type Json,
  type PageRecord,
  type Place,
  type ShapeRecord,
} from './record.ts'

/** The number of earlier revisions of its words that a record keeps. */
export const HISTORY = 32

/**
 * Changes the words of a block, and restores the block if it was deleted.
 *
 * @param rev a random revision that was never used before
 * @param now milliseconds since 1970
 * @example
 * const block = makeBlock({ id: 'b', content: 'old', rev: 'r1', pageId: 'p', parentId: null, order: 1, now: 1 })
 * reword(block, 'new', 'r2', 2).hist // ['r1']
 */
export function reword(block: BlockRecord, text: string, rev: string, now: number): BlockRecord {
  const at = Math.max(now, later(block.words.at), later(block.deleted))
  const { deleted: _, ...live } = block
  return {
    ...live,
    updatedAt: Math.max(block.updatedAt, at),
    words: { text, rev, at },
    hist: [block.words.rev, ...block.hist].slice(0, HISTORY),
  }
}

/**
 * Sets properties of a page. The value `null` clears a property, which stays in the record with its stamp. Keys are in
 * lower case and NFC.
 *
 * @param now milliseconds since 1970
 * @example
 * setProps(makePage({ id: 'p', name: 'Home', now: 1 }), [['mood', 'calm']], 2).props['mood'] // { v: 'calm', at: 2 }
 */
export function setProps(
  page: PageRecord,
  values: Iterable<readonly [key: string, value: Json]>,
  now: number,
): PageRecord {
  const changed = Array.from(values, ([key, v]) => {
    const at = Math.max(now, later(heldProp(page, key)?.at))
    return [key, { v, at }] as const
  })
  const props = setInOrder(page.props, changed)
  return {
    ...page,
    updatedAt: Math.max(page.updatedAt, ...changed.map(([, { at }]) => at), props[PAGE_ORDER]?.at ?? 0),
    props,
  }
}

/**
 * Moves a block or a shape to another place, with what it says.
 *
 * @param now milliseconds since 1970
 * @example
 * const block = makeBlock({ id: 'b', content: 'Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * moveTo(block, { pageId: 'q', parentId: null, order: 2 }, 5).place // { pageId: 'q', parentId: null, order: 2, at: 5 }
 */
export function moveTo<R extends BlockRecord | ShapeRecord>(
  record: R,
  { pageId, parentId, order }: Omit<Place, 'at'>,
  now: number,
): R {
  const at = Math.max(now, later(record.place.at))
  return {
    ...record,
    updatedAt: Math.max(record.updatedAt, at),
    place: { pageId, parentId, order, at },
  }
}

/**
 * Deletes a record: returns its tombstone.
 *
 * @param now milliseconds since 1970
 * @example
 * remove(makePage({ id: 'p', name: 'Home', now: 1 }), 2).deleted // 2
 */
export function remove<R extends GraphRecord>(record: R, now: number): R {
  const deleted = Math.max(now, later(record.updatedAt))
  return { ...record, deleted, updatedAt: deleted }
}

/**
 * Creates a deleted page again under its id. The new page has a name and its old kind, and none of its old properties.
 *
 * @param now milliseconds since 1970
 * @example
 * const deleted = remove(makePage({ id: 'p', name: 'Old', now: 1 }), 2)
 * nameOf(recreatePage(deleted, 'New', 3)) // 'New'
 */
export function recreatePage(page: PageRecord, name: string, now: number): PageRecord {
  const { deleted, ...live } = page
  const kept = new Set([PAGE_NAME, PAGE_KIND, PAGE_ORDER])
  const held = Object.entries(page.props).filter(([key, { v }]) => v !== null && !kept.has(key))
  const values = [[PAGE_NAME, name] as const, ...held.map(([key]) => [key, null] as const)]
  return setProps(live, values, Math.max(now, later(deleted), later(page.updatedAt)))
}

const later = (at: number | undefined): number => (at === undefined ? 0 : at + 1)
