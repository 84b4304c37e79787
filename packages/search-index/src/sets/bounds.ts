import type { SettledQuery } from '@notegraph/query'
import type { Bitmap } from './bitmap.ts'

/**
 * A lower and an upper bound of the documents that match: all of `sure` match, and none outside `maybe` does. Both are
 * the same object if the answer is exact. The sets may contain numbers of records that are no documents; the caller
 * removes them.
 */
export interface Bounds {
  readonly sure: Bitmap
  readonly maybe: Bitmap
  /** The part of the query that is left to check for documents in `maybe`, if that is less than the whole query. */
  readonly residual?: SettledQuery
}

export const exactly = (set: Bitmap): Bounds => ({ sure: set, maybe: set })
export const isExact = ({ sure, maybe }: Bounds): boolean => sure === maybe

export const not = ({ sure, maybe }: Bounds): Bounds =>
  sure === maybe ? exactly(sure.not()) : { sure: maybe.not(), maybe: sure.not() }
export const and = (a: Bounds, b: Bounds): Bounds => join(a, b, (one, other) => one.and(other))
export const or = (a: Bounds, b: Bounds): Bounds => join(a, b, (one, other) => one.or(other))

function join(a: Bounds, b: Bounds, combine: (one: Bitmap, other: Bitmap) => Bitmap): Bounds {
  const sure = combine(a.sure, b.sure)
  return isExact(a) && isExact(b) ? exactly(sure) : { sure, maybe: combine(a.maybe, b.maybe) }
}
