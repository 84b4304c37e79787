/** One write and all that stands or falls with it: the answer's key, its records, its place in the list of changes. */
import type { DeriveEnv } from '@notegraph/graph'
import type { Change, CommitResult } from '../../graph-store.ts'
import { changeWrites } from './change-list.ts'
import type { Land } from './commit.ts'
import type { Db } from '../database/database.ts'
import { keptWrites } from './idempotency-records.ts'
import type { OneReads } from '../read/lookup.ts'
import { pushCommitWrites } from '../feed/push-commits.ts'
import { ready, type ReadyChange } from './prepared-change.ts'
import { isBusy, Refused } from './refusal.ts'

export function writer(db: Db, land: Land, one: OneReads, env: DeriveEnv): (change: Change) => CommitResult {
  const list = changeWrites(db)
  const kept = keptWrites(db)
  const notePush = pushCommitWrites(db)

  const transaction = db.transaction((change: Change, records: ReadyChange) => {
    const { head, entry, reverts, show, keep, device } = change
    if (keep) kept.admit(keep)
    const seq = land([records], head, () => {
      if (reverts !== undefined) list.revert(reverts)
      if (entry) list.add(entry)
    })
    if (device !== undefined && change.puts.length > 0) notePush(seq, device)
    const shown = one.show(show)
    if (keep) kept.keep(keep, shown)
    return { ok: true, seq, shown } as const
  })

  return (change) => {
    try {
      return transaction.immediate(change, ready(change, env))
    } catch (error) {
      if (error instanceof Refused) return { ok: false, why: error.why }
      if (isBusy(error)) return { ok: false, why: 'changed_meanwhile' }
      throw error
    }
  }
}
