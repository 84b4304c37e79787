/** The graph files of a folder: opened when they are needed, closed when others need the room, searched by threads. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateFolder } from '../../disk/private.ts'
import type { GraphStore } from '../../graph/graph-store.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { logWriter } from '../database/write-ahead-log.ts'
import { epochOf, renewEpoch } from '../feed/feed.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { SearchPool } from '../search/pool.ts'
import { bringToLayout } from './check.ts'
import { graphFile } from './graph-files.ts'
import { graphHandle } from './graph-handle.ts'
import { sqliteGraph, type GraphOptions, type SqliteGraph } from './graph.ts'
import { openGraphs } from './open-graphs.ts'

export interface GraphFolderOptions extends Pick<GraphOptions, 'origin' | 'bulkIdle' | 'turn'> {
  /** How many graphs stay open at once. Default 200. */
  readonly openGraphs?: number | undefined
  /** Wraps each graph that is opened. */
  readonly wrap?: (graph: SqliteGraph, accountId: string) => SqliteGraph
  /** Called before and after a graph is opened. @throws if the graph must not be used */
  readonly mayOpen?: (accountId: string) => void
  /** Opens the file of an account; `openDatabase` if left out. */
  readonly openFile?: (path: string, accountId: string) => Db
}

export interface GraphFolder {
  /** The graph of an account, which a caller may keep. */
  graph(accountId: string): GraphStore
  /** Runs work on a graph, which stays open meanwhile. */
  use<T>(accountId: string, work: (graph: SqliteGraph) => Promise<T>): Promise<T>
  /** @returns the graph if it is open */
  opened(accountId: string): SqliteGraph | undefined
  /** Whether the file of an open graph is no longer at its path. */
  isReplaced(accountId: string): boolean
  pathOf(accountId: string): string
  has(accountId: string): boolean
  /** Deletes a graph after its current users. */
  remove(accountId: string): Promise<void>
  /** The number of open graphs. */
  size(): number
  /** Ends the threads, then closes all files. */
  close(): Promise<void>
}

const OPEN_GRAPHS = 200
/** How long a graph is unused before its log is checkpointed, in milliseconds. */
const REST = 5_000

/** @param folder `:memory:` writes no files */
export function graphFolder(folder: string, options: GraphFolderOptions): GraphFolder {
  const inMemory = folder === ':memory:'
  const { wrap = (graph) => graph, mayOpen = () => {} } = options
  const { openFile = (path) => openDatabase(path, GRAPH_SCHEMA) } = options
  const pool = new SearchPool({ origin: options.origin })
  const logs = logWriter()
  const pathOf = (id: string) => (inMemory ? folder : graphFile(folder, id))
  const inode = (path: string) => (inMemory ? 0 : statSync(path, { throwIfNoEntry: false })?.ino)

  const graphs = openGraphs({
    most: inMemory ? Infinity : (options.openGraphs ?? OPEN_GRAPHS),
    open(id) {
      mayOpen(id)
      const path = pathOf(id)
      if (!inMemory) makePrivateFolder(dirname(path))
      const db = openFile(path, id)
      try {
        mayOpen(id) // another process may have deleted the file in between
        bringToLayout(db, options.origin)
        if (inMemory) renewEpoch(db) // a copy has the epoch of the first
        const opened = inode(path)
        const file = inMemory ? undefined : { path, id: String(opened) }
        const graph = wrap(sqliteGraph(db, { ...options, file, pool }), id)
        const epoch = epochOf(db)
        const handle = graphHandle(graphs, id, { epoch })
        return { graph, handle, isReplaced: () => inode(path) !== opened, epoch }
      } catch (error) {
        db.close()
        throw error
      }
    },
    writeBack: async (id, least) => logs.writeBack(pathOf(id), least),
    letGo(id) {
      logs.forget(pathOf(id))
      pool.letGo(pathOf(id))
    },
  })
  const resting = inMemory ? undefined : setInterval(() => void graphs.rest(), REST).unref()

  return {
    graph(id) {
      const opened = graphs.opened(id)
      if (opened?.isReplaced() === false) return opened.handle
      if (opened) void graphs.drop(id) // another process deleted the account and created it again
      return graphHandle(graphs, id)
    },
    use: async (id, work) => graphs.use(id, {}, work),
    opened: (id) => graphs.opened(id)?.graph,
    isReplaced: (id) => graphs.opened(id)?.isReplaced() ?? false,
    pathOf,
    // Another process may have deleted a file that is open here.
    has: (id) => (inMemory ? graphs.opened(id) !== undefined : existsSync(pathOf(id))),
    async remove(id) {
      await pool.forget(pathOf(id))
      await graphs.whileClosed(id, () => {
        if (!inMemory) removeGraphFile(pathOf(id))
      })
    },
    size: () => graphs.size(),
    async close() {
      clearInterval(resting)
      await pool.close()
      await graphs.close()
      await logs.close()
    },
  }
}

/** Deletes a graph file that nobody has open. */
export function removeGraphFile(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}
