/** The report of an import. */

/** The additions of an import, or of one of its transactions. */
export interface AddedCounts {
  /** Pages other than journal days. */
  pages: number
  journals: number
  blocks: number
  files: number
}

/** Counts of one kind in a dry run. An import changes only pages and journal days, and overwrites nothing. */
export interface PlannedCount {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** The counts of a dry run. Properties are those of pages. */
export interface ImportPlan {
  readonly pages: PlannedCount
  readonly journals: PlannedCount
  readonly blocks: PlannedCount
  readonly files: PlannedCount
  readonly properties: PlannedCount
}

/** Content of one kind that was read in another meaning or form, or not at all. @see FINDINGS of the folder package */
export interface ImportFinding {
  readonly kind: string
  /** The kind in one sentence. */
  readonly message: string
  readonly count: number
  /** The first few places. */
  readonly examples: readonly { readonly file: string; readonly line: number }[]
}

/**
 * Counts of added pages, journal days, blocks and files; in a dry run, of those that an import would add. @see
 * operations
 */
export interface ImportReport extends AddedCounts {
  /** Pages, blocks and files that already existed. */
  skipped: number
  readonly unread: { readonly file: string; readonly line: number; readonly why: string }[]
  /** Links to files that the folder lacks; their text stays. */
  readonly missing: { readonly file: string; readonly line: number; readonly asset: string }[]
  /** By kind; complete at the end. */
  findings: readonly ImportFinding[]
  /** Set in a dry run. */
  plan?: ImportPlan
}

/** The report of an import, or the reason why it stopped early. */
export type ImportResult =
  | {
      readonly ok: true
      readonly report: ImportReport
      /** The numbers of places that the report leaves out. */
      readonly omitted: { readonly unread: number; readonly missing: number }
      /** The number of notes that were read, with those that already existed. */
      readonly notes: number
    }
  /** The import stopped early; its commits stay. */
  | { readonly ok: false; readonly why: 'quota_full' | 'changed_meanwhile' }

export const emptyReport = (): ImportReport => ({
  pages: 0,
  journals: 0,
  blocks: 0,
  files: 0,
  skipped: 0,
  unread: [],
  missing: [],
  findings: [],
})
