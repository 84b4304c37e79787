/** Whether a series stays flat: the trend of its last two thirds, by a line that single peaks do not move. */

export interface Point {
  /** Seconds. */
  readonly at: number
  readonly value: number
}

export interface Trend {
  /** The median of the values. */
  readonly level: number
  /** The gain of the line from the first to the last point. */
  readonly growth: number
}

export interface Bound {
  /** The most growth, as a share of the level. */
  readonly share: number
  /** Growth up to this amount is no growth, whatever the level. */
  readonly least: number
}

/** The first third warms up: caches fill, the store grows to its limits, code is compiled. */
const WARM_UP = 1 / 3

/** The trend by Theil and Sen: the median of the slopes between all pairs of points. */
export function trendOf(points: readonly Point[]): Trend {
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 0
  const from = first + (last - first) * WARM_UP
  const kept = thinned(points.filter(({ at }) => at >= from))
  const slopes = kept.flatMap((a, n) =>
    kept.slice(n + 1).map((b) => (b.value - a.value) / Math.max(b.at - a.at, Number.EPSILON)),
  )
  return { level: median(kept.map(({ value }) => value)), growth: median(slopes) * (last - from) }
}

export const isSteady = ({ level, growth }: Trend, { share, least }: Bound): boolean =>
  growth <= Math.max(level * share, least)

/** Parts of a run. */
const PARTS = 12

/** The lowest point of each twelfth of the run: what stays when peaks are over. A leak raises these as much as the peaks. */
export function lowestOf(points: readonly Point[]): readonly Point[] {
  const first = points[0]?.at ?? 0
  const length = Math.max((points.at(-1)?.at ?? 0) - first, Number.EPSILON)
  const lowest = new Map<number, Point>()
  for (const point of points) {
    const part = Math.min(Math.floor(((point.at - first) / length) * PARTS), PARTS - 1)
    const known = lowest.get(part)
    if (!known || point.value < known.value) lowest.set(part, point)
  }
  return [...lowest.values()]
}

/** All pairs of a long series would be millions; every n-th point shows as much. */
function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / 400)
  return points.filter((_, n) => n % step === 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
