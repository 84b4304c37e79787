/** A query with its days settled: plain data that any thread can answer, the same whenever it is asked. */
import { addDays } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import {
  resolveRange,
  type BetweenQuery,
  type JournalQuery,
  type LogicQuery,
  type NotQuery,
  type PropertyQuery,
  type Query,
} from '@notegraph/query'
import type { Days } from '../../graph-store.ts'

export type Question =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Question[] }
  | { readonly kind: 'not'; readonly operand: Question }
  /** From `first` to `last`, both of them: days, or milliseconds where the field is a time. */
  | {
      readonly kind: 'between'
      readonly field: BetweenQuery['field']
      readonly first: number
      readonly last: number
    }
  /** Ids of journal pages. */
  | { readonly kind: 'journal'; readonly first: string; readonly last: string }
  | (PropertyQuery & { readonly kind: 'property' })
  | (PropertyQuery & { readonly kind: 'page-property' })
  | Exclude<Query, LogicQuery | NotQuery | BetweenQuery | JournalQuery | PropertyQuery>
export type Leaf = Exclude<Question, { readonly kind: 'and' | 'or' | 'not' }>

export function settleDays(query: Query, days: Days): Question {
  switch (query.kind) {
    case 'and':
    case 'or':
      return { kind: query.kind, operands: query.operands.map((operand) => settleDays(operand, days)) }
    case 'not':
      return { kind: 'not', operand: settleDays(query.operand, days) }
    case 'journal': {
      const [first, last] = resolveRange(query, days.today)
      return { kind: 'journal', first: journalId(first), last: journalId(last) }
    }
    case 'between': {
      const { kind, field } = query
      const [first, last] = resolveRange(query, days.today)
      if (field !== 'created' && field !== 'updated') return { kind, field, first, last }
      const after = addDays(last, 1)
      const end = after === undefined ? Number.MAX_SAFE_INTEGER : days.startOf(after)
      return { kind, field, first: days.startOf(first), last: end - 1 }
    }
    case 'property':
    case 'page-property':
      return query.kind === 'property' ? { ...query, kind: query.kind } : { ...query, kind: query.kind }
    case 'words':
    case 'ref':
    case 'task':
    case 'priority':
    case 'page-type':
    case 'page-tags':
    case 'page':
    case 'namespace':
      return query
  }
}
