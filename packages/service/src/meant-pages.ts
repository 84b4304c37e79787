/**
 * The pages that the stored rules of sites and webhooks name. A rule has the ids of these pages beside its words. When a page gets
 * another name, the rule has it from the same commit on. A revert brings the old name back.
 * @see assistants 10.3
 */
import { fold } from '@notegraph/block-text'
import { nameOf, type PageRecord } from '@notegraph/graph'
import { renamePages } from '@notegraph/query'
import type { CommitStep, GraphStore, MeantPages, Site, Store, StoredPage } from '@notegraph/store'

/** A rule that may name pages. */
export interface NamingRule {
  readonly tag?: string
  readonly except?: string
  readonly query?: string
  readonly meant?: MeantPages
}

/** The rule with another name for each page; the function returns nothing where the name stays. */
function renamed<R extends NamingRule>(rule: R, rename: (name: string) => string | undefined): R {
  const { tag, except, query } = rule
  return {
    ...rule,
    ...(tag !== undefined && { tag: rename(tag) ?? tag }),
    ...(except !== undefined && { except: rename(except) ?? except }),
    ...(query !== undefined && { query: renamePages(query, rename) }),
  }
}

/**
 * The rule with the names that its pages have now.
 *
 * @param nameNow the name of a page by its id; a page that is gone keeps the name that the rule has
 * @example
 * ```ts
 * const rule = { tag: 'draft', meant: { draft: 'p1' } }
 * asNamedNow(rule, () => 'Drafts') // { tag: 'Drafts', meant: { draft: 'p1' } }
 * ```
 */
export function asNamedNow<R extends NamingRule>(rule: R, nameNow: (id: string) => string | undefined): R {
  const { meant } = rule
  if (!meant) return rule
  return renamed(rule, (name) => {
    const id = Object.hasOwn(meant, fold(name)) ? meant[fold(name)] : undefined
    const now = id === undefined ? undefined : nameNow(id)
    return now === undefined || fold(now) === fold(name) ? undefined : now
  })
}

/** A rule as its owner sees it. */
export function shownRule<R extends NamingRule>(rule: R): Omit<R, 'meant'> {
  const { meant: _, ...shown } = rule
  return shown
}

/** The rule with the names that its pages have now, to read by it. Names of `meant` stay as they were. */
export async function namedNow<R extends NamingRule>(
  { pages }: Pick<GraphStore, 'pages'>,
  rule: R,
): Promise<R> {
  const names = new Map<string, string | undefined>()
  for (const id of new Set(Object.values(rule.meant ?? {}))) names.set(id, (await pages.find(id))?.name)
  return asNamedNow(rule, (id) => names.get(id))
}

/**
 * The rule with the names that its pages have now, and with the ids of the pages that have these names, to store it.
 * @example
 * ```ts
 * await settledRule(store.graph('me'), { tag: 'draft' }) // { tag: 'draft', meant: { draft: 'p1' } }
 * ```
 */
export async function settledRule<R extends NamingRule>(
  graph: Pick<GraphStore, 'pages'>,
  rule: R,
): Promise<R> {
  return withMeant(graph.pages, await namedNow(graph, rule), {})
}

/** The rule as written, with the ids of the pages that it names. @param known ids that stay as long as their pages live */
async function withMeant<R extends NamingRule>(
  pages: GraphStore['pages'],
  rule: R,
  known: MeantPages,
): Promise<R> {
  const named = new Set<string>()
  renamed(rule, (name) => void named.add(fold(name)))
  const meant: Record<string, string> = {}
  for (const name of [...named].toSorted()) {
    const id = Object.hasOwn(known, name) ? known[name] : undefined
    const page = (id === undefined ? undefined : await pages.find(id)) ?? (await holder(pages, name))
    const meantId = page?.id ?? id
    if (meantId !== undefined) meant[name] = meantId
  }
  const { meant: _, ...rest } = rule
  return (Object.keys(meant).length === 0 ? rest : { ...rest, meant }) as R
}

/** The page that has a name as its own, and not as an alias, which would stay. */
async function holder(pages: GraphStore['pages'], name: string): Promise<StoredPage | undefined> {
  const page = await pages.findByName(name)
  return page && fold(page.name) === name ? page : undefined
}

/** The sites of an account, with rules as `settledRule` returns them. */
export async function settledSites(store: Store, accountId: string): Promise<Site[]> {
  const graph = store.graph(accountId)
  const sites = await store.sites.list(accountId)
  return Promise.all(sites.map(async (site) => ({ ...site, rule: await settledRule(graph, site.rule) })))
}

/**
 * Makes the step of a commit for the stored rules. Before a commit changes the name of a page or deletes one, the rules of its
 * account learn which pages they name. That changes the meaning of no rule, so it may stay if the commit fails.
 * @example
 * ```ts
 * const graph = withCommitSteps(store.graph('me'), 'me', { rules: settleRules(store) })
 * ```
 */
export const settleRules =
  (store: Store): CommitStep =>
  async (write, next) => {
    const pages = write.changes.flatMap(({ puts }) =>
      puts.flatMap(({ record, from }) => (record.kind === 'page' && from > 0 ? [record] : [])),
    )
    if (pages.length > 0) await settleAll(store, write.accountId, pages)
    return next(write)
  }

/** @param pages the pages after the commit */
async function settleAll(store: Store, accountId: string, pages: readonly PageRecord[]): Promise<void> {
  const { sites, webhooks } = store
  const graph = store.graph(accountId)
  const losing = await losingNames(graph, pages)
  if (losing === undefined) return
  // The name of a page that is gone is in the rule alone.
  const settle = async <R extends NamingRule>(rule: R): Promise<R> =>
    losing === 'gone' ? settledRule(graph, rule) : withMeant(graph.pages, rule, rule.meant ?? {})
  for (const { slug, rule } of await sites.list(accountId)) {
    const to = await settle(rule)
    if (!isSame(rule, to)) await sites.keepRule(accountId, slug, rule, to)
  }
  for (const { id, filter } of await webhooks.list(accountId)) {
    const to = await settle(filter)
    if (!isSame(filter, to)) await webhooks.keepFilter(accountId, id, filter, to)
  }
}

const isSame = (a: NamingRule, b: NamingRule): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether one of the pages is gone now, or has another name. */
async function losingNames(
  { records }: GraphStore,
  pages: readonly PageRecord[],
): Promise<'gone' | 'renamed' | undefined> {
  if (pages.some(({ deleted }) => deleted !== undefined)) return 'gone'
  const held = await records.findMany(pages.map(({ id }) => id))
  const before = new Map(held.map(({ record }) => [record.id, record.kind === 'page' ? nameOf(record) : '']))
  return pages.some((page) => before.get(page.id) !== nameOf(page)) ? 'renamed' : undefined
}
