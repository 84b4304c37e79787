/** The import of an archive, as the service reports it. */
import type { ErrorCode } from './answers.ts'

interface InFile {
  file: string
  /** From 1; 1 where it is the file itself. */
  line: number
}

/** How many an import would create, change and leave as they are. */
export interface PlannedCount {
  created: number
  changed: number
  unchanged: number
}

/** In a dry run: the plan by kind. A page changes if it gains blocks or properties. */
export interface ImportPlan {
  /** Journal days not counted. */
  pages: PlannedCount
  journals: PlannedCount
  blocks: PlannedCount
  files: PlannedCount
  /** Of pages. One that the page already has keeps its value. */
  properties: PlannedCount
}

/** A kind of content that the import reads differently than written, or not at all. */
export interface ImportFinding {
  /** A word for programs, such as `id_repeated`. More may be added. */
  kind: string
  /** The kind in one sentence. */
  message: string
  /** How often it was found. */
  count: number
  /** The first few places. */
  examples: readonly InFile[]
}

/** The outcome of an import, or in a dry run what it would be. */
export interface ImportReport {
  /** Pages that it added, journal days not counted. */
  pages: number
  /** Journal days that it added. */
  journals: number
  /** Blocks that it added. */
  blocks: number
  /** Files that it added. */
  files: number
  /** Pages, blocks and files that already existed. */
  skipped: number
  /** The first of the places that could not be read. */
  unread: readonly (InFile & { why: string })[]
  unreadTotal: number
  /** The first of the links to files that the archive does not hold. Their text is kept. */
  missing: readonly (InFile & { asset: string })[]
  missingTotal: number
  /** By kind. None in a report of a server from before them. */
  findings?: readonly ImportFinding[]
  /** In a dry run. */
  plan?: ImportPlan
}

/** An import. */
export interface ImportJob {
  id: string
  /** A dry run, which writes nothing. */
  dryRun?: true
  /** `cut_off`: the server stopped meanwhile. All that came in stays; importing again adds the rest. */
  state: 'running' | 'done' | 'failed' | 'cut_off'
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds since 1970. */
  endedAt?: number
  /** Notes and files that are done. */
  done: number
  /** Notes and files in all; 0 until that is known. */
  total: number
  report?: ImportReport
  /** Why it failed. */
  error?: { error: string; code: ErrorCode; hint: string }
}

/** The import that runs, or the last one; `null` if there was none. */
export interface ImportAnswer {
  import: ImportJob | null
}
