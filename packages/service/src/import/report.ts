/** What an import tells when it is done. */

/** How much an import, or one transaction of it, added. */
export interface Added {
  /** Pages that are no journal days. */
  pages: number
  journals: number
  blocks: number
  files: number
}

/** Pages, journals, blocks and files are those that it added. @see operations */
export interface ImportReport extends Added {
  /** Pages, blocks and files that were there already. */
  skipped: number
  readonly unread: { readonly file: string; readonly line: number; readonly why: string }[]
  /** Links to files that the folder does not hold; their words are kept as they are. */
  readonly missing: { readonly file: string; readonly line: number; readonly asset: string }[]
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
})
