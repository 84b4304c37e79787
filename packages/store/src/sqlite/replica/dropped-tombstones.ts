/** Deletes the tombstones that the truth has deleted. Other rows stay as they are, because none refers to a tombstone. */
import type { Db } from '../database/database.ts'
import { totalsRemover } from '../feed/feed-totals.ts'
import { movedFromRemover } from '../feed/moved-from.ts'
import { Grown, KIND_NAMES, storage } from '../write/storage.ts'
import type { TruthState } from './patch.ts'

/** One transaction deletes so many, because requests wait for it. */
const DELETED_AT_ONCE = 1_000

/** @returns a function that deletes tombstones up to the floor, and returns whether that were all.
 * The rows of pages that records left go with them. */
export function tombstoneDeleter(db: Db): (truth: Pick<TruthState, 'floor' | 'keptN'>) => boolean {
  const drop = db.prepare<[number, number, number, number], { n: number; size: number; kind: number }>(
    `DELETE FROM record WHERE n IN (
       SELECT n FROM record WHERE deleted = 1 AND (seq, n) <= (?, ?) AND n <> ? ORDER BY seq LIMIT +?)
     RETURNING n, size, kind`,
  )
  const sums = storage(db)
  const removeMoves = movedFromRemover(db)
  const removeFromTotals = totalsRemover(db)

  return ({ floor, keptN = 0 }) => {
    removeMoves(floor.seq)
    const dropped = drop.all(floor.seq, floor.n, keptN, DELETED_AT_ONCE)
    const freed = new Grown()
    for (const { kind, size } of dropped) freed.add(KIND_NAMES[kind]!, 0, -size)
    sums.add(freed)
    removeFromTotals(dropped.map(({ n }) => n))
    return dropped.length < DELETED_AT_ONCE
  }
}
