/** Reads facts from an item of a push. */
import type { GraphRecord } from '@notegraph/graph'
import type { ReadItem } from '@notegraph/sync'

/** The pushed record; undefined if it was unreadable, or has only its time of change. */
export const recordIn = (item: ReadItem): GraphRecord | undefined =>
  item.form === 'plain' ? item.record : item.form === 'groups' ? item.push.record : undefined

export const parentOf = (record: GraphRecord): string | null =>
  record.kind === 'page' ? null : record.place.parentId

/** The page that the item deletes. */
export function deletedPage(item: ReadItem): string | undefined {
  const record = recordIn(item)
  return record?.kind === 'page' && record.deleted !== undefined ? record.id : undefined
}
