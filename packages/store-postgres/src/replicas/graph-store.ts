/**
 * The graph of an account as every process sees it. PostgreSQL holds the truth. A read learns its state, brings the
 * replica of this process to it, and answers from the replica. So no read is older than what anybody knew before it.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  StoreUnavailable,
  type Change,
  type ChangeResult,
  type Commit,
  type CommitResult,
  type CommitStore,
  type GraphStore,
  type Problem,
} from '@notegraph/store'
import {
  graphWithin,
  isDamaged,
  StaleReplica,
  type Rehearsal,
  type RehearsalRequest,
  type Replica,
  type Replicas,
  type TruthState,
} from '@notegraph/store/sqlite'
import type { Database } from '../database/database.ts'
import { noteSweep } from '../accounts/sweeps.ts'
import { changeStore } from '../graphs/change-reads.ts'
import { historyStore } from '../graphs/history-reads.ts'
import { compareReplica } from '../graphs/compare-replica.ts'
import { commit as commitTo, type Beside, type Committed } from '../graphs/commit.ts'
import { lockClosedGraph, openGraph, raiseEpoch, type GraphRow } from '../graphs/graph-row.ts'
import { findAnswer } from '../graphs/idempotency-records.ts'
import { outboxStore } from '../graphs/outbox.ts'
import { readPiece, readPieceIn, type PieceBounds } from '../graphs/pieces.ts'
import { storageUsage } from '../graphs/storage-use.ts'
import { collectTombstones } from '../graphs/tombstones.ts'
import { catchUpAtOnce, isAt, type ReadPiece } from './catch-up.ts'
import type { CatchUpThread } from './catch-up-thread.ts'
import type { ReplicaFigures } from './figures.ts'
import { headOf, replicatedFiles } from './graph-files.ts'
import type { Lane, Lanes } from './lanes.ts'

/** This thread applies so much, which blocks other requests for some milliseconds. More goes to another thread. */
const PIECE: PieceBounds = { records: 300, bytes: 300_000, files: 300, pushes: 1_000 }
/** A call creates a replica again so often; then it fails, and a later one may succeed. */
const MOST_TRIES = 4

export interface ReplicatedGraphs {
  readonly db: Database
  readonly replicas: Replicas
  readonly lanes: Lanes
  readonly thread: CatchUpThread
  readonly figures: ReplicaFigures
}

/**
 * The graph of one account. A call fails once the account has another graph than the first call found, because the caller
 * decided on the earlier one.
 */
export function replicatedGraph(
  { db, replicas, lanes, thread, figures }: ReplicatedGraphs,
  accountId: string,
): GraphStore {
  let known: number | undefined
  function checkSame({ identity }: GraphRow): void {
    known ??= identity
    if (known !== identity) throw new Error('the graph was replaced while a caller held it')
  }
  /** The state of the graph now. */
  async function stateNow(): Promise<GraphRow> {
    const graph = await openGraph(db, accountId)
    checkSame(graph)
    return graph
  }
  /** Runs work on the tables of the graph. */
  const onTables = async <T>(work: () => Promise<T>): Promise<T> => {
    const [result] = await Promise.all([work(), stateNow()])
    return result
  }
  /** Runs work that writes to the tables of the graph. */
  const onTablesAfter = async <T>(work: () => Promise<T>): Promise<T> => {
    await stateNow()
    return work()
  }

  const readOutside: ReadPiece = async (cursor) => readPiece(db, accountId, cursor, PIECE)

  /**
   * Brings a replica to a state. Several callers share the work.
   * @param how.isShort throws FarBehind rather than wait for the thread
   */
  const reach = async (
    lane: Lane,
    { replica }: Replica,
    truth: GraphRow,
    { read = readOutside, isShort = false }: { read?: ReadPiece; isShort?: boolean } = {},
  ): Promise<void> => {
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

  /** Runs work on the replica. One that is stale or damaged is deleted, and the work runs again on a new one. */
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

  /** Runs work on the replica at the state that the truth has now. */
  const read = async <T>(work: (graph: Replica) => Promise<T>): Promise<T> =>
    onReplica(async (graph, lane) => {
      const truth = await lane.truth.get()
      checkSame(truth)
      for (;;) {
        await reach(lane, graph, truth)
        const answer = await lane.gate.shared(async () =>
          // Another caller may have begun to apply patches in between, and failed.
          isAt(graph.replica, truth) ? { value: await work(graph) } : undefined,
        )
        if (answer) return answer.value
      }
    })

  type Request = Pick<RehearsalRequest, 'commits' | 'head' | 'show' | 'idempotency'>

  type Written = { readonly committed: Committed; readonly rehearsal?: Rehearsal }

  /**
   * Decides on the replica, stores the decision, and applies it. The caller gets the answer before the replica has the
   * change, so the next commit waits for the lock meanwhile. Readers wait for the replica.
   */
  const write = async (request: Request, beside: Beside): Promise<Written> => {
    const answered = Promise.withResolvers<Written>()
    onReplica(async (graph, lane) => {
      answered.resolve(await lane.commits.next(async () => writeTo(graph, lane, request, beside)))
      await lane.applying.settled() // the replica stays open until then
    }).catch(answered.reject)
    return answered.promise
  }

  const writeTo = async (graph: Replica, lane: Lane, request: Request, beside: Beside): Promise<Written> => {
    // Before the lock, so that others wait less for it. If nobody else commits, the question is spared.
    // A graph that the lock creates is gone if the transaction fails, so its identity has to be known.
    const isLeading = leading.delete(graph) && known !== undefined
    if (!isLeading) await reach(lane, graph, await lane.truth.get())
    const early = isLarge(request.commits)
      ? await rehearseNow(lane, graph, request)
      : isLeading && rehearseMeanwhile(lane, graph, request)
    const asked = performance.now()
    let decided: { readonly rehearsal: Rehearsal; readonly from: GraphRow } | undefined
    const committed = await commitTo(db, accountId, randomUUID(), beside, async (from, session) => {
      figures.locked(performance.now() - asked)
      checkSame(from)
      await reach(lane, graph, from, {
        read: async (cursor) => readPieceIn(session, accountId, cursor, PIECE),
        isShort: isLeading,
      })
      if (graph.replica.state()?.head !== from.head)
        throw new StaleReplica('The replica is ahead of the graph.')
      const found = (await early) || undefined
      const isEarly = found?.at.epoch === from.epoch && found.at.head === from.head
      const rehearsal = isEarly ? found.rehearsal : await graph.replica.rehearse(request)
      if (!rehearsal) return undefined
      decided = { rehearsal, from }
      const { commits, ...rest } = rehearsal
      return { ...rest, steps: commits, usedFiles: commits.flatMap(({ usedFiles }) => usedFiles) }
    })
    if (!committed.ok || !decided) return { committed }
    const { rehearsal, from } = decided
    if (isLarge(request.commits))
      void read(async () => {}).catch(() => {}) // another thread applies the change; the next read waits for it
    else {
      leading.add(graph)
      void lane.applying.next(async () => {
        await setImmediate() // the answer, and the next commit's question for the lock, go first
        if (!appliesOwn(graph, from, rehearsal, committed.seq, beside.device)) leading.delete(graph)
      })
    }
    return { committed, rehearsal }
  }

  /** Rehearses at the head of the replica, if nobody brings the replica to another one meanwhile. */
  const rehearseNow = async (
    lane: Lane,
    { replica }: Replica,
    request: Request,
  ): Promise<{ readonly rehearsal: Rehearsal; readonly at: TruthState } | undefined> => {
    await lane.applying.settled()
    return lane.gate.shared(async () => {
      const at = replica.state()
      const rehearsal = at?.isWhole === true ? await replica.rehearse(request) : undefined
      return at && rehearsal && { rehearsal, at }
    })
  }

  /**
   * Rehearses while PostgreSQL takes the lock, which saves a tenth of the time of a commit. Nobody else is likely to commit,
   * so the rehearsal nearly always holds. If it fails, the one under the lock throws the fault.
   */
  const rehearseMeanwhile = async (
    lane: Lane,
    graph: Replica,
    request: Request,
  ): ReturnType<typeof rehearseNow> => {
    await setImmediate() // the question for the lock goes first
    return rehearseNow(lane, graph, request).catch(() => undefined)
  }

  /**
   * Spares the next read a question. If the replica has moved on, the next read brings it along. The truth has the commit
   * already, so a replica that fails is deleted, and the commit is not run again.
   * @returns whether the replica can go on
   */
  function appliesOwn(
    graph: Replica,
    from: GraphRow,
    { commits }: Rehearsal,
    head: number,
    device: string | undefined,
  ): boolean {
    const { replica } = graph
    try {
      const state = replica.state()
      if (commits.length === 0 || !isAt(replica, from) || state?.head !== from.head) return true
      replica.apply({
        state: { ...from, head },
        records: commits.flatMap(({ records }) => records),
        files: commits.flatMap(({ files }) =>
          files.map((file) => ({ ...file, imported: file.path !== undefined })),
        ),
        pushes: device === undefined ? [] : [{ seq: head, device }],
        more: false,
      })
      return true
    } catch {
      void replicas.remove(accountId, graph).catch(() => {}) // after the users of the replica, such as this commit
      return false
    }
  }

  async function commit(change: Change): Promise<ChangeResult> {
    const { device, entry, reverts, idempotency, head, show, quota } = change
    const { committed, rehearsal } = await write(
      {
        commits: [change],
        ...(head !== undefined && { head }),
        ...(show && { show }),
        ...(idempotency && { idempotency }),
      },
      {
        replaces: replacesIn([change]),
        // A change without records and files takes no number, so nobody pushed one.
        ...(device !== undefined && change.puts.length > 0 && { device }),
        ...(entry && { entry }),
        ...(reverts !== undefined && { reverts }),
        ...(quota !== undefined && { quota }),
        ...(idempotency && { idempotency }),
      },
    )
    if (!committed.ok) return committed
    return { ok: true, seq: committed.seq, shown: rehearsal?.shown ?? {} }
  }

  async function commitAll(commits: readonly Commit[], after?: Promise<CommitResult>): Promise<CommitResult> {
    const before = after && (await after)
    if (before?.ok === false) return before
    const quota = Math.min(...commits.map((one) => one.quota ?? Infinity))
    const { committed } = await write({ commits }, { isImport: true, replaces: replacesIn(commits), quota })
    if (committed.ok) return { ok: true, seq: committed.seq }
    if (committed.why === 'quota_full' || committed.why === 'changed_meanwhile')
      return { ok: false, why: committed.why }
    throw new Error(`An import was refused: ${committed.why}`)
  }

  const commits: CommitStore = {
    commit,
    commitAll,
    hold: async (work) => lanes.use(accountId, async (lane) => lane.commits.next(work)),
    head: async () => (await stateNow()).head,
    findIdempotencyRecord: async (key) => findAnswer(db, accountId, key),
  }

  const reads = graphWithin(read)
  const changes = changeStore(db, accountId)
  const outbox = outboxStore(db, accountId)
  const usage = async () => storageUsage(db, accountId)
  const history = historyStore(db, accountId)
  return {
    ...reads,
    commits,
    changes: {
      list: async (...query) => onTables(async () => changes.list(...query)),
      listWithItems: async (...query) => onTables(async () => changes.listWithItems(...query)),
      find: async (id) => onTables(async () => changes.find(id)),
      countOpen: async (since) => onTables(async () => changes.countOpen(since)),
    },
    history: {
      listByPage: async (...query) => onTables(async () => history.listByPage(...query)),
      pageAt: async (...query) => onTables(async () => history.pageAt(...query)),
      recordAt: async (...query) => onTables(async () => history.recordAt(...query)),
      recordsAt: async (...query) => onTables(async () => history.recordsAt(...query)),
      listAt: async (...query) => onTables(async () => history.listAt(...query)),
      isComplete: async (seq) => onTables(async () => history.isComplete(seq)),
      authorships: async (seqs) => onTables(async () => history.authorships(seqs)),
      numberAt: async (time) => onTables(async () => history.numberAt(time)),
      snapshots: async () => onTables(async () => history.snapshots()),
      oldest: async () => onTables(async () => history.oldest()),
      addSnapshot: async (...given) => onTablesAfter(async () => history.addSnapshot(...given)),
      hold: async (given) => onTablesAfter(async () => history.hold(given)),
      release: async (id) => onTablesAfter(async () => history.release(id)),
      removeSnapshot: async (id) => onTablesAfter(async () => history.removeSnapshot(id)),
      expire: async (before) => onTablesAfter(async () => history.expire(before)),
    },
    files: { ...reads.files, ...replicatedFiles({ db, accountId, read, onTables, onTablesAfter }) },
    feed: {
      ...reads.feed,
      state: async () => {
        const { epoch, head, floor } = await stateNow()
        return { epoch, head, floor }
      },
      collectTombstones: async (now, keptFor) =>
        onTablesAfter(async () => collectTombstones(db, accountId, now, keptFor)),
      raiseEpoch: async (now) => onTablesAfter(async () => raiseEpoch(db, accountId, now)),
    },
    outbox: {
      open: async () => onTables(async () => outbox.open()),
      close: async () => outbox.close(),
      read: async (...query) => onTables(async () => outbox.read(...query)),
      drop: async (seq) => outbox.drop(seq),
    },
    storage: {
      bytes: async () => {
        const { pages, blocks, shapes, files } = await onTables(usage)
        return pages.bytes + blocks.bytes + shapes.bytes + files.bytes
      },
      usage: async () => onTables(usage),
    },
    maintenance: {
      check: async () => [
        // Before the read, which would replace a damaged replica.
        ...(await replicaProblems()),
        ...(await read(async (graph) => graph.maintenance.check())),
        ...(await sumProblems()),
      ],
      // The replica holds nothing that the truth does not.
      rebuild: async () => {
        await replicas.remove(accountId)
        await noteSweep(db, accountId)
      },
    },
  }

  /** Compares the replicas of all processes that share the folder. */
  async function replicaProblems(): Promise<Problem[]> {
    const problems: Problem[] = []
    for (const path of replicas.everyPath(accountId))
      problems.push(...(await compareReplica(db, accountId, path)))
    return problems
  }

  /**
   * Compares the sums of the truth with those of the replica, which come from the records. The lock of the graph keeps
   * commits of other processes from coming in between.
   */
  async function sumProblems(): Promise<Problem[]> {
    const [truth, replica] = await onReplica(async (graph, lane) =>
      lane.commits.next(async () => {
        await reach(lane, graph, await lane.truth.get())
        return db.transaction(async (session) => {
          await reach(lane, graph, await lockClosedGraph(session, accountId), {
            read: async (cursor) => readPieceIn(session, accountId, cursor, PIECE),
          })
          return Promise.all([storageUsage(session, accountId), graph.storage.usage()])
        })
      }),
    )
    return (['pages', 'blocks', 'shapes', 'files'] as const)
      .filter((kind) => JSON.stringify(truth[kind]) !== JSON.stringify(replica[kind]))
      .map((kind) => `storage: the sum of ${kind} in PostgreSQL is not the sum of the records`)
  }
}

/** Others have committed much since the last commit here. It is applied before the lock. */
class FarBehind extends Error {
  override readonly name = 'FarBehind'
}

/** Whether a change takes so long that it is rehearsed before the lock, and applied in another thread. */
const isLarge = (commits: readonly Pick<Commit, 'puts'>[]): boolean =>
  commits.reduce((sum, { puts }) => sum + puts.length, 0) > PIECE.records

/** The ids of the records whose states the commits keep, because they replace them. */
const replacesIn = (commits: readonly Commit[]): string[] =>
  commits.flatMap(({ by, puts }) =>
    by ? puts.filter(({ from }) => from > 0).map(({ record }) => record.id) : [],
  )

/** Replicas whose process made the last commit that it knows. */
const leading = new WeakSet<Replica>()
