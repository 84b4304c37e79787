/** A store that keeps no states that commits replace, because history is off. */
import type { Commit } from './graph/commits.ts'
import { writerOf } from './graph/written-pages.ts'
import type { Store } from './store.ts'

/**
 * Wraps a store so that no commit names its author, and so keeps nothing. The outbox still names the writer.
 * @example
 * const store = withoutHistory(openSqlite('data'))
 */
export const withoutHistory = (store: Store): Store => ({
  ...store,
  graph(accountId) {
    const graph = store.graph(accountId)
    const { commits } = graph
    return {
      ...graph,
      history: { ...graph.history, isOff: true },
      commits: {
        ...commits,
        commit: async (change) => commits.commit({ ...unnamed(change), writer: writerOf(change) }),
        commitAll: async (all, after) => commits.commitAll(all.map(unnamed), after),
      },
    }
  },
})

function unnamed<C extends Commit>(commit: C): Omit<C, 'by'> {
  const { by, ...rest } = commit
  void by
  return rest
}
