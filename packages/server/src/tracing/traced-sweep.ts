import type { SweepDeps, SweepReport } from '@notegraph/service'
import type { Tracing } from './tracing.ts'

type Sweep = (deps: SweepDeps) => Promise<SweepReport>

/** Sweeps as traces of their own, with counts. */
export const tracedSweep =
  (sweep: Sweep, tracing: Tracing): Sweep =>
  (deps) =>
    tracing.work('sweep', {}, async (span) => {
      const report = await sweep(deps)
      const { files, blobs, ended, failed } = report
      span.set({
        'notegraph.sweep.files': files,
        'notegraph.sweep.blobs': blobs,
        'notegraph.sweep.ended': ended.length,
        'notegraph.sweep.failed': failed.length,
      })
      return report
    })
