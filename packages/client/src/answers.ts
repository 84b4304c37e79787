/**
 * What the API answers, as types of this package, so that it needs no other. `types.test.ts` holds each equal to the schema
 * that the service answers by.
 */

export type TaskMarker = 'TODO' | 'DOING' | 'NOW' | 'LATER' | 'WAITING' | 'DONE' | 'CANCELED'

/** The types that a page can be given. */
export type PageTypeId =
  | 'person'
  | 'location'
  | 'book'
  | 'website'
  | 'organization'
  | 'event'
  | 'artist'
  | 'album'
  | 'track'
  | 'movie'
  | 'tv-show'
  | 'tag'

/** What a page can be found to be: a type that it declares, or what follows from the page itself. */
export type ResolvedType = PageTypeId | 'journal' | 'whiteboard' | 'pdf' | 'page'

/** A page, journal day or whiteboard. */
export interface Page {
  /** A journal page's id is `journal-YYYYMMDD`; the id of any other page is opaque. */
  id: string
  /** The name as written. The name or an alias finds the page. */
  name: string
  kind: 'page' | 'journal' | 'whiteboard'
  type: ResolvedType
  /** The type that the page itself declares. */
  declaredType?: PageTypeId
  /** The fields of the page's type that hold something, by label. A relation is an array of the names of pages. */
  fields: { [label: string]: string | readonly string[] }
  /** Every property as written, by its key in lower case, with `[[links]]` kept. */
  props: { [key: string]: string }
  /** Whether the page has a picture of its own. */
  hasPicture: boolean
  /** Other names that find the page. */
  aliases: readonly string[]
  /** Tags given by the page's own properties. */
  tags: readonly string[]
  /** The sums over the page's blocks. */
  counts: { blocks: number; words: number; sentences: number; paragraphs: number; characters: number }
  /** Websites only: the day and the address of the copy that is kept; `null` when none is. */
  copy?: { at: string; url: string } | null
  /** Journal pages only: `YYYYMMDD` as a number. */
  day?: number
  /** `true` on a favorite; absent otherwise. */
  favorite?: true
  /** Milliseconds since 1970. */
  createdAt: number
  /** The last edit of the page or of a block on it, in milliseconds since 1970. */
  updatedAt: number
}

/** A block of text on a page. */
export interface Block {
  id: string
  /** The name of the page it is on. */
  page: string
  pageId: string
  /** The block it is nested under; `null` at the top level. */
  parentId: string | null
  /** Its place among its siblings. Can be fractional. */
  order: number
  /** As written: Markdown, with property lines and date lines. A file reads as `[picture: name]` or `[file: name]`. */
  content: string
  /** What the app shows: no property or date lines, block references read out. */
  text: string
  marker?: TaskMarker
  priority?: 'A' | 'B' | 'C'
  /** `YYYYMMDD` as a number. */
  scheduled?: number
  /** `YYYYMMDD` as a number. */
  deadline?: number
  /** The level of the heading, 1 to 6. */
  heading?: number
  /** The block's own properties, by key in lower case. */
  properties?: { [key: string]: string }
  collapsed?: boolean
  /** Names of the pages it links or tags, in order of appearance. */
  refs: readonly string[]
  /** Names of the pages it tags. */
  tags: readonly string[]
  /** Ids of the blocks it references. */
  blockRefs: readonly string[]
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** A part of a list. */
export interface Listed {
  /** How many there are in the whole list. */
  total: number
  /** The `offset` of the next part; `null` at the end. */
  next: number | null
}

/** Pages, most recently edited first. */
export interface PageList extends Listed {
  pages: readonly Page[]
}
/** A page and its blocks in outline order: each block, then the ones nested under it. */
export interface PageAnswer extends Listed {
  page: Page
  blocks: readonly Block[]
}
/** A day and its blocks in outline order. */
export interface DayAnswer extends Listed {
  /** `YYYY-MM-DD` */
  date: string
  /** `null` for a day nobody wrote on. */
  page: Page | null
  blocks: readonly Block[]
}
export interface BlockAnswer {
  block: Block
}
/** Blocks that match, most recently edited first. */
export interface SearchAnswer extends Listed {
  blocks: readonly Block[]
  /** `true` where more blocks match than are counted. */
  truncated: boolean
}
export interface TaskList extends Listed {
  tasks: readonly Block[]
}

/** A field that a page of a type can have. */
export interface Field {
  /** In lower case; used in `props`, and taken by writes. */
  key: string
  /** Used in `fields`, and taken by writes. */
  label: string
  /** How a value is written. */
  kind: 'date' | 'when' | 'stars' | 'ref' | 'select' | 'email' | 'tel' | 'url' | 'text'
  /** For `ref` fields: the usual type of the named pages. */
  of?: PageTypeId
  /** For `select` fields: the options. */
  options?: readonly string[]
}
export interface PageType {
  type: PageTypeId
  label: string
  plural: string
  fields: readonly Field[]
}
export interface TypeList {
  types: readonly PageType[]
}

export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'read_only_token'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'trail_full'
  | 'internal'
  | 'unavailable'
  | 'quota_full'
