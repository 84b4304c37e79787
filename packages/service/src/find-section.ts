/**
 * Finds the block of a section by its words, or by `^` and its id. Marks such as `##` or `TODO` need not be there; with
 * them, blocks with the same marks come first. Then come blocks with exactly these words, then blocks that begin so, then
 * the rest. Among equals a heading wins.
 * @see assistants 4
 */
import { foldForSearch, parseBlock, visibleLine } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { readMore } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { FoundBlock, GraphStore, OutlinedBlock, StoredPage } from '@notegraph/store'
import { findBlock } from './find-block.ts'
import { queryName } from './find-page.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The most blocks with the words that are compared. */
const MOST = 200
/** The most equally good blocks that are placed. */
const MOST_EQUAL = 10

/** The places that fit a section equally well, in the order of the page. */
export interface Sections {
  readonly places: readonly OutlinedFound[]
  /** The number of places. */
  readonly total: number
}

/** A block of a page, with its depth. */
export type OutlinedFound = FoundBlock & Pick<OutlinedBlock, 'depth'>

/** @param section words that are not blank */
export async function findSections(
  graph: Pick<GraphStore, 'blocks' | 'search'>,
  days: QueryDays,
  page: StoredPage,
  section: string,
): Promise<Result<Sections>> {
  const named = section.trim().startsWith('^') ? await findBlock(graph, section) : undefined
  if (named?.ok && named.value.pageId === page.id)
    return ok({ places: await inOrder(graph, [named.value]), total: 1 })
  const words = lineOf(section)
  const missing = refuse({ code: 'not_found', what: 'section', name: section.trim(), page: page.name })
  if (words === '') return missing
  const query: Query = {
    kind: 'and',
    at: 0,
    operands: [
      { kind: 'page', at: 0, name: queryName(page) },
      { kind: 'words', at: 0, text: words },
    ],
  }
  // Exactly these words are among the most relevant blocks: they are short, and have the words whole.
  const window = { limit: MOST, offset: 0 }
  const { blocks } = await graph.search.find(query, days, window, LIMITS.searchCounted, 'relevance')
  const ranked = blocks.map((block) => ({ block, rank: rankOf(block, words, section.trim()) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  const equal = ranked.filter(({ rank }) => rank === best).map(({ block }) => block)
  const places = await inOrder(graph, equal.slice(0, MOST_EQUAL))
  return places.length === 0 ? missing : ok({ places, total: equal.length })
}

/** The first line of a block's words, without marks. */
const lineOf = (content: string): string => visibleLine(parseBlock(content)).text.trim()

/**
 * Lower is better.
 *
 * @param written the words with their marks
 */
function rankOf(block: FoundBlock, words: string, written: string): number {
  const [first = ''] = block.content.split('\n', 1)
  const isAsWritten = written !== words && foldForSearch(first.trim()) === foldForSearch(written)
  if (isAsWritten) return -1
  const [line, sought] = [foldForSearch(lineOf(block.content)), foldForSearch(words)]
  const fit = line === sought ? 0 : line.startsWith(sought) ? 1 : 2
  return 2 * fit + (readMore(block).heading === undefined ? 1 : 0)
}

/** The blocks in the order of their page. */
async function inOrder(
  graph: Pick<GraphStore, 'blocks'>,
  blocks: readonly FoundBlock[],
): Promise<OutlinedFound[]> {
  const placed = await Promise.all(
    blocks.map(async (block) => {
      const tree = await graph.blocks.subtree(block.id, 0)
      return { block: { ...block, depth: tree?.blocks[0]?.depth ?? 0 }, at: tree?.offset ?? Infinity }
    }),
  )
  return placed.toSorted((a, b) => a.at - b.at).map(({ block }) => block)
}
