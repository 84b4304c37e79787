/** The callers of one account share a lane in this process. It exists while somebody uses it. */
import type { Database } from '../database/database.ts'
import { openGraph, type GraphRow } from '../graphs/graph-row.ts'
import { SharedQuestion } from './shared-question.ts'
import { Gate } from './gate.ts'
import { Turns } from './turns.ts'

export interface Lane {
  /** The state of the truth after the call. */
  readonly truth: SharedQuestion<GraphRow>
  readonly gate: Gate
  readonly catchingUp: Turns
  /** One commit of an account at a time: the others would hold connections while they wait for the lock. */
  readonly commits: Turns
  /** The replica applies the commits of this process, each after its answer. */
  readonly applying: Turns
}

export interface Lanes {
  use<T>(accountId: string, work: (lane: Lane) => Promise<T>): Promise<T>
  /** Waits until the replicas have the commits of this process. */
  applied(): Promise<void>
}

export function openLanes(db: Database): Lanes {
  const lanes = new Map<string, { readonly lane: Lane; users: number }>()

  function create(accountId: string): { readonly lane: Lane; users: number } {
    const truth = new SharedQuestion(async () => openGraph(db, accountId))
    const lane = {
      truth,
      gate: new Gate(),
      catchingUp: new Turns(),
      commits: new Turns(),
      applying: new Turns(),
    }
    const entry = { lane, users: 0 }
    lanes.set(accountId, entry)
    return entry
  }

  return {
    async use(accountId, work) {
      const entry = lanes.get(accountId) ?? create(accountId)
      entry.users++
      try {
        return await work(entry.lane)
      } finally {
        if (--entry.users === 0) lanes.delete(accountId)
      }
    },
    async applied() {
      await Promise.all(Array.from(lanes.values(), async ({ lane }) => lane.applying.settled()))
    },
  }
}
