/**
 * Narrows a commit to the pages and blocks that a webhook hears of. A tag selects what had it before the commit, or has it
 * now. The type and the query look at the pages as they are when the message is prepared, so a deleted page passes only
 * without them.
 * @see events 2
 */
import { linkName } from '@notegraph/graph'
import { parseQuery, type Query, type QueryDays } from '@notegraph/query'
import type { GraphStore, StoredPage, WebhookFilter, Writer, WrittenPage } from '@notegraph/store'
import { namedNow } from '../meant-pages.ts'
import { findPage, queryName } from '../find-page.ts'

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
  const { page: id, tag, type, query } = await namedNow(graph, filter)
  if (id !== undefined) return pages.filter((page) => page.id === id)
  if (tag === undefined && type === undefined && query === undefined) return [...pages]
  const names = tag === undefined ? undefined : await namesOfTag(graph, tag)
  const passed: WrittenPage[] = []
  for (const written of pages) {
    const page = await graph.pages.find(written.id)
    const one = names
      ? await tagged(graph, names, page, written, days)
      : page && (await passing(graph, { type, query }, page, written, days))
    if (one) passed.push(one)
  }
  return passed
}

async function passing(
  graph: GraphStore,
  { type, query }: { readonly [M in 'type' | 'query']: WebhookFilter[M] | undefined },
  page: StoredPage,
  written: WrittenPage,
  days: QueryDays,
): Promise<WrittenPage | undefined> {
  if (type !== undefined) return page.type === type ? written : undefined
  const parsed = parseQuery(query!)
  // A later release may refuse a query that an earlier one took.
  return parsed.ok ? matching(graph, parsed.query, page, written, days) : undefined
}

/** The names of a tag, in the form of links. */
type TagNames = ReadonlySet<string>

async function namesOfTag(graph: GraphStore, tag: string): Promise<TagNames> {
  const page = await findPage(graph, tag)
  if (!page.ok) return new Set([linkName(tag)])
  const { aliases } = JSON.parse(page.value.view) as { readonly aliases: readonly string[] }
  return new Set([tag, queryName(page.value), page.value.name, ...aliases].map(linkName))
}

function carries({ view }: StoredPage, names: TagNames): boolean {
  const { tags } = JSON.parse(view) as { readonly tags: readonly string[] }
  return tags.some((one) => names.has(linkName(one)))
}

/** A page with the tag passes with all that was written on it, any other page with the written blocks that have it. */
async function tagged(
  graph: GraphStore,
  names: TagNames,
  page: StoredPage | undefined,
  written: WrittenPage,
  days: QueryDays,
): Promise<WrittenPage | undefined> {
  const { blocks = [], gone = [], isWritten, had = [], ...rest } = written
  const lost = new Set(had.filter(([, all]) => all.some((name) => names.has(name))).map(([id]) => id))
  if (lost.has(written.id) || (page && carries(page, names))) return written
  const [name] = names
  const query: Query = { kind: 'ref', at: 0, name: name! }
  const areNamed = isWritten === true || blocks.length > 0 || gone.length > 0
  if (!areNamed) return page && matching(graph, query, page, written, days)
  const now = page && blocks.length > 0 ? await matchesOn(graph, query, page, days) : NONE
  const passed = blocks.filter((id) => now.has(id) || lost.has(id))
  const left = gone.filter((id) => lost.has(id))
  if (passed.length + left.length === 0) return undefined
  return { ...rest, blocks: passed, gone: left }
}

const NONE: ReadonlySet<string> = new Set()

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
  const ids = await matchesOn(graph, query, page, days)
  if (!blocks) return ids.size > 0 ? written : undefined
  const passed = blocks.filter((id) => ids.has(id))
  return passed.length > 0 ? { ...written, blocks: passed } : undefined
}

/** The ids of the blocks of a page that match. */
async function matchesOn(
  graph: GraphStore,
  query: Query,
  page: StoredPage,
  days: QueryDays,
): Promise<ReadonlySet<string>> {
  const onPage: Query = { kind: 'page', at: 0, name: queryName(page) }
  const both: Query = { kind: 'and', at: 0, operands: [onPage, query] }
  const found = await graph.search.find(both, days, { limit: MOST_BLOCKS, offset: 0 }, MOST_BLOCKS)
  return new Set(found.blocks.filter(({ pageId }) => pageId === page.id).map(({ id }) => id))
}
