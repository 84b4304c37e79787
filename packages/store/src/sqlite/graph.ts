/** An account's graph in a SQLite file of its own, opened on first use. */
import type { GraphStore } from '../graph-store.ts'
import { bulkWriter } from './bulk.ts'
import { checkGraph, rebuildGraph } from './check.ts'
import { changeReads } from './changes.ts'
import { committer, lander } from './commit.ts'
import type { Db } from './database.ts'
import { keptReads } from './kept.ts'
import { oneReads } from './one.ts'
import { pack } from './pack.ts'
import { graphReads } from './reads.ts'
import { ready } from './ready.ts'
import { writer } from './write.ts'

export interface SqliteGraph extends GraphStore {
  close(): Promise<void>
}

/** From this many records on, a change lands in a thread of its own. */
const MANY = 2_000

/**
 * @param path the file that the database is of; none where it is in memory
 * @param origin the service's own origin, whose file addresses are named in what is shown
 */
export function sqliteGraph(db: Db, path: string | undefined, origin: string | undefined): SqliteGraph {
  const one = oneReads(db)
  const land = lander(db, origin)
  const commitAll = committer(db, land)
  const commit = writer(db, land, one)
  const bulk = path === undefined ? undefined : bulkWriter({ path, origin })
  return {
    ...graphReads(db, one),
    ...changeReads(db),
    ...keptReads(db),
    commit: async (change) => commit(change),
    commitAll: async (changes) => {
      const records = changes.reduce((sum, { puts }) => sum + puts.length, 0)
      if (!bulk || records < MANY) return commitAll(changes.map(ready))
      // Whichever thread would else wait derives the rows.
      const ahead = bulk.isBusy()
      return bulk.land(changes.map((change) => pack(change, origin, ahead)))
    },
    check: async () => checkGraph(db, origin),
    rebuild: async () => rebuildGraph(db, origin),
    close: async () => {
      await bulk?.close()
      db.close()
    },
  }
}
