/**
 * The content of a shared page for a reader, as data. It has words of other pages only if the person shares what the page
 * quotes. Otherwise they read as `…`, and nobody can tell whether such a page or block exists.
 * @see sharing 2
 */
import {
  cutLine,
  isNumbered,
  numbersOf,
  parseBlock,
  visibleLine,
  withoutPercentComments,
} from '@notegraph/block-text'
import { LIMITS, parseInOrder } from '@notegraph/contract'
import { ancestorsOf } from '@notegraph/graph'
import { lineWords, needsOf, readBlock, type QueryTable } from '@notegraph/render'
import type { FoundBlock, GraphStore, OutlinedBlock, StoredPage, Window } from '@notegraph/store'
import { pictureOfPage } from '../files/page-picture.ts'
import { findPage } from '../find-page.ts'
import { embedKey, HIDDEN } from './other-pages.ts'
import { withoutHidden } from './hidden-parts.ts'
import { pageFiles } from './page-files.ts'
import { partAt } from './part.ts'
import { partIdOf, type LinkTo } from './share-links.ts'

/** The most resolved references, embeds and queries of one part of a page; the others read as hidden. */
const MOST_REFERENCES = 200
const MOST_EMBEDS = 100
const MOST_QUERIES = 100
/** The most blocks and bytes of one embed, and the most characters of all. */
const EMBEDDED: Window = { limit: 100, offset: 0, bytes: 50_000 }
const MOST_EMBEDDED = 1_000_000
/** The most levels of parents above a later part, and the most blocks before it that are counted for its numbers. */
const LEVELS = 12
const COUNTED = 1_000

/** A line of an outline. */
export interface SharedLine {
  /** 0 at the top level. */
  readonly depth: number
  readonly content: string
  /** Whether an earlier part of the page has shown the block. */
  readonly isContext?: true
  /** The numbered siblings right before it that an earlier part has shown. */
  readonly countedBefore?: number
}

/** A file of the page. */
export interface SharedFile {
  readonly name: string
  /** The media type. */
  readonly type: string
  /** The number in its address, from 1; below 0 for a file of another page. */
  readonly number: number
  /** The id of the other page that has the file. */
  readonly from?: string
  /** The SHA-256 of its bytes. */
  readonly hash: string
}

/** A block that a query found on a page that readers see. */
export interface SharedResult {
  readonly pageId: string
  readonly pageName: string
  readonly content: string
  /** The properties of its page, for a table. */
  readonly props?: Readonly<Record<string, string>>
}

/** A part of a shared page. */
export interface SharedView {
  readonly page: StoredPage
  readonly lines: readonly SharedLine[]
  /** The number of blocks on the page. */
  readonly total: number
  /** The number of blocks in this part, without those of an earlier one. */
  readonly shown: number
  readonly linkTo: LinkTo
  /** The words of referenced blocks, by id; a block that is left out is hidden. */
  readonly words: ReadonlyMap<string, string>
  /** The ids of referenced blocks on the page of their readers, by id; only headings and named blocks have one. */
  readonly parts: ReadonlyMap<string, string>
  /** The ids of referenced blocks on this page, which embeds need not hide. */
  readonly own: ReadonlySet<string>
  /** Embedded blocks of other pages, by id. */
  readonly embeddedBlocks: ReadonlyMap<string, readonly SharedLine[]>
  /** Embedded pages, by folded name. */
  readonly embeddedPages: ReadonlyMap<string, readonly SharedLine[]>
  /** The first results of queries, by query as written; a query that is left out has none that readers may see. */
  readonly results: ReadonlyMap<string, readonly SharedResult[]>
  /** Queries after the most that one part runs. */
  readonly skipped: ReadonlySet<string>
  /** The queries whose results are tables. */
  readonly tables: ReadonlyMap<string, QueryTable>
  /** The labels of the footnotes of this part. */
  readonly footnotes: readonly string[]
  /** The ids of the pages that the words and embeds of other pages come from, by the key of each. */
  readonly quotedFrom: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, SharedFile>
  /** The id of the file that is the picture of the page. */
  readonly picture?: string | undefined
  readonly origin: string | undefined
}

export interface SharedViewOptions extends Pick<SharedView, 'page' | 'linkTo' | 'origin'> {
  /** Those of some other pages whose words the reader sees where the page quotes them, by their ids. */
  readonly quotable: (pageIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly window: Window
  /** Runs a query over what readers see. Without it, queries have no results. @returns undefined for one that can't run */
  readonly find?: (query: string, isTable: boolean) => Promise<readonly SharedResult[] | undefined>
}

/** Loads what a part of a page shows. */
export async function sharedView(graph: GraphStore, options: SharedViewOptions): Promise<SharedView> {
  const { page, window, linkTo, origin } = options
  const { blocks, total } = await graph.blocks.listByPage(page.id, window)
  const parents = await parentsOf(graph, blocks)
  const counted = await countedBefore(graph, page.id, [...parents, ...blocks.slice(0, 1)], window.offset)
  const lines = [
    ...parents.map(({ depth, content }) => ({ ...lineAt(depth, content), isContext: true as const })),
    ...(await withFiles(graph, blocks)),
  ].map((line, n): SharedLine => (counted[n] ? { ...line, countedBefore: counted[n] } : line))
  const needs = needsOf([...lines.map(({ content }) => content), ...valuesOf(page)].map((text) => readBlock(text, origin))) // prettier-ignore
  const referenced = [...new Set([...needs.embeddedBlocks, ...needs.blocks])].slice(0, MOST_REFERENCES)
  const found = await graph.blocks.findMany(referenced)
  const isOwn = ({ pageId }: FoundBlock): boolean => pageId === page.id
  const own = new Set(found.filter(isOwn).map(({ id }) => id))
  const named = await pagesNamed(graph, page, needs.embeddedPages.slice(0, MOST_EMBEDS))
  const others = found.filter((one) => !isOwn(one))
  const quotable = await options.quotable([
    ...new Set([...others.map(({ pageId }) => pageId), ...named.values()]),
  ])
  const quoted = new Map(
    others.filter(({ pageId }) => quotable.has(pageId)).map((one) => [one.id, one.pageId]),
  )
  // A site shows its own pages in full, so what embeds and results quote in turn is shown too.
  const read = (all: readonly { readonly content: string }[]) =>
    needsOf((options.find ? all : []).map(({ content }) => readBlock(content, origin)))
  const embedded = needs.embeddedBlocks.filter((id) => quoted.has(id)).slice(0, MOST_EMBEDS)
  const picture = await pictureOfPage(graph, page.id, origin)
  const shownFiles = picture === undefined ? needs.files : [...needs.files, picture]
  const room: Room = { left: MOST_EMBEDDED, asWritten: options.find !== undefined }
  const embeds = new Map([...named].filter(([, pageId]) => quotable.has(pageId)))
  const blockEmbeds = await embeddedBlocks(graph, embedded, room)
  const pageEmbeds = await embeddedPages(graph, embeds, room)
  const inner = read([...blockEmbeds.values(), ...pageEmbeds.values()].flat())
  const queries = [...new Set([...needs.queries, ...inner.queries])]
  const tables = new Map([...inner.tables, ...needs.tables])
  const results = await resultsOf(queries.slice(0, MOST_QUERIES), tables, options.find)
  const innerBlocks = [...inner.blocks, ...read([...results.values()].flat()).blocks]
  const more = await graph.blocks.findMany([...new Set(innerBlocks)].filter((id) => !referenced.includes(id)).slice(0, MOST_REFERENCES)) // prettier-ignore
  const alsoQuotable = await options.quotable([...new Set(more.map(({ pageId }) => pageId))])
  for (const one of more) if (alsoQuotable.has(one.pageId)) quoted.set(one.id, one.pageId)
  const ownFiles = shownFiles.length > 0 ? await filesOf(graph, page, shownFiles, origin) : new Map<string, SharedFile>() // prettier-ignore
  const otherFiles = new Map<string, string>()
  for (const [key, all] of [...blockEmbeds, ...pageEmbeds])
    for (const id of read(all).files) otherFiles.set(id, quoted.get(key) ?? embeds.get(key)!)
  for (const one of [...results.values()].flat())
    for (const id of read([one]).files) otherFiles.set(id, one.pageId)
  const seen = [...found, ...more].filter(({ id }) => own.has(id) || quoted.has(id))
  const words = new Map(seen.map((one) => [one.id, lineOf(one)]))
  return {
    page,
    linkTo,
    origin,
    lines,
    total,
    shown: blocks.length,
    words,
    parts: new Map(
      seen.flatMap(({ id, content }) => {
        const part = partIdOf(shownContent(content), () => lineWords(words.get(id)!))
        return part === undefined ? [] : [[id, part] as const]
      }),
    ),
    own,
    embeddedBlocks: blockEmbeds,
    embeddedPages: pageEmbeds,
    results,
    skipped: new Set(queries.slice(MOST_QUERIES)),
    tables,
    footnotes: needs.footnotes,
    quotedFrom: new Map([...quoted, ...embeds]),
    files: new Map([...(await filesElsewhere(graph, otherFiles)), ...ownFiles]),
    picture,
  }
}

/** The first line of a block, without its hidden parts and the words that it refers to in turn. */
function lineOf({ content }: FoundBlock): string {
  const { text, blockRefs } = cutLine(visibleLine(parseBlock(withoutHidden(content))))
  let line = ''
  let at = 0
  for (const { start, end } of blockRefs) {
    line += text.slice(at, start) + HIDDEN
    at = end
  }
  return line + text.slice(at)
}

/** Blocks as lines, with the addresses of files as written. */
async function withFiles(graph: GraphStore, blocks: readonly OutlinedBlock[]): Promise<SharedLine[]> {
  const texts = await textsOf(graph, blocks)
  return blocks.map(({ id, depth, content }) => lineAt(depth, texts.get(id) ?? content))
}

type Written = Pick<FoundBlock, 'id' | 'content'>

/** The texts of blocks with files, with their addresses as written; answers of the store have names in their place. */
export async function textsOf(
  { records }: Pick<GraphStore, 'records'>,
  blocks: readonly Written[],
): Promise<ReadonlyMap<string, string>> {
  const found = await records.findMany(blocks.filter(mayShowFile).map(({ id }) => id))
  return new Map(
    found.flatMap(({ record }) => (record.kind === 'block' ? [[record.id, record.words.text]] : [])),
  )
}

const mayShowFile = ({ content }: Written): boolean => /\[(?:picture|file): /.test(content)

const lineAt = (depth: number, content: string): SharedLine => ({ depth, content: shownContent(content) })

/**
 * The text of a block that readers see: the beginning of a very long one. A hidden part that would lose its end is left out, and
 * so is each comment that the renderer would show.
 *
 * @example
 * ```ts
 * shownContent('boat') // 'boat'
 * ```
 */
export function shownContent(written: string): string {
  const content = withoutPercentComments(written) // the renderer hides comments of other forms
  if (content.length <= LIMITS.blockText) return content
  const text = withoutHidden(content)
  return text.length > LIMITS.blockText ? `${text.slice(0, LIMITS.blockText).toWellFormed()}…` : text
}

/** The parents of the first block of a later part. */
async function parentsOf(
  graph: GraphStore,
  [first]: readonly OutlinedBlock[],
): Promise<readonly OutlinedBlock[]> {
  if (first === undefined || first.depth === 0) return []
  return ancestorsOf(first, await graph.blocks.ancestors([first.id], LEVELS))
}

/**
 * The numbered siblings right before the first block of a later part, and before each of its parents.
 *
 * @param around the parents, and the first block
 */
async function countedBefore(
  { blocks }: GraphStore,
  pageId: string,
  around: readonly OutlinedBlock[],
  offset: number,
): Promise<readonly number[]> {
  if (offset === 0 || !around.some(({ content }) => isNumbered(content))) return []
  const all: OutlinedBlock[] = []
  for (let from = Math.max(0, offset - COUNTED); from < offset;) {
    const before = await blocks.listByPage(pageId, { ...partAt(from), limit: offset - from })
    if (before.blocks.length === 0) break
    all.push(...before.blocks)
    from += before.blocks.length
  }
  all.push(...around.slice(-1))
  const numbers = numbersOf(all)
  const byId = new Map(all.map(({ id }, n) => [id, numbers[n]]))
  return around.map(({ id }) => (byId.get(id) ?? 1) - 1)
}

/** The values of the page's properties, which can refer to blocks. */
const valuesOf = ({ view }: StoredPage): string[] =>
  Object.values((parseInOrder(view) as { readonly props: Readonly<Record<string, string>> }).props)

async function resultsOf(
  queries: readonly string[],
  tables: SharedView['tables'],
  find: SharedViewOptions['find'],
): Promise<ReadonlyMap<string, readonly SharedResult[]>> {
  const results = new Map<string, readonly SharedResult[]>()
  for (const query of find ? queries : []) {
    const found = await find!(query, tables.has(query))
    if (found) results.set(query, found)
  }
  return results
}

async function embeddedBlocks(
  graph: GraphStore,
  ids: readonly string[],
  room: Room,
): Promise<ReadonlyMap<string, readonly SharedLine[]>> {
  const embedded = new Map<string, readonly SharedLine[]>()
  for (const id of ids) {
    if (room.left <= 0) break
    const under = await graph.blocks.subtree(id, EMBEDDED.limit, EMBEDDED.bytes)
    if (under) embedded.set(id, await linesOf(graph, under.blocks, room))
  }
  return embedded
}

/** The characters that the embeds of a part may still have. */
interface Room {
  left: number
  /** Whether files keep their addresses. */
  readonly asWritten: boolean
}

async function linesOf(
  graph: GraphStore,
  blocks: readonly OutlinedBlock[],
  room: Room,
): Promise<SharedLine[]> {
  for (const { content } of blocks) room.left -= content.length
  return room.asWritten
    ? withFiles(graph, blocks)
    : blocks.map(({ depth, content }) => lineAt(depth, content))
}

/** The ids of other pages, by the keys of names. */
async function pagesNamed(
  graph: GraphStore,
  page: StoredPage,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>()
  for (const name of names) {
    const found = await findPage(graph, name)
    // A page that embeds itself would show itself in itself.
    if (found.ok && found.value.id !== page.id) named.set(embedKey(name), found.value.id)
  }
  return named
}

async function embeddedPages(
  graph: GraphStore,
  named: ReadonlyMap<string, string>,
  room: Room,
): Promise<ReadonlyMap<string, readonly SharedLine[]>> {
  const embedded = new Map<string, readonly SharedLine[]>()
  for (const [key, pageId] of named) {
    if (room.left <= 0) break
    const { blocks } = await graph.blocks.listByPage(pageId, EMBEDDED)
    embedded.set(key, await linesOf(graph, blocks, room))
  }
  return embedded
}

async function filesOf(
  graph: GraphStore,
  page: StoredPage,
  ids: readonly string[],
  origin: string | undefined,
): Promise<ReadonlyMap<string, SharedFile>> {
  const all = await pageFiles(graph, page.id, origin)
  const files = new Map<string, SharedFile>()
  for (const id of ids) {
    const place = all.indexOf(id)
    const file = place < 0 ? undefined : await graph.files.find(id)
    if (file) files.set(id, { name: file.name, type: file.type, number: place + 1, hash: file.hash })
  }
  return files
}

/** @param pages the ids of the pages that have the files, by the ids of these */
async function filesElsewhere(
  graph: GraphStore,
  pages: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, SharedFile>> {
  const files = new Map<string, SharedFile>()
  for (const [id, from] of pages) {
    const file = await graph.files.find(id)
    if (file)
      files.set(id, { name: file.name, type: file.type, number: -1 - files.size, hash: file.hash, from })
  }
  return files
}
