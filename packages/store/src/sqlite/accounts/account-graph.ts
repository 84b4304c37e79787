/**
 * The graph of an account. Its writes also keep three tables of the accounts' file up to date. They list the accounts that the
 * sweep must visit, the account of each file, and the accounts that changed.
 */
import { signalCommits, withCommitSteps, type CommitSteps } from '../../commit-steps.ts'
import type { FileEntry } from '../../graph/files.ts'
import type { Problem } from '../../graph/maintenance.ts'
import type { SqliteGraph } from '../graph/graph.ts'
import type { FileHomes } from './file-homes.ts'

export interface AccountTables {
  readonly homes: FileHomes
  /** Lists an account for the sweep. */
  readonly note: (accountId: string) => void
  /** Reports a change of an account. */
  readonly signal: (accountId: string) => void
}

/** @returns a function that makes the graph of an account from its bare graph */
export function accountGraphs({
  homes,
  note,
  signal,
}: AccountTables): (graph: SqliteGraph, accountId: string) => SqliteGraph {
  /** The first note lists the account even if the process dies, the second even if a sweep visited the graph meanwhile. */
  const noted = async <T>(accountId: string, write: () => Promise<T>): Promise<T> => {
    note(accountId)
    const result = await write()
    note(accountId)
    return result
  }
  const dropHomes = async (removal: Promise<FileEntry[]>): Promise<FileEntry[]> => {
    const removed = await removal
    homes.drop(idsOf(removed))
    return removed
  }
  const steps: CommitSteps = {
    sweep: async (write, next) => noted(write.accountId, async () => next(write)),
    async files(write, next) {
      const files = write.changes.flatMap((change) => change.files ?? [])
      if (files.length > 0) homes.add(write.accountId, idsOf(files))
      return next(write)
    },
    signals: signalCommits(signal),
  }
  return (graph, accountId) => {
    const { files, history, feed, maintenance } = graph
    return {
      ...withCommitSteps(graph, accountId, steps),
      files: {
        ...files,
        clearUnused: async (...asked) => dropHomes(files.clearUnused(...asked)),
        removeUnlinked: async (ids) => noted(accountId, async () => dropHomes(files.removeUnlinked(ids))),
        // A renewed file must be noted as unused again.
        renew: async (id, path) => noted(accountId, async () => files.renew(id, path)),
      },
      // States that a snapshot needed may be old.
      history: {
        ...history,
        removeSnapshot: async (id) => noted(accountId, async () => history.removeSnapshot(id)),
      },
      feed: {
        ...feed,
        // A restored graph may have changes that no sweep has seen.
        async raiseEpoch(now) {
          await noted(accountId, async () => feed.raiseEpoch(now))
          signal(accountId)
        },
      },
      maintenance: {
        check: async () => {
          const unknown = homes.missing(accountId, idsOf(await files.list()))
          const problems = unknown.map((id): Problem => `file ${id}: it is not noted whose it is`)
          return [...(await maintenance.check()), ...problems]
        },
        rebuild: async () =>
          noted(accountId, async () => {
            await maintenance.rebuild()
            homes.forget(accountId)
            homes.add(accountId, idsOf(await files.list()))
          }),
      },
    }
  }
}

const idsOf = (files: readonly { readonly id: string }[]): string[] => files.map(({ id }) => id)
