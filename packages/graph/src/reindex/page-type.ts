/** The resolved type of a stored page, from the counts of the names that lead to it. @see decisions 3.2 */
import type { PageTypeId } from '@notegraph/page-types'
import type { PageKind } from '../record.ts'
import { resolveType, type ResolvedType } from '../resolved-type.ts'
import type { UseCounts } from './name-uses.ts'

/** The columns of a stored page that decide its type. */
export interface PageToResolve {
  readonly declared: PageTypeId | null
  readonly kind: PageKind
  readonly pdf: boolean
  /** The type that the store has of it. */
  readonly type: ResolvedType
}

/** How many records use a page by any of its names. */
export interface NameUseTotals {
  readonly tagged: number
  readonly linked: number
}

/**
 * The names by which links reach the page: a name that several pages have leads to one of them.
 * @param holder the id of the page that a name leads to
 */
export const ownNames = (
  id: string,
  names: readonly string[],
  holder: (name: string) => string | undefined,
): string[] => names.filter((name) => holder(name) === id)

/**
 * Totals that are exact enough to say whether more records tag the page than link it. A record that uses two names
 * counts once, so the names' own counts give bounds only.
 * @param counts of each name
 * @returns nothing if the bounds leave it open: then the records are to be counted, which may take long
 */
export function totalsOf(counts: readonly (UseCounts | undefined)[]): NameUseTotals | undefined {
  const least = { tagged: 0, linked: 0 }
  const most = { tagged: 0, linked: 0 }
  for (const count of counts)
    for (const side of ['tagged', 'linked'] as const) {
      least[side] = Math.max(least[side], count?.[side] ?? 0)
      most[side] += count?.[side] ?? 0
    }
  if (most.tagged <= least.linked) return { tagged: most.tagged, linked: least.linked }
  if (least.tagged > most.linked) return { tagged: least.tagged, linked: most.linked }
  return undefined
}

/** The type to put; nothing if the store has it already. */
export function typeToPut(page: PageToResolve, totals: NameUseTotals): ResolvedType | undefined {
  const { declared, kind, pdf } = page
  const type = resolveType({ ...(declared !== null && { declared }), kind, pdf, ...totals })
  return type === page.type ? undefined : type
}
