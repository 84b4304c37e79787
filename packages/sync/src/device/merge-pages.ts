/**
 * Merging of pages with the same name: the page with the smallest id stays. Every device computes the same result with
 * the same stamps, so merging twice has no further effect.
 *
 * @see sync, The device's rules 5
 */
import { isOwnersKey, journalDay, PAGE_FAVORITE, PAGE_KIND, type PageRecord } from '@notegraph/graph'
import { isListKey, joinLists } from '../join-props.ts'
import { mergeProps, ownProp, withProps } from '../merge-props.ts'
import { latestStamp } from '../stamp.ts'
import type { Draft } from './draft.ts'
import { INTO, RECOVERED_ID, type Local } from './local.ts'
import { moveAll, standingOn } from './move.ts'

/** A page on a device. */
export type PageLocal = Local & { readonly record: PageRecord }

/** Whether a record is a page. */
export const isPage = (local: Local): local is PageLocal => local.record.kind === 'page'

/** Returns the page that stays: the journal page, or else the page with the smallest id. */
export function survivorOf(pages: readonly PageLocal[]): PageLocal {
  return pages.toSorted((a, b) => rank(a) - rank(b) || (a.record.id < b.record.id ? -1 : 1))[0]!
}

const rank = ({ record: { id } }: PageLocal): number =>
  journalDay(id) === undefined ? (id === RECOVERED_ID ? 1 : 2) : 0

/**
 * Merges pages.
 *
 * @param pages two or more live pages with the same name
 * @returns the id of the page that stays
 */
export async function mergePages(draft: Draft, pages: readonly PageLocal[]): Promise<string> {
  const survivor = survivorOf(pages)
  const others = pages
    .filter((page) => page !== survivor)
    .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1))
  let record = survivor.record
  for (const other of others) {
    record = joinProps(record, other.record)
    await moveAll(draft, await standingOn(draft, other.record.id), record.id)
    endPage(draft, other, record.id)
  }
  const changed = Object.keys(record.props).filter((key) => record.props[key] !== survivor.record.props[key])
  if (changed.length === 0) return record.id
  const updatedAt = Math.max(record.updatedAt, latestStamp(record))
  draft.edit(
    { ...survivor, record: { ...record, updatedAt } },
    changed.map((key) => `props.${key}`),
  )
  return record.id
}

/** Adds the properties of the other page, with their stamps. */
function joinProps(page: PageRecord, other: PageRecord): PageRecord {
  const held = Object.entries(other.props).filter(([key, { v }]) => v !== null && goesAlong(key))
  const lists = held.flatMap(([key, theirs]) => {
    const list = isListKey(key) ? joinLists(ownProp(page, key), theirs) : undefined
    return list ? [[key, list] as const] : []
  })
  const joined = new Set(lists.map(([key]) => key))
  const others = held.map(([key]) => key).filter((key) => !joined.has(key))
  return mergeProps(lists.length > 0 ? withProps(page, lists) : page, other, others)
}

const goesAlong = (key: string): boolean => isOwnersKey(key) || key === PAGE_KIND || key === PAGE_FAVORITE

/** Deletes a page and notes the page that replaces it. */
export function endPage(
  draft: Draft,
  local: PageLocal,
  into: string,
  at: number = latestStamp(local.record) + 1,
): void {
  const props = { ...local.record.props, [INTO]: { v: into, at } }
  draft.edit({ ...local, record: { ...local.record, props, deleted: at, updatedAt: at } }, [
    'deleted',
    `props.${INTO}`,
  ])
}
