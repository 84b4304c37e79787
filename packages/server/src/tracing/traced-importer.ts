import type { Importer } from '@notegraph/service'
import type { Tracing } from './tracing.ts'

/** Imports as traces of their own, with counts. */
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
