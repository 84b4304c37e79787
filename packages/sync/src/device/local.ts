/**
 * Records on a device, and the store that keeps them. The store decides nothing. It finds records by marks and commits
 * each change in one transaction.
 */
import { isoDay } from '@notegraph/block-text'
import { journalDay, linkName, nameOf, propOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { FileStore } from '../files/file-store.ts'
import type { Group, WireError } from '../message.ts'
import { INDEX_MARKS, indexMarks } from '../local-index/index-marks.ts'
import { PATH } from '../merge-place.ts'
import type { WordedRecord } from '../revision.ts'

/** A record on a device: its visible form, and the edits that the server may not have yet. */
export interface Local {
  readonly record: GraphRecord
  /** The edited groups, each with the number of its latest edit. `drops` is dirty after a conflict was resolved. */
  readonly dirty: { readonly [group: Group]: number }
  /** The stamp of each dirty group before its first edit; the group's own stamp must be later. */
  readonly follows: { readonly [group: Group]: number }
  /** Revisions that the person saw who edited the words or deleted the record. */
  readonly seen: readonly string[]
  /** Revisions that a person on this device rejected. */
  readonly drops: readonly string[]
  /** The reason why the server rejected the record. The engine sends the record again after an edit or a retry. */
  readonly refused?: WireError
  /**
   * A deletion that a pull reported and that waits for the end of the pull: a tombstone, or `null` if the record is
   * missing.
   */
  readonly fate?: { readonly record: GraphRecord | null }
  /** The number of the last full pull that contained the record. */
  readonly pass: number
}

/** The progress of a full pull: the first pull, or one after a reset. An interrupted pull continues. */
export interface Progress {
  /** Live records received. */
  readonly records: number
  /** The total number of live records, if the server sent it. */
  readonly total?: number
  /** Bytes of JSON received; 0 if the transport does not count them. */
  readonly bytes: number
}

/** The state of a device next to its records. */
export interface Meta {
  /** The cursor for the next pull. Absent before the first page of a full pull. */
  readonly cursor?: string
  readonly epoch?: number
  /** The account of the graph, once a pull named it. */
  readonly account?: string
  /** The number of the server's latest change, from its last answer. */
  readonly head: number
  /** The server's time minus this device's time, in milliseconds. */
  readonly offset: number
  /** This device's time when a pull last reached the head. */
  readonly syncedAt?: number
  /** A name that the engine generated, if the app gave none. */
  readonly device?: string
  /** The number of edits on this device. */
  readonly edits: number
  /** The number of live records, and the sum of their hashes. */
  readonly live: number
  readonly sum: number
  /** The number of full pulls so far. */
  readonly pass: number
  /** Present during a full pull; `lost` if the server may have lost data of this device. */
  readonly full?: 'whole' | 'lost'
  /** The progress of this pull. */
  readonly pulled?: Progress
  /** Pages that tidying checks after the pull: for pages with the same name, and for their blocks. */
  readonly touched: readonly string[] | 'all'
  /** Missing pages that blocks refer to, with the server's time when they were first missed. */
  readonly absent: { readonly [pageId: string]: number }
  /** Whether the user allowed a pull to delete most of the graph. */
  readonly allowed?: boolean
  /** Whether the checksums differed and a full pull followed. */
  readonly mended?: boolean
  /** The results of edits with an id that the device still remembers: their numbers, and their size in characters. */
  readonly remembered?: { readonly first: number; readonly next: number; readonly size: number }
  /** How often `live` and `sum` were wrong and were counted again. */
  readonly recounted?: number
  /** The number of the index's marks that all records have. Absent in a store of an earlier release. */
  readonly indexed?: number
}

/** The state of a new device. */
export const NO_META: Meta = {
  head: 0,
  offset: 0,
  edits: 0,
  live: 0,
  sum: 0,
  pass: 0,
  touched: [],
  absent: {},
  indexed: INDEX_MARKS,
}

/** One change, committed in one transaction. */
export interface LocalChange {
  readonly puts: readonly Local[]
  readonly removes: readonly string[]
  readonly meta: Meta
  /** Values of the app; `null` deletes a value. */
  readonly own?: readonly OwnValue[]
}

/** A value that an app stores next to the records, under a key of its own. */
export type OwnValue = readonly [key: string, value: string | null]

/** Another engine uses the store now. */
export class StoreTaken extends Error {
  readonly code = 'store_taken'

  constructor(
    message = 'Another program opened the graph of this device. Close that program, then open the graph again.',
  ) {
    super(message)
  }
}

/** Compares the code, because an app may bundle this package, and so the class, twice. */
export const isTakenError = (error: unknown): error is StoreTaken =>
  (error as { readonly code?: unknown } | null)?.code === 'store_taken'

/** The store of a device's graph. One engine at a time uses it. */
export interface LocalStore {
  /**
   * Locks the store for this engine until `close`. A second call resolves at once.
   *
   * @param waits called if another window or worker has the lock; the call then waits for it
   * @throws if the store is closed while it waits
   */
  lock(waits: () => void): Promise<void>
  /**
   * Whether another engine has locked the store since. Absent if other engines wait for this one.
   *
   * @throws StoreTaken if a later release has upgraded the store
   */
  isTaken?(): Promise<boolean>
  /** Returns the state next to the records, or `undefined` in a new store. */
  meta(): Promise<Meta | undefined>
  /** Returns records in the order of the ids. */
  get(ids: readonly string[]): Promise<(Local | undefined)[]>
  /**
   * Finds records with a mark. @see marksOf
   */
  find(mark: string, limit?: number): Promise<Local[]>
  /** Counts the records with a mark. */
  count(mark: string): Promise<number>
  /** Returns all records in batches. A record that changes meanwhile may appear in its old or new form. */
  scan(): AsyncIterable<readonly Local[]>
  /** Returns a value of the app, or `undefined`. */
  own(key: string): Promise<string | undefined>
  /** Lists keys with this prefix, sorted by code units. */
  ownKeys(prefix: string): Promise<string[]>
  /** The upload queue, and copies of the server's files. */
  readonly files: FileStore
  /**
   * Commits all of the change or nothing. Rejects if nothing was committed, with `StoreTaken` if another engine has
   * locked the store since.
   */
  commit(change: LocalChange): Promise<void>
  /** Closes the store and ends its lock. Stop the engine first. */
  close(): Promise<void>
}

/** The id of the page for blocks whose page is lost. */
export const RECOVERED_ID = 'recovered-blocks'
/** The name of the page for blocks whose page is lost. */
export const RECOVERED_NAME = 'Recovered blocks'
/** The key of the page that replaces a merged page. */
export const INTO = ':into'

/** Returns the key under which page names are equal. A journal page always has the name of its day. */
export function nameKey(page: PageRecord): string {
  const day = journalDay(page.id)
  return day === undefined ? linkName(nameOf(page)) : isoDay(day)
}

/**
 * Lists the marks under which the store finds a record.
 *
 * @example
 * marksOf({ record: makePage({ id: 'p', name: 'Home', now: 1 }), dirty: {}, follows: {}, seen: [], drops: [], pass: 1 }) // ['page', 'name:home']
 */
export const marksOf = (local: Local): string[] => [
  ...stateMarks(local),
  ...(local.record.deleted === undefined ? indexMarks(local.record) : []),
]

/** The marks that the engine itself needs. */
function stateMarks(local: Local): string[] {
  const { record, dirty, refused, fate } = local
  const marks: string[] = []
  if (record.deleted === undefined) {
    if (record.kind === 'page') marks.push('page', `name:${nameKey(record)}`)
    else {
      marks.push(onPage(record.place.pageId))
      if (record.versions) marks.push('conflict')
      for (const pageId of pathOf(record).slice(0, -1)) marks.push(movedFrom(pageId))
    }
  }
  if (refused) marks.push('refused')
  else if (Object.keys(dirty).length > 0) marks.push(pendingMark(record))
  if (fate) marks.push('doomed')
  return marks
}

/** Marks of records to push, in the order of the push. Deleted pages come last, when they are empty. */
export const PENDING = ['pending:page', 'pending:block', 'pending:removal'] as const

function pendingMark({ kind, deleted }: GraphRecord): (typeof PENDING)[number] {
  if (kind !== 'page') return 'pending:block'
  return deleted === undefined ? 'pending:page' : 'pending:removal'
}

/** The number of records with each kind of open matter. */
export interface Counts {
  /** Records with edits that the server may not have yet. */
  readonly pending: number
  /** Records that the server rejected. */
  readonly refused: number
  /** Blocks with conflicting versions. */
  readonly conflicts: number
}

/** The marks that each count is the number of. */
const COUNTED: { readonly [count in keyof Counts]: readonly string[] } = {
  pending: PENDING,
  refused: ['refused'],
  conflicts: ['conflict'],
}

/**
 * Counts the open matters of a store, for example before an app deletes it.
 *
 * @example
 * const { pending, refused } = await countAll(memoryStore()) // both 0
 */
export async function countAll(store: LocalStore): Promise<Counts> {
  const count = async (marks: readonly string[]): Promise<number> =>
    (await Promise.all(marks.map((mark) => store.count(mark)))).reduce((sum, one) => sum + one, 0)
  const [pending, refused, conflicts] = await Promise.all(Object.values(COUNTED).map(count))
  return { pending: pending!, refused: refused!, conflicts: conflicts! }
}

/** Returns the counts after one record changed. */
export function recounted(counts: Counts, before: Local | undefined, after: Local | undefined): Counts {
  const [was, is] = [before, after].map((local) => new Set(local ? stateMarks(local) : []))
  const changed = { ...counts }
  for (const [name, marks] of Object.entries(COUNTED) as [keyof Counts, readonly string[]][])
    for (const mark of marks) changed[name] += Number(is!.has(mark)) - Number(was!.has(mark))
  return changed
}

/** Whether two counts are equal. */
export const isSameCounts = (a: Counts, b: Counts): boolean =>
  a.pending === b.pending && a.refused === b.refused && a.conflicts === b.conflicts

/** The mark of the blocks on a page. */
export const onPage = (pageId: string): string => `on:${pageId}`
/** The mark of the pages with a name. */
export const named = (name: string): string => `name:${linkName(name)}`
/** The mark of the blocks that tidying moved from a page. */
export const movedFrom = (pageId: string): string => `from:${pageId}`

/** Lists all pages through which tidying ever moved a block, until a person moved it. */
export function wayOf(record: WordedRecord): readonly string[] {
  const way = propOf(record, PATH)
  if (!Array.isArray(way) || record.props[PATH]!.at < record.place.at) return []
  return way.filter((id) => typeof id === 'string')
}

/**
 * Lists the pages through which tidying moved a block to its current page, which is the last. Empty after a person
 * moved the block.
 */
export function pathOf(record: WordedRecord): readonly string[] {
  const way = wayOf(record)
  const { pageId, at } = record.place
  const found = way.indexOf(pageId)
  if (found >= 0) return way.slice(0, found + 1)
  // Two devices moved the block at once: the place of one won, and the path of the other.
  const noted = propOf(record, PATH)
  return Array.isArray(noted) && way.length > 0 && noted.at(-1) === at ? [...way, pageId] : []
}

/** Lists the pages that tidying checks when the record changes. */
export const pagesOf = (record: GraphRecord): readonly string[] =>
  record.kind === 'page' ? [record.id] : [record.place.pageId, ...pathOf(record)]
