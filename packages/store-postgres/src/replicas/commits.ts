/**
 * Commits to the graph of an account. A commit is decided on the replica while PostgreSQL takes the lock. The replica
 * applies it after the answer.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Change, ChangeResult, Commit, CommitResult, CommitStore } from '@notegraph/store'
import {
  hasReached,
  StaleReplica,
  type Rehearsal,
  type RehearsalRequest,
  type Replica,
  type ReplicaState,
} from '@notegraph/store/sqlite'
import { commit as commitTo, type Beside, type Committed } from '../graphs/commit.ts'
import type { GraphRow } from '../graphs/graph-row.ts'
import { findAnswer } from '../graphs/idempotency-records.ts'
import type { Lane } from './lanes.ts'
import { PIECE, type ReplicaAccess } from './replica-access.ts'

export function replicatedCommits(access: ReplicaAccess): CommitStore {
  const { db, accountId, replicas, lanes, figures, checkSame, isKnown, stateNow, reach, onReplica, read } =
    access

  type Request = Pick<RehearsalRequest, 'commits' | 'head' | 'show' | 'idempotency' | 'check'>

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
    const isLeading = leading.delete(graph) && isKnown()
    if (!isLeading) await reach(lane, graph, await lane.truth.get())
    const early = isLarge(request.commits)
      ? await rehearseNow(lane, graph, request)
      : isLeading && rehearseMeanwhile(lane, graph, request)
    const asked = performance.now()
    let decided: { readonly rehearsal: Rehearsal; readonly from: GraphRow } | undefined
    const committed = await commitTo(db, accountId, randomUUID(), beside, async (from, session) => {
      figures.locked(performance.now() - asked)
      checkSame(from)
      const found = (await early) || undefined
      // Nobody else commits before the end of the transaction, so the rehearsal holds.
      const isEarly = found?.at.head === from.head && hasReached(found.at, from)
      if (!isEarly) {
        await reach(lane, graph, from, { session, isShort: isLeading })
        if (graph.replica.state()?.head !== from.head)
          throw new StaleReplica('The replica is ahead of the graph.')
      }
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
  ): Promise<{ readonly rehearsal: Rehearsal; readonly at: ReplicaState } | undefined> => {
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
    rehearsal: Rehearsal,
    head: number,
    device: string | undefined,
  ): boolean {
    const { replica } = graph
    const { commits } = rehearsal
    try {
      const state = replica.state()
      if (commits.length === 0 || state?.head !== from.head || !hasReached(state, from)) return true
      const patch = {
        state: { ...from, head },
        records: commits.flatMap(({ records }) => records),
        files: commits.flatMap(({ files }) =>
          files.map((file) => ({ ...file, imported: file.path !== undefined })),
        ),
        pushes: device === undefined ? [] : [{ seq: head, device }],
        more: false,
      }
      replica.apply(patch, rehearsal)
      return true
    } catch {
      void replicas.remove(accountId, graph).catch(() => {}) // after the users of the replica, such as this commit
      return false
    }
  }

  async function commit(change: Change): Promise<ChangeResult> {
    const { device, entry, reverts, drops, idempotency, head, show, quota, by, writer, check } = change
    const { committed, rehearsal } = await write(
      {
        commits: [change],
        ...(head !== undefined && { head }),
        ...(show && { show }),
        ...(idempotency && { idempotency }),
        ...(check && { check }),
      },
      {
        replaces: replacesIn([change]),
        // A change without records and files takes no number, so nobody pushed one.
        ...(device !== undefined && change.puts.length > 0 && { device }),
        ...(entry && { entry }),
        ...(reverts !== undefined && { reverts }),
        ...(drops !== undefined && { drops }),
        ...(quota !== undefined && { quota }),
        ...(idempotency && { idempotency }),
        ...(by && { by }),
        ...(writer && { writer }),
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

  return {
    commit,
    commitAll,
    hold: async (work) => lanes.use(accountId, async (lane) => lane.commits.next(work)),
    head: async () => (await stateNow()).head,
    findIdempotencyRecord: async (key) => findAnswer(db, accountId, key),
  }
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
