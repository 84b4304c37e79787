/** The operands of a query that ask about the page of a document alone. */
import type { SettledLeaf, SettledQuery } from '@notegraph/query'

/** A condition on the page of a document. */
export type PageLeaf = Extract<
  SettledLeaf,
  { readonly kind: 'journal' | 'page-property' | 'page-type' | 'page-tags' | 'page' | 'namespace' }
>

const PAGE_LEAVES: Record<PageLeaf['kind'], true> = {
  journal: true,
  'page-property': true,
  'page-type': true,
  'page-tags': true,
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

/** Whether all operands of the query ask about pages alone. */
export const isPageQuery = (query: SettledQuery): boolean => {
  if ('operands' in query) return query.operands.every(isPageQuery)
  return query.kind === 'not' ? isPageQuery(query.operand) : isPageLeaf(query)
}
