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
const KEPT = 0.5

/** Seconds in which the requests above that rate are answered. */
const MOST_SECONDS = 120

/** Caches fill, and code is compiled: a server that just started bears less than it does later. */
export async function warmUp(load: Paced): Promise<void> {
  load.setRate(FIRST)
  await wait(SECONDS * 1_000)
}

/**
 * Requests fail above the rate that the machine bears. The caller ignores failures until the promise resolves.
 * @param load is warm, and left at one request a second
 * @returns requests a second
 * @throws if the server still does not answer after the highest rate
 */
export async function findRate(load: Paced, times: Latencies, say: (line: string) => void): Promise<number> {
  const bears = async (rate: number): Promise<boolean> => {
    load.setRate(rate)
    times.take()
    await wait(SECONDS * 1_000)
    const slowest = Math.max(...Object.values(times.take()).map(({ p95 }) => p95))
    say(`${rate} requests a second: slowest 95th percentile ${Math.round(slowest)} ms`)
    return slowest <= TOO_SLOW && load.waiting() <= rate
  }
  /** The requests that wait are answered, so that they count for no later rate. */
  const calm = async (): Promise<void> => {
    load.setRate(1)
    for (let second = 0; load.waiting() > 1; second++) {
      if (second === MOST_SECONDS) throw new Error(`${load.waiting()} requests still have no answer.`)
      await wait(1_000)
    }
  }
  let borne = FIRST
  let rate = FIRST
  // A second try, since other programs may have taken the machine for a moment.
  while ((await bears(rate)) || (await calm(), await bears(rate))) {
    borne = rate
    rate = Math.ceil(rate * STEP)
  }
  await calm()
  return Math.max(1, Math.floor(borne * KEPT))
}
