/**
 * Search over a site: plain words, among what readers see. The index of the graph proposes blocks, and the words that
 * readers see decide. A query of the query language could ask about private pages, so readers have none.
 * @see sharing 2, 3
 */
import { searchedText, WordsFinder } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import type { Query } from '@notegraph/query'
import type { FoundBlock, GraphStore } from '@notegraph/store'
import { NO_DAYS } from '../read-query.ts'
import { yieldToOthers } from '../write-queue.ts'
import { withoutFiles } from './site-feed.ts'
import type { PageSet, PublishedPage } from './site-pages.ts'

/** A page that a search found. */
export interface SiteMatch {
  readonly page: PublishedPage
  /** The words of its best block; absent if only the name matches. */
  readonly text?: string
}

/** The title that readers see: the name of a page, or the day of a journal. */
export type TitleOf = (page: PublishedPage) => string

/** The result of a search. */
export interface SiteMatches {
  /** The searched words. */
  readonly words: readonly string[]
  /** Pages by name first, then by relevance. */
  readonly matches: readonly SiteMatch[]
  /** Whether there are more pages. */
  readonly isMore: boolean
}

/** Blocks that the index proposes at most, and at first. */
const MOST_BLOCKS = 10_000
const FIRST = 1_000
/** Pages whose properties are read before other requests have their turn. */
const PAGES_AT_ONCE = 200

/** A block that may match. */
export interface SearchedBlock {
  readonly pageId: string
  /** Reads the words that readers see. */
  readonly words: () => string
}

/**
 * Searches the pages of a site in its graph.
 *
 * @param q the text of the search form
 * @param origin the service's own origin, which may be part of the address of a file
 * @example
 * ```ts
 * const { matches } = await searchSite(store.graph(account.id), pages, 'boat harbour', undefined, ({ name }) => name)
 * ```
 */
export const searchSite = (
  graph: GraphStore,
  set: PageSet,
  q: string,
  origin: string | undefined,
  titleOf: TitleOf,
): Promise<SiteMatches> =>
  findMatches(set, q, origin, titleOf, async function* (words) {
    const { visibleWords } = await import('./visible-words.ts')
    for await (const { pageId, content } of proposed(graph, set, words))
      yield { pageId, words: () => visibleWords(content, origin) }
  })

/**
 * Finds the pages with all words in their name, their title, one block or one property.
 *
 * @param blocks returns blocks that may match, best first
 */
export async function findMatches(
  set: PageSet,
  q: string,
  origin: string | undefined,
  titleOf: TitleOf,
  blocks: (words: readonly string[]) => AsyncIterable<SearchedBlock>,
): Promise<SiteMatches> {
  const words = [...new Set(q.split(/\s+/).filter((word) => word !== ''))]
  const found = new Map<string, SiteMatch>()
  if (words.length === 0) return { words, matches: [], isMore: false }
  const finders = words.map((word) => new WordsFinder(word))
  const hasAll = (text: string): boolean => {
    const searched = searchedText(text)
    return finders.every((finder) => finder.isIn(searched))
  }
  for (const page of set.values())
    if (hasAll(page.name) || hasAll(titleOf(page))) found.set(page.id, { page })
  for await (const block of blocks(words)) {
    if (found.size > LIMITS.siteMatches) break
    const page = set.get(block.pageId)
    if (!page || found.get(page.id)?.text !== undefined) continue
    const text = block.words()
    if (hasAll(text)) found.set(page.id, { page, text: withoutFiles(text) })
  }
  let read = 0
  for (const { id, values = [] } of set.values()) {
    if (found.size > LIMITS.siteMatches) break
    if (++read % PAGES_AT_ONCE === 0) await yieldToOthers()
    if (found.has(id) || !values.some(hasAll)) continue
    const text = (await valueWords(values, origin)).find(hasAll)
    if (text !== undefined) found.set(id, { page: set.get(id)!, text: withoutFiles(text) })
  }
  return {
    words,
    matches: [...found.values()].slice(0, LIMITS.siteMatches),
    isMore: found.size > LIMITS.siteMatches,
  }
}

/** The words of properties that readers see. */
export async function valueWords(
  values: readonly string[],
  origin: string | undefined,
): Promise<readonly string[]> {
  if (values.length === 0) return []
  const { visibleWords } = await import('./visible-words.ts')
  return values.map((value) => visibleWords(value, origin))
}

/**
 * The blocks that have the words as written, best first. The index looks on the pages of the site alone.
 * Neither the time nor the order of the answer says anything about other pages.
 */
async function* proposed(
  { search }: GraphStore,
  set: PageSet,
  words: readonly string[],
): AsyncGenerator<FoundBlock> {
  if (set.size === 0) return
  const pages: Query = { kind: 'page-ids', ids: [...set.keys()], at: 0 }
  const query = all([pages, ...words.map((text): Query => ({ kind: 'words', text, at: 0 }))])
  // Each step ranks all matches, so there are only two.
  for (const [offset, limit] of [
    [0, FIRST],
    [FIRST, MOST_BLOCKS - FIRST],
  ] as const) {
    const { blocks } = await search.find(query, NO_DAYS, { limit, offset }, MOST_BLOCKS, 'relevance')
    yield* blocks
    if (blocks.length < limit) return
  }
}

const all = (operands: readonly Query[]): Query => ({ kind: 'and', operands, at: 0 })
