import { fold } from '@notegraph/block-text'
import { LIMITS, SearchArguments } from '@notegraph/contract'
import { isQuery, parseQuery, type Query } from '@notegraph/query'
import {
  ok,
  readNested,
  searchedTexts,
  type Caller,
  type NotesReader,
  counted,
  numbered,
} from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import { excerpt, searchExcerpt } from '../markdown/excerpt.ts'
import { linksTo, toPage } from '../markdown/page.ts'
import { addGroupedBlocks, type BlocksByPage } from '../markdown/grouped-blocks.ts'
import { addTable } from '../markdown/table.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { callWords } from '../markdown/words.ts'
import { pageLine } from './list-pages.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { LEVELS } from './read-page.ts'
import { partWords, READ_CUT } from './window.ts'

/** The most page names suggested if no block matches. */
const MOST_NEAR = 5

export const search: ToolHandler = toolHandler(
  'search',
  SearchArguments,
  async ({ reader }, caller, { query, match, order, show, nested, limit, offset }) => {
    const window = { limit, offset, bytes: READ_CUT, match, order }
    const found = await reader.search(caller, query, window, 'query')
    if (!found.ok) return found
    const { blocks, total, truncated } = found.value
    const sheet = new BoundedText()
    const isNamed = offset === 0 && (await addPagesNamed(sheet, reader, caller, namesIn(query)))
    if (total === 0 && isNamed) return ok(sheet.end(isQuery(query) ? 'No block matches.' : NO_BLOCK))
    if (isNamed) sheet.add('')
    if (total === 0) return ok(await nothing(reader, caller, query))
    const matches = total === 1 ? 'block matches' : 'blocks match'
    const uncounted = order === 'relevance' ? MORE_UNRANKED : MORE_UNCOUNTED
    const more = truncated ? uncounted : ''
    sheet.add(`${numbered(total)} ${matches}${more}.`)
    const words = searchedTexts(query)
    const placed = await inPlace(
      reader,
      caller,
      blocks,
      (block, id) => searchExcerpt(block, id, words),
      nested,
    )
    const count = show
      ? addTable(sheet, placed, show)
      : addGroupedBlocks(sheet, { ...placed, keepsOrder: order === 'relevance' })
    const part = {
      tool: 'search',
      args: { query, match, order, show, nested: nested || undefined },
      offset,
      limit,
      usualLimit: LIMITS.mcpHits,
    } as const
    return ok(sheet.end(partWords('Blocks', part, count, total)))
  },
)

const MORE_UNCOUNTED = '; more blocks match, but are not counted'
const MORE_UNRANKED = '; more blocks match, but only these latest ones are ranked'

const NO_BLOCK = 'No block contains every word.'

/** The most pages shown before the blocks. */
const MOST_PAGES = 5

/** The most alternatives of a query for which pages are found. */
const MOST_NAMES = 5

/**
 * The words by which a search also finds pages: plain words, `"Name"`, `[[Name]]`, `#Name`, and these joined by `or`.
 * @see assistants 4.2, 12.6
 */
function namesIn(query: string): readonly string[] {
  const plain = query.trim()
  if (!isQuery(plain)) return plain.split(/\s+/).length > LIMITS.queryWords ? [] : [plain.replace(/^#/, '')]
  const parsed = parseQuery(plain)
  return parsed.ok ? (alternatives(parsed.query) ?? []).slice(0, MOST_NAMES) : []
}

/** The words of a query of words alone; undefined for any other. */
function alternatives(query: Query): readonly string[] | undefined {
  if (query.kind === 'words') return [query.text]
  if (query.kind === 'ref') return [query.name]
  const parts = query.kind === 'or' ? query.operands.map(alternatives) : [undefined]
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? [])
}

/**
 * Adds the pages whose names, aliases or properties have the words of one text. Half of the answer is reserved for blocks.
 * @returns whether there are any
 * @see assistants 4
 */
async function addPagesNamed(
  sheet: BoundedText,
  reader: NotesReader,
  caller: Caller,
  texts: readonly string[],
): Promise<boolean> {
  const window = { limit: MOST_PAGES, offset: 0, bytes: READ_CUT }
  const lists = await Promise.all(
    texts.map(async (q) => ({ q, ...(await reader.listPages(caller, { q, ...window })) })),
  )
  const found = new Map(lists.flatMap(({ pages }) => pages.map((page) => [page.id, page] as const)))
  const pages = [...found.values()].slice(0, MOST_PAGES)
  if (pages.length === 0) return false
  // Pages of several lists are counted once as far as they were read.
  const total = lists.length === 1 ? lists[0]!.total : found.size
  sheet.add(`${counted(total, 'page')} by name or property:`)
  const kept = sheet.room / 2
  const lines = pages.map((page) => pageLine(toPage(page), caller.zone))
  const left = lines.findIndex((line) => sheet.room - line.length < kept || !sheet.add(line))
  const isPart = left >= 0 || found.size > pages.length
  const cutLists = lists.filter(({ total, pages }) => isPart || total > pages.length)
  if (cutLists.length > 0)
    sheet.add(`For all: ${cutLists.map(({ q }) => callWords('list_pages', { q })).join(' and ')}`)
  return true
}

/**
 * @param show shows a found block; cuts long ones by default
 * @param most the blocks to show under each; without it, nothing is said about those
 */
export async function inPlace(
  reader: NotesReader,
  caller: Caller,
  found: readonly FoundBlock[],
  show: (block: FoundBlock, shortId: string) => ReturnType<typeof excerpt> = excerpt,
  most?: number,
): Promise<BlocksByPage> {
  const graph = reader.graph(caller)
  const nested = most === undefined ? undefined : await readNested(graph, found, most, READ_CUT)
  const above = await graph.blocks.ancestors(
    found.map(({ id }) => id),
    LEVELS,
  )
  const under = nested ? [...nested.values()].flatMap(({ blocks }) => blocks) : []
  const ids = [...new Set([...found, ...above, ...under].map(({ id }) => id))]
  const short = await graph.blocks.shortIds(ids, LIMITS.shortId)
  const shortIds = new Map(ids.map((id, i) => [id, short[i]!]))
  return {
    found: found.slice(0, nested?.size),
    above,
    shortIds,
    ...(nested && { nested }),
    show: (block) => show(block, shortIds.get(block.id)!),
  }
}

async function nothing(reader: NotesReader, caller: Caller, query: string): Promise<string> {
  if (isQuery(query)) return 'No matches.'
  const near = await reader.graph(caller).pages.similarNames(fold(query), MOST_NEAR)
  const pages = near.length === 0 ? '' : ` Similar page names: ${linksTo(near)}.`
  return `No matches: a block must contain every word. Try fewer words, or (or …).${pages}`
}
