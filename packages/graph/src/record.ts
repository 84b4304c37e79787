/**
 * Records: the stored form of a graph, which devices exchange. Each group of a record changes independently and has its
 * own stamp. A move on one device therefore never overwrites words typed on another.
 *
 * A page keeps its own attributes as props, next to the owner's properties. No owner can write the key `name`. The
 * other keys begin with a colon, which no property key can contain. The property `kind` of a location is therefore
 * never the kind of its page.
 *
 * @see sync, Ideas and Record on the wire
 */
import { makeDay, type Day } from '@notegraph/block-text'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The words of a block or shape. The revision identifies their version. */
export interface Words {
  readonly text: string
  readonly rev: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The position of a block or shape. Siblings sort by `(order, id)`; `at` is in milliseconds since 1970. */
export interface Place {
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  readonly at: number
}

/** One property with its own stamp, in milliseconds since 1970. A cleared property stays, with the value `null`. */
export interface Prop {
  readonly v: Json
  readonly at: number
}

/** A conflicting version of the words, which another device wrote at the same time. A person picks one. */
export interface Version extends Words {
  readonly device: string
}

/** The members that all records have. */
interface RecordBase {
  /** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. @see decisions 1.7 */
  readonly id: string
  readonly createdAt: number
  /** The latest stamp of any group, in milliseconds since 1970. */
  readonly updatedAt: number
  /** The time of deletion, in milliseconds since 1970. A deleted record stays as a tombstone. */
  readonly deleted?: number
  /** Properties by key. On a page, `:order` lists the owner's keys if an object would change their order. */
  readonly props: { readonly [key: string]: Prop }
  readonly versions?: readonly Version[]
  /** Up to 32 earlier revisions of the words. */
  readonly hist: readonly string[]
  readonly schema: 1
}

/** A page. The id of a journal page is `journal-YYYYMMDD`. */
export interface PageRecord extends RecordBase {
  readonly kind: 'page'
}

/** A block of text, nested in a page. */
export interface BlockRecord extends RecordBase {
  readonly kind: 'block'
  readonly words: Words
  readonly place: Place
}

/** A shape on a whiteboard page. Its props define its looks. */
export interface ShapeRecord extends RecordBase {
  readonly kind: 'shape'
  readonly words: Words
  readonly place: Place
}

/** Any record of a graph. */
export type GraphRecord = PageRecord | BlockRecord | ShapeRecord

/** The key of a page's name. */
export const PAGE_NAME = 'name'
/** The key of a page's kind: `'whiteboard'` on a whiteboard, absent on any other page. */
export const PAGE_KIND = ':kind'
/** The key that is `true` on a favorite page. */
export const PAGE_FAVORITE = ':favorite'
/**
 * The key of the owner's keys in the order in which they were first written. Only pages have it for which an object
 * would change the order.
 */
export const PAGE_ORDER = ':order'

/** The key of the owner's spellings of keys that are not in lower case: `{key: spelling}`. */
export const PAGE_SPELLING = ':spelling'

/** The key of the form of the file from which a page came, for exports. Only `@notegraph/folder` reads it. */
export const PAGE_FILE = ':file'

/** The kind of a page. */
export type PageKind = 'page' | 'journal' | 'whiteboard'

/**
 * Whether a property belongs to the page's owner, and is not an attribute of the page itself.
 *
 * @example
 * isOwnersKey('mood') // true
 * isOwnersKey(':kind') // false
 */
export const isOwnersKey = (key: string): boolean => key !== PAGE_NAME && !key.startsWith(':')

/**
 * Returns the value of a property, or `undefined` if it is absent or cleared.
 *
 * @example
 * propOf(makePage({ id: 'p', name: 'Home', now: 1 }), 'name') // 'Home'
 */
export function propOf(record: GraphRecord, key: string): Json | undefined {
  return record.props[key]?.v ?? undefined
}

/**
 * Returns the owner's spelling of each key that is not in lower case, by key.
 *
 * @example
 * spellingsOf(makePage({ id: 'p', name: 'Home', now: 1 })).size // 0
 */
export function spellingsOf(page: PageRecord): ReadonlyMap<string, string> {
  const held = propOf(page, PAGE_SPELLING)
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return new Map()
  return new Map(
    Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * Returns a page's name as written, or its id without a name.
 *
 * @example
 * nameOf(makePage({ id: 'p', name: 'Home', now: 1 })) // 'Home'
 */
export function nameOf(page: PageRecord): string {
  const name = propOf(page, PAGE_NAME)
  return typeof name === 'string' ? name : page.id
}

const JOURNAL_ID = /^journal-(\d{4})(\d\d)(\d\d)$/

/**
 * Returns the day of a journal page's id, or `undefined` for any other id. A day that does not exist makes no journal
 * page.
 *
 * @example
 * journalDay('journal-20261120') // 20261120
 * journalDay('journal-20260230') // undefined
 */
export function journalDay(id: string): Day | undefined {
  const match = JOURNAL_ID.exec(id)
  return match ? makeDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/**
 * Returns the id of a day's journal page. Two devices that open the same day thus create one record.
 *
 * @example
 * journalId(20261120) // 'journal-20261120'
 */
export const journalId = (day: Day): string => `journal-${day}`

/**
 * Returns the kind of a page. The id alone makes a journal page.
 *
 * @example
 * kindOf(makePage({ id: 'journal-20261120', name: 'Today', now: 1 })) // 'journal'
 */
export function kindOf(page: PageRecord): PageKind {
  if (journalDay(page.id) !== undefined) return 'journal'
  return propOf(page, PAGE_KIND) === 'whiteboard' ? 'whiteboard' : 'page'
}

/**
 * Whether a record exists and is not deleted.
 *
 * @example
 * isLive(undefined) // false
 */
export const isLive = (record: GraphRecord | undefined): boolean =>
  record !== undefined && record.deleted === undefined
