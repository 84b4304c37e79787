/**
 * The accounts that the sweep must visit. A write looks its account up before and after it. The first look-up lists the
 * account even if the process dies. The second lists it again if a sweep visited the graph in between.
 */
import type { Db } from '../database/database.ts'
import type { SqliteGraph } from '../graph/graph.ts'

export type Note = (accountId: string) => void

export function noter(db: Db): Note {
  const isNoted = db.prepare<[string], number>('SELECT changed FROM sweep_due WHERE account_id = ?').pluck()
  const note = db.prepare<[string]>(
    'INSERT INTO sweep_due VALUES (?, 0, 1) ON CONFLICT (account_id) DO UPDATE SET due = 0, changed = 1',
  )
  return (accountId) => {
    if (isNoted.get(accountId) !== 1) note.run(accountId)
  }
}

/** Wraps a graph so that each write lists its account for the sweep. */
export function withSweepNotes(graph: SqliteGraph, accountId: string, note: Note): SqliteGraph {
  const noted = async <T>(write: () => Promise<T>): Promise<T> => {
    note(accountId)
    const result = await write()
    note(accountId)
    return result
  }
  const { commits, files, feed, history, maintenance } = graph
  return {
    ...graph,
    commits: {
      ...commits,
      async commit(change) {
        note(accountId)
        const result = await commits.commit(change)
        note(accountId)
        return result
      },
      commitAll: async (all, after) => noted(() => commits.commitAll(all, after)),
    },
    // A renewed file must be noted as unused again.
    files: {
      ...files,
      renew: async (id, path) => noted(() => files.renew(id, path)),
      removeUnlinked: async (ids) => noted(() => files.removeUnlinked(ids)),
    },
    // States that a snapshot needed may be old.
    history: { ...history, removeSnapshot: async (id) => noted(() => history.removeSnapshot(id)) },
    // A restored graph may have changes that no sweep has seen.
    feed: { ...feed, raiseEpoch: async (now) => noted(() => feed.raiseEpoch(now)) },
    maintenance: { ...maintenance, rebuild: async () => noted(() => maintenance.rebuild()) },
  }
}
