/**
 * The tree of a query: what is asked for, with nothing left of how it was written. Plain words give the same tree.
 * Every `at` is the place where the node begins in the query as sent, in UTF-16 units from 0.
 *
 * Names, words and values are as written; whoever runs the query folds them.
 *
 * @see query, Operands
 */
import type { Day, Marker, Priority } from '@notegraph/block-text'
import type { PageTypeId } from '@notegraph/page-types'

/** The types that a page can resolve to. @see decisions 3.2 */
export type ResolvedTypeName<Id extends string = PageTypeId> =
  Id | 'tag' | 'journal' | 'whiteboard' | 'pdf' | 'page'

/** The days of a block by which it can be looked for. `due` is the day that a task has. */
export type DayField = 'scheduled' | 'deadline' | 'due' | 'created' | 'updated'

/** A day as written: it may depend on the day on which the query runs. */
export type DayTerm =
  | { readonly kind: 'today' | 'yesterday' | 'tomorrow' }
  /** Days, weeks, months or years from today; below 0 before it. */
  | { readonly kind: 'offset'; readonly count: number; readonly unit: 'd' | 'w' | 'm' | 'y' }
  | { readonly kind: 'day'; readonly day: Day }

/** What matches blocks. */
export type Query =
  | LogicQuery
  | NotQuery
  | WordsQuery
  | RefQuery
  | TaskQuery
  | PriorityQuery
  | JournalQuery
  | BetweenQuery
  | PropertyQuery
  | PageTypeQuery
  | PageTagsQuery
  | PageQuery

interface Node<Kind extends string> {
  readonly kind: Kind
  readonly at: number
}

/** All of the operands, or any of them. A row of more than one operand is an `and` too. */
export interface LogicQuery extends Node<'and' | 'or'> {
  readonly operands: readonly Query[]
}

export interface NotQuery extends Node<'not'> {
  readonly operand: Query
}

/** Blocks whose words hold this run. */
export interface WordsQuery extends Node<'words'> {
  readonly text: string
}

/** Blocks that link or tag this page in their own text, by its name or an alias. */
export interface RefQuery extends Node<'ref'> {
  readonly name: string
}

export interface TaskQuery extends Node<'task'> {
  readonly markers: readonly Marker[]
}

export interface PriorityQuery extends Node<'priority'> {
  readonly priorities: readonly Priority[]
}

/** Blocks on the journal pages of these days and the days between. Either end may be the earlier one. */
export interface JournalQuery extends Node<'journal'> {
  readonly from: DayTerm
  readonly to: DayTerm
}

/** Blocks whose day in the field lies there. Either end may be the earlier one. */
export interface BetweenQuery extends Node<'between'> {
  readonly field: DayField
  readonly from: DayTerm
  readonly to: DayTerm
}

/** Blocks that have the property, or whose page has it; of any value when `value` is left out. */
export interface PropertyQuery extends Node<'property' | 'page-property'> {
  /** Lower case, NFC, without spaces. */
  readonly key: string
  readonly value?: string
}

export interface PageTypeQuery extends Node<'page-type'> {
  /** A `ResolvedTypeName` of the types that the query was read with. */
  readonly type: string
}

/** Blocks on a page that carries one of the tags. */
export interface PageTagsQuery extends Node<'page-tags'> {
  readonly tags: readonly string[]
}

/** Blocks on that page, or on the pages named `name/…`. */
export interface PageQuery extends Node<'page' | 'namespace'> {
  readonly name: string
}
