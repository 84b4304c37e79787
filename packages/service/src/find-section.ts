/**
 * Finds the block of a section by its words. Marks such as `##` or `TODO` need not be there. Blocks with exactly these
 * words come first, then blocks that begin so, then the rest. Among equals a heading wins, then the order of the page.
 * @see assistants 4
 */
import { foldForSearch, parseBlock, visibleLine } from '@notegraph/block-text'
import { readMore } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { FoundBlock, GraphStore, StoredPage } from '@notegraph/store'
import { queryName } from './find-page.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The most blocks with the words that are compared. */
const MOST = 200
/** The most equally good blocks whose places are compared. */
const MOST_EQUAL = 10

/** @param section words that are not blank */
export async function findSection(
  graph: Pick<GraphStore, 'blocks' | 'search'>,
  days: QueryDays,
  page: StoredPage,
  section: string,
): Promise<Result<FoundBlock>> {
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
  const { blocks } = await graph.search.find(query, days, { limit: MOST, offset: 0 }, MOST)
  const ranked = blocks.map((block) => ({ block, rank: rankOf(block, foldForSearch(words)) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  const equal = ranked.filter(({ rank }) => rank === best).map(({ block }) => block)
  const first = await firstOf(graph, equal.slice(0, MOST_EQUAL))
  return first ? ok(first) : missing
}

/** The first line of a block's words, without marks. */
const lineOf = (content: string): string => visibleLine(parseBlock(content)).text.trim()

/** Lower is better. */
function rankOf(block: FoundBlock, words: string): number {
  const line = foldForSearch(lineOf(block.content))
  const fit = line === words ? 0 : line.startsWith(words) ? 1 : 2
  return 2 * fit + (readMore(block).heading === undefined ? 1 : 0)
}

/** The block that comes first on its page. */
async function firstOf(
  graph: Pick<GraphStore, 'blocks'>,
  blocks: readonly FoundBlock[],
): Promise<FoundBlock | undefined> {
  if (blocks.length < 2) return blocks[0]
  const placed = await Promise.all(
    blocks.map(async (block) => ({
      block,
      at: (await graph.blocks.subtree(block.id, 0))?.offset ?? Infinity,
    })),
  )
  return placed.toSorted((a, b) => a.at - b.at)[0]?.block
}
