/**
 * The tree of a query: the meaning without the spelling. Plain words give the same kind of tree. Every `at` is the
 * offset of the node in the sent query, in UTF-16 units from 0.
 *
 * Names, words and values are as written; the search folds them.
 * @see query, Operands
 */
import type { Day, Marker, Priority } from '@notegraph/block-text'
import type { PageTypeId } from '@notegraph/page-types'

/** The types to which a page can resolve. @see decisions 3.2 */
export type ResolvedTypeName<Id extends string = PageTypeId> =
  Id | 'tag' | 'journal' | 'whiteboard' | 'pdf' | 'page'

/** The day fields of a block. `due` is the day of a task. */
export type DayField = 'scheduled' | 'deadline' | 'due' | 'created' | 'updated'

/** A day as written, which may depend on the current day. */
export type DayTerm =
  | { readonly kind: 'today' | 'yesterday' | 'tomorrow' }
  /** Days, weeks, months or years from today; below 0 before it. */
  | { readonly kind: 'offset'; readonly count: number; readonly unit: 'd' | 'w' | 'm' | 'y' }
  /** The next such day after today. */
  | { readonly kind: 'weekday'; readonly name: WeekdayName }
  | { readonly kind: 'day'; readonly day: Day }

/** A weekday in English, in lower case. */
export type WeekdayName = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/** A query: a condition on blocks. */
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
  | PageIdsQuery

interface Node<Kind extends string> {
  readonly kind: Kind
  readonly at: number
}

/** All of the operands, or any of them. A row of several operands is an `and` too. */
export interface LogicQuery extends Node<'and' | 'or'> {
  readonly operands: readonly Query[]
}

/** Blocks that the operand does not match. */
export interface NotQuery extends Node<'not'> {
  readonly operand: Query
}

/** Blocks whose words contain this run. */
export interface WordsQuery extends Node<'words'> {
  readonly text: string
  /** Whether the run has to be whole words. A caller asks for that beside the text of the query. */
  readonly whole?: true
}

/** Blocks whose own text links or tags this page, by its name or an alias. */
export interface RefQuery extends Node<'ref'> {
  readonly name: string
  /** Whether other names of the page don't count. A caller asks for that beside the text of the query. */
  readonly literal?: true
}

/** Blocks with one of the markers. */
export interface TaskQuery extends Node<'task'> {
  readonly markers: readonly Marker[]
}

/** Blocks with one of the priorities. */
export interface PriorityQuery extends Node<'priority'> {
  readonly priorities: readonly Priority[]
}

/** Blocks on the journal pages of these days and the days between. Either end may be the earlier one. */
export interface JournalQuery extends Node<'journal'> {
  readonly from: DayTerm
  readonly to: DayTerm
}

/** Blocks whose day in the field is in the range. Either end may be the earlier one. */
export interface BetweenQuery extends Node<'between'> {
  readonly field: DayField
  readonly from: DayTerm
  readonly to: DayTerm
}

/** Blocks that have the property, or whose page has the property; any value if `value` is absent. */
export interface PropertyQuery extends Node<'property' | 'page-property'> {
  /** Lower case, NFC, without spaces. */
  readonly key: string
  readonly value?: string
  /** Whether the value is a link, a tag or a string, so that all names of the page that it names are the same value. */
  readonly link?: true
}

/** Blocks on a page of this type. */
export interface PageTypeQuery extends Node<'page-type'> {
  /** A `ResolvedTypeName` of the types given to the parser. */
  readonly type: string
}

/** Blocks on a page that carries one of the tags. */
export interface PageTagsQuery extends Node<'page-tags'> {
  readonly tags: readonly string[]
  /** As in a `RefQuery`. */
  readonly literal?: true
}

/** Blocks on the pages with these ids. A program asks for it beside the text of a query, which can't say it. */
export interface PageIdsQuery extends Node<'page-ids'> {
  readonly ids: readonly string[]
}

/** Blocks on that page, or on the pages named `name/…`. */
export interface PageQuery extends Node<'page' | 'namespace'> {
  readonly name: string
}
