/** Compares the replicas of an account, and the sums of its graph, with the truth. */
import type { Problem } from '@notegraph/store'
import { compareReplica } from '../graphs/compare-replica.ts'
import { lockClosedGraph } from '../graphs/graph-row.ts'
import { storageUsage } from '../graphs/storage-use.ts'
import type { ReplicaAccess } from './replica-access.ts'

/** Compares the replicas of all processes that share the folder. */
export async function replicaProblems({ db, accountId, replicas }: ReplicaAccess): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const path of replicas.everyPath(accountId))
    problems.push(...(await compareReplica(db, accountId, path)))
  return problems
}

/**
 * Compares the sums of the truth with those of the replica, which come from the records. The lock of the graph keeps
 * commits of other processes from coming in between.
 */
export async function sumProblems({ db, accountId, reach, onReplica }: ReplicaAccess): Promise<Problem[]> {
  const [truth, replica] = await onReplica(async (graph, lane) =>
    lane.commits.next(async () => {
      await reach(lane, graph, await lane.truth.get())
      return db.transaction(async (session) => {
        await reach(lane, graph, await lockClosedGraph(session, accountId), { session })
        return Promise.all([storageUsage(session, accountId), graph.storage.usage()])
      })
    }),
  )
  return (['pages', 'blocks', 'shapes', 'files'] as const)
    .filter((kind) => JSON.stringify(truth[kind]) !== JSON.stringify(replica[kind]))
    .map((kind) => `storage: the sum of ${kind} in PostgreSQL is not the sum of the records`)
}
