/**
 * Gathers the records of notes in batches, and commits them in transactions. One batch is written while the next is
 * gathered.
 */
import { FOLDER_LIMITS, LIMITS } from '@notegraph/contract'
import { CONFIG_PATH } from '@notegraph/folder'
import { journalDay, type PageRecord } from '@notegraph/graph'
import type { Authorship, Commit, CommitResult, NewFile, Put } from '@notegraph/store'
import { importAuthor } from '../author.ts'
import type { ImportGraph } from './dry-run-graph.ts'
import type { NoteMerge } from './merge.ts'
import type { ImportedRecord, OnImportCommit } from './options.ts'
import type { AddedCounts } from './report.ts'

/** The most records with one number, so that no reader of the feed gets more at once. */
const COMMIT = 1_000
/**
 * The most records in the first transaction. Each transaction waits for the disk and blocks other writers. The first
 * is small, so that writing starts early, and later ones grow.
 */
const FIRST_TRANSACTION = 1_000
/** Characters gathered before a commit, however few records they are. Two batches are in memory at a time. */
const LARGEST_TEXT = 16 * 2 ** 20

/** The reason of an early stop, if any. */
export type StopReason = 'quota_full' | 'changed_meanwhile' | undefined

/** The graph and the functions that batches call. */
export interface BatchTarget {
  readonly graph: ImportGraph
  /** Bytes. */
  readonly quota: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The id of the change that each commit names. */
  readonly changeId?: string | undefined
  /** The most records in one transaction; those of a folder on disk if left out. */
  readonly largest?: number | undefined
  /** Returns the new files since the last call. */
  readonly takeFiles: () => NewFile[]
  readonly committed: OnImportCommit
}

/** The records of a note. */
export interface BatchNote {
  readonly merged: NoteMerge
  /** Ids and names by which a later note may refer to these records. */
  readonly keys: readonly string[]
  /** The length of the note's text. */
  readonly characters: number
}

export class ImportBatches {
  readonly #to: BatchTarget
  readonly #largest: number
  #puts: Put[] = []
  /** New pages of the batch. */
  #newPages = new Set<string>()
  /** Pages of the batch as they were before the import added properties. */
  #pagesBefore = new Map<string, PageRecord>()
  /** Records and characters of the import that its entry in the change list would have. */
  #listed = { records: 0, characters: 0 }
  /** Characters of the batch's notes. */
  #text = 0
  #transaction = FIRST_TRANSACTION
  /** Page ids, ids in notes and folded names of the batch. */
  #pending = new Set<string>()
  /** The same for the batch that is being committed. */
  #sent = new Set<string>()
  /**
   * The last transaction that was sent. The next one depends on it, since its blocks may be on that transaction's page.
   */
  #sentLast: Promise<CommitResult> | undefined
  #underWay: Promise<StopReason> | undefined

  constructor(to: BatchTarget) {
    this.#to = to
    this.#largest = to.largest ?? FOLDER_LIMITS.transaction
  }

  /** Whether the store may not know an id or a name yet, although an earlier note has it. */
  isPending(one: string): boolean {
    return this.#pending.has(one) || this.#sent.has(one)
  }

  /**
   * Adds the records of a note. Sends the batch before it if both exceed one transaction, and sends the batch with it if
   * it is full.
   */
  async add({
    merged: { pageId, puts, added, pageBefore },
    keys,
    characters,
  }: BatchNote): Promise<StopReason> {
    if (puts.length === 0) return undefined
    if (this.#puts.length + puts.length > this.#largest) {
      const why = await this.#send() // a rest in a transaction of its own would wait for the rest of its batch
      if (why) return why
    }
    if (added.page === 1) this.#newPages.add(pageId)
    if (pageBefore) this.#pagesBefore.set(pageId, pageBefore)
    this.#listed.characters += characters
    this.#pending.add(pageId)
    for (const key of keys) this.#pending.add(key)
    for (const put of puts) this.#puts.push(put)
    this.#text += characters
    const isFull = this.#puts.length >= this.#transaction || this.#text >= LARGEST_TEXT
    return isFull ? this.#send() : undefined
  }

  /** Commits the current batch, and waits for it. */
  async commit(): Promise<StopReason> {
    const stopped = (await this.#send()) ?? (await this.#underWay)
    if (stopped) return stopped
    this.#underWay = undefined
    this.#sent = new Set()
    return undefined
  }

  /** Waits for the transactions that were sent, even if they fail. */
  async settle(): Promise<void> {
    await this.#underWay?.catch(() => {})
  }

  /** Sends the current batch. A long note takes several transactions. */
  async #send(): Promise<StopReason> {
    const files = this.#to.takeFiles()
    const puts = this.#puts
    if (puts.length === 0 && files.length === 0) return undefined
    this.#puts = []
    this.#text = 0
    let stopped = await this.#transact(puts.slice(0, this.#largest), files)
    for (let at = this.#largest; at < puts.length && !stopped; at += this.#largest)
      stopped = await this.#transact(puts.slice(at, at + this.#largest), [])
    this.#transaction = Math.min(this.#transaction * 2, this.#largest)
    this.#sent = this.#pending
    this.#pending = new Set()
    return stopped
  }

  /**
   * Sends records as one transaction. It is prepared and queued before the previous one has committed, so that neither
   * thread idles.
   */
  async #transact(puts: readonly Put[], files: readonly NewFile[]): Promise<StopReason> {
    const before = this.#underWay
    const { graph, quota, now, changeId, committed } = this.#to
    const by = importAuthor(now, changeId)
    // The settings of the folder are no file of a note.
    const ofNotes = files.filter(({ path }) => path !== CONFIG_PATH)
    const added = { ...this.#countNew(puts), files: ofNotes.length }
    const records = this.#recordsOf(puts)
    const commits = [commitOf(puts.slice(0, COMMIT), files, quota, by)]
    for (let at = COMMIT; at < puts.length; at += COMMIT)
      commits.push(commitOf(puts.slice(at, at + COMMIT), [], quota, by))
    this.#sentLast = graph.commits.commitAll(commits, this.#sentLast)
    this.#underWay = this.#sentLast.then((result) => {
      if (!result.ok) return result.why
      committed(added, {
        first: result.seq - commits.length + 1,
        last: result.seq,
        ...(records && { records }),
      })
      return undefined
    })
    this.#underWay.catch(() => {}) // the caller that waits for it gets the error
    return before
  }

  /** @returns undefined if the entry of the import in the change list cannot have so many */
  #recordsOf(puts: readonly Put[]): ImportedRecord[] | undefined {
    const listed = this.#listed
    listed.records += puts.length
    if (listed.records > LIMITS.restoredAtOnce || listed.characters > LIMITS.changesBytes) return undefined
    return puts.map(({ record: after }) => {
      const before = this.#pagesBefore.get(after.id)
      this.#pagesBefore.delete(after.id)
      return { ...(before && { before }), after }
    })
  }

  /** Counts new pages and blocks. Existing blocks are never written. */
  #countNew(puts: readonly Put[]): Omit<AddedCounts, 'files'> {
    const count = { pages: 0, journals: 0, blocks: 0 }
    for (const { record } of puts)
      if (record.kind === 'block') count.blocks++
      else if (record.kind === 'page' && this.#newPages.delete(record.id))
        count[journalDay(record.id) === undefined ? 'pages' : 'journals']++
    return count
  }
}

/** A device may delete a page after the notes were compared with it. Their blocks would have no page. */
function commitOf(puts: readonly Put[], files: readonly NewFile[], quota: number, by: Authorship): Commit {
  const pages = new Set<string>()
  for (const { record } of puts) if (record.kind !== 'page') pages.add(record.place.pageId)
  return { puts, pages: [...pages], files, quota, by }
}
