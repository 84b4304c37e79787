/**
 * Places: the later move wins. A move is ignored if it would nest a block under itself, under a block of another page,
 * or too deep.
 *
 * @see sync, The server's rules 3 and 10
 */
import type { Place } from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'
import type { MergeEnv, PlaceIds } from './push.ts'
import type { WordedRecord } from './revision.ts'

/** The key of the pages through which tidying moved a block, its current page included, and the time of the move. */
export const PATH = ':path'

/** Whether two places are equal, apart from their stamps. */
export const isSamePlace = (a: Omit<Place, 'at'>, b: Omit<Place, 'at'>): boolean =>
  a.pageId === b.pageId && a.parentId === b.parentId && a.order === b.order

/**
 * Merges the place of a pushed record.
 *
 * @param limit the latest stamp that the server accepts
 */
export function mergePlace(
  held: WordedRecord,
  pushed: WordedRecord,
  env: MergeEnv,
  limit: number,
): WordedRecord {
  const at = Math.min(pushed.place.at, limit)
  if (at <= held.place.at) return held
  // The server limits a stamp in the future to the current time, so each retry gets another stamp. A retry must not
  // look like a change.
  if (pushed.place.at > env.now && isSamePlace(held.place, pushed.place)) return held
  return fitsInto(held.id, pushed.place, env) ? { ...held, place: { ...pushed.place, at } } : held
}

/**
 * Whether a block fits into a place: not too deep, not under itself, and not under a block of another page. The parent
 * may be missing, because a later push can bring it. A deleted parent counts like any other, because it can be
 * restored.
 */
export function fitsInto(
  id: string,
  { pageId, parentId }: PlaceIds,
  { placeOf, levelsUnder }: Pick<MergeEnv, 'placeOf' | 'levelsUnder'>,
): boolean {
  if (parentId === null) return true
  const parent = placeOf(parentId)
  if (parent && parent.pageId !== pageId) return false
  let level = 1
  for (let above: string | null = parentId; above !== null; above = placeOf(above)?.parentId ?? null)
    if (above === id || ++level > SYNC_LIMITS.depth) return false
  return level + (levelsUnder?.(id, pageId) ?? 0) <= SYNC_LIMITS.depth
}
