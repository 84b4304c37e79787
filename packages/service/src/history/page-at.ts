/** Reads a page as it was after a commit. @see history 3 */
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

/** A page with its live blocks and shapes, as they were. */
export interface PageAt {
  /** Undefined if there was no such page. */
  readonly page?: PageRecord
  readonly records: readonly Exclude<GraphRecord, PageRecord>[]
}

/** Reads the page and its records as they were after the commit `seq`. */
export async function readPageAt(
  graph: Pick<GraphStore, 'records' | 'history'>,
  pageId: string,
  seq: number,
): Promise<PageAt> {
  // The present records come first, so the kept states include those that a commit replaces in between.
  const now = await graph.records.find(pageId)
  const present = await graph.records.listByPage(pageId)
  const kept = await graph.history.pageAt(pageId, seq)
  const states = new Map<string, GraphRecord>()
  for (const one of [...(now ? [now] : []), ...present])
    if (one.seq <= seq && one.record.deleted === undefined) states.set(one.record.id, one.record)
  for (const { id, record } of kept) states.set(id, record)
  return partsOf([...states.values()])
}

/**
 * Reads the page as it was before the commit `seq`. A kept state may count for several commits of one writer. If this
 * commit was the last of them, the state before the first of them counts.
 * @see history 1
 */
export async function readPageBefore(
  graph: Pick<GraphStore, 'records' | 'history'>,
  pageId: string,
  seq: number,
): Promise<PageAt> {
  const { page, records } = await readPageAt(graph, pageId, seq - 1)
  const later = (await graph.history.pageAt(pageId, seq - 1)).filter((one) => one.seq >= seq)
  const states = new Map<string, GraphRecord>(
    [...(page ? [page] : []), ...records].map((one) => [one.id, one]),
  )
  for (const { id, since } of later) {
    const earlier = (await graph.history.recordAt(id, since - 1))?.record
    const isHere = earlier && earlier.deleted === undefined
    if (isHere && (earlier.kind === 'page' || earlier.place.pageId === pageId)) states.set(id, earlier)
    else states.delete(id)
  }
  return partsOf([...states.values()])
}

function partsOf(all: readonly GraphRecord[]): PageAt {
  const page = all.find((record) => record.kind === 'page')
  return { ...(page && { page }), records: all.filter((record) => record.kind !== 'page') }
}
