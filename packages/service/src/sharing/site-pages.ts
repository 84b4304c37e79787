/**
 * The pages of a site: those that its rule selects, without those that stay private. Nothing else of the graph is on it.
 * @see sharing 3, 5
 */
import { readDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { compareNames, dayAt, startOfDay } from '@notegraph/graph'
import { parseQuery, settleDays, type QueryDays } from '@notegraph/query'
import type { GraphStore, SiteRule, StoredPage } from '@notegraph/store'
import { namedNow } from '../meant-pages.ts'
import { isSeenProp } from '../other-props.ts'
import { pageIcon } from '../page-icon.ts'
import { listed } from './listed-pages.ts'
import { privatePages } from './private-pages.ts'

/** A page that a rule selects. */
export interface SelectedPage {
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
  /** The picture sign before its name. */
  readonly icon?: string
  /** In milliseconds since 1970. */
  readonly createdAt: number
  /** The day that its property `date` has, else that of its creation, as YYYYMMDD; earlier versions published none. */
  readonly day?: number
  /** The values of its properties as written, for the search; earlier versions published none. */
  readonly values?: readonly string[]
  /** The latest edit, in milliseconds since 1970. */
  readonly editedAt: number
}

/** A page of a site. */
export interface PublishedPage extends SelectedPage {
  /** The last part of its address. */
  readonly address: string
}

/** Selected pages by id, in the order of their names. */
export type SelectedSet = ReadonlyMap<string, SelectedPage>

/** The pages of a site by id, in the order of their names. */
export type PageSet = ReadonlyMap<string, PublishedPage>

/** The pages that a rule selects. */
export interface SelectedPages {
  readonly pages: SelectedSet
  /** The pages that would be on the site without a mark that keeps them private. */
  readonly kept: SelectedSet
}

/** Selects the pages of a site. @see selectPages */
export const sitePages = async (
  graph: GraphStore,
  rule: SiteRule,
  now: number,
  zone: string,
): Promise<SelectedSet> => (await selectPages(graph, rule, now, zone)).pages

/**
 * Selects the pages of a site, and those that stay private.
 *
 * @param now milliseconds since 1970
 * @param zone the time zone of the account, for the days of a query
 * @example
 * ```ts
 * const { pages } = await selectPages(graph, { pages: [], tag: 'essay', journals: false }, Date.now(), 'UTC')
 * ```
 */
export async function selectPages(
  graph: GraphStore,
  rule: SiteRule,
  now: number,
  zone: string,
): Promise<SelectedPages> {
  const named = await namedNow(graph, rule)
  const { except } = named
  const all = new Map<string, StoredPage>()
  for await (const page of selected(graph, named, queryDays(now, zone))) {
    if (page.kind !== 'journal' || rule.journals) all.set(page.id, page)
    if (all.size === 2 * LIMITS.sitePages) break
  }
  const isPrivate = await privatePages(graph, except === undefined ? [] : [except], [...all.keys()])
  const found = new Map<string, StoredPage>()
  const kept = new Map<string, StoredPage>()
  for (const page of all.values()) {
    if (isPrivate.has(page.id)) {
      if (kept.size < LIMITS.sitePages) kept.set(page.id, page)
      continue
    }
    found.set(page.id, page)
    if (found.size === LIMITS.sitePages) break
  }
  return { pages: byName(found, zone), kept: byName(kept, zone) }
}

/** The days that a query means. */
export const queryDays = (now: number, zone: string): QueryDays => ({
  today: dayAt(now, zone),
  startOf: (day) => startOfDay(day, zone),
})

function byName(found: ReadonlyMap<string, StoredPage>, zone: string): SelectedSet {
  const named = [...found.values()].toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1))
  return new Map(named.map((page) => [page.id, selectedPage(page, zone)]))
}

/** Longer values are not searched. The beginning of one could show a comment or an id that has lost its end. */
const LONGEST_VALUE = 2_000
/** Characters of the searched values of one page, since a site keeps those of all its pages in memory. */
const MOST_OF_VALUES = 4_000

function selectedPage({ id, name, view, editedAt }: StoredPage, zone: string): SelectedPage {
  const { aliases, createdAt, props } = JSON.parse(view) as Pick<SelectedPage, 'aliases' | 'createdAt'> & {
    readonly props: Readonly<Record<string, string>>
  }
  const icon = pageIcon(props)
  const day = readDay((props['date'] ?? '').replaceAll(/^\[\[|\]\]$/g, '')) ?? dayAt(createdAt, zone)
  const seen = Object.entries(props).filter(([key]) => isSeenProp(key) && key !== 'type')
  let room = MOST_OF_VALUES
  const values = seen.flatMap(([, value]) => {
    if (value.length > Math.min(LONGEST_VALUE, room)) return []
    room -= value.length
    return [value]
  })
  return {
    id,
    name,
    aliases,
    ...(icon !== undefined && { icon }),
    createdAt,
    day,
    ...(values.length > 0 && { values }),
    editedAt,
  }
}

/** The pages that the parts of a rule select, chosen ones first; a page can come several times. */
async function* selected(
  graph: GraphStore,
  { pages, tag, type, query }: SiteRule,
  days: QueryDays,
): AsyncGenerator<StoredPage> {
  for (const id of pages) {
    const page = await graph.pages.find(id)
    if (page) yield page
  }
  if (tag !== undefined) yield* listed(graph, { tag })
  if (type !== undefined) yield* listed(graph, { type })
  const parsed = query === undefined ? undefined : parseQuery(query)
  // A later release may refuse a query that an earlier one took.
  if (parsed?.ok) yield* listed(graph, { holding: settleDays(parsed.query, days) })
}
