/**
 * Counts of the blocks and pages that tag or link each name, and the pages whose types depend on these counts. A name
 * finds one page: the first with this name, or else the first with this alias.
 *
 * @see decisions 1.1, 3.2
 */
import { isoDay } from '@notegraph/block-text'
import type { PageRow } from '../page-row.ts'
import { NO_USES, type RecordUses, type UsesDifference } from './difference.ts'

/** The numbers of records that link a name and that tag it. */
export interface UseCounts {
  readonly linked: number
  readonly tagged: number
}

/** A change of a name's counts; the numbers are differences. */
export interface NameCountPut {
  readonly name: string
  readonly linked: number
  readonly tagged: number
}

/** A name that finds a page. */
export interface PageNamePut {
  readonly name: string
  /** Whether it is an alias; else the page's own name. */
  readonly alias: boolean
  /** The stamp of the page's creation, in milliseconds since 1970. */
  readonly createdAt: number
  readonly pageId: string
}

/** Rows to delete, and rows to insert after that. */
export interface PageNamesDifference {
  readonly removed: readonly PageNamePut[]
  readonly added: readonly PageNamePut[]
}

/** The pages whose types may have changed. */
export interface PagesToResolve {
  /** Pages that are part of the commit, by id. */
  readonly ids: ReadonlySet<string>
  /** Names: every page that one of them finds. */
  readonly named: ReadonlySet<string>
  /** Names: every page that one of them finds, if other names find it too. */
  readonly namedAlso: readonly string[]
}

type Counts = { -readonly [K in keyof UseCounts]: UseCounts[K] }

const NO_NAMES: PageNamesDifference = { removed: [], added: [] }
const NO_COUNTS: UseCounts = { linked: 0, tagged: 0 }

/** Adds up the changes of one commit. */
export class NameUses {
  readonly #counts = new Map<string, Counts>()
  readonly #pages = new Set<string>()
  /** Names that a page gained or lost. Every page with such a name may change. */
  readonly #moved = new Set<string>()

  /** Counts the names that a changed record uses. */
  count({ removed, added }: UsesDifference): void {
    if (removed !== NO_USES) this.#add(removed, -1)
    if (added !== NO_USES) this.#add(added, 1)
  }

  /** Compares the names that find a page before and after a change. */
  names(before: PageRow | undefined, after: PageRow | undefined): PageNamesDifference {
    if (after) this.#pages.add(after.id)
    if (before && after && sameNames(before, after)) return NO_NAMES
    const difference = { removed: pageNames(before), added: pageNames(after) }
    for (const { name } of difference.removed) this.#moved.add(name)
    for (const { name } of difference.added) this.#moved.add(name)
    return difference
  }

  /**
   * Step 1.
   *
   * @returns the changes of counts; the store loads the counts before them
   */
  countPuts(): NameCountPut[] {
    const puts: NameCountPut[] = []
    for (const [name, { linked, tagged }] of this.#counts)
      if (linked !== 0 || tagged !== 0) puts.push({ name, linked, tagged })
    return puts
  }

  /**
   * Step 2.
   *
   * @param before returns the counts of a name before the commit; `undefined` for a new name
   * @returns the pages to load
   */
  pagesToResolve(
    puts: readonly NameCountPut[],
    before: (name: string) => UseCounts | undefined,
  ): PagesToResolve {
    const named = new Set(this.#moved)
    const namedAlso: string[] = []
    for (const put of puts) {
      const { linked, tagged } = before(put.name) ?? NO_COUNTS
      const isTag = tagged + put.tagged > linked + put.linked
      if (isTag !== tagged > linked) named.add(put.name)
      // Counts that do not change a type alone may do so together with those of the page's other names.
      else namedAlso.push(put.name)
    }
    return { ids: this.#pages, named, namedAlso }
  }

  #add({ links, tags }: RecordUses, sign: 1 | -1): void {
    for (const name of links) this.#of(name).linked += sign
    for (const name of tags) this.#of(name).tagged += sign
  }

  #of(name: string): Counts {
    let counts = this.#counts.get(name)
    if (!counts) this.#counts.set(name, (counts = { linked: 0, tagged: 0 }))
    return counts
  }
}

const sameNames = (one: PageRow, other: PageRow): boolean =>
  one.createdAt === other.createdAt && one.names.join('\0') === other.names.join('\0')

const pageNames = (row: PageRow | undefined): PageNamePut[] =>
  row
    ? row.names.map((name, i) => ({
        name,
        alias: !isOwnName(row, i),
        createdAt: row.createdAt,
        pageId: row.id,
      }))
    : []

/** Every format of a journal's day is the page's own name. */
const isOwnName = ({ names, day }: PageRow, i: number): boolean =>
  i === 0 || (day !== undefined && names[i] === isoDay(day))
