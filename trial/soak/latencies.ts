/** Times of answers by kind, since the last look. */
export interface Latency {
  readonly count: number
  /** Milliseconds from the moment that the request was due, so that a server that holds up the load shows it. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface Latencies {
  add(kind: string, ms: number): void
  /** The times since the last call, by kind. */
  take(): Record<string, Latency>
}

export function latencies(): Latencies {
  let times = new Map<string, number[]>()
  return {
    add(kind, ms) {
      const known = times.get(kind)
      if (known) known.push(ms)
      else times.set(kind, [ms])
    },
    take() {
      const taken = [...times].toSorted(([a], [b]) => (a < b ? -1 : 1))
      times = new Map()
      return Object.fromEntries(taken.map(([kind, all]) => [kind, summary(all)]))
    },
  }
}

function summary(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
