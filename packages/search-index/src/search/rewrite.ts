/** Rewrites a query so that operands that are answered together are next to each other. The meaning stays the same. */
import type { SettledQuery } from '@notegraph/query'
import { isPageQuery } from './page-query.ts'

export function rewrite(query: SettledQuery): SettledQuery {
  if (query.kind === 'not') return { kind: 'not', operand: rewrite(query.operand) }
  if (!('operands' in query) || isPageQuery(query)) return query
  const operands = joinPageQueries(query.kind, query.operands).map(rewrite)
  return { kind: query.kind, operands: query.kind === 'and' ? joinNegations(operands) : operands }
}

/** Operands about pages are combined as sets of pages, which are few. */
function joinPageQueries(kind: 'and' | 'or', operands: readonly SettledQuery[]): readonly SettledQuery[] {
  const aboutPages = operands.filter(isPageQuery)
  if (aboutPages.length < 2) return operands
  return [...operands.filter((operand) => !isPageQuery(operand)), { kind, operands: aboutPages }]
}

/** `not a and not b` becomes `not (a or b)`, since an `or` finds all its words at once. */
function joinNegations(operands: readonly SettledQuery[]): readonly SettledQuery[] {
  const nots = operands.filter((operand) => operand.kind === 'not' && !isPageQuery(operand))
  if (nots.length < 2) return operands
  const negated = nots.flatMap((operand) => (operand.kind === 'not' ? [operand.operand] : []))
  return [
    ...operands.filter((operand) => !nots.includes(operand)),
    { kind: 'not', operand: { kind: 'or', operands: negated } },
  ]
}
