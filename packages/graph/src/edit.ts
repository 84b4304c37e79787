/**
 * Edits of records, as whoever holds the newest version makes them: only the group that is edited changes, and its stamp
 * is later than the one it had, whatever the clock says. An edit gives a new record and leaves the old one as it was.
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
} from './record.ts'

/** As many earlier revisions of its words a record remembers. */
export const HISTORY = 32

/** The block with other words. On a deleted block, they bring it back. @param rev random, never used before */
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

/** The page with properties set, or cleared with `null`: these stay, dated. Keys are in lower case and NFC. */
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

/** The record as a tombstone. */
export function remove<R extends GraphRecord>(record: R, now: number): R {
  const deleted = Math.max(now, later(record.updatedAt))
  return { ...record, deleted, updatedAt: deleted }
}

/** A deleted page begun anew under its id: a name, its kind, and nothing else of what it held. */
export function beginAnew(page: PageRecord, name: string, now: number): PageRecord {
  const { deleted, ...live } = page
  const kept = new Set([PAGE_NAME, PAGE_KIND, PAGE_ORDER])
  const held = Object.entries(page.props).filter(([key, { v }]) => v !== null && !kept.has(key))
  const values = [[PAGE_NAME, name] as const, ...held.map(([key]) => [key, null] as const)]
  return setProps(live, values, Math.max(now, later(deleted), later(page.updatedAt)))
}

const later = (at: number | undefined): number => (at === undefined ? 0 : at + 1)
