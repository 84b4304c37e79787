/** The import of an archive, as the service reports it. */
import type { ErrorCode } from './answers.ts'

interface InFile {
  file: string
  /** The line, from 1; 1 for the file itself. */
  line: number
}

/** The number of items that an import would create, change and keep. */
export interface PlannedCount {
  created: number
  changed: number
  unchanged: number
}

/** In a dry run: the plan by kind. A page changes if it gains blocks or properties. */
export interface ImportPlan {
  /** Without journal days. */
  pages: PlannedCount
  journals: PlannedCount
  blocks: PlannedCount
  files: PlannedCount
  /** Properties of pages. A property that the page already has keeps its value. */
  properties: PlannedCount
}

/** A kind of content that the import reads differently than written, or not at all. */
export interface ImportFinding {
  /** A code for programs, such as `id_repeated`. More codes may be added. */
  kind: string
  /** The kind in one sentence. */
  message: string
  /** The number of places. */
  count: number
  /** The first few places. */
  examples: readonly InFile[]
}

/** The result of an import, or the expected result in a dry run. */
export interface ImportReport {
  /** Added pages, without journal days. */
  pages: number
  /** Added journal days. */
  journals: number
  /** Added blocks. */
  blocks: number
  /** Added files. */
  files: number
  /** Pages, blocks and files that already existed. */
  skipped: number
  /** The first unreadable places. */
  unread: readonly (InFile & { why: string })[]
  unreadTotal: number
  /** The first links to files that the archive does not contain. Their text is kept. */
  missing: readonly (InFile & { asset: string })[]
  missingTotal: number
  /** By kind. Absent in reports of older servers. */
  findings?: readonly ImportFinding[]
  /** In a dry run. */
  plan?: ImportPlan
}

/** An import. */
export interface ImportJob {
  id: string
  /** A dry run, which writes nothing. */
  dryRun?: true
  /** `cut_off`: the server stopped during the import. The imported part stays; another import adds the rest. */
  state: 'running' | 'done' | 'failed' | 'cut_off'
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds since 1970. */
  endedAt?: number
  /** The number of processed notes and files. */
  done: number
  /** The number of all notes and files; 0 until it is known. */
  total: number
  report?: ImportReport
  /** The error of a failed import. */
  error?: { error: string; code: ErrorCode; hint: string }
}

/** The running import, or the last one; `null` if there was none. */
export interface ImportAnswer {
  import: ImportJob | null
}
