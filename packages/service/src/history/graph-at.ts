/** A graph as it was after a commit, for an export: its pages, their records and their files. @see history 3 */
import { parseBlock } from '@notegraph/block-text'
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import type { GraphStore, Store } from '@notegraph/store'
import { readPageAt } from './page-at.ts'

const PART = 1_000

/**
 * A store whose graphs read pages, records, referenced blocks and the list of files as they were after a commit. A file that
 * the server no longer has is missing.
 * @example
 * const earlier = storeAt(store, 12)
 */
export const storeAt = (store: Store, seq: number): Store => ({
  ...store,
  graph: (accountId) => graphAt(store.graph(accountId), seq),
})

function graphAt(graph: GraphStore, seq: number): GraphStore {
  let pages: Promise<PageRecord[]> | undefined
  return {
    ...graph,
    records: {
      ...graph.records,
      async listPages(after, limit) {
        const all = await (pages ??= pagesAt(graph, seq))
        const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
        return all.slice(from, from + limit).map((record) => ({ record, seq }))
      },
      async listByPage(pageId) {
        const { records } = await readPageAt(graph, pageId, seq)
        return records.map((record) => ({ record, seq }))
      },
    },
    blocks: {
      ...graph.blocks,
      // A block that only a later text refers to is among them, which does no harm.
      async referencedIds() {
        const ids = new Set(await graph.blocks.referencedIds())
        for await (const record of statesAt(graph, seq))
          if (record.kind === 'block') for (const id of parseBlock(record.words.text).blockRefs) ids.add(id)
        return ids
      },
    },
    files: {
      ...graph.files,
      async list() {
        const then = await timeOf(graph, seq)
        return (await graph.files.list()).filter(({ createdAt }) => createdAt <= then)
      },
    },
  }
}

/** The time until which a graph was as it was after a commit, as far as the server knows. */
async function timeOf({ history }: GraphStore, seq: number): Promise<number> {
  const snapshot = (await history.snapshots()).find((one) => one.seq === seq)
  return snapshot?.at ?? (await history.authorships([seq])).get(seq)?.at ?? Infinity
}

/** The live pages after a commit, by their ids. */
async function pagesAt(graph: GraphStore, seq: number): Promise<PageRecord[]> {
  const pages = new Map<string, PageRecord>()
  for (let after: string | undefined; ;) {
    const part = await graph.records.listPages(after, PART)
    for (const { record, seq: own } of part)
      if (own <= seq && record.kind === 'page') pages.set(record.id, record)
    after = part.at(-1)?.record.id
    if (after === undefined) break
  }
  for await (const record of statesAt(graph, seq)) if (record.kind === 'page') pages.set(record.id, record)
  return [...pages.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The live records after a commit that a later commit replaced. */
async function* statesAt({ history }: GraphStore, seq: number): AsyncGenerator<GraphRecord> {
  for (let cursor: number | undefined = 0; cursor !== undefined;) {
    const part = await history.listAt(seq, cursor, PART)
    for (const { record, deleted } of part.states) if (!deleted) yield record
    cursor = part.next
  }
}
