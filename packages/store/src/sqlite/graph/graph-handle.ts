/** The graph that callers get. They may keep it: each call opens the file if it was closed, and reserves it until it ends. */
import type { GraphStore } from '../../graph/graph-store.ts'
import type { KnownGraph, OpenGraphs } from './open-graphs.ts'

/** Each method of each port; a method that is missing here fails to compile. */
const METHODS: { readonly [P in keyof GraphStore]: { readonly [M in keyof GraphStore[P]]: true } } = {
  pages: {
    list: true,
    listNaming: true,
    countByType: true,
    findByName: true,
    find: true,
    similarNames: true,
  },
  blocks: {
    find: true,
    findMany: true,
    listByPage: true,
    listByPrefix: true,
    subtree: true,
    nested: true,
    ancestors: true,
    listParents: true,
    orderRange: true,
    shortIds: true,
    listReferring: true,
    referencedIds: true,
  },
  search: { find: true, listTasks: true, index: true },
  records: {
    find: true,
    findMany: true,
    listPages: true,
    listByPage: true,
    latestOnPage: true,
    listMisplaced: true,
  },
  files: {
    find: true,
    findByHash: true,
    list: true,
    clearUnused: true,
    renew: true,
    listUnlinked: true,
    removeUnlinked: true,
    sweepBacklog: true,
  },
  changes: { list: true, listWithItems: true, find: true, countOpen: true, keep: true, see: true },
  history: {
    listByPage: true,
    listByRecords: true,
    pageAt: true,
    recordAt: true,
    recordsAt: true,
    listAt: true,
    isComplete: true,
    authorships: true,
    lastAuthorship: true,
    numberAt: true,
    snapshots: true,
    addSnapshot: true,
    hold: true,
    release: true,
    removeSnapshot: true,
    expire: true,
    forget: true,
    oldest: true,
  },
  feed: {
    state: true,
    read: true,
    page: true,
    changedPages: true,
    listConflicts: true,
    writtenByOthers: true,
    collectTombstones: true,
    raiseEpoch: true,
  },
  commits: {
    commit: true,
    commitAll: true,
    hold: true,
    head: true,
    findIdempotencyRecord: true,
  },
  drafts: { run: true },
  outbox: { open: true, close: true, read: true, drop: true },
  storage: { bytes: true, usage: true },
  maintenance: { check: true, rebuild: true },
}

type Method = (...values: never[]) => Promise<unknown>
type Port = Readonly<Record<string, Method>>

const PORTS = Object.entries(METHODS).map(
  ([port, methods]) => [port as keyof GraphStore, Object.keys(methods)] as const,
)

/** Runs a call on a graph. */
export type UseGraph = <T>(work: (graph: GraphStore) => Promise<T>) => Promise<T>

/**
 * A graph whose every method runs inside `use`.
 * @example
 * const graph = graphWithin(async (work) => work(await openLater()))
 */
export function graphWithin(use: UseGraph): GraphStore {
  const method =
    (port: keyof GraphStore, name: string): Method =>
    async (...values) =>
      use(async (graph) => (graph[port] as unknown as Port)[name]!(...values))
  const ports = PORTS.map(([port, names]) => [
    port,
    Object.fromEntries(names.map((name) => [name, method(port, name)])),
  ])
  return Object.fromEntries(ports) as GraphStore
}

/** @param known the graph of the handle, if the caller knows it. A call fails once the account has another graph. */
export const graphHandle = (graphs: OpenGraphs, id: string, known: KnownGraph = {}): GraphStore =>
  graphWithin(async (work) => graphs.use(id, known, work))
