/** A query with resolved days: plain data with the same meaning at any time, in any thread and process. */
import { addDays, type Day } from '@notegraph/block-text'
import { resolveRange } from './day-term.ts'
import type { BetweenQuery, JournalQuery, LogicQuery, NotQuery, PropertyQuery, Query } from './tree.ts'

/** The day and the time zone of a query. */
export interface QueryDays {
  readonly today: Day
  /** The start of a day in the caller's time zone, in milliseconds since 1970. */
  startOf(day: Day): number
}

/** Days from `first` to `last`, both included; milliseconds since 1970 if the field is a time. */
export interface SettledBetween {
  readonly kind: 'between'
  readonly field: BetweenQuery['field']
  readonly first: number
  readonly last: number
}

/** Blocks on the journal pages of the days from `first` to `last`, both included. */
export interface SettledJournal {
  readonly kind: 'journal'
  readonly first: Day
  readonly last: Day
}

/** A query with resolved days. */
export type SettledQuery =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SettledQuery[] }
  | { readonly kind: 'not'; readonly operand: SettledQuery }
  | SettledBetween
  | SettledJournal
  | (PropertyQuery & { readonly kind: 'property' })
  | (PropertyQuery & { readonly kind: 'page-property' })
  | Exclude<Query, LogicQuery | NotQuery | BetweenQuery | JournalQuery | PropertyQuery>

/** A query without operands. */
export type SettledLeaf = Exclude<SettledQuery, { readonly kind: 'and' | 'or' | 'not' }>

/** An operand that asks about the page of a block alone. */
export type PageLeaf = Extract<
  SettledLeaf,
  {
    readonly kind: 'journal' | 'page-property' | 'page-type' | 'page-tags' | 'page-ids' | 'page' | 'namespace'
  }
>

const PAGE_LEAVES: Record<PageLeaf['kind'], true> = {
  journal: true,
  'page-property': true,
  'page-type': true,
  'page-tags': true,
  'page-ids': true,
  page: true,
  namespace: true,
}

/**
 * Whether this operand asks about pages alone.
 *
 * @example
 * isPageLeaf({ kind: 'journal' }) // true
 */
export const isPageLeaf = (query: SettledQuery): query is PageLeaf => query.kind in PAGE_LEAVES

/**
 * Whether all operands of the query ask about pages alone.
 * @example
 * isPageQuery({ kind: 'not', operand: { kind: 'words', text: 'rye', at: 0 } }) // false
 */
export const isPageQuery = (query: SettledQuery): boolean => {
  if ('operands' in query) return query.operands.every(isPageQuery)
  return query.kind === 'not' ? isPageQuery(query.operand) : isPageLeaf(query)
}

/**
 * Resolves the days of a query.
 * @param days today, and the start of a day in the caller's time zone
 * @example
 * const days = { today: 20261120, startOf: () => 0 }
 * settleDays({ kind: 'words', text: 'rye', at: 0 }, days).kind // 'words'
 */
export function settleDays(query: Query, days: QueryDays): SettledQuery {
  switch (query.kind) {
    case 'and':
    case 'or':
      return { kind: query.kind, operands: query.operands.map((operand) => settleDays(operand, days)) }
    case 'not':
      return { kind: 'not', operand: settleDays(query.operand, days) }
    case 'journal': {
      const [first, last] = resolveRange(query, days.today)
      return { kind: 'journal', first, last }
    }
    case 'between':
      return settleBetween(query, days)
    case 'property':
    case 'page-property':
      // Separate branches let the compiler see the kind.
      return query.kind === 'property' ? { ...query, kind: 'property' } : { ...query, kind: 'page-property' }
    case 'words':
    case 'ref':
    case 'task':
    case 'priority':
    case 'page-type':
    case 'page-tags':
    case 'page-ids':
    case 'page':
    case 'namespace':
      return query
  }
}

function settleBetween(query: BetweenQuery, days: QueryDays): SettledBetween {
  const { field } = query
  const [first, last] = resolveRange(query, days.today)
  if (field !== 'created' && field !== 'updated') return { kind: 'between', field, first, last }
  const after = addDays(last, 1)
  const end = after === undefined ? Number.MAX_SAFE_INTEGER : days.startOf(after)
  return { kind: 'between', field, first: days.startOf(first), last: end - 1 }
}
