/**
 * Several attempts at one import, reported as one: an attempt finds what those before it committed, and counts that as
 * there already.
 */
import type { ImportResult, Added } from './report.ts'

export interface Attempts {
  /** Is called with what each transaction added. */
  readonly landed: (added: Added) => void
  /** Runs an attempt; its report counts what those before it added too. */
  run(attempt: () => Promise<ImportResult>): Promise<ImportResult>
}

const NONE: Added = { pages: 0, journals: 0, blocks: 0, files: 0 }

/** @param landed is called with what each transaction of each attempt added */
export function attempts(landed: (added: Added) => void = () => {}): Attempts {
  let total = NONE
  return {
    landed: (added) => {
      total = sum(total, added)
      landed(added)
    },
    async run(attempt) {
      const before = total
      const result = await attempt()
      if (!result.ok) return result
      const { pages, journals, blocks, files } = before
      const skipped = Math.max(0, result.report.skipped - (pages + journals + blocks + files))
      return { ...result, report: { ...result.report, ...sum(before, result.report), skipped } }
    },
  }
}

const sum = (a: Added, b: Added): Added => ({
  pages: a.pages + b.pages,
  journals: a.journals + b.journals,
  blocks: a.blocks + b.blocks,
  files: a.files + b.files,
})
