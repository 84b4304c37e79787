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
  const all = [...states.values()]
  const page = all.find((record) => record.kind === 'page')
  return { ...(page && { page }), records: all.filter((record) => record.kind !== 'page') }
}
