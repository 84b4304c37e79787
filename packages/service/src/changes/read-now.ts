/** The records that a revert looks at, as they are now. @see decisions 8.2 */
import { fold } from '@notegraph/block-text'
import { nameOf, PAGE_NAME, type GraphRecord } from '@notegraph/graph'
import type { ChangeRecord, GraphStore, ItemChange, VersionedRecord } from '@notegraph/store'
import { readInParts } from '../read-in-parts.ts'
import { yieldToOthers } from '../write-queue.ts'
import { wasThere } from './revert.ts'
import type { Now } from './settle-places.ts'

/** The name of a page before a change that renamed or deleted it. */
function earlierName(one: ItemChange): string | undefined {
  if (one.kind === 'page' && one.after.deleted !== undefined && wasThere<GraphRecord>(one.before))
    return nameOf(one.before)
  return one.kind === 'property' && one.key === PAGE_NAME && typeof one.before === 'string'
    ? one.before
    : undefined
}

/** Whether a change moved a block, or deleted it. */
const isMoved = ({ before, after }: Extract<ItemChange, { readonly kind: 'block' }>): boolean =>
  after.deleted !== undefined ||
  before?.place.pageId !== after.place.pageId ||
  before.place.parentId !== after.place.parentId

/** Reads what the items of a change are now, and what is on their pages. */
export async function nowOf(
  graph: Pick<GraphStore, 'records' | 'pages'>,
  { touched }: ChangeRecord,
): Promise<Now> {
  const ids = new Set(touched.map(({ id }) => id))
  for (const one of touched) {
    if ((one.kind !== 'block' && one.kind !== 'shape') || !wasThere<GraphRecord>(one.before)) continue
    const { pageId, parentId } = one.before.place
    ids.add(pageId)
    if (parentId !== null) ids.add(parentId)
  }
  const records = new Map<string, VersionedRecord>()
  for await (const part of readInParts(graph, [...ids]))
    for (const one of part) records.set(one.record.id, one)
  const pages = new Set<string>()
  for (const one of touched) {
    if (one.kind === 'property' || one.kind === 'graph') continue
    if (!wasThere<GraphRecord>(one.before)) pages.add(one.kind === 'page' ? one.id : one.after.place.pageId)
    else if (one.kind === 'block' && isMoved(one)) {
      pages.add(one.before.place.pageId)
      pages.add(one.after.place.pageId)
    }
  }
  const taken = new Map<string, string>()
  for (const one of touched) {
    const name = earlierName(one)
    const holder = name === undefined ? undefined : await graph.pages.findByName(fold(name))
    if (!holder || holder.id === one.id || fold(holder.name) !== fold(name!)) continue
    taken.set(one.id, holder.id)
    pages.add(holder.id)
  }
  const standing: GraphRecord[] = []
  for (const id of pages) {
    await yieldToOthers()
    for (const found of await graph.records.listByPage(id)) {
      standing.push(found.record)
      records.set(found.record.id, found)
    }
  }
  for (const id of taken.values()) {
    const found = await graph.records.find(id)
    if (found) records.set(id, found)
  }
  await yieldToOthers()
  return { records, standing, taken }
}
