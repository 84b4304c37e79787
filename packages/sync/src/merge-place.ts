/**
 * Places: the later move wins, unless it would put a block under itself, under a block of another page, or too deep.
 *
 * @see sync, The server's rules 3 and 10
 */
import type { Place } from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'
import type { MergeEnv, Standing } from './push.ts'
import type { WordedRecord } from './revision.ts'

/** Whether two places are one, whenever a block was put there. */
export const isSamePlace = (a: Omit<Place, 'at'>, b: Omit<Place, 'at'>): boolean =>
  a.pageId === b.pageId && a.parentId === b.parentId && a.order === b.order

/** @param limit the latest stamp that is taken */
export function mergePlace(
  held: WordedRecord,
  pushed: WordedRecord,
  env: MergeEnv,
  limit: number,
): WordedRecord {
  const at = Math.min(pushed.place.at, limit)
  if (at <= held.place.at) return held
  // A stamp of the future is cut to another one at each try; trying again must not look like a change.
  if (pushed.place.at > env.now && isSamePlace(held.place, pushed.place)) return held
  return canStand(held.id, pushed.place, env) ? { ...held, place: { ...pushed.place, at } } : held
}

/**
 * Whether a block may stand there: within so many levels, and not under itself or a block of another page. A parent that
 * is not there yet may be named, since it may still come; a deleted one is looked at like any other, since it may come
 * back.
 */
export function canStand(
  id: string,
  { pageId, parentId }: Standing,
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
