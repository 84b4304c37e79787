/**
 * The resolved type of a page, which readers see for every page, declared or not.
 *
 * @see decisions 3.2
 */
import type { PageTypeId } from '@notegraph/page-types'
import type { PageKind } from './record.ts'

/** A type that a page can declare, or one of the types that a page has without a declaration. */
export type ResolvedType<Id extends string = PageTypeId> =
  Id | 'tag' | 'journal' | 'whiteboard' | 'pdf' | 'page'

/** The data that decides a page's type. */
export interface TypeFacts<Id extends string = PageTypeId> {
  readonly declared?: Id
  readonly kind: PageKind
  /** Whether it has a `pdf::` property. */
  readonly pdf: boolean
  /** The number of blocks and pages that tag it. */
  readonly tagged: number
  /** The number of blocks and pages that link it other than by a tag. A record can count on both sides. */
  readonly linked: number
}

/**
 * Resolves the type of a page: the declared type first, then the kind, then `pdf`, then `tag` or `page`.
 *
 * @example
 * resolveType({ kind: 'page', pdf: false, tagged: 2, linked: 1 }) // 'tag'
 */
export function resolveType<Id extends string = PageTypeId>(facts: TypeFacts<Id>): ResolvedType<Id> {
  const { declared, kind, pdf, tagged, linked } = facts
  if (declared !== undefined) return declared
  if (kind !== 'page') return kind
  if (pdf) return 'pdf'
  return tagged > linked ? 'tag' : 'page'
}
