/**
 * Reverts the restore of a whole graph: each record that is as the restore left it becomes what it was before. The store
 * holds both states until then.
 * @see history 4
 */
import { LIMITS, type LeftAsItIs } from '@notegraph/contract'
import type { GraphRecord } from '@notegraph/graph'
import type { Author, ItemChange, Store } from '@notegraph/store'
import { WHY_LEFT } from '../changes/why-left.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { asItWas, isAs, type Pen, type Restored } from './as-it-was.ts'
import { restoreInParts, type PartsControl } from './restore-in-parts.ts'
import { statesById, type Target } from './target.ts'

/** The item of a change that restored a whole graph. */
export type GraphChange = Extract<ItemChange, { readonly kind: 'graph' }>

/** The result of a revert. */
export interface RevertedGraph {
  readonly restored: number
  /** The first items that changed again. */
  readonly left: readonly LeftAsItIs[]
}

/** @returns 409 if the states are gone */
export async function revertGraph(
  store: Store,
  accountId: string,
  { before, after }: GraphChange,
  by: Author,
  control: PartsControl,
): Promise<Result<RevertedGraph>> {
  const { history } = store.graph(accountId)
  if (!(await history.isComplete(before)) || !(await history.isComplete(after)))
    return refuse({ code: 'conflict', why: 'history_gone' })
  const left = new Map<string, LeftAsItIs>()
  const leave = ({ id, held }: Target, why: string): void => {
    if (left.size < LIMITS.listMost)
      left.set(id, { kind: held?.record.kind === 'page' ? 'page' : 'block', id, why })
  }
  let restored = 0
  async function decide(targets: readonly Target[], pen: Pen): Promise<Restored[]> {
    const states = statesById(
      await history.recordsAt(
        targets.map(({ id }) => id),
        after,
      ),
    )
    return targets.map((target) => {
      const done = backOf(target, states.get(target.id), pen)
      if (typeof done !== 'string') return done
      leave(target, done)
      return { how: 'same' }
    })
  }
  const done = await restoreInParts(
    store,
    accountId,
    { since: before, decide, by, onHomeless: (target) => leave(target, WHY_LEFT.pageDeleted) },
    { ...control, onCommit: (records) => void (restored += records) },
  )
  return done.ok ? ok({ restored, left: [...left.values()] }) : done
}

/** @param after the state that the restore gave @returns the earlier state, or the reason why the record stays */
function backOf({ held, state }: Target, after: GraphRecord | undefined, pen: Pen): Restored | string {
  if (isAs(state, after) || isAs(held?.record, state)) return { how: 'same' }
  if (!isAs(held?.record, after)) return WHY_LEFT.changed
  const back = asItWas(held?.record, state, pen)
  return back.how === 'kept' ? WHY_LEFT.hasVersions : back
}
