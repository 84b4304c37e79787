/**
 * Records: what is kept at rest and what devices exchange. A record's groups change apart, each with a stamp of its
 * own, so that a move on one device never takes the words typed on another.
 *
 * A page's own particulars are props beside the ones its owner wrote. `name` is one that no owner can write; the
 * others begin with a colon, which no property key may hold, so a location's `kind` is never a page's kind.
 *
 * @see sync, Ideas and Record on the wire
 */
import { makeDay, type Day } from '@notegraph/block-text'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The words of a block or shape, with the revision that says which version they are. */
export interface Words {
  readonly text: string
  readonly rev: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Where a block or shape stands. Siblings sort by `(order, id)`. */
export interface Place {
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  readonly at: number
}

/** One property with its own time of change. A cleared one stays, as a dated `null`. */
export interface Prop {
  readonly v: Json
  readonly at: number
}

/** A version of the words that another device wrote at the same time; a person picks one. */
export interface Version extends Words {
  readonly device: string
}

/** What records of all kinds have. */
interface RecordBase {
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. @see decisions 1.7 */
  readonly id: string
  readonly createdAt: number
  /** The latest stamp of any group. */
  readonly updatedAt: number
  /** When it was deleted. A deleted record stays as a tombstone. */
  readonly deleted?: number
  /** A page's `:order` says in which order the keys were first written, where an object cannot. */
  readonly props: { readonly [key: string]: Prop }
  readonly versions?: readonly Version[]
  /** Up to 32 earlier revisions of the words. */
  readonly hist: readonly string[]
  readonly schema: 1
}

/** A page. Its id says whether it is a journal day (`journal-YYYYMMDD`). */
export interface PageRecord extends RecordBase {
  readonly kind: 'page'
}

/** A block of text, nested in a page. */
export interface BlockRecord extends RecordBase {
  readonly kind: 'block'
  readonly words: Words
  readonly place: Place
}

/** A shape on a whiteboard page. What it looks like is in its props. */
export interface ShapeRecord extends RecordBase {
  readonly kind: 'shape'
  readonly words: Words
  readonly place: Place
}

export type GraphRecord = PageRecord | BlockRecord | ShapeRecord

/** Keys of a page's own particulars. */
export const PAGE_NAME = 'name'
/** `'whiteboard'` on a whiteboard; absent on any other page. */
export const PAGE_KIND = ':kind'
/** `true` on a favorite. */
export const PAGE_FAVORITE = ':favorite'
/** Its owner's keys in the order in which they were first written, on a page where an object would have another. */
export const PAGE_ORDER = ':order'

/** How its owner spelled the keys that are not in lower case: `{key: spelling}`. */
export const PAGE_SPELLING = ':spelling'

export type PageKind = 'page' | 'journal' | 'whiteboard'

/** Whether a property of a page is its owner's, to be shown as one, or the page's own particular. */
export const isOwnersKey = (key: string): boolean => key !== PAGE_NAME && !key.startsWith(':')

/** The value of a property, or `undefined` where there is none or it was cleared. */
export function propOf(record: GraphRecord, key: string): Json | undefined {
  return record.props[key]?.v ?? undefined
}

/** How the page's owner spelled its keys, by key: those alone that are not in lower case. */
export function spellingsOf(page: PageRecord): ReadonlyMap<string, string> {
  const held = propOf(page, PAGE_SPELLING)
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return new Map()
  return new Map(
    Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A page's name as written. */
export function nameOf(page: PageRecord): string {
  const name = propOf(page, PAGE_NAME)
  return typeof name === 'string' ? name : page.id
}

const JOURNAL_ID = /^journal-(\d{4})(\d\d)(\d\d)$/

/** The day of a journal page, read off its id. An id with a day that is not on the calendar is like any other. */
export function journalDay(id: string): Day | undefined {
  const match = JOURNAL_ID.exec(id)
  return match ? makeDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/** The id of a day's journal page: two devices that open one day make one record. */
export const journalId = (day: Day): string => `journal-${day}`

/** A journal page is one by its id, whatever else it says. */
export function kindOf(page: PageRecord): PageKind {
  if (journalDay(page.id) !== undefined) return 'journal'
  return propOf(page, PAGE_KIND) === 'whiteboard' ? 'whiteboard' : 'page'
}
