/**
 * The content of a site as it was published. A page that left the site since then is gone, and so are its words on other
 * pages.
 * @see sharing 3, 5
 */
import type { GraphStore } from '@notegraph/store'
import type { Publication, PublishedPart, PublishedState } from './publication.ts'
import type { LinkTo } from './share-links.ts'
import type { SharedView } from './shared-view.ts'
import type { SiteContent } from './site-content.ts'
import { siteFeed } from './site-feed.ts'
import { siteLinks } from './site-links.ts'
import type { PageSet } from './site-pages.ts'
import { findMatches, valueWords } from './site-search.ts'

/**
 * Reads a site from its publication.
 *
 * @param pages the published pages that are still on the site
 * @param origin the service's own origin, which may be part of the address of a file
 */
export function publishedContent(
  graph: GraphStore,
  slug: string,
  pages: PageSet,
  publication: Publication,
  origin: string | undefined,
): SiteContent {
  const stateOf = (id: string): PublishedState | undefined =>
    pages.has(id) ? publication.get(id) : undefined

  function viewOf({ page }: PublishedState, part: PublishedPart, linkTo: LinkTo): SharedView {
    const { lines, total, shown, picture } = part
    const own = new Set(part.own)
    const quotedFrom = new Map(part.quotedFrom)
    const isShown = ([key]: readonly [key: string, value: unknown]): boolean =>
      own.has(key) || pages.has(quotedFrom.get(key) ?? '')
    return {
      page,
      linkTo,
      origin,
      lines,
      total,
      shown,
      picture,
      own,
      quotedFrom,
      words: new Map(part.words.filter(isShown)),
      parts: new Map(part.parts),
      embeddedBlocks: new Map(part.embeddedBlocks.filter(isShown)),
      embeddedPages: new Map(part.embeddedPages.filter(isShown)),
      results: new Map(
        part.results?.map(([query, found]) => [query, found.filter(({ pageId }) => pages.has(pageId))]),
      ),
      tables: new Map(part.tables),
      skipped: new Set(part.skipped),
      footnotes: part.footnotes ?? [],
      files: new Map(part.files.filter(([, { from }]) => from === undefined || pages.has(from))),
    }
  }

  return {
    async read(id, { offset }) {
      const state = stateOf(id)
      if (!state) return undefined
      const linkTo = await siteLinks(graph, slug, pages)
      const part = state.parts.findLast((one) => one.offset <= offset) ?? state.parts[0]!
      const view = viewOf(state, part, linkTo)
      return { view, linkedFrom: state.linkedFrom.flatMap((other) => pages.get(other) ?? []) }
    },

    async links(ids) {
      const shown = new Set(ids)
      const linking = (to: string) => stateOf(to)?.linkedFrom.filter((from) => shown.has(from) && pages.has(from)) // prettier-ignore
      return ids.flatMap((to) => linking(to)?.map((from) => [from, to] as const) ?? [])
    },

    search: async (q, titleOf) => {
      const blocks = async function* () {
        for (const pageId of pages.keys())
          for (const text of stateOf(pageId)?.texts ?? []) yield { pageId, words: () => text }
      }
      return findMatches(pages, q, origin, titleOf, blocks)
    },

    async *words(id) {
      yield* await valueWords(pages.get(id)?.values ?? [], origin)
      yield* stateOf(id)?.texts ?? []
    },

    feed: async (kind) => siteFeed(pages, kind, async (id) => stateOf(id)?.texts.slice(0, 10) ?? []),

    fileIds: async (id) => stateOf(id)?.files ?? [],
  }
}
