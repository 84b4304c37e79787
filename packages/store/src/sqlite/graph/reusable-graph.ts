/**
 * A graph in memory that can be cleared and used again. A simulation needs thousands of graphs, and opening one takes
 * longer than most of its work with it.
 */
import type { GraphStore } from '../../graph/graph-store.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { bringToLayout } from './check.ts'
import { sqliteGraph } from './graph.ts'

/** A graph in memory that can be cleared. */
export interface Scratch {
  readonly graph: GraphStore
  /** Removes all content and gives the graph a new epoch. */
  clear(): void
}

/**
 * Opens an empty graph in memory, for simulations and tests.
 * @example
 * const { graph, clear } = openScratch()
 * await graph.commits.commit({ puts: [] })
 * clear()
 */
export function openScratch(): Scratch {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  bringToLayout(db, undefined)
  return { graph: sqliteGraph(db), clear: clearer(db) }
}

/** @returns a function that makes a graph as it is now, with a new epoch; call this while the graph is empty */
export function clearer(db: Db): () => void {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  // The rows of a new file, such as totals of zero.
  const first = tables.flatMap((table) => {
    const rows = db.prepare<[], (string | number | null)[]>(`SELECT * FROM ${table}`).raw().all()
    if (rows.length === 0) return []
    return [{ put: db.prepare(`INSERT INTO ${table} VALUES (${rows[0]!.map(() => '?').join()})`), rows }]
  })
  const epoch = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'epoch'").pluck()
  const setEpoch = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'epoch'")
  const clear = db.transaction(() => {
    const next = epoch.get()! + 1
    for (const table of tables) db.exec(`DELETE FROM ${table}`)
    for (const { put, rows } of first) for (const row of rows) put.run(row)
    setEpoch.run(next)
  })
  return () => clear.immediate()
}
