/** A query whose days move with the calendar, on all days from today on. @see sharing 8 */
import { resolveRange, type DayTerm, type Query, type QueryDays } from '@notegraph/query'

const LAST_DAY = { kind: 'day', day: 99991231 } as const

/**
 * Widens a query to what it matches today or on any later day. A later day never makes a range begin earlier.
 *
 * @returns undefined if the query means the same on every day
 * @example
 * ```ts
 * const parsed = parseQuery('(between deadline today +7d)')
 * laterQuery(parsed.query, days) // (between deadline today 9999-12-31)
 * ```
 */
export function laterQuery(query: Query, days: QueryDays): Query | undefined {
  return moves(query) ? widened(query, days, false) : undefined
}

function moves(query: Query): boolean {
  if ('operands' in query) return query.operands.some(moves)
  if (query.kind === 'not') return moves(query.operand)
  return (
    (query.kind === 'between' || query.kind === 'journal') && (isMoving(query.from) || isMoving(query.to))
  )
}

const isMoving = ({ kind }: DayTerm): boolean => kind !== 'day'

function widened(query: Query, days: QueryDays, isNegated: boolean): Query {
  if ('operands' in query)
    return { ...query, operands: query.operands.map((one) => widened(one, days, isNegated)) }
  if (query.kind === 'not') return { ...query, operand: widened(query.operand, days, !isNegated) }
  if (!(query.kind === 'between' || query.kind === 'journal') || !moves(query)) return query
  // On a later day, a range may match nothing of what it matches now.
  if (isNegated) return { kind: 'task', markers: [], at: query.at }
  const [first] = resolveRange(query, days.today)
  return { ...query, from: { kind: 'day', day: first }, to: LAST_DAY }
}
