/** Loads the records that a push names, with all of their ancestors, before the decision. */
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { SYNC_LIMITS, type ReadItem } from '@notegraph/sync'
import { yieldToOthers } from '../write-queue.ts'
import { parentOf, recordIn } from './item.ts'

/** Records read in one stretch; then other requests run. */
const STRETCH = 2_000

/** Reads one level at a time, up to the most levels of blocks. */
export async function loadStoredRecords(
  graph: GraphStore,
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
      const parentId = parentOf(held.record)
      if (parentId === null || asked.has(parentId)) continue
      asked.add(parentId)
      above.push(parentId)
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
  const parentId = record ? parentOf(record) : null
  return parentId === null ? [item.id] : [item.id, parentId]
}
