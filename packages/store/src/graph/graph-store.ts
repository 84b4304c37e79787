/**
 * One account's graph, as ports of one idea each. Records are the source data; pure code derives all other rows from them
 * when they are written. No SQL appears in these interfaces.
 *
 * Each method reads from one snapshot, so a list always agrees with its total.
 */
import type { BlockStore } from './blocks.ts'
import type { ChangeStore } from './changes.ts'
import type { CommitStore } from './commits.ts'
import type { FeedStore } from './feed.ts'
import type { FileStore } from './files.ts'
import type { HistoryStore } from './history.ts'
import type { GraphMaintenance } from './maintenance.ts'
import type { OutboxStore } from './outbox.ts'
import type { PageStore } from './pages.ts'
import type { RecordStore } from './records.ts'
import type { SearchStore } from './search.ts'
import type { StorageTotals } from './storage.ts'

/** Writes to a graph that are tried together before they are committed. */
export interface DraftStore {
  /**
   * Runs work on a draft of the graph. The work alone sees the commits to its draft, and they are gone when it ends. It waits
   * for nothing but the draft, since other writes of this process to the graph wait meanwhile.
   */
  run<T>(work: (draft: GraphStore) => Promise<T>): Promise<T>
}

/** One account's graph. */
export interface GraphStore {
  readonly pages: PageStore
  readonly blocks: BlockStore
  readonly search: SearchStore
  readonly records: RecordStore
  readonly files: FileStore
  readonly changes: ChangeStore
  readonly history: HistoryStore
  readonly feed: FeedStore
  readonly commits: CommitStore
  readonly drafts: DraftStore
  readonly outbox: OutboxStore
  readonly storage: StorageTotals
  readonly maintenance: GraphMaintenance
}
