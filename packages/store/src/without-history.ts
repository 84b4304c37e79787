/** A store that keeps no states that commits replace, because history is off. */
import { withCommitSteps, type CommitStep } from './commit-steps.ts'
import type { Change } from './graph/commits.ts'
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
    return {
      ...withCommitSteps(graph, accountId, { history: withoutAuthors }),
      history: { ...graph.history, isOff: true },
    }
  },
})

const withoutAuthors: CommitStep = async (write, next) =>
  next({ ...write, changes: write.changes.map(withoutAuthor) })

function withoutAuthor(change: Change): Change {
  const { by: _, ...rest } = change
  return { ...rest, writer: writerOf(change) }
}
