/**
 * Narrows a commit to the pages and blocks that a webhook hears of. The tag, the type and the query look at the pages as
 * they are when the message is prepared. So a deleted page passes only without them.
 * @see events 2
 */
import { fold } from '@notegraph/block-text'
import { parseQuery, type Query, type QueryDays } from '@notegraph/query'
import type { GraphStore, StoredPage, WebhookFilter, Writer, WrittenPage } from '@notegraph/store'
import { queryName } from '../find-page.ts'

/** Whether a webhook hears of commits of a writer. */
export function hearsOf({ by }: WebhookFilter, writer: Writer): boolean {
  switch (by) {
    case undefined:
      return true
    case 'tokens':
      return writer.kind === 'token'
    case 'devices':
      return writer.kind === 'device'
    case 'imports':
      return writer.kind === 'import'
    case 'owner':
      return writer.kind === 'owner'
    default:
      return writer.kind === 'token' && writer.id === by.token
  }
}

/** @returns the pages that pass, each with the blocks that pass */
export async function selectPages(
  graph: GraphStore,
  filter: WebhookFilter,
  pages: readonly WrittenPage[],
  days: QueryDays,
): Promise<WrittenPage[]> {
  const { page: id, tag, type, query } = filter
  if (id !== undefined) return pages.filter((page) => page.id === id)
  if (tag === undefined && type === undefined && query === undefined) return [...pages]
  const passed: WrittenPage[] = []
  for (const written of pages) {
    const page = await graph.pages.find(written.id)
    const one = page && (await passing(graph, filter, page, written, days))
    if (one) passed.push(one)
  }
  return passed
}

async function passing(
  graph: GraphStore,
  { tag, type, query }: WebhookFilter,
  page: StoredPage,
  written: WrittenPage,
  days: QueryDays,
): Promise<WrittenPage | undefined> {
  if (type !== undefined) return page.type === type ? written : undefined
  if (tag !== undefined)
    return carries(page, tag)
      ? written
      : matching(graph, { kind: 'ref', at: 0, name: tag }, page, written, days)
  const parsed = parseQuery(query!)
  // A later release may refuse a query that an earlier one took.
  return parsed.ok ? matching(graph, parsed.query, page, written, days) : undefined
}

function carries({ view }: StoredPage, tag: string): boolean {
  const { tags } = JSON.parse(view) as { readonly tags: readonly string[] }
  return tags.some((one) => fold(one) === fold(tag))
}

/** Blocks of one page that are compared with the query. */
const MOST_BLOCKS = 10_000

/** A page without named blocks passes if any of its blocks matches. */
async function matching(
  graph: GraphStore,
  query: Query,
  page: StoredPage,
  { blocks, gone: _gone, ...written }: WrittenPage,
  days: QueryDays,
): Promise<WrittenPage | undefined> {
  const onPage: Query = { kind: 'page', at: 0, name: queryName(page) }
  const both: Query = { kind: 'and', at: 0, operands: [onPage, query] }
  const found = await graph.search.find(both, days, { limit: MOST_BLOCKS, offset: 0 }, MOST_BLOCKS)
  const ids = new Set(found.blocks.filter(({ pageId }) => pageId === page.id).map(({ id }) => id))
  if (!blocks) return ids.size > 0 ? written : undefined
  const passed = blocks.filter((id) => ids.has(id))
  return passed.length > 0 ? { ...written, blocks: passed } : undefined
}
