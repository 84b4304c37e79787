/**
 * What a device keeps of each record, and the store that it is given to keep it in. The store decides nothing: it finds
 * records by marks, and lands what belongs together in one step.
 */
import { isoDay } from '@notegraph/block-text'
import { journalDay, linkName, nameOf, propOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { FileStore } from '../files/file-store.ts'
import type { Group, WireError } from '../message.ts'
import type { WordedRecord } from '../revision.ts'

/** A record on a device: as the app shows it, and what of it the server may not know yet. */
export interface Local {
  readonly record: GraphRecord
  /** The groups that were edited here, each with the number of its latest edit. `drops`: versions were decided on. */
  readonly dirty: { readonly [group: Group]: number }
  /** Of each dirty group the stamp that it had when it was edited, which its own has to follow. */
  readonly follows: { readonly [group: Group]: number }
  /** Revisions that whoever edited the words, or deleted them, had seen. */
  readonly seen: readonly string[]
  /** Revisions that a person here decided against. */
  readonly drops: readonly string[]
  /** Why the server does not take it; it is not sent again until it is edited or tried anew. */
  readonly refused?: WireError
  /** What a pull says became of it, until the pull has reached the head: a tombstone, or `null` where it is gone. */
  readonly fate?: { readonly record: GraphRecord | null }
  /** The pull of everything that named it last. */
  readonly pass: number
}

/** How far a pull of everything has come: the first one, and one after a reset. It goes on where it was cut off. */
export interface Progress {
  /** Records that came and are not deleted. */
  readonly records: number
  /** How many there are, where the server says so. */
  readonly total?: number
  /** Bytes of JSON that came; 0 where the transport does not count them. */
  readonly bytes: number
}

/** What a device keeps beside its records. */
export interface Meta {
  /** Where the next pull goes on; none before the first page of everything. */
  readonly cursor?: string
  readonly epoch?: number
  /** The server's number, as of the last answer. */
  readonly head: number
  /** The server's time less this device's, in milliseconds. */
  readonly offset: number
  /** The name that the device gave itself, where the app gave it none. */
  readonly device?: string
  /** Edits made here. */
  readonly edits: number
  /** Records that live here, and the sum of their hashes. */
  readonly live: number
  readonly sum: number
  /** Pulls of everything that were begun. */
  readonly pass: number
  /** A pull of everything that is under way; `lost` when the server may have lost what this device has. */
  readonly full?: 'whole' | 'lost'
  /** How far that has come. */
  readonly pulled?: Progress
  /** Pages to look at once a pull has reached the head: twins, and blocks that stand on them. */
  readonly touched: readonly string[] | 'all'
  /** Pages that blocks name and nobody has sent, and since when, in the server's time. */
  readonly absent: { readonly [pageId: string]: number }
  /** A person let a pull delete most of the graph. */
  readonly allowed?: boolean
  /** The sums differed, and everything was pulled again for it. */
  readonly mended?: boolean
  /** How often `live` and `sum` were not those of the records, and were counted again. */
  readonly recounted?: number
}

export const NO_META: Meta = {
  head: 0,
  offset: 0,
  edits: 0,
  live: 0,
  sum: 0,
  pass: 0,
  touched: [],
  absent: {},
}

/** What lands in one step. */
export interface LocalChange {
  readonly puts: readonly Local[]
  readonly removes: readonly string[]
  readonly meta: Meta
  /** Values that the app keeps with its graph; `null` takes one away. */
  readonly own?: readonly OwnValue[]
}

/** What an app keeps beside the records, under a key of its own, and lands together with an edit. */
export type OwnValue = readonly [key: string, value: string | null]

/** Where a device keeps its graph. One engine at a time works over it. */
export interface LocalStore {
  /**
   * Makes this store the only one that writes to its data, until it is closed. Called again it resolves at once.
   * @param waits called when another store has the lock, in a window or a worker of the same app; it is waited for
   * @throws where the store is closed before it gets the lock
   */
  lock(waits: () => void): Promise<void>
  meta(): Promise<Meta | undefined>
  /** In the order of the ids. */
  get(ids: readonly string[]): Promise<(Local | undefined)[]>
  /** Records that bear a mark. @see marksOf */
  find(mark: string, limit?: number): Promise<Local[]>
  count(mark: string): Promise<number>
  /** Every record, a batch at a time; one that is put meanwhile may come as it was or as it is. */
  scan(): AsyncIterable<readonly Local[]>
  own(key: string): Promise<string | undefined>
  /** Keys that begin so, in the order of their code units. */
  ownKeys(prefix: string): Promise<string[]>
  /** Files that wait to be uploaded, and copies of those that the server has. */
  readonly files: FileStore
  /** All of it or nothing; rejects where nothing was landed. */
  commit(change: LocalChange): Promise<void>
  close(): Promise<void>
}

export const RECOVERED_ID = 'recovered-blocks'
export const RECOVERED_NAME = 'Recovered blocks'
/** On a block that tidying moved: the pages that it came by, the one that it stands on among them, and when it was. */
export const PATH = ':path'
/** On a page that was folded into another: that page. */
export const INTO = ':into'

/** The form in which two names of pages are one. A journal page has the name of its day, whatever it is called. */
export function nameKey(page: PageRecord): string {
  const day = journalDay(page.id)
  return day === undefined ? linkName(nameOf(page)) : isoDay(day)
}

/** By what the store finds a record. */
export function marksOf(local: Local): string[] {
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

/** Marks of what is to be pushed, in the order in which it goes out: pages are deleted once they are empty. */
export const PENDING = ['pending:page', 'pending:block', 'pending:removal'] as const

function pendingMark({ kind, deleted }: GraphRecord): (typeof PENDING)[number] {
  if (kind !== 'page') return 'pending:block'
  return deleted === undefined ? 'pending:page' : 'pending:removal'
}

export const onPage = (pageId: string): string => `on:${pageId}`
export const named = (name: string): string => `name:${linkName(name)}`
export const movedFrom = (pageId: string): string => `from:${pageId}`

/** The pages by which tidying ever moved a block, until a person moved it. */
export function wayOf(record: WordedRecord): readonly string[] {
  const way = propOf(record, PATH)
  if (!Array.isArray(way) || record.props[PATH]!.at < record.place.at) return []
  return way.filter((id) => typeof id === 'string')
}

/** The pages by which tidying moved a block to where it stands, that one last; none once a person has moved it since. */
export function pathOf(record: WordedRecord): readonly string[] {
  const way = wayOf(record)
  return way.slice(0, way.indexOf(record.place.pageId) + 1)
}

/** The pages that a record has to do with: what is tidied when it comes. */
export const pagesOf = (record: GraphRecord): readonly string[] =>
  record.kind === 'page' ? [record.id] : [record.place.pageId, ...pathOf(record)]
