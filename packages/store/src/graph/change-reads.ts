/**
 * The reads of a check inside the transaction of a change, before its records are written and after. Each method answers at
 * once, since nothing else may run meanwhile.
 */
import type { PageKind } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { PageFilter } from './pages.ts'

/** A live page. */
export interface ReadPage {
  readonly id: string
  readonly name: string
  readonly kind: PageKind
  /** All folded names, whichever page they find. */
  readonly names: readonly string[]
}

/** The pages and blocks that pages may quote. */
export interface Quoted {
  /** Ids of blocks: a reference or an embed of one, or of a block above it on its page, quotes it. */
  readonly blocks?: readonly string[]
  /** Ids of pages with blocks that a reference or an embed quotes. */
  readonly onPages?: readonly string[]
  /** Folded names of embedded pages. */
  readonly names?: readonly string[]
}

/** Reads of the graph as it is at that point of the transaction. */
export interface ChangeReads {
  page(id: string): ReadPage | undefined
  /** The page that a folded name finds. @see PageStore.findByName */
  holder(folded: string): ReadPage | undefined
  /** Those of the pages that pass the filter. */
  passing(ids: readonly string[], filter: PageFilter): string[]
  /** Those of the pages with a block that matches. @param blocks only these blocks count, if given */
  matching(ids: readonly string[], query: Query, days: QueryDays, blocks?: readonly string[]): string[]
  /**
   * The pages that use one of the folded names, in a link, a tag or a value of theirs or of their blocks.
   * @returns ids, at most so many
   */
  using(names: readonly string[], most: number): string[]
  /** Those of the pages that quote something. Some that only refer to it may be among them. */
  quoting(ids: readonly string[], quoted: Quoted): string[]
}

/**
 * Judges a change by the state before and after it. It is called before the records are written, and what it returns after.
 * It may run more than once.
 */
export type ChangeCheck = (reads: ChangeReads) => () => boolean
