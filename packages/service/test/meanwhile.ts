/** A store in which something else happens at a given moment, as another process might do it. */
import type { CommitStore, GraphStore, Store } from '@notegraph/store'

/**
 * @param moment the method of the graph before whose calls it happens
 * @param act runs before each call, with the number of earlier calls
 */
export function meanwhile(
  store: Store,
  moment: 'commit' | 'commitAll' | 'head',
  act: (graph: GraphStore, times: number) => Promise<unknown>,
): Store {
  let times = 0
  return {
    ...store,
    graph(id) {
      const graph = store.graph(id)
      const before = async () => void (await act(graph, times++))
      const { commits } = graph
      const moments: { readonly [M in typeof moment]: Partial<CommitStore> } = {
        commit: { commit: (change) => before().then(() => commits.commit(change)) },
        commitAll: { commitAll: (all, after) => before().then(() => commits.commitAll(all, after)) },
        head: { head: () => before().then(() => commits.head()) },
      }
      return { ...graph, commits: { ...commits, ...moments[moment] } }
    },
  }
}
