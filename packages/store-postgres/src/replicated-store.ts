/** A whole store on PostgreSQL: accounts there alone, and graphs that each process reads from its own replicas. */
import { signalCommits, withCheckedTexts, withCommitSteps, type Store } from '@notegraph/store'
import { openReplicas, type ReplicasOptions } from '@notegraph/store/sqlite'
import { hasGraph, removeGraph } from './graphs/removal.ts'
import { replicatedGraph } from './replicas/graph-store.ts'
import { catchUpThread } from './replicas/catch-up-thread.ts'
import { ReplicaFigures } from './replicas/figures.ts'
import { openLanes } from './replicas/lanes.ts'
import { openTruth, type PostgresOptions } from './store.ts'

/** The address of the database, and the folder of the replicas. */
export interface ReplicatedOptions extends PostgresOptions {
  /** Each process has a folder of its own in it. Its files may be deleted at any time. */
  readonly folder: string
  readonly replicas?: ReplicasOptions
}

/**
 * Connects as `openPostgres` does, and opens the folder of replicas.
 * @throws as `openPostgres` does
 * @example
 * const store = await openReplicated({ url: 'postgres://notegraph@db.example/notegraph', folder: 'replicas' })
 * const page = await store.graph('ada').pages.findByName('home')
 * await store.close()
 */
export async function openReplicated({
  folder,
  replicas: options,
  ...address
}: ReplicatedOptions): Promise<Store> {
  const { db, signals, store } = await openTruth(address)
  const replicas = openReplicas(folder, options)
  const thread = catchUpThread({ address, origin: options?.origin })
  const figures = new ReplicaFigures()
  const graphs = { db, replicas, lanes: openLanes(db), thread, figures }
  const steps = { signals: signalCommits(signals.signal) }
  return withCheckedTexts({
    ...store,
    accounts: {
      ...store.accounts,
      remove: async (id) => {
        const isRemoved = await store.accounts.remove(id)
        await replicas.remove(id)
        return isRemoved
      },
    },
    graph(id) {
      const graph = replicatedGraph(graphs, id)
      return {
        ...withCommitSteps(graph, id, steps),
        feed: {
          ...graph.feed,
          async raiseEpoch(now) {
            await graph.feed.raiseEpoch(now)
            signals.signal(id)
          },
        },
      }
    },
    hasGraph: async (id) => hasGraph(db, id),
    removeGraph: async (id) => {
      await removeGraph(db, id)
      await replicas.remove(id)
      signals.signal(id)
    },
    usage: () => {
      const { open, replicas: count, bytes } = replicas.usage()
      return { ...db.usage(), ...figures.read(), openGraphs: open, replicas: count, replicaBytes: bytes }
    },
    close: async () => {
      await graphs.lanes.applied()
      await thread.close()
      await replicas.close()
      await store.close()
    },
  })
}
