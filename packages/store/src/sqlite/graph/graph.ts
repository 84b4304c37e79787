/** An account's graph in a SQLite file of its own, opened on first use. */
import { settleDays } from '@notegraph/query'
import { FEW_UNINDEXED } from '@notegraph/search-index'
import { setImmediate } from 'node:timers/promises'
import type { GraphStore, Landed } from '../../graph-store.ts'
import { bulkWriter, type BulkWriter } from '../bulk/bulk.ts'
import { checkGraph, rebuildGraph } from './check.ts'
import { changeReads } from '../write/change-list.ts'
import { committer, lander } from '../write/commit.ts'
import type { Db } from '../database/database.ts'
import { graphFeed } from '../feed/feed.ts'
import { importedFiles } from '../files/imported-files.ts'
import { keptReads } from '../write/idempotency-records.ts'
import { oneReads } from '../read/lookup.ts'
import { pageOutlines } from '../read/outline.ts'
import { pack } from '../bulk/pack.ts'
import { graphReads } from '../read/reads.ts'
import { ready, rowAlone } from '../write/prepared-change.ts'
import { referringReads } from '../read/references.ts'
import { asker, type Ask, type Listed } from '../search/query-runner.ts'
import type { SearchPool } from '../search/pool.ts'
import { indexStep, indexWriter } from '../search/index-writer.ts'
import { unusedFiles } from '../files/unused-files.ts'
import { writer } from '../write/write.ts'

export interface SqliteGraph extends GraphStore {
  close(): Promise<void>
}

/** From this many records on, changes land in a thread of their own. */
const MANY = 2_000
/** So many at once are the first of many more, and the thread takes a while to start. */
const MORE_TO_COME = 500

/** Up to this many records, a search takes less time than it takes to hand it to another thread. */
const FEW = 2_000

/** The file of a graph, and which file it is: there may have been another at its path. */
export interface GraphFile {
  readonly path: string
  readonly id: string
}

/** Waits until nobody else writes, and does the work. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param file that the database is of; none where it is in memory
 * @param origin the service's own origin, whose file addresses are named in what is shown
 * @param pool where long questions are answered, when the database is a file
 * @param bulkIdle milliseconds after which the bulk thread ends when it has no work
 * @param turn is asked before each `commitAll`, where another thread writes to the file too
 */
export function sqliteGraph(
  db: Db,
  file: GraphFile | undefined,
  origin: string | undefined,
  pool?: SearchPool,
  bulkIdle?: number,
  turn?: Turn,
): SqliteGraph {
  const referring = referringReads(db, origin)
  const one = oneReads(db, referring)
  const outlines = pageOutlines(db, referring)
  const land = lander(db, origin)
  const commitAll = committer(db, land)
  const env = rowAlone(origin)
  const commit = writer(db, land, one, env)
  const bulk = file && bulkWriter({ path: file.path, origin }, bulkIdle)
  const inLine = <T>(work: () => T): T | Promise<T> => (bulk ? bulk.inLine(work) : work())
  const { list, listShort, noteTotal } = asker(db, referring)
  const records = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()
  async function ask(question: Ask): Promise<Listed> {
    const listed =
      pool && file && records.get()! > FEW
        ? (listShort(question) ?? (await pool.ask(file.path, file.id, question)))
        : list(question)
    noteTotal(question, listed)
    return listed
  }
  return {
    ...graphReads(db, one, referring, outlines),
    blocksOfPage: async (pageId, window) =>
      pool && file && outlines.isLong(pageId)
        ? pool.askPage(file.path, file.id, { kind: 'page', pageId, window })
        : outlines.ofPage(pageId, window),
    ...changeReads(db),
    ...keptReads(db),
    search: (query, days, window, ceiling) =>
      ask({ kind: 'search', question: settleDays(query, days), window, ceiling }),
    listTasks: (query, window) => ask({ kind: 'tasks', query, window }),
    ...unusedFiles(db),
    ...importedFiles(db),
    ...graphFeed(db),
    commit: async (change) => {
      const { show } = change
      // Inside the transaction it would hold up everybody.
      if (show?.pageId !== undefined) await referring.pages.readAhead(() => one.show(show))
      return inLine(() => commit(change))
    },
    commitAll: async (changes, after) => {
      const records = changes.reduce((sum, { puts }) => sum + puts.length, 0)
      const commitHere = (): (() => Landed | Promise<Landed>) => {
        if (records >= MORE_TO_COME) bulk?.prepare()
        const made = changes.map((change) => ready(change, env))
        return () => inLine(() => commitAll(made))
      }
      const commitThere = (writer: BulkWriter) => {
        const made = changes.map((change) => pack(ready(change, env)))
        return () => writer.land(made)
      }
      // It is made ready before it waits, so that the thread does not wait for it.
      const commit = bulk && records >= MANY ? commitThere(bulk) : commitHere()
      const before = after && (await after)
      if (before?.ok === false) return before
      return turn ? turn(async () => commit()) : commit()
    },
    holdWrites: async (work) => (bulk ? bulk.hold(work) : work()),
    index: async (progress = () => {}) => {
      const index = indexWriter(db)
      const total = index.unindexed()
      const tell = (waiting: number) => progress(Math.max(0, total - waiting), total)
      if (pool && file && total > FEW_UNINDEXED) await pool.index(file.path, tell)
      else while (indexStep(db, index, 0)) await setImmediate()
      tell(0)
    },
    check: async () => checkGraph(db, origin),
    rebuild: async () => rebuildGraph(db, origin),
    close: async () => {
      await bulk?.close()
      db.close()
    },
  }
}
