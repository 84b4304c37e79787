/**
 * The resolved type of a page: what a reader is told it is, declared or not.
 *
 * @see decisions 3.2
 */
import type { PageTypeId } from '@notegraph/page-types'
import type { PageKind } from './record.ts'

/** The types that a page can be given, those of the registry unless others are named, and the four that a page is by itself. */
export type ResolvedType<Id extends string = PageTypeId> =
  Id | 'tag' | 'journal' | 'whiteboard' | 'pdf' | 'page'

export interface TypeFacts<Id extends string = PageTypeId> {
  readonly declared?: Id
  readonly kind: PageKind
  /** Whether it has a `pdf::` property. */
  readonly pdf: boolean
  /** How many blocks and pages tag it. */
  readonly tagged: number
  /** How many blocks and pages link it otherwise. One that does both counts on both sides. */
  readonly linked: number
}

export function resolveType<Id extends string = PageTypeId>(facts: TypeFacts<Id>): ResolvedType<Id> {
  const { declared, kind, pdf, tagged, linked } = facts
  if (declared !== undefined) return declared
  if (kind !== 'page') return kind
  if (pdf) return 'pdf'
  return tagged > linked ? 'tag' : 'page'
}
