import type { Exporter } from '@notegraph/service'
import type { Tracing } from './tracing.ts'

/** Exports as traces of their own, with counts. */
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
