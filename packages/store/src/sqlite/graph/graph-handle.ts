/** A graph as its callers hold it: for as long as they like, since each call opens the file where it was closed. */
import type { GraphStore } from '../../graph-store.ts'
import type { KnownGraph, OpenGraphs } from './open-graphs.ts'

const METHODS: { readonly [K in keyof GraphStore]: true } = {
  listPages: true,
  pagesNaming: true,
  countTypes: true,
  findPage: true,
  pageById: true,
  namesNear: true,
  blocksOfPage: true,
  block: true,
  blocks: true,
  orderEdges: true,
  blocksUnder: true,
  blocksAbove: true,
  blocksByPrefix: true,
  shortIds: true,
  search: true,
  listTasks: true,
  record: true,
  records: true,
  pageRecords: true,
  recordsOfPage: true,
  fileById: true,
  fileByHash: true,
  listFiles: true,
  clearUnusedFiles: true,
  renewFile: true,
  unlinkedFiles: true,
  removeUnlinked: true,
  referencedBlocks: true,
  commit: true,
  commitAll: true,
  head: true,
  bytesUsed: true,
  storageUse: true,
  listChanges: true,
  listWholeChanges: true,
  change: true,
  openChanges: true,
  kept: true,
  index: true,
  check: true,
  rebuild: true,
  feedState: true,
  feedAfter: true,
  conflicts: true,
  collectTombstones: true,
  raiseEpoch: true,
  sweepLeft: true,
  writtenByOthers: true,
  parentsOnPage: true,
  misplaced: true,
  holdWrites: true,
}

/** @param known the graph that it is a handle of, where that is known; a call fails once the account has another graph */
export function graphHandle(graphs: OpenGraphs, id: string, known: KnownGraph = {}): GraphStore {
  const call =
    (name: keyof GraphStore) =>
    async (...values: never[]) =>
      graphs.use(id, known, async (graph) =>
        (graph[name] as (...all: never[]) => Promise<unknown>)(...values),
      )
  return Object.fromEntries(NAMES.map((name) => [name, call(name)])) as unknown as GraphStore
}

const NAMES = Object.keys(METHODS) as (keyof GraphStore)[]
