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
import { ready, rowAlone } from './ready.ts'
import { writer } from './write.ts'

export interface SqliteGraph extends GraphStore {
  close(): Promise<void>
}

/** From this many records on, changes land in a thread of their own. */
const MANY = 2_000
/** So many at once are the first of many more, and the thread takes a while to start. */
const MORE_TO_COME = 500

/**
 * @param path the file that the database is of; none where it is in memory
 * @param origin the service's own origin, whose file addresses are named in what is shown
 */
export function sqliteGraph(db: Db, path: string | undefined, origin: string | undefined): SqliteGraph {
  const one = oneReads(db)
  const land = lander(db, origin)
  const commitAll = committer(db, land)
  const env = rowAlone(origin)
  const commit = writer(db, land, one, env)
  const bulk = path === undefined ? undefined : bulkWriter({ path, origin })
  return {
    ...graphReads(db, one),
    ...changeReads(db),
    ...keptReads(db),
    commit: async (change) => commit(change),
    commitAll: async (changes) => {
      const records = changes.reduce((sum, { puts }) => sum + puts.length, 0)
      if (!bulk || records < MANY) {
        if (records >= MORE_TO_COME) bulk?.prepare()
        return commitAll(changes.map((change) => ready(change, env)))
      }
      return bulk.land(changes.map((change) => pack(ready(change, env))))
    },
    check: async () => checkGraph(db, origin),
    rebuild: async () => rebuildGraph(db, origin),
    close: async () => {
      await bulk?.close()
      db.close()
    },
  }
}
