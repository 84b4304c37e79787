import type { SettledQuery } from '@notegraph/query'
import type { Bits } from './bits.ts'

/**
 * Between which two sets the blocks that match lie: all of `sure` match, and none outside `maybe`; one and the same set
 * where both are known. Sets may hold numbers that are no block's, too; whoever uses them asks for blocks alone.
 */
export interface Bounds {
  readonly sure: Bits
  readonly maybe: Bits
  /** What is left to ask of those in `maybe`, where that is less than the whole question. */
  readonly open?: SettledQuery
}

export const known = (set: Bits): Bounds => ({ sure: set, maybe: set })
export const isKnown = ({ sure, maybe }: Bounds): boolean => sure === maybe

export const not = ({ sure, maybe }: Bounds): Bounds =>
  sure === maybe ? known(sure.not()) : { sure: maybe.not(), maybe: sure.not() }
export const and = (a: Bounds, b: Bounds): Bounds => join(a, b, (one, other) => one.and(other))
export const or = (a: Bounds, b: Bounds): Bounds => join(a, b, (one, other) => one.or(other))

function join(a: Bounds, b: Bounds, how: (one: Bits, other: Bits) => Bits): Bounds {
  const sure = how(a.sure, b.sure)
  return isKnown(a) && isKnown(b) ? known(sure) : { sure, maybe: how(a.maybe, b.maybe) }
}
