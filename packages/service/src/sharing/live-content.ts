/** The content of a site that follows the graph. The first reader loads the libraries of Markdown. @see sharing 3 */
import { parseBlock, withoutPercentComments } from '@notegraph/block-text'
import { linkName, referencesOf } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { FoundBlock, GraphStore, StoredPage } from '@notegraph/store'
import { NO_DAYS } from '../read-query.ts'
import { listed } from './listed-pages.ts'
import { partAt } from './part.ts'
import type { SiteContent, SiteLink } from './site-content.ts'
import { siteFeed } from './site-feed.ts'
import { siteLinks } from './site-links.ts'
import type { PageSet, PublishedPage } from './site-pages.ts'
import { searchSite, valueWords } from './site-search.ts'

/** The links to a page that it shows. */
const MOST_LINKS = 1_000
/** Linking blocks that are read for comments. */
const MOST_BLOCKS = 10_000
/** The beginning of a page in a feed. */
const BEGINNING = { limit: 10, offset: 0, bytes: 10_000 }

/**
 * Reads a site from the graph.
 *
 * @param origin the service's own origin, which may be part of the address of a file
 * @param days the days that queries mean
 * @example
 * ```ts
 * const page = await liveContent(store.graph(account.id), 'garden', pages, undefined, days).read('a1', window)
 * ```
 */
export const liveContent = (
  graph: GraphStore,
  slug: string,
  pages: PageSet,
  origin: string | undefined,
  days: QueryDays,
): SiteContent => ({
  async read(id, window) {
    const page = pages.has(id) ? await graph.pages.find(id) : undefined
    if (!page) return undefined
    const { sharedView } = await import('./shared-view.ts')
    const linkTo = await siteLinks(graph, slug, pages)
    const quotable = async (ids: readonly string[]) => new Set(ids.filter((one) => pages.has(one)))
    const { siteQuery } = await import('./site-query.ts')
    const find = async (query: string, isTable: boolean) => siteQuery(graph, pages, days, query, isTable)
    return {
      view: await sharedView(graph, { page, quotable, window, linkTo, origin, find }),
      linkedFrom: await linksOf(graph, page, pages),
    }
  },

  async links(ids) {
    const shown = ids.filter((id) => pages.has(id))
    const links: SiteLink[] = []
    for (const to of shown) {
      const linkedTo = pages.get(to)!.name
      const linking = await graph.pages.list({ linkedTo, ids: shown, sort: 'name' }, { limit: shown.length, offset: 0 }) // prettier-ignore
      const seen = await visiblyLinking(graph, pages.get(to)!, linking.pages.map(({ id }) => id)) // prettier-ignore
      for (const from of seen) links.push([from, to])
    }
    return links
  },

  search: async (q, titleOf) => searchSite(graph, pages, q, origin, titleOf),

  async *words(id) {
    if (!pages.has(id)) return
    yield* await valueWords(pages.get(id)!.values ?? [], origin)
    const { visibleWords } = await import('./visible-words.ts')
    for (let offset = 0; ;) {
      const { blocks, total } = await graph.blocks.listByPage(id, partAt(offset))
      for (const { content } of blocks) yield visibleWords(content, origin)
      offset += blocks.length
      if (blocks.length === 0 || offset >= total) return
    }
  },

  async feed(kind) {
    const { visibleWords } = await import('./visible-words.ts')
    return siteFeed(pages, kind, async (id) => {
      const { blocks } = await graph.blocks.listByPage(id, BEGINNING)
      return blocks.map(({ content }) => visibleWords(content, origin))
    })
  },

  async fileIds(id) {
    if (!pages.has(id)) return []
    const { pageFiles } = await import('./page-files.ts')
    return pageFiles(graph, id, origin)
  },
})

/** The first pages of the site that link to a page, by name. */
async function linksOf(
  graph: GraphStore,
  { id: to, name }: StoredPage,
  pages: PageSet,
): Promise<PublishedPage[]> {
  const all = await graph.pages.list({ linkedTo: name, sort: 'name' }, { limit: MOST_LINKS, offset: 0 })
  // The ids of a large site take longer than most lists of links, so they are only used if private pages may crowd out others.
  const linking =
    all.total <= MOST_LINKS ? all.pages : listed(graph, { linkedTo: name, ids: [...pages.keys()] })
  const links: PublishedPage[] = []
  for await (const { id } of linking) {
    const link = pages.get(id)
    if (link) links.push(link)
    if (links.length === MOST_LINKS) break
  }
  const ids = links.map(({ id }) => id)
  const seen = new Set(await visiblyLinking(graph, pages.get(to)!, ids))
  return links.filter(({ id }) => seen.has(id))
}

/** Those of some linking pages that have a link which readers see, and not in comments of `%%` alone. Other comments link nothing. */
async function visiblyLinking(
  { search, records }: GraphStore,
  { name, aliases }: PublishedPage,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  const names = [name, ...aliases].map(linkName)
  const linking = async (among: readonly string[], ...more: readonly Query[]) => {
    const operands: Query[] = [{ kind: 'page-ids', ids: among, at: 0 }, { kind: 'ref', name, at: 0 }, ...more]
    const query: Query = { kind: 'and', operands, at: 0 }
    return (await search.find(query, NO_DAYS, { limit: MOST_BLOCKS, offset: 0 }, MOST_BLOCKS)).blocks
  }
  const isSeen = ({ content }: FoundBlock): boolean => {
    const { links, tags } = parseBlock(withoutPercentComments(content))
    return [...links, ...tags].some((one) => names.includes(linkName(one)))
  }
  const hidden = (await linking(ids, { kind: 'words', text: '%%', at: 0 })).filter((one) => !isSeen(one))
  const unseen = new Set<string>()
  for (const id of new Set(hidden.map(({ pageId }) => pageId))) {
    const page = await records.find(id)
    const byPage = page ? referencesOf(page.record).names : []
    if (!names.some((one) => byPage.includes(one)) && !(await linking([id])).some(isSeen)) unseen.add(id)
  }
  return ids.filter((id) => !unseen.has(id))
}
