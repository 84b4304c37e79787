/** The series of a soak, what each may grow, and the verdict. */
import type { Latency } from './latencies.ts'
import { isSteady, lowestOf, trendOf, type Bound, type Point, type Trend } from './steady.ts'
import type { Taken } from './watch.ts'

/** The figures of one moment. */
export interface Sample {
  /** Seconds since the load began. */
  readonly at: number
  readonly taken: Taken
  /** Acknowledged writes since the load began, of programs and of devices. */
  readonly writes: number
  /** Milliseconds between two turns of the load's event loop, at the 99th percentile; 10 if it is never late. */
  readonly late: number
  readonly latencies: Readonly<Record<string, Latency>>
}

export interface Series {
  readonly name: string
  readonly unit: 'MB' | 'kB' | 'ms' | ''
  readonly points: readonly Point[]
  readonly trend: Trend
  readonly steady: boolean
}

const MB = 1_000_000
const LOOP: Bound = { share: 0.5, least: 10 }

/** Growth within the last two thirds of the run. */
const SERIES: readonly {
  readonly name: string
  readonly unit: Series['unit']
  readonly bound: Bound
  /** Whether it follows the load at each moment, so that only what stays is judged. */
  readonly hasPeaks?: true
  readonly of: (sample: Sample) => number
}[] = [
  {
    name: 'Resident memory',
    unit: 'MB',
    bound: { share: 0.1, least: 20 },
    of: ({ taken }) => taken.resident / MB,
  },
  {
    name: 'JavaScript heap',
    unit: 'MB',
    bound: { share: 0.1, least: 15 },
    of: ({ taken }) => taken.heap / MB,
  },
  // Each request that waits has a connection. How long requests wait is judged by their latencies.
  {
    name: 'Sockets that stay open',
    unit: '',
    bound: { share: 0.05, least: 5 },
    hasPeaks: true,
    of: ({ taken }) => taken.sockets,
  },
  { name: 'Other handles', unit: '', bound: { share: 0.05, least: 3 }, of: ({ taken }) => taken.handles },
  { name: 'Files', unit: '', bound: { share: 0.05, least: 5 }, of: ({ taken }) => taken.files },
  { name: 'Lateness of the event loop, p99', unit: 'ms', bound: LOOP, of: ({ taken }) => taken.loop },
  { name: 'Lateness of the load, p99', unit: 'ms', bound: LOOP, of: ({ late }) => late },
]
/** Each write adds to the list of changes and to the history, so the files grow with the writes, and no faster. */
const FILES: Bound = { share: 0.1, least: 0.5 }
const LATENCY: Bound = { share: 0.25, least: 10 }

export function seriesOf(samples: readonly Sample[]): Series[] {
  const kinds = [...new Set(samples.flatMap(({ latencies }) => Object.keys(latencies)))].toSorted()
  return [
    ...SERIES.map(({ name, unit, bound, hasPeaks, of }) =>
      judged(
        name,
        unit,
        bound,
        samples.map((sample) => ({ at: sample.at, value: of(sample) })),
        hasPeaks,
      ),
    ),
    judged('Bytes of files for each write', 'kB', FILES, bytesOfWrites(samples)),
    ...kinds.map((kind) =>
      judged(
        `${kind}, p95`,
        'ms',
        LATENCY,
        samples.flatMap(({ at, latencies }) =>
          latencies[kind] === undefined ? [] : [{ at, value: latencies[kind].p95 }],
        ),
      ),
    ),
  ]
}

function bytesOfWrites([first, ...later]: readonly Sample[]): Point[] {
  if (!first) return []
  return later
    .filter(({ writes }) => writes > first.writes)
    .map(({ at, taken, writes }) => ({
      at,
      value: (taken.bytes - first.taken.bytes) / (writes - first.writes) / 1_000,
    }))
}

function judged(
  name: string,
  unit: Series['unit'],
  bound: Bound,
  points: readonly Point[],
  hasPeaks = false,
): Series {
  const trend = trendOf(hasPeaks ? lowestOf(points) : points)
  return { name, unit, points, trend, steady: isSteady(trend, bound) }
}
