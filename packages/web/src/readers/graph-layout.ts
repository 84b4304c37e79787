/**
 * Places for the pages of a graph: linked pages near each other, and no two in one place. The same graph has the same places.
 * The work is bounded: with more pages there are fewer steps. The caller bounds the number of pages.
 * @see sharing 10
 */

/** A place, from 0 to 1 in both directions. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Steps until the places are good enough, and the pairs of pages that all steps look at. They take about 20 ms. */
const STEPS = 150
const PAIRS = 1_500_000
/** The part of the width that the first step may move a page. */
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
  const [x, y] = [new Float64Array(count), new Float64Array(count)]
  for (let n = 0; n < count; n++) {
    const [angle, far] = [n * GOLDEN, 0.5 * Math.sqrt((n + 0.5) / count)]
    x[n] = 0.5 + far * Math.cos(angle)
    y[n] = 0.5 + far * Math.sin(angle)
  }
  const degree = new Uint32Array(count)
  for (const pair of links) for (const n of pair) degree[n]!++
  const ideal = 0.7 / Math.sqrt(Math.max(1, count))
  const [moveX, moveY] = [new Float64Array(count), new Float64Array(count)]
  const strength = PUSH * ideal * ideal
  const steps = Math.min(STEPS, Math.ceil((2 * PAIRS) / Math.max(1, count * count)))
  for (let step = 0; step < steps; step++) {
    const most = FIRST_MOVE * (1 - step / steps)
    for (let n = 0; n < count; n++) {
      moveX[n] = (0.5 - x[n]!) * MIDDLE
      moveY[n] = (0.5 - y[n]!) * MIDDLE
    }
    for (let a = 0; a < count; a++) {
      const [ax, ay] = [x[a]!, y[a]!]
      let [sumX, sumY] = [0, 0]
      for (let b = a + 1; b < count; b++) {
        const dx = ax - x[b]! || LEAST
        const dy = ay - y[b]!
        const push = strength / Math.max(LEAST * LEAST, dx * dx + dy * dy)
        sumX += dx * push
        sumY += dy * push
        moveX[b]! -= dx * push
        moveY[b]! -= dy * push
      }
      moveX[a]! += sumX
      moveY[a]! += sumY
    }
    // A page with many links is not pulled by each of them.
    for (const [a, b] of links) {
      const [dx, dy] = [x[a]! - x[b]! || LEAST, y[a]! - y[b]!]
      const distance = Math.max(LEAST, Math.sqrt(dx * dx + dy * dy))
      const pull = (ideal - distance) / Math.min(degree[a]!, degree[b]!) / distance
      moveX[a]! += dx * pull
      moveY[a]! += dy * pull
      moveX[b]! -= dx * pull
      moveY[b]! -= dy * pull
    }
    for (let n = 0; n < count; n++) {
      const far = Math.max(LEAST, Math.hypot(moveX[n]!, moveY[n]!))
      const by = Math.min(far, most) / far
      x[n]! += moveX[n]! * by
      y[n]! += moveY[n]! * by
    }
  }
  return fitted(Array.from(x, (one, n) => ({ x: one, y: y[n]! })))
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
