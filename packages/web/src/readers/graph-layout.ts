/**
 * Places for the pages of a graph: linked pages near each other, and no two in one place. The same graph has the same places.
 * The time is that of the pairs of pages, so the caller bounds their number.
 * @see sharing 10
 */

/** A place, from 0 to 1 in both directions. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Steps until the places are good enough, and the part of the width that the first one may move a page. */
const STEPS = 150
const FIRST_MOVE = 0.08
/** The pull to the middle, which keeps parts without links between them together, and the push between all pages. */
const MIDDLE = 0.06
const PUSH = 0.35
/** Two pages in one place are this far apart, so that they part. */
const LEAST = 0.001
/** Turns the next page of the first spiral. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * @param count the number of pages
 * @param links pairs of their numbers from 0
 * @example
 * graphPlaces(2, [[0, 1]]).length // 2
 */
export function graphPlaces(count: number, links: readonly (readonly [number, number])[]): readonly Place[] {
  const at = Array.from({ length: count }, (_, n) => {
    const [angle, far] = [n * GOLDEN, 0.5 * Math.sqrt((n + 0.5) / count)]
    return { x: 0.5 + far * Math.cos(angle), y: 0.5 + far * Math.sin(angle) }
  })
  const degree = at.map(() => 0)
  for (const pair of links) for (const n of pair) degree[n]!++
  const ideal = 0.7 / Math.sqrt(Math.max(1, count))
  for (let step = 0; step < STEPS; step++) {
    const most = FIRST_MOVE * (1 - step / STEPS)
    const moves = at.map(({ x, y }) => ({ x: (0.5 - x) * MIDDLE, y: (0.5 - y) * MIDDLE }))
    const move = (a: number, b: number, force: (distance: number) => number): void => {
      const [dx, dy] = [at[a]!.x - at[b]!.x || LEAST, at[a]!.y - at[b]!.y]
      const distance = Math.max(LEAST, Math.hypot(dx, dy))
      const by = force(distance) / distance
      moves[a]!.x += dx * by
      moves[a]!.y += dy * by
      moves[b]!.x -= dx * by
      moves[b]!.y -= dy * by
    }
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) move(a, b, (distance) => (PUSH * ideal * ideal) / distance)
    // A page with many links is not pulled by each of them.
    for (const [a, b] of links)
      move(a, b, (distance) => (ideal - distance) / Math.min(degree[a]!, degree[b]!))
    for (const [n, { x, y }] of moves.entries()) {
      const far = Math.max(LEAST, Math.hypot(x, y))
      const by = Math.min(far, most) / far
      at[n]!.x += x * by
      at[n]!.y += y * by
    }
  }
  return fitted(at)
}

function fitted(at: readonly Place[]): readonly Place[] {
  const scale = (of: (place: Place) => number) => {
    const all = at.map(of)
    const [least, most] = [Math.min(...all), Math.max(...all)]
    return (place: Place) => (most > least ? (of(place) - least) / (most - least) : 0.5)
  }
  const [x, y] = [scale((place) => place.x), scale((place) => place.y)]
  return at.map((place) => ({ x: x(place), y: y(place) }))
}
