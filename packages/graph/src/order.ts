/**
 * Orders: the number that places a block among its siblings. An insert between two takes the middle, so that one
 * record changes and no other; when the room is used up, the siblings are numbered anew.
 *
 * @see sync, The device's rules 8
 */

/** Two siblings closer than this take nothing between them. */
const SMALLEST_GAP = 2 ** -30

/**
 * An order between two siblings.
 * @param before the order of the one in front; left out, the new one comes first
 * @param after the order of the one behind; left out, the new one comes last
 * @returns nothing when there is no room, and the siblings have to be numbered anew
 */
export function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 1 : within(-Infinity, after - 1, after)
  if (after === undefined) return within(before, before + 1, Infinity)
  return after - before < SMALLEST_GAP ? undefined : within(before, before / 2 + after / 2, after)
}

/** Far from zero, numbers stand wider apart than 1, and the middle of two is one of them. */
const within = (before: number, order: number, after: number): number | undefined =>
  before < order && order < after ? order : undefined
