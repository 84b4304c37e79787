/** Imports, exports and sweeps as traces of their own, with their counts. */
import type { Exporter, Importer, SweepDeps, SweepReport } from '@notegraph/service'
import type { Tracing } from './tracing.ts'

export const tracedImporter = (importer: Importer, tracing: Tracing): Importer => ({
  run: (account, from, options) =>
    tracing.work('import', { 'notegraph.import.dry_run': options.dryRun === true }, async (span) => {
      const result = await importer.run(account, from, options)
      span.set({ 'notegraph.import.result': result.ok ? 'done' : result.why })
      if (!result.ok) return result
      const { pages, journals, blocks, files, skipped } = result.report
      span.set({
        'notegraph.import.pages': pages,
        'notegraph.import.journals': journals,
        'notegraph.import.blocks': blocks,
        'notegraph.import.files': files,
        'notegraph.import.skipped': skipped,
      })
      return result
    }),
})

export const tracedExporter = (exporter: Exporter, tracing: Tracing): Exporter => ({
  run: (...request) =>
    tracing.work('export', {}, async (span) => {
      const report = await exporter.run(...request)
      const { pages, journals, blocks, files, missing } = report
      span.set({
        'notegraph.export.pages': pages,
        'notegraph.export.journals': journals,
        'notegraph.export.blocks': blocks,
        'notegraph.export.files': files,
        'notegraph.export.missing': missing.length,
      })
      return report
    }),
})

type Sweep = (deps: SweepDeps) => Promise<SweepReport>

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
