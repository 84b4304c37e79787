/**
 * Several attempts at one import, reported as one. An attempt finds the records that earlier attempts committed, and
 * would count them as already present.
 */
import type { OnImportCommit } from './options.ts'
import type { ImportResult, AddedCounts } from './report.ts'

/** Attempts at one import with a common report. */
export interface Attempts {
  readonly add: OnImportCommit
  /** Runs an attempt; its report includes the additions of earlier attempts. */
  run(attempt: () => Promise<ImportResult>): Promise<ImportResult>
}

/** No additions. */
export const NO_COUNTS: AddedCounts = { pages: 0, journals: 0, blocks: 0, files: 0 }

/**
 * Counts the additions over several attempts.
 *
 * @param onCommit called after each transaction of each attempt
 * @example
 * ```ts
 * const all = attempts(({ blocks }) => console.log(blocks))
 * ```
 */
export function attempts(onCommit: OnImportCommit = () => {}): Attempts {
  let total = NO_COUNTS
  return {
    add: (added, commits) => {
      total = sumOfCounts(total, added)
      onCommit(added, commits)
    },
    async run(attempt) {
      const before = total
      const result = await attempt()
      if (!result.ok) return result
      const { pages, journals, blocks, files } = before
      const skipped = Math.max(0, result.report.skipped - (pages + journals + blocks + files))
      return { ...result, report: { ...result.report, ...sumOfCounts(before, result.report), skipped } }
    },
  }
}

/** Adds counts. */
export const sumOfCounts = (a: AddedCounts, b: AddedCounts): AddedCounts => ({
  pages: a.pages + b.pages,
  journals: a.journals + b.journals,
  blocks: a.blocks + b.blocks,
  files: a.files + b.files,
})
