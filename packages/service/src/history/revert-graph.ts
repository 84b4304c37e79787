/**
 * Reverts the restore of a whole graph, or a large import. Each record that is as that left it becomes what it was before. The
 * store holds both states until then.
 * @see history 4, decisions 8.5
 */
import { LIMITS, type LeftAsItIs } from '@notegraph/contract'
import type { GraphRecord } from '@notegraph/graph'
import type { Author, ItemChange, KeptState, Store } from '@notegraph/store'
import { WHY_LEFT } from '../changes/why-left.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { asItWas, isAs, type Pen, type Restored } from './as-it-was.ts'
import { restoreInParts, type PartsControl } from './restore-in-parts.ts'
import type { Target } from './target.ts'

/** The item of a change that restored a whole graph, or of a large import. */
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
  { before, after, commits }: GraphChange,
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
    const kept = await history.recordsAt(
      targets.map(({ id }) => id),
      after,
    )
    const states = new Map(kept.map((state) => [state.id, state]))
    return targets.map((target) => {
      const state = states.get(target.id)
      const imported = commits && importedState(target, state, after, commits)
      if (commits && !imported) return { how: 'same' }
      const done = backOf(target, imported ?? state?.record, pen)
      if (typeof done !== 'string') return done
      leave(target, done)
      return { how: 'same' }
    })
  }
  const done = await restoreInParts(
    store,
    accountId,
    {
      since: before,
      decide,
      by,
      onHomeless: (target) => leave(target, WHY_LEFT.pageDeleted),
      onNeeded: (target) => leave(target, WHY_LEFT.pageHasBlocks),
    },
    { ...control, onCommit: (records) => void (restored += records) },
  )
  return done.ok ? ok({ restored, left: [...left.values()] }) : done
}

/** @returns the record as the import left it; undefined if the import did not write it, or others wrote it meanwhile */
function importedState(
  { held }: Target,
  kept: KeptState | undefined,
  after: number,
  commits: NonNullable<GraphChange['commits']>,
): GraphRecord | undefined {
  const state = held && held.seq <= after ? held : kept
  return state && commits.some(([first, last]) => first <= state.seq && state.seq <= last)
    ? state.record
    : undefined
}

/** @param after the state that the restore or import gave @returns the earlier state, or the reason why the record stays */
function backOf({ held, state }: Target, after: GraphRecord | undefined, pen: Pen): Restored | string {
  if (isAs(state, after) || isAs(held?.record, state)) return { how: 'same' }
  if (!isAs(held?.record, after)) return WHY_LEFT.changed
  const back = asItWas(held?.record, state, pen)
  return back.how === 'kept' ? WHY_LEFT.hasVersions : back
}
