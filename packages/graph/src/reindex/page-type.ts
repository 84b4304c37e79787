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
  /** The stored type. */
  readonly type: ResolvedType
}

/** The numbers of records that use any name of a page. */
export interface NameUseTotals {
  readonly tagged: number
  readonly linked: number
}

/**
 * Filters the names that find this page. A name that several pages have finds one of them.
 *
 * @param holder returns the id of the page that a name finds
 * @example
 * ownNames('p', ['home', 'start'], (name) => (name === 'home' ? 'p' : 'q')) // ['home']
 */
export const ownNames = (
  id: string,
  names: readonly string[],
  holder: (name: string) => string | undefined,
): string[] => names.filter((name) => holder(name) === id)

/**
 * Adds up the counts of a page's names, as far as its type needs them. A record that uses two names counts once, so the
 * counts of names only give bounds.
 *
 * @param counts the counts of each name
 * @returns `undefined` if the bounds do not decide the type: the store then counts the records, which is slow
 * @example
 * totalsOf([{ linked: 1, tagged: 3 }]) // { linked: 1, tagged: 3 }
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

/**
 * Returns the new type of a page, or `undefined` if the store has it already.
 *
 * @example
 * const page = { declared: null, kind: 'page', pdf: false, type: 'page' }
 * typeToPut(page, { linked: 0, tagged: 2 }) // 'tag'
 */
export function typeToPut(page: PageToResolve, totals: NameUseTotals): ResolvedType | undefined {
  const { declared, kind, pdf } = page
  const type = resolveType({ ...(declared !== null && { declared }), kind, pdf, ...totals })
  return type === page.type ? undefined : type
}
