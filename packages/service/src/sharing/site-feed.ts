/** The latest pages of a site, for its Atom feeds. @see sharing 3 */
import { journalDay } from '@notegraph/graph'
import { LIMITS } from '@notegraph/contract'
import type { GraphStore } from '@notegraph/store'
import type { PageSet, PublishedPage } from './site-pages.ts'
import { visibleWords } from './visible-words.ts'

/** The pages that were edited last, or the latest journals. */
export type FeedKind = 'pages' | 'journals'

/** A page in a feed. */
export interface FeedEntry {
  readonly page: PublishedPage
  /** The beginning of its words. */
  readonly summary: string
}

/** The beginning of a page. */
const BEGINNING = { limit: 10, offset: 0, bytes: 10_000 }

/**
 * Lists the entries of a feed, the latest first.
 *
 * @param origin the service's own origin, which may be part of the address of a file
 * @example
 * ```ts
 * const entries = await siteFeed(store.graph(account.id), pages, 'pages', undefined)
 * ```
 */
export async function siteFeed(
  graph: GraphStore,
  set: PageSet,
  kind: FeedKind,
  origin: string | undefined,
): Promise<readonly FeedEntry[]> {
  const entries: FeedEntry[] = []
  for (const page of latest([...set.values()], kind).slice(0, LIMITS.siteFeed)) {
    const { blocks } = await graph.blocks.listByPage(page.id, BEGINNING)
    const words = blocks.map(({ content }) => visibleWords(content, origin)).join(' ')
    entries.push({ page, summary: shortened(words) })
  }
  return entries
}

function latest(pages: readonly PublishedPage[], kind: FeedKind): readonly PublishedPage[] {
  if (kind === 'pages') return pages.toSorted((a, b) => b.editedAt - a.editedAt || (a.id < b.id ? -1 : 1))
  const journals = pages.flatMap((page) => {
    const day = journalDay(page.id)
    return day === undefined ? [] : [{ page, day }]
  })
  return journals.toSorted((a, b) => b.day - a.day).map(({ page }) => page)
}

const shortened = (words: string): string =>
  words.length <= LIMITS.snippet ? words : `${words.slice(0, LIMITS.snippet).toWellFormed()}…`
