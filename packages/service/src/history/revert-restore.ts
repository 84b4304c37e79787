/** Reverts a restore: each record becomes what it was before, unless it changed again. @see history 4 */
import type { LeftAsItIs } from '@notegraph/contract'
import type { GraphRecord } from '@notegraph/graph'
import type { ItemChange, Put, VersionedRecord } from '@notegraph/store'
import type { RevertEdit } from '../changes/revert.ts'
import { asItWas, isSame, type Pen } from './as-it-was.ts'

/** @param records the present records of the restore, deleted or not */
export function revertRestore(
  touched: readonly ItemChange[],
  records: ReadonlyMap<string, VersionedRecord>,
  pen: Pen,
): RevertEdit {
  const puts: Put[] = []
  const left: LeftAsItIs[] = []
  for (const one of touched) {
    if (one.kind === 'property' || one.kind === 'graph') continue
    const held = records.get(one.id)
    const before: GraphRecord | undefined = one.before ?? undefined
    const back = held && isSame(held.record, one.after) ? asItWas(held.record, before, pen) : undefined
    if (back && 'record' in back) puts.push({ record: back.record, from: held!.seq })
    else if (back?.how !== 'same') {
      const why = back ? 'This block has conflicting versions.' : 'Changed again after this change.'
      left.push({ kind: one.kind === 'shape' ? 'block' : one.kind, id: one.id, why })
    }
  }
  return { puts, restored: puts.length, left }
}
