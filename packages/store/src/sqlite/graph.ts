/** An account's graph in a SQLite file of its own, opened on first use. */
import type { GraphStore } from '../graph-store.ts'
import { checkGraph, rebuildGraph } from './check.ts'
import { committer } from './commit.ts'
import type { Db } from './database.ts'
import { graphReads } from './reads.ts'

/** @param origin the service's own origin, whose file addresses are named in what is shown */
export function sqliteGraph(db: Db, origin: string | undefined): GraphStore {
  const commit = committer(db, origin)
  return {
    ...graphReads(db),
    commit: async (change) => commit([change]),
    commitAll: async (changes) => commit(changes),
    check: async () => checkGraph(db, origin),
    rebuild: async () => rebuildGraph(db, origin),
  }
}
