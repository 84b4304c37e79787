/**
 * A graph in memory that can be emptied and used again: opening one takes longer than most of what a simulation does
 * with it, and a simulation does it thousands of times.
 */
import type { GraphStore } from '../../graph/graph-store.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { bringToLayout } from './check.ts'
import { sqliteGraph } from './graph.ts'

export interface Scratch {
  readonly graph: GraphStore
  /** Everything is as it was at the beginning, but for the epoch, which is another one. */
  clear(): void
}

export function openScratch(): Scratch {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  bringToLayout(db, undefined)
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  // What a new file begins with, such as sums of nothing.
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
  return { graph: sqliteGraph(db), clear: () => clear.immediate() }
}
