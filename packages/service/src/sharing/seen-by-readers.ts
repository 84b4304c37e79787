/**
 * Finds what readers see of some pages: which of them are shared, which are on a site, and which a shared page quotes. It asks
 * about these pages alone, inside the transaction of a write.
 * @see sharing 8
 */
import { parseQuery, type QueryDays } from '@notegraph/query'
import type { ChangeReads, Share, Site, SiteRule } from '@notegraph/store'
import { asNamedNow } from '../meant-pages.ts'
import { laterQuery } from './later-query.ts'
import { privateFilters } from './private-pages.ts'

/** The shares and sites of an account. */
export interface Shown {
  /** Links that work. */
  readonly shares: readonly Share[]
  /** Sites that have not ended. */
  readonly sites: readonly ShownSite[]
  readonly days: QueryDays
}

export interface ShownSite {
  readonly site: Site
  /** The ids of what was published; absent if the site follows the graph. */
  readonly published?: ReadonlySet<string>
}

/** The places that show a page to readers. */
export type Place = { readonly site: string } | { readonly sharedPage: string }

/** The pages among `ids` that a site shows now, and those that its next publication would show. */
export function onSite(
  reads: ChangeReads,
  { site, published }: ShownSite,
  ids: readonly string[],
  days: QueryDays,
): ReadonlySet<string> {
  const selected = selectedBy(reads, ruleNow(reads, site), ids, days)
  return published ? new Set([...selected].filter((id) => published.has(id))) : selected
}

/** The rule of a site with the names that its pages have at that point of the transaction. */
export const ruleNow = (reads: ChangeReads, { rule }: Pick<Site, 'rule'>): SiteRule =>
  asNamedNow(rule, (id) => reads.page(id)?.name)

/** The pages among `ids` that a rule selects. The same as `sitePages`, of these pages alone. */
function selectedBy(
  reads: ChangeReads,
  rule: SiteRule,
  ids: readonly string[],
  days: QueryDays,
): ReadonlySet<string> {
  const { pages, tag, type, query, except } = rule
  const candidates = publishable(reads, rule, ids)
  const chosen = new Set(pages)
  const parsed = query === undefined ? undefined : parseQuery(query)
  const selected = [
    ...candidates.filter((id) => chosen.has(id)),
    ...(tag === undefined ? [] : reads.passing(candidates, { tag })),
    ...(type === undefined ? [] : reads.passing(candidates, { type })),
    ...(parsed?.ok === true ? reads.matching(candidates, parsed.query, days) : []),
  ]
  const isPrivate = privateAmong(reads, selected, except === undefined ? [] : [except])
  return new Set(selected.filter((id) => !isPrivate.has(id)))
}

const publishable = (reads: ChangeReads, { journals }: SiteRule, ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const page = reads.page(id)
    return page !== undefined && (page.kind !== 'journal' || journals)
  })

/** The private ones among some pages. @param except tags that keep a page private too */
export function privateAmong(
  reads: ChangeReads,
  ids: readonly string[],
  except: readonly string[],
): ReadonlySet<string> {
  if (ids.length === 0) return new Set()
  return new Set(privateFilters(except).flatMap((filter) => reads.passing(ids, filter)))
}

/** Whether a site would show one of the blocks, or else of the pages, on another day, because its query names days such as `today`. */
export function isSeenLater(
  reads: ChangeReads,
  site: Site,
  ids: readonly string[],
  blocks: readonly string[] | undefined,
  days: QueryDays,
): boolean {
  const rule = ruleNow(reads, site)
  const parsed = rule.query === undefined ? undefined : parseQuery(rule.query)
  const later = parsed?.ok === true ? laterQuery(parsed.query, days) : undefined
  if (!later) return false
  const found = reads.matching(publishable(reads, rule, ids), later, days, blocks)
  const isPrivate = privateAmong(reads, found, rule.except === undefined ? [] : [rule.except])
  return found.some((id) => !isPrivate.has(id))
}
