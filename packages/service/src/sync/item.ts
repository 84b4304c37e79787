/** Reads facts from an item of a push. */
import type { GraphRecord } from '@notegraph/graph'
import { INTO, SYNC_LIMITS, type ReadItem } from '@notegraph/sync'

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

/** The page that a deleted page was merged into, by its tombstone. */
export function mergedInto(record: GraphRecord): string | undefined {
  if (record.kind !== 'page' || record.deleted === undefined) return undefined
  const into = record.props[INTO]?.v
  return typeof into === 'string' ? into : undefined
}

/** The block or shape that the item deletes. */
export function deletedBlock(item: ReadItem): string | undefined {
  const record = recordIn(item)
  return record && record.kind !== 'page' && record.deleted !== undefined ? record.id : undefined
}

/** The live page at the end of merges. A page may come later than its first blocks, and then it is its own. */
export function homeOf(
  pageId: string,
  recordOf: (id: string) => GraphRecord | undefined,
): string | undefined {
  let page = recordOf(pageId)
  for (let merges = 0; page?.deleted !== undefined && merges < SYNC_LIMITS.depth; merges++) {
    const into = mergedInto(page)
    if (into === undefined) return undefined
    page = recordOf(into)
    if (!page) return undefined
  }
  return page === undefined ? pageId : page.deleted === undefined ? page.id : undefined
}
