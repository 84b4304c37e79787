/**
 * The way of one account's callers to its replica. A read learns the state of the truth, brings the replica of this process
 * to it, and answers from the replica. So no read is older than what anybody knew before it.
 */
import { StoreUnavailable } from '@notegraph/store'
import { isDamaged, StaleReplica, type Replica, type Replicas } from '@notegraph/store/sqlite'
import type { Database, Session } from '../database/database.ts'
import { openGraph, type GraphRow } from '../graphs/graph-row.ts'
import { readPiece, readPieceIn, type PieceBounds } from '../graphs/pieces.ts'
import { catchUpAtOnce, isAt, type ReadPiece } from './catch-up.ts'
import type { CatchUpThread } from './catch-up-thread.ts'
import type { ReplicaFigures } from './figures.ts'
import { headOf } from './replicated-files.ts'
import type { Lane, Lanes } from './lanes.ts'

/** This thread applies so much, which blocks other requests for some milliseconds. More goes to another thread. */
export const PIECE: PieceBounds = { records: 300, bytes: 300_000, files: 300, pushes: 1_000 }
/** A call creates a replica again so often; then it fails, and a later one may succeed. */
const MOST_TRIES = 4

export interface ReplicatedGraphs {
  readonly db: Database
  readonly replicas: Replicas
  readonly lanes: Lanes
  readonly thread: CatchUpThread
  readonly figures: ReplicaFigures
}

/** How the calls on a graph reach its replica and its tables. */
export interface ReplicaAccess extends ReplicatedGraphs {
  readonly accountId: string
  /** Fails once the account has another graph than the first call found, because the caller decided on the earlier one. */
  readonly checkSame: (graph: GraphRow) => void
  /** Whether a call has found the graph. */
  readonly isKnown: () => boolean
  /** The state of the graph now. */
  readonly stateNow: () => Promise<GraphRow>
  /** Runs work on the tables of the graph. */
  readonly onTables: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work that writes to the tables of the graph. */
  readonly onTablesAfter: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Brings a replica to a state. Several callers share the work.
   * @param how.session reads what the replica misses, inside its transaction
   * @param how.isShort throws FarBehind rather than wait for the thread
   */
  readonly reach: (lane: Lane, graph: Replica, truth: GraphRow, how?: Reach) => Promise<void>
  /** Runs work on the replica. One that is stale or damaged is deleted, and the work runs again on a new one. */
  readonly onReplica: <T>(work: (graph: Replica, lane: Lane) => Promise<T>) => Promise<T>
  /** Runs work on the replica at the state that the truth has now. */
  readonly read: <T>(work: (graph: Replica) => Promise<T>) => Promise<T>
}

interface Reach {
  readonly session?: Session
  readonly isShort?: boolean
}

export function replicaAccess(graphs: ReplicatedGraphs, accountId: string): ReplicaAccess {
  const { db, replicas, lanes, thread, figures } = graphs
  let known: number | undefined
  function checkSame({ identity }: GraphRow): void {
    known ??= identity
    if (known !== identity) throw new Error('the graph was replaced while a caller held it')
  }
  async function stateNow(): Promise<GraphRow> {
    const graph = await openGraph(db, accountId)
    checkSame(graph)
    return graph
  }
  const onTables = async <T>(work: () => Promise<T>): Promise<T> => {
    const [result] = await Promise.all([work(), stateNow()])
    return result
  }
  const onTablesAfter = async <T>(work: () => Promise<T>): Promise<T> => {
    await stateNow()
    return work()
  }

  const reach: ReplicaAccess['reach'] = async (
    lane,
    { replica },
    truth,
    { session, isShort = false } = {},
  ) => {
    const read: ReadPiece = async (cursor) =>
      session ? readPieceIn(session, accountId, cursor, PIECE) : readPiece(db, accountId, cursor, PIECE)
    await lane.applying.settled()
    if (isAt(replica, truth)) return
    await lane.catchingUp.next(async () => {
      if (!isAt(replica, truth)) figures.caughtUp(truth.head - headOf(replica))
      if (isAt(replica, truth) || (await catchUpAtOnce(replica, read))) return
      if (isShort) throw new FarBehind()
      await lane.gate.alone(async () => thread.catchUp(accountId, replicas.pathOf(accountId)))
      const state = replica.state()
      if (!state?.isWhole || state.head < truth.head)
        throw new StaleReplica('The replica in use is not the file at its path.')
    })
  }

  async function onReplica<T>(work: (graph: Replica, lane: Lane) => Promise<T>): Promise<T> {
    return lanes.use(accountId, async (lane) => {
      for (let tries = 1; ; tries++) {
        let lost: Replica | undefined
        try {
          return await replicas.use(accountId, async (graph) => {
            lost = graph
            return work(graph, lane)
          })
        } catch (error) {
          const isLost = error instanceof StaleReplica || isDamaged(error)
          if (!(isLost || error instanceof FarBehind)) throw error
          // The error of a damaged disk names its code in the log.
          if (tries === MOST_TRIES) throw isDamaged(error) ? error : new StoreUnavailable(error)
          if (isLost) await replicas.remove(accountId, lost)
        }
      }
    })
  }

  const read = async <T>(work: (graph: Replica) => Promise<T>): Promise<T> =>
    onReplica(async (graph, lane) => {
      const truth = await lane.truth.get()
      checkSame(truth)
      for (;;) {
        // Most replicas are there already. Another caller may also have begun to apply patches in between, and failed.
        const answer = await lane.gate.shared(async () =>
          isAt(graph.replica, truth) ? { value: await work(graph) } : undefined,
        )
        if (answer) return answer.value
        await reach(lane, graph, truth)
      }
    })

  return {
    ...graphs,
    accountId,
    checkSame,
    isKnown: () => known !== undefined,
    stateNow,
    onTables,
    onTablesAfter,
    reach,
    onReplica,
    read,
  }
}

/** Others have committed much since the last commit here. It is applied before the lock. */
export class FarBehind extends Error {
  override readonly name = 'FarBehind'
}
