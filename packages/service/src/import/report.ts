/** The report of an import. */

/** How much an import, or one transaction of it, added. */
export interface Added {
  /** Pages that are no journal days. */
  pages: number
  journals: number
  blocks: number
  files: number
}

/** Records and files of one kind in a dry run. An import changes pages and journals alone, and overwrites nothing. */
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

/** Something of one kind that was read in another meaning or form, or not at all. @see FINDINGS of the folder package */
export interface ImportFinding {
  readonly kind: string
  /** The kind in one sentence. */
  readonly message: string
  readonly count: number
  /** The first few places. */
  readonly examples: readonly { readonly file: string; readonly line: number }[]
}

/** Pages, journals, blocks and files are those that it added, or would add in a dry run. @see operations */
export interface ImportReport extends Added {
  /** Pages, blocks and files that already existed. */
  skipped: number
  readonly unread: { readonly file: string; readonly line: number; readonly why: string }[]
  /** Links to files that the folder does not hold; their words are kept as they are. */
  readonly missing: { readonly file: string; readonly line: number; readonly asset: string }[]
  /** By kind; complete at the end. */
  findings: readonly ImportFinding[]
  /** In a dry run. */
  plan?: ImportPlan
}

export type ImportResult =
  | {
      readonly ok: true
      readonly report: ImportReport
      /** Places that the report leaves out, since there are more than are told. */
      readonly untold: { readonly unread: number; readonly missing: number }
    }
  /** It stopped on its way; what it landed before stays. */
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
