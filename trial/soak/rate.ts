/** The rate that this machine bears: raised until answers wait, then taken back. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Latencies } from './latencies.ts'
import type { Paced } from './pace.ts'

const FIRST = 20
const STEP = 1.25
/** Seconds at each rate. */
const SECONDS = 10
/** A rate is too high when the 95th percentile of a kind is longer than these milliseconds. */
const TOO_SLOW = 500
/** The share of the highest rate that is kept up for hours: the rest is for peaks. */
const KEPT = 0.6

/** @returns requests a second */
export async function findRate(load: Paced, times: Latencies, say: (line: string) => void): Promise<number> {
  let borne = FIRST
  for (let rate = FIRST; ; rate = Math.ceil(rate * STEP)) {
    load.setRate(rate)
    times.take()
    await wait(SECONDS * 1_000)
    const slowest = Math.max(...Object.values(times.take()).map(({ p95 }) => p95))
    say(`${rate} requests a second: slowest 95th percentile ${Math.round(slowest)} ms`)
    if (slowest > TOO_SLOW || load.waiting() > rate) break
    borne = rate
  }
  const rate = Math.max(1, Math.floor(borne * KEPT))
  load.setRate(rate)
  return rate
}
