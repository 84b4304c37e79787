/** Reads of pages: lists, lookups by name or id, and similar names. */
import type { Counts, PageKind, ResolvedType } from '@notegraph/graph'
import type { SettledQuery, ValueRange } from '@notegraph/query'
import type { Window } from './window.ts'

/** A live page; `pageJson` of the graph package makes its answer. */
export interface StoredPage {
  readonly id: string
  readonly name: string
  readonly kind: PageKind
  readonly type: ResolvedType
  readonly counts: Counts
  /** The latest edit of the page or of any block on it, in milliseconds since 1970. @see decisions 3.1 */
  readonly editedAt: number
  /** @see PageRow.view of the graph package */
  readonly view: string
}

/** A filter for pages; a page passes all of its parts. Names are in any form. @see assistants 4 */
export interface PageFilter {
  readonly type?: ResolvedType
  /** Folded words. Each occurs in a name, an alias or the value of a property. Better names come first. */
  readonly words?: string
  /** Only pages that carry this tag. */
  readonly tag?: string
  /** Only pages with this property. A value that names a page also finds its other names. At most one of value and range is set. */
  readonly property?: { readonly key: string; readonly value?: string; readonly range?: ValueRange }
  /** Only pages whose name begins with this one and a slash. */
  readonly namespace?: string
  /** Only other pages that link or tag this page, in a block or a property. */
  readonly linkedTo?: string
  /** Only pages with one of these properties, on the page or in its first block, there with one colon or two. Values are folded. */
  readonly markedBy?: readonly { readonly key: string; readonly value: string }[]
  /** Only pages with a block that matches this query. */
  readonly holding?: SettledQuery
  /** Only pages with one of these ids. */
  readonly ids?: readonly string[]
  /** Only favorites. */
  readonly favorite?: true
  /** Latest edit or creation first, as `compareNames` orders, or most linked first; latest edit by default. Ties are by id. */
  readonly sort?: 'updated' | 'created' | 'name' | 'links'
}

/** One part of a list of pages. */
export interface PageList {
  /** Most recently edited first, then by id, unless the filter names another order. */
  readonly pages: StoredPage[]
  /** The length of the whole list. */
  readonly total: number
}

/** Reads of live pages. */
export interface PageStore {
  /** The live pages that pass a filter. */
  list(filter: PageFilter, window: Window): Promise<PageList>
  /**
   * The pages whose own properties link or tag the page that has this name or alias. That page itself is not among
   * them.
   */
  listNaming(name: string, window: Window): Promise<PageList>
  /** The number of pages for each type that at least one page has. */
  countByType(): Promise<ReadonlyMap<ResolvedType, number>>
  /**
   * The page with this name or, if there is none, with this alias. The page that was created first wins.
   * @param folded the name after `fold` of the block-text package
   * @see decisions 1.1
   */
  findByName(folded: string): Promise<StoredPage | undefined>
  find(id: string): Promise<StoredPage | undefined>
  /**
   * Names of pages similar to this name, the nearest first. A name or alias is similar if it differs in a few letters
   * or contains this name. Examines a fixed number of names on either side in name order.
   */
  similarNames(folded: string, limit: number): Promise<string[]>
}
