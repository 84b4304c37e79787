/**
 * Watches how long the event loop is held up: whatever runs for so long at a stretch makes every other caller wait. One
 * line a period at most, with times and nothing else.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '@notegraph/host'

export interface DelayLimits {
  /** Milliseconds beyond which a delay is reported. */
  readonly most: number
  /** Milliseconds between two looks. */
  readonly period: number
}

const LIMITS: DelayLimits = { most: 200, period: 10_000 }
/** Milliseconds between two samples. */
const RESOLUTION = 20

/** @returns stops watching */
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
        'the event loop was held up, in ms',
      )
    delays.reset()
  }
  // A stall makes both timers late. The sample has to come first, since a reset forgets when the last one was.
  const timer = setInterval(() => setImmediate(look), period).unref()
  return () => {
    clearInterval(timer)
    delays.disable()
  }
}
