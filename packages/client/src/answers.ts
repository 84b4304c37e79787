/**
 * The answers of the API as types of this package, so that the package needs no other. `types.test.ts` compares each
 * with the schema of the service.
 */

export type TaskMarker = 'TODO' | 'DOING' | 'NOW' | 'LATER' | 'WAITING' | 'DONE' | 'CANCELED'

/** A type that a page can declare. */
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

/** A resolved type: a declared type, or one that follows from the page itself. */
export type ResolvedType = PageTypeId | 'journal' | 'whiteboard' | 'pdf' | 'page'

/** A page, journal day or whiteboard. */
export interface Page {
  /** A journal page's id is `journal-YYYYMMDD`; the id of any other page is opaque. */
  id: string
  /** The name as written. The name or an alias finds the page. */
  name: string
  kind: 'page' | 'journal' | 'whiteboard'
  type: ResolvedType
  /** The declared type. */
  declaredType?: PageTypeId
  /** The fields of the page's type with a value, by label. A relation is an array of page names. */
  fields: { [label: string]: string | readonly string[] }
  /** Every property as written, by its key in lower case, with `[[links]]` kept. */
  props: { [key: string]: string }
  /** Whether the page has its own picture. */
  hasPicture: boolean
  /** Other names that find the page. */
  aliases: readonly string[]
  /** Tags given by the page's own properties. */
  tags: readonly string[]
  /** The sums over the page's blocks. */
  counts: { blocks: number; words: number; sentences: number; paragraphs: number; characters: number }
  /** Websites only: the day and the address of the kept copy; `null` when none. */
  copy?: { at: string; url: string } | null
  /** Journal pages only: `YYYYMMDD` as a number. */
  day?: number
  /** `true` on a favorite; absent otherwise. */
  favorite?: true
  /** With `show`: the values of these properties, `null` where the page has none. */
  shown?: { [key: string]: string | null }
  /** Milliseconds since 1970. */
  createdAt: number
  /** The last edit of the page or of a block on it, in milliseconds since 1970. */
  updatedAt: number
}

/** A block of text on a page. */
export interface Block {
  id: string
  /** The name of the page of the block. */
  page: string
  pageId: string
  /** The parent block; `null` at the top level. */
  parentId: string | null
  /** The position among siblings. Can be fractional. */
  order: number
  /**
   * The text as written: Markdown, with property lines and date lines. A file reads as `[picture: name]` or `[file:
   * name]`.
   */
  content: string
  /** The text that the app shows: without property and date lines, with the words of referenced blocks. */
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
  /** In a list of tasks: the day on which it was finished, as `YYYYMMDD`; absent if unknown. */
  finished?: number
  /** With `show`: the values of these properties, `null` where the block has none. */
  shown?: { [key: string]: string | null }
  /** With `nested`: the number of blocks nested under it, counted up to 1,000. */
  nestedCount?: number
  /** With `nested`: the first of them in outline order. */
  nested?: readonly Omit<Block, 'finished' | 'shown' | 'nestedCount' | 'nested'>[]
  /** The number of nested blocks that `depth` leaves out. */
  folded?: number
  /** Names of the linked and tagged pages, in order of appearance. */
  refs: readonly string[]
  /** Names of the tagged pages. */
  tags: readonly string[]
  /** Ids of the referenced blocks. */
  blockRefs: readonly string[]
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** A part of a list. */
export interface Listed {
  /** The number of items in the whole list. */
  total: number
  /** The `offset` of the next part; `null` at the end. */
  next: number | null
}

/** Pages, most recently edited first. */
export interface PageList extends Listed {
  pages: readonly Page[]
}
/** A page and its blocks in outline order. */
export interface FurtherPage extends Listed {
  page: Page
  /** The current version, for `if_unchanged`. */
  version: string
  /** The block of the section; only if a section was asked for. */
  section?: Block
  blocks: readonly Block[]
}
/** A page and its blocks in outline order: each block, then the ones nested under it. */
export interface PageAnswer extends FurtherPage {
  /** The further pages; only if asked for. */
  more?: readonly FurtherPage[]
}
/** A day and its blocks in outline order. */
export interface DayAnswer extends Listed {
  /** `YYYY-MM-DD` */
  date: string
  /** `null` for a day without notes. */
  page: Page | null
  /** The current version of the page, for `if_unchanged`. */
  version?: string
  blocks: readonly Block[]
}
/** The answer for one block. */
export interface BlockAnswer {
  block: Block
  /** The current version, for `if_unchanged`. */
  version: string
  /** The author of the last edit, if the history has it; the name of the owner of the notes is empty. */
  by?: { kind: 'device' | 'token' | 'person' | 'operator'; name: string }
  /** With `history`: the states that writes of this token replaced, the latest replaced first. */
  history?: readonly { at: number; replacedAt: number; content: string }[]
}
/** Parts of a long block around the searched words. */
export interface BlockSnippet {
  id: string
  /** Parts of `content`, with `…` for what is left out. */
  text: string
  /** The beginning and the end of each searched word in `text`. */
  matches: readonly number[][]
}
/** Blocks that match, most recently edited first unless the request names another order. */
export interface SearchAnswer extends Listed {
  blocks: readonly Block[]
  /** `true` if more blocks match than the server counts. */
  truncated: boolean
  /** By relevance: the number of ranked blocks, the most recently edited ones. */
  ranked?: number
  /** With `snippets`: of each long block in the answer. */
  snippets?: readonly BlockSnippet[]
}
/** A part of the list of tasks. */
export interface TaskList extends Listed {
  tasks: readonly Block[]
  /** The days used, if a filter names its day relative to today. */
  days?: { due_by?: string; due_from?: string; zone: string }
}

/** A property of a page that links another page. */
export interface LinkingField {
  /** The key in lower case. */
  key: string
  /** For a field of the page's type. */
  label?: string
  /** As written, with `[[links]]`. */
  value: string
}
/** One page, and what on it leads to another page. */
export interface LinkingPage {
  id: string
  name: string
  fields: readonly LinkingField[]
  blocks: readonly Block[]
  /** Blocks that mention the page without a link; only if asked for. */
  unlinked?: readonly Block[]
}
/** The blocks that refer to a block or embed it, grouped by page. */
export interface BlockLinksAnswer extends Listed {
  block: Block
  pages: readonly LinkingPage[]
}

/** Fields and blocks of other pages that lead to a page, grouped by page. `total` counts all three lists. */
export interface LinksAnswer extends Listed {
  page: Page
  pages: readonly LinkingPage[]
  /** `fields` counts pages with such fields. */
  counts: { fields: number; blocks: number; unlinked?: number }
  /** `true` if more blocks lead to the page than the server counts. */
  truncated: boolean
}

/** A field of a type. */
export interface Field {
  /** The key in lower case, used in `props` and in writes. */
  key: string
  /** The label, used in `fields` and in writes. */
  label: string
  /** The kind of value. */
  kind: 'date' | 'when' | 'stars' | 'ref' | 'select' | 'email' | 'tel' | 'url' | 'text'
  /** For `ref` fields: the usual type of the named pages. */
  of?: PageTypeId
  /** For `select` fields: the options. */
  options?: readonly string[]
}
/** A type of pages with its fields. */
export interface PageType {
  type: PageTypeId
  label: string
  plural: string
  fields: readonly Field[]
}
/** The types that the server knows. */
export interface TypeList {
  types: readonly PageType[]
}

/** The code of an error; the meaning of a code never changes. */
export type ErrorCode =
  /** 400: a parameter, a name, the body or a value is not valid. The message says which one and why. */
  | 'bad_request'
  /** 401: no token, or one that is unknown, revoked or expired. */
  | 'unauthorized'
  /** 402: the account has no plan for this, or writes in the days of grace after it. */
  | 'payment_required'
  /** 403: the account may not do this, or a recent sign-in is needed. */
  | 'forbidden'
  /** 403: a write with a token that only reads. */
  | 'read_only_token'
  /** 403: the token may write, but lacks a right such as `organize` or `publish`. */
  | 'missing_right'
  /** 404: no page has the name, no block has the id, or there is no such path. */
  | 'not_found'
  /** 405: the path does not accept the method. */
  | 'method_not_allowed'
  /** 409: something changed meanwhile, an `If-Match` is outdated, or the state of things does not allow it. Nothing was written. */
  | 'conflict'
  /** 413: the body is too large. */
  | 'too_large'
  /** 429: too many requests. The client waits and tries again. */
  | 'rate_limited'
  /** 429: the list of changes is full. Waiting does not help: keep or revert some. */
  | 'trail_full'
  /** 500: the server failed. */
  | 'internal'
  /** 503: the database cannot be reached at the moment. */
  | 'unavailable'
  /** The cookie of the browser belongs to another account. Nothing was written. */
  | 'other_account'
  /** 507: the storage is full, and the write would grow the graph. */
  | 'quota_full'

/** A page that changed. */
export interface ChangedPage {
  id: string
  /** The name of the page now; of a deleted page, its last name. */
  name: string
  /** `written` if the page was created, renamed or edited, or one of its blocks was. */
  kind: 'written' | 'deleted'
}

/** An event: the pages that changed since the event before it. */
export interface PagesEvent {
  /** The number of the change that the event reaches. */
  seq: number
  /** Each page once. Empty in the first event of a new stream. */
  pages: readonly ChangedPage[]
  /** Any page may have changed. Read everything that you keep again. */
  reset?: true
}
