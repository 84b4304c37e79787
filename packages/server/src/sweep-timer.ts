/**
 * Runs the sweep of every account at regular times. Each sweep, and each failure, is a line in the log; a failed sweep
 * is tried again the next time.
 */
import type { Log } from '@notegraph/host'
import { faultOf } from './http/log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { repeat } from './repeat.ts'
import { tracedSweep } from './tracing/traced-work.ts'
import type { Tracing } from './tracing/tracing.ts'
import { sweep, type SweepDeps, type SweepEvent } from '@notegraph/service'

const MINUTE = 60_000

export interface SweepSchedule {
  /** Milliseconds until the first sweep, so that a start is not delayed. */
  readonly first: number
  /** Milliseconds between two sweeps. */
  readonly every: number
}

const TIMING: SweepSchedule = { first: MINUTE, every: 6 * 60 * MINUTE }

/** Measures and traces sweeps. */
export interface SweepObservers {
  readonly metrics?: Pick<Metrics, 'sweepEnded'> | undefined
  readonly tracing?: Tracing | undefined
}

/** @returns a function that stops the timer and waits for a running sweep */
export function startSweepTimer(
  deps: Omit<SweepDeps, 'onEvent' | 'signal'>,
  log: Log,
  { first, every }: SweepSchedule = TIMING,
  { metrics, tracing }: SweepObservers = {},
): () => Promise<void> {
  const observed = tracing ? tracedSweep(sweep, tracing) : sweep

  async function once(signal: AbortSignal): Promise<void> {
    try {
      await observed({ ...deps, signal, onEvent: (event) => logEvent(log, event) })
      metrics?.sweepEnded('done')
    } catch (error) {
      metrics?.sweepEnded('failed')
      log.error({ fault: faultOf(error) }, 'a sweep failed')
    }
  }

  return repeat(once, { first, every })
}

const WORDS = {
  files_cleared: 'unused files were deleted',
  grace_over: 'a plan changed',
  graph_ended: 'the graph of an ended plan was archived and deleted',
} as const

function logEvent(log: Log, swept: SweepEvent): void {
  const { event, ...facts } = swept
  if (event === 'failed') {
    log.error({ account: swept.account, fault: faultOf(swept.error) }, 'an account could not be swept')
  } else if (event === 'grace_over') {
    log.info({ ...facts, from: 'grace', to: 'none', by: 'time' }, WORDS[event])
  } else log.info(facts, WORDS[event])
}
