/** An account's graph in a SQLite database of its own. */
import type { CommitStore } from '../../graph/commits.ts'
import type { GraphStore } from '../../graph/graph-store.ts'
import { StoreUnavailable } from '../../unavailable.ts'
import { bulkWriter, NO_LINE } from '../bulk/bulk.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { feedStore } from '../feed/feed.ts'
import { fileStore } from '../files/files.ts'
import { historyStore } from '../history/history-store.ts'
import { blockStore } from '../read/blocks.ts'
import { lookups } from '../read/lookup.ts'
import { pageOutlines } from '../read/outline.ts'
import { pageStore } from '../read/pages.ts'
import { recordStore } from '../read/records.ts'
import { referenceReads } from '../read/references.ts'
import { replicaPort, type ReplicaPort } from '../replica/replica.ts'
import type { SearchPool } from '../search/pool.ts'
import { graphSearch } from '../search/search-store.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { changeStore } from '../write/change-list.ts'
import { commitStore, type Turn } from '../write/commits.ts'
import { closedMark } from '../write/closed.ts'
import { outboxStore } from '../write/outbox.ts'
import { isBusy } from '../write/refusal.ts'
import { storageTotals } from '../write/storage.ts'
import { checkGraph, rebuildGraph } from './check.ts'

export interface SqliteGraph extends GraphStore {
  readonly replica: ReplicaPort
  close(): Promise<void>
}

export interface GraphOptions {
  /** The service's own origin; answers name files at its addresses. */
  readonly origin?: string | undefined
  /** The database file; absent for a database in memory. There may have been another file at its path. */
  readonly file?: { readonly path: string; readonly id: string } | undefined
  /** The threads for long queries of a file. */
  readonly pool?: SearchPool | undefined
  /** The bulk thread ends after so many milliseconds without work. */
  readonly bulkIdle?: number | undefined
  readonly turn?: Turn | undefined
  /** Whether the connection has no other user. */
  readonly isAlone?: boolean | undefined
}

export function sqliteGraph(db: Db, options: GraphOptions = {}): SqliteGraph {
  const { origin, file, pool, bulkIdle, turn, isAlone } = options
  const references = referenceReads(db, origin)
  const { pages } = references
  const lookup = lookups(db, references)
  const outlines = pageOutlines(db, references)
  const threads = pool && file && { pool, ...file }
  const search = graphSearch(db, references, threads)
  const closed = closedMark(db)
  const bulk = file && bulkWriter({ path: file.path, origin }, bulkIdle)
  const line = bulk?.inLine ?? NO_LINE
  const apart =
    file && (async <T>(work: (own: CommitStore) => Promise<T>) => alone((_, own) => work(own.commits)))
  const commits = commitStore(db, lookup, pages, { origin, bulk, turn, apart, isAlone })

  /** Runs work on a connection of its own, after the other writes of this process. */
  const alone = async <T>(work: (db: Db, graph: GraphStore) => Promise<T>): Promise<T> =>
    commits.hold(async () => {
      const own = openDatabase(file?.path ?? db.serialize(), GRAPH_SCHEMA)
      const graph = sqliteGraph(own, { origin, isAlone: true })
      try {
        return await work(own, graph)
      } finally {
        await graph.close()
      }
    })

  /** In a transaction that is rolled back. */
  const draft: GraphStore['drafts']['run'] = async (work) =>
    alone(async (own, graph) => {
      try {
        own.exec('BEGIN IMMEDIATE')
        return await work(graph)
      } catch (error) {
        throw isBusy(error) ? new StoreUnavailable(error) : error
      } finally {
        if (own.inTransaction) own.exec('ROLLBACK')
      }
    })
  return {
    pages: pageStore(db, lookup, pages, search.searcher, threads),
    blocks: blockStore(db, lookup, references, outlines, async (pageId, window, part) =>
      threads && outlines.isLong(pageId)
        ? threads.pool.askPage(threads.path, threads.id, { kind: 'page', pageId, window, part })
        : outlines.ofPage(pageId, window, part),
    ),
    search: search.store,
    records: recordStore(db),
    files: fileStore(db, line),
    changes: changeStore(db, line),
    history: historyStore(db, line),
    feed: feedStore(db, origin, line),
    commits,
    drafts: { run: draft },
    outbox: outboxStore(db, line),
    storage: storageTotals(db),
    maintenance: {
      check: async () => checkGraph(db, origin),
      rebuild: async () =>
        line(() => {
          closed.check()
          rebuildGraph(db, origin)
        }),
    },
    replica: replicaPort(db, lookup, pages, origin),
    close: async () => {
      await bulk?.close()
      search.close()
      db.close()
    },
  }
}
