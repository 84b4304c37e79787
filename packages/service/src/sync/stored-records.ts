/** Loads the records that a push names, with all of their ancestors, before the decision. */
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { SYNC_LIMITS, type ReadItem } from '@notegraph/sync'
import { yieldToOthers } from '../write-queue.ts'
import { deletedPage, mergedInto, parentOf, recordIn } from './item.ts'

/** Records read in one stretch; then other requests run. */
const STRETCH = 2_000

/** Reads one level at a time, up to the most levels of blocks. Above a merged page is the page that took its blocks. */
export async function loadStoredRecords(
  graph: Pick<GraphStore, 'records'>,
  items: readonly ReadItem[],
): Promise<ReadonlyMap<string, VersionedRecord>> {
  const known = new Map<string, VersionedRecord>()
  const asked = new Set(items.flatMap(idsOf))
  let level: readonly string[] = [...asked]
  let read = 0
  for (let depth = 0; level.length > 0 && depth <= SYNC_LIMITS.depth; depth++) {
    const above: string[] = []
    for (const held of await graph.records.findMany(level)) {
      known.set(held.record.id, held)
      const { record } = held
      const id = parentOf(record) ?? (record.kind === 'page' ? mergedInto(record) : record.place.pageId)
      if (id === undefined || asked.has(id)) continue
      asked.add(id)
      above.push(id)
    }
    read += level.length
    if (read > STRETCH) {
      read = 0
      await yieldToOthers()
    }
    level = above
  }
  return known
}

function idsOf(item: ReadItem): string[] {
  if (item.form === 'wrong') return item.id === '' ? [] : [item.id]
  const record = recordIn(item)
  if (!record || record.kind === 'page') return [item.id]
  const { pageId, parentId } = record.place
  return parentId === null ? [item.id, pageId] : [item.id, parentId, pageId]
}

/** Live blocks that others wrote after the device's last pull, on the pages that its push deletes. */
export async function blocksSincePull(
  graph: Pick<GraphStore, 'feed'>,
  items: readonly ReadItem[],
  { pulledTo, device }: { readonly pulledTo: number | undefined; readonly device: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const deleted = items.flatMap((item) => deletedPage(item) ?? [])
  if (deleted.length === 0 || pulledTo === undefined) return new Map()
  // One more than the push can remove from a page.
  return graph.feed.writtenByOthers(deleted, { seq: pulledTo, device }, items.length + 1)
}
