/** Writes one change in a transaction: its records, change list entry and idempotency record. */
import type { DeriveEnv } from '@notegraph/graph'
import type { Change, ChangeResult } from '../../graph/commits.ts'
import { writerOf } from '../../graph/written-pages.ts'
import type { Db } from '../database/database.ts'
import { runAtOnce, type Steps } from '../database/steps.ts'
import { transactInParts } from '../database/transactions.ts'
import type { Lookup } from '../read/lookup.ts'
import { changeWrites } from './change-list.ts'
import { changeReads } from './change-reads.ts'
import type { WriteCommits } from './commit.ts'
import { commitMakers } from './commit-makers.ts'
import { idempotencyWrites } from './idempotency-records.ts'
import { prepare, type PreparedCommit } from './prepared-commit.ts'
import { isBusy, RefusalError } from './refusal.ts'

export interface ChangeWriter {
  write(change: Change): ChangeResult
  /** Lets waiting requests run between parts of the transaction, so nothing else may use the connection. */
  writeInParts(change: Change): Promise<ChangeResult>
}

export function changeWriter(db: Db, write: WriteCommits, lookup: Lookup, env: DeriveEnv): ChangeWriter {
  const list = changeWrites(db)
  const records = idempotencyWrites(db)
  const makers = commitMakers(db)
  const reads = changeReads(db)

  function* steps(change: Change, prepared: PreparedCommit): Steps<ChangeResult> {
    const { head, entry, reverts, drops, show, idempotency, device, check } = change
    if (idempotency) records.admit(idempotency)
    const beside = () => {
      if (reverts !== undefined) list.revert(reverts)
      if (drops !== undefined) list.drop(drops)
      if (entry) list.add(entry)
    }
    const passes = check?.(reads)
    const seq = yield* write([prepared], head, beside, writerOf(change))
    if (passes?.() === false) throw new RefusalError('check_failed')
    if (device !== undefined && change.puts.length > 0) makers.noteDevice(seq, device)
    const shown = lookup.show(show)
    if (idempotency) records.add(idempotency, shown)
    return { ok: true, seq, shown }
  }
  const transaction = db.transaction((change: Change, prepared: PreparedCommit) =>
    runAtOnce(steps(change, prepared)),
  )

  return {
    write(change) {
      try {
        return transaction.immediate(change, prepare(change, env))
      } catch (error) {
        return refusalOf(error)
      }
    },
    async writeInParts(change) {
      try {
        return await transactInParts(db, 'BEGIN IMMEDIATE', steps(change, prepare(change, env)))
      } catch (error) {
        return refusalOf(error)
      }
    },
  }
}

function refusalOf(error: unknown): ChangeResult {
  if (error instanceof RefusalError) return { ok: false, why: error.why }
  if (isBusy(error)) return { ok: false, why: 'changed_meanwhile' }
  throw error
}
