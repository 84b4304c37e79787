/** Counts what a restore of the whole graph would change, part by part. @see history 4 */
import type { GraphStore } from '@notegraph/store'
import { yieldToOthers } from '../write-queue.ts'
import { asItWas, type Pen } from './as-it-was.ts'
import { changedSince } from './changed-since.ts'
import { RestoreCounter } from './restore-counts.ts'

/** @param base later changes do not count, because the restore leaves them alone */
export async function countRestore(
  graph: GraphStore,
  seq: number,
  base: number,
  pen: Pen,
): Promise<RestoreCounter> {
  const counter = new RestoreCounter()
  for await (const part of changedSince(graph, seq)) {
    for (const { held, state } of part)
      if (!held || held.seq <= base) counter.add(held?.record, asItWas(held?.record, state, pen))
    await yieldToOthers()
  }
  return counter
}
