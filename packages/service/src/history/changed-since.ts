/** Reads the records of a whole graph that changed after a commit, in parts of bounded size. @see history 4 */
import type { GraphRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { byId, statesById, targetOf, type Target } from './target.ts'

/** Records that are read, and later written, at once. Others wait for so many at most. */
const PART = 250
const BYTES = 4 * 2 ** 20

type Graph = Pick<GraphStore, 'records' | 'history' | 'feed'>

/**
 * Each record that changed after the commit `seq`, with its present version, and its state at that time. A record that changes
 * meanwhile may come twice.
 */
export async function* changedSince(graph: Graph, seq: number): AsyncGenerator<readonly Target[]> {
  // Every record that changed is in the feed, by its latest commit.
  for (let from = { seq, n: Number.MAX_SAFE_INTEGER }, more = true; more;) {
    const part = await graph.feed.read(from, { records: PART, bytes: BYTES })
    const ids = part.records.map((json) => (JSON.parse(json) as GraphRecord).id)
    yield await targetsOf(graph, ids, seq)
    from = part.position
    more = part.more
  }
  // A tombstone that was dropped is not in the feed. Its earlier state may still be known.
  for (let after: number | undefined = 0; after !== undefined;) {
    const { states, next } = await graph.history.listAt(seq, after, PART)
    const present = byId(await graph.records.findMany(states.map(({ id }) => id)))
    yield states.flatMap(({ id, record }) => (present.has(id) ? [] : [{ id, state: record }]))
    after = next
  }
}

async function targetsOf(graph: Graph, ids: readonly string[], seq: number): Promise<Target[]> {
  if (ids.length === 0) return []
  const present = byId(await graph.records.findMany(ids))
  const states = statesById(await graph.history.recordsAt(ids, seq))
  return ids.map((id) => targetOf(id, present.get(id), states.get(id)))
}
