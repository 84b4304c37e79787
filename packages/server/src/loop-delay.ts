/**
 * Watches for delays of the event loop, since long synchronous work makes every other caller wait. It logs at most one
 * line in each period, with times only.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '@notegraph/host'

export interface DelayLimits {
  /** Longer delays are reported, in milliseconds. */
  readonly most: number
  /** Milliseconds between two checks. */
  readonly period: number
}

const LIMITS: DelayLimits = { most: 200, period: 10_000 }
/** Milliseconds between two samples. */
const RESOLUTION = 20

/** @returns a function that stops the watch */
export function watchLoopDelay(
  log: Pick<Log, 'warn'>,
  { most, period }: DelayLimits = LIMITS,
  delays: ReturnType<typeof monitorEventLoopDelay> = monitorEventLoopDelay({ resolution: RESOLUTION }),
): () => void {
  const inMs = (nanoseconds: number): number => Math.round(nanoseconds / 1e6)
  delays.enable()
  function look(): void {
    const longest = inMs(delays.max) - RESOLUTION
    if (longest > most)
      log.warn(
        { longest, p99: inMs(delays.percentile(99)) - RESOLUTION },
        'the event loop was blocked, in ms',
      )
    delays.reset()
  }
  // A stall delays both timers. The sample must come first, because a reset forgets the time of the last sample.
  const timer = setInterval(() => setImmediate(look), period).unref()
  return () => {
    clearInterval(timer)
    delays.disable()
  }
}
