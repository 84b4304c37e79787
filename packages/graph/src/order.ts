/**
 * Orders: the number that sorts a block among its siblings. A block between two siblings gets a number in the middle,
 * so no other record changes. Without room between them, the caller numbers all siblings again.
 *
 * @see sync, The device's rules 8
 */

/** No order fits between two siblings that are closer than this. */
const SMALLEST_GAP = 2 ** -30

/**
 * Returns an order between two siblings.
 *
 * @param before the order of the previous sibling; `undefined` for the first position
 * @param after the order of the next sibling; `undefined` for the last position
 * @returns `undefined` without room between them: number all siblings again
 * @example
 * orderBetween(1, 2) // 1.5
 * orderBetween(undefined, undefined) // 1
 */
export function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 1 : within(-Infinity, after - 1, after)
  if (after === undefined) return within(before, before + 1, Infinity)
  return after - before < SMALLEST_GAP ? undefined : within(before, before / 2 + after / 2, after)
}

/** Far from zero, doubles are more than 1 apart, so the middle can equal one of the two. */
const within = (before: number, order: number, after: number): number | undefined =>
  before < order && order < after ? order : undefined
