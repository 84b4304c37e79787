/**
 * The resolved type of a page: what a reader is told it is, declared or not.
 *
 * @see decisions 3.2
 */
import type { PageTypeId } from '@notegraph/page-types'
import type { PageKind } from './record.ts'

/** The twelve types that a page can be given, and the four that a page is by itself. */
export type ResolvedType = PageTypeId | 'journal' | 'whiteboard' | 'pdf' | 'page'

export interface TypeFacts {
  readonly declared?: PageTypeId
  readonly kind: PageKind
  /** Whether it has a `pdf::` property. */
  readonly pdf: boolean
  /** How many blocks and pages tag it. */
  readonly tagged: number
  /** How many blocks and pages link it otherwise. One that does both counts on both sides. */
  readonly linked: number
}

export function resolveType({ declared, kind, pdf, tagged, linked }: TypeFacts): ResolvedType {
  if (declared !== undefined) return declared
  if (kind !== 'page') return kind
  if (pdf) return 'pdf'
  return tagged > linked ? 'tag' : 'page'
}
