/**
 * Commits to a graph: all of a change in one transaction, or nothing. The row of the graph is locked first, so that one
 * process at a time decides and numbers become visible in their order.
 */
import { setTimeout } from 'node:timers/promises'
import {
  OutcomeUnknown,
  StoreUnavailable,
  mostHistoryBytes,
  type Change,
  writerOf,
  type ChangeRefusal,
  type Writer,
} from '@notegraph/store'
import { addFileHomes } from '../accounts/file-homes.ts'
import { noteSweep } from '../accounts/account-sql.ts'
import { isContention, type Database, type Session, type Transaction } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { readBeforeCommit } from './before-commit.ts'
import { addEntry, dropEntry, revertEntry } from './change-list.ts'
import { forgetAuthors, noteAuthors } from './commit-authors.ts'
import {
  authorsOf,
  lastWithoutAuthor,
  numberSteps,
  recordsOf,
  replacedBy,
  type CommitStep,
} from './commit-steps.ts'
import { addFiles, renewUsedFiles } from './files.ts'
import {
  bytesOf,
  lockClosedGraph,
  lockGraphAnd,
  writeGraph,
  type GraphRow,
  type StorageSums,
} from './graph-row.ts'
import { keepAnswer } from './idempotency-records.ts'
import { addToOutbox, pagesWritten } from './outbox.ts'
import { skipStates, trimStates } from './history-bounds.ts'
import { keepStates, readStatesBefore } from './kept-states.ts'
import { putRecords } from './records.ts'
import { Refused } from './refusal.ts'

/** As many commits back are known by their ids and devices. */
const KNOWN_COMMITS = 50_000
/** Older ones are deleted once in so many commits. */
const FORGET_EVERY = 100

/** A change, as a replica at the head rehearsed it. */
export interface Decision {
  /** Each takes the next number, unless it is empty. */
  readonly steps: readonly CommitStep[]
  /** The differences of the sums; negative where the graph shrinks. */
  readonly grown: StorageSums
  /** Files that a record uses since this change, and did not use before. They count as unused again later. */
  readonly usedFiles: readonly string[]
  /** Whether the graph would grow beyond its quota. Other refusals go first. */
  readonly isFull: boolean
  /** Whether the check of the change returned false. It goes last. */
  readonly hasFailed?: boolean
  /** The answer for `idempotency`. */
  readonly answer?: string
}

/** The parts of a change that PostgreSQL decides. */
export type Beside = Pick<
  Change,
  'device' | 'entry' | 'reverts' | 'drops' | 'idempotency' | 'quota' | 'by' | 'writer'
> & {
  /** Several commits in one transaction are an import. */
  readonly isImport?: true
  /** The ids of the records that a step with an author may replace. */
  readonly replaces?: readonly string[]
}

/**
 * Rehearses a change on a replica at the head. The graph is locked meanwhile. A rehearsal leaves nothing, and may run again.
 * @param session reads what the replica misses, inside the transaction
 * @returns undefined if a record changed meanwhile
 */
export type Decide = (graph: GraphRow, session: Session) => Promise<Decision | undefined>

export type Committed =
  | { readonly ok: true; readonly epoch: number; readonly seq: number }
  | { readonly ok: false; readonly why: ChangeRefusal }

/** Runs of a commit whose connection is lost each time before PostgreSQL commits. */
const MOST_RUNS = 3

const NOTE = ofAccount('INSERT INTO graph_commit (account_id, id, seq, device) VALUES ($1, $2, $3, $4)')
const FORGET = ofAccount('DELETE FROM graph_commit WHERE account_id = $1 AND seq <= $2')
const FIND = ofAccount('SELECT seq FROM graph_commit WHERE account_id = $1 AND id = $2')

/**
 * Commit a change. The work runs again, a few times at most, if the connection is lost and PostgreSQL has not committed.
 * @param id names the commit and no other; a UUID
 * @throws StoreUnavailable if PostgreSQL is away or the connection is lost each time, and nothing was written
 * @throws OutcomeUnknown if PostgreSQL went away during the commit and did not come back in time
 * @example
 * const committed = await commit(db, 'ada', randomUUID(), {}, async (graph) => rehearse(graph.head))
 */
export async function commit(
  db: Database,
  accountId: string,
  id: string,
  beside: Beside,
  decide: Decide,
): Promise<Committed> {
  for (let runs = 1; ; runs++)
    try {
      return await db.transaction(async (session) => run(session, accountId, id, beside, decide), {
        isLarge: beside.isImport ?? false,
      })
    } catch (error) {
      const why = refusalOf(error)
      if (why !== undefined) {
        await noteSweep(db, accountId) // bytes of a file may have come in for it
        return { ok: false, why }
      }
      if (!(error instanceof OutcomeUnknown)) throw error
      const found = await outcome(db, accountId, id, error)
      if (found) return found
      if (runs === MOST_RUNS) throw new StoreUnavailable(error)
    }
}

function refusalOf(error: unknown): ChangeRefusal | undefined {
  if (error instanceof Refused) return error.why
  return isContention(error) ? 'changed_meanwhile' : undefined
}

async function run(
  session: Transaction,
  accountId: string,
  id: string,
  beside: Beside,
  decide: Decide,
): Promise<Committed> {
  const { device, entry, reverts, drops, idempotency, replaces = [], quota = Infinity } = beside
  const [graph, [before, statesBefore]] = await lockGraphAnd(session, accountId, async () =>
    Promise.all([
      readBeforeCommit(session, accountId, beside),
      readStatesBefore(session, accountId, replaces),
    ]),
  )
  if (before.isKeyTaken) throw new Refused('key_in_use')
  let { changeBytes, answerBytes } = graph
  const decision = await decide(graph, session)
  if (!decision) throw new Refused('changed_meanwhile')
  if (reverts !== undefined) await revertEntry(session, accountId, reverts)
  if (drops !== undefined) changeBytes -= await dropEntry(session, accountId, drops, entry?.since ?? 0)
  if (entry) changeBytes = await addEntry(session, accountId, entry, before, changeBytes)
  if (decision.isFull) throw new Refused('quota_full')
  if (decision.hasFailed) throw new Refused('check_failed')
  if (idempotency)
    answerBytes = await keepAnswer(
      session,
      accountId,
      idempotency,
      decision.answer ?? '',
      before,
      answerBytes,
    )

  const { last } = session
  const steps = numberSteps(decision.steps, graph.head)
  const head = graph.head + steps.length
  const records = recordsOf(steps)
  const replaced = replacedBy(steps)
  const authors = authorsOf(steps)
  const gap = lastWithoutAuthor(steps)
  const kept = await keepStates(last, accountId, replaced, statesBefore)
  const keptBytes = graph.keptBytes + kept.bytes
  const mostKept = mostHistoryBytes(graph.bytes + bytesOf(decision.grown), quota)
  const isForgetting = head % FORGET_EVERY < steps.length
  await Promise.all([
    ...steps.map(async ({ files, seq }) => addFiles(last, accountId, files, seq)),
    addFileHomes(
      last,
      accountId,
      steps.flatMap(({ files }) => files.map((file) => file.id)),
    ),
    graph.outbox && records.length > 0 && addToOutbox(last, accountId, writerIn(beside), pagesWritten(steps)),
    putRecords(last, accountId, records),
    noteAuthors(last, accountId, authors),
    gap !== undefined && skipStates(last, accountId, gap),
    !before.isSweepNoted && noteSweep(last, accountId),
    last.write(NOTE, [accountId, id, head, device ?? null]),
    isForgetting && last.write(FORGET, [accountId, head - KNOWN_COMMITS]),
    isForgetting && forgetAuthors(last, accountId, head),
    renewUsedFiles(last, accountId, decision.usedFiles),
    writeGraph(last, accountId, { head, changeBytes, answerBytes }, decision.grown, kept),
    authors.size > 0 &&
      keptBytes > mostKept &&
      trimStates(last, accountId, replaced.length, keptBytes - mostKept),
  ])
  return { ok: true, epoch: graph.epoch, seq: head }
}

const writerIn = (beside: Beside): Writer => (beside.isImport ? { kind: 'import' } : writerOf(beside))

/** Milliseconds before each question after the outcome: a server that restarts needs a few seconds. */
const PATIENCE = [0, 100, 300, 1_000, 3_000, 5_000]

/**
 * Ask whether a commit succeeded. The lock waits for a commit that still runs on the server.
 * @returns undefined if it did not, and may be run again
 * @throws the unknown outcome, if PostgreSQL does not come back
 */
async function outcome(
  db: Database,
  accountId: string,
  id: string,
  unknown: OutcomeUnknown,
): Promise<Committed | undefined> {
  for (const wait of PATIENCE)
    try {
      await setTimeout(wait)
      return await db.transaction(async (session) => {
        const { epoch } = await lockClosedGraph(session, accountId)
        const found = await session.one<{ seq: number }>(FIND, [accountId, id])
        return found && { ok: true, epoch, seq: found.seq }
      })
    } catch (error) {
      // A lock that is held may be that of the commit itself.
      if (!isUnavailable(error) && !isContention(error)) throw error
    }
  throw unknown
}
