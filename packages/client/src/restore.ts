/** Earlier states of notes, snapshots, and restores, as the service reports them. */
import type { ErrorCode, Listed } from './answers.ts'

/** The author of a commit. */
export interface Author {
  kind: 'device' | 'token' | 'person' | 'operator'
  /** The same for all commits of one author. */
  id: string
  /** Empty for the owner of the account. */
  name: string
}

/** A commit that changed a page. */
export interface Moment {
  seq: number
  /** Milliseconds since 1970, as all times here. */
  at: number
  /** Absent if the server no longer knows. */
  by?: Author
  /** Whether the name or the properties of the page changed. */
  page: boolean
  /** Blocks that came to the page, changed on it, and left it. */
  added: number
  changed: number
  removed: number
}

/** The commits that changed a page, newest first. */
export interface PageHistory extends Listed {
  history: readonly Moment[]
}

/** A page, a block or a shape before and after a commit. */
export interface StateChange {
  kind: 'page' | 'block' | 'shape'
  id: string
  before?: string
  after?: string
}

/** A page as it was after a commit. `total` and `next` count its blocks. */
export interface PageState extends Listed {
  seq: number
  at?: number
  by?: Author
  id: string
  name: string
  properties: Record<string, string>
  blocks: readonly { id: string; depth: number; text: string }[]
  changes: readonly StateChange[]
}

/** A name for the graph as it was after a commit. */
export interface Snapshot {
  id: string
  /** Absent on the snapshot of a day. */
  name?: string
  seq: number
  at: number
}

/** Snapshots, newest first. */
export interface SnapshotList extends Listed {
  snapshots: readonly Snapshot[]
}

/** The answer of a removal. */
export interface SnapshotRemoved {
  ok: true
}

/** How much the server forgot. */
export interface ForgetAnswer {
  /** Earlier states that are gone. */
  states: number
  /** Entries of the list of changes that are gone. */
  changes: number
  /** Messages to webhooks that are gone. */
  deliveries: number
}

/** A restore to exactly one of `seq`, `snapshot` and `at`, of one page, of one block, or of the graph. */
export interface RestoreBody {
  page?: string
  block?: string
  seq?: number
  snapshot?: string
  at?: number
  /** Counts what would change, and changes nothing. */
  preview?: boolean
}

/** How many items change, come back and go. */
export interface RestoredCount {
  changed: number
  back: number
  gone: number
}

/** The answer of a restore, and of its preview. */
export interface RestoreAnswer {
  preview: boolean
  seq: number
  pages: RestoredCount
  blocks: RestoredCount
  /** Blocks with conflicting versions that stay. */
  kept: number
  /** The change to revert; absent if nothing was written. */
  changeId?: string
  /** Whether the restore runs in the background. */
  running?: true
}

/** A restore of the whole graph in the background. */
export interface RestoreJob {
  changeId: string
  /** `cut_off` if the server stopped meanwhile. The same restore then continues it. */
  state: 'running' | 'done' | 'failed' | 'cut_off'
  seq: number
  startedAt: number
  endedAt?: number
  /** Restored pages and blocks, of `total`. */
  done: number
  total: number
  error?: { error: string; code: ErrorCode; hint: string }
}

/** The restore that runs in the background, or the last one. */
export interface RestoreJobAnswer {
  restore: RestoreJob | null
}
