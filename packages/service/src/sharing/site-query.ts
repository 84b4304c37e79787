/**
 * The results of a query on a page of a site: blocks of published pages alone, as if the graph had nothing else.
 * @see sharing 10
 */
import { LIMITS } from '@notegraph/contract'
import type { Query, QueryDays } from '@notegraph/query'
import type { GraphStore } from '@notegraph/store'
import { readQuery } from '../read-query.ts'
import { shownContent, type SharedResult } from './shared-view.ts'
import type { PageSet } from './site-pages.ts'

/** The results that a page shows. */
const SHOWN = 50

/**
 * Runs a query.
 *
 * @returns undefined for a query that can't run here, such as one in Datalog
 * @example
 * ```ts
 * const results = await siteQuery(store.graph(account.id), pages, days, '(todo TODO)')
 * ```
 */
export async function siteQuery(
  { search }: GraphStore,
  set: PageSet,
  days: QueryDays,
  text: string,
): Promise<readonly SharedResult[] | undefined> {
  const read = text.length <= LIMITS.queryCharacters ? readQuery(text, 'query') : undefined
  if (!read?.ok) return undefined
  const operands: Query[] = [{ kind: 'page-ids', ids: [...set.keys()], at: 0 }, read.value]
  const { blocks } = await search.find(
    { kind: 'and', operands, at: 0 },
    days,
    { limit: SHOWN, offset: 0 },
    SHOWN,
  )
  return blocks.flatMap(({ pageId, content }) => {
    const page = set.get(pageId)
    // A block that shows the results is none of them.
    return page && !content.includes(`{{query ${text}`)
      ? [{ pageId, pageName: page.name, content: shownContent(content) }]
      : []
  })
}
