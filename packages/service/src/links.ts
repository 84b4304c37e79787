/**
 * The links to a page from other pages, as one list. It has three parts: pages with fields that link the page, blocks
 * that link it, and blocks that only mention it. Each part is latest edit first, so a window has an exact place.
 * @see assistants 4
 */
import { fold, Mentions } from '@notegraph/block-text'
import { entriesInOrder, LIMITS, parseInOrder, type Page } from '@notegraph/contract'
import { linkName, pageJson, readMore, valueNames } from '@notegraph/graph'
import { pageType } from '@notegraph/page-types'
import type { Query, QueryDays } from '@notegraph/query'
import type { FoundBlock, GraphStore, StoredPage, Window } from '@notegraph/store'
import { queryName } from './find-page.ts'

/** A field or property of a page that links the asked page. */
export interface FoundField {
  readonly key: string
  /** For a field of the page's type. */
  readonly label?: string
  readonly value: string
}

/** One thing that leads to the page. */
export type FoundLink =
  | {
      readonly kind: 'fields'
      readonly pageId: string
      readonly pageName: string
      readonly fields: readonly FoundField[]
    }
  | {
      readonly kind: 'block' | 'unlinked'
      readonly pageId: string
      readonly pageName: string
      readonly block: FoundBlock
    }

/** The blocks among links. */
export const linkingBlocks = (links: readonly FoundLink[]): FoundBlock[] =>
  links.flatMap((link) => (link.kind === 'fields' ? [] : [link.block]))

export interface LinkCounts {
  /** Pages with fields that link the page. */
  readonly fields: number
  readonly blocks: number
  /** Absent if the caller did not ask for them. */
  readonly unlinked?: number
}

/** A window of the list, and the sizes of its parts. */
export interface FoundLinks {
  readonly page: StoredPage
  readonly links: readonly FoundLink[]
  readonly counts: LinkCounts
  readonly total: number
  /** Whether there are more blocks than are counted. */
  readonly truncated: boolean
}

/** A window of the blocks that refer to a block. */
export interface FoundBlockLinks extends Pick<FoundLinks, 'links' | 'total'> {
  readonly block: FoundBlock
}

/** Reads the blocks that refer to a block or embed it, latest edit first. @see assistants 12.4 */
export async function findBlockLinks(
  graph: Pick<GraphStore, 'blocks'>,
  block: FoundBlock,
  window: Window,
): Promise<FoundBlockLinks> {
  const { blocks, total } = await graph.blocks.listReferring([block.id], window)
  return { block, links: blocks.map((one) => linkOf('block', one)), total }
}

const linkOf = (kind: 'block' | 'unlinked', block: FoundBlock): FoundLink => ({
  kind,
  block,
  pageId: block.pageId,
  pageName: block.pageName,
})

/** A part of a list, and its length. */
interface Part {
  readonly links: readonly FoundLink[]
  readonly total: number
  readonly truncated?: boolean
}

/** A page with more names is looked for by the first ones, so that the question stays of bounded size. */
const MOST_NAMES = LIMITS.queryWords

/** Reads the list. @param unlinked whether to include blocks that mention the page without a link */
export async function findLinks(
  graph: Pick<GraphStore, 'pages' | 'search'>,
  days: QueryDays,
  page: StoredPage,
  unlinked: boolean,
  window: Window,
): Promise<FoundLinks> {
  const name = queryName(page)
  const names = namesOf(page, name)
  const other: Query = { kind: 'not', at: 0, operand: { kind: 'page', at: 0, name } }
  const linking: Query = { kind: 'ref', at: 0, name }

  const fields = async (part: Window): Promise<Part> => {
    const { pages, total } = await graph.pages.listNaming(name, part)
    return { links: pages.map((found) => fieldsOf(found, names)), total }
  }
  const blocks =
    (kind: 'block' | 'unlinked', query: Query) =>
    async (part: Window): Promise<Part> => {
      const { blocks, ...counted } = await graph.search.find(query, days, part, LIMITS.searchCounted)
      return {
        links: blocks.map((block) => linkOf(kind, block)),
        ...counted,
      }
    }
  const linked = blocks('block', { kind: 'and', at: 0, operands: [linking, other] })
  const mentioning: Query = {
    kind: 'and',
    at: 0,
    operands: [mentions(names), { kind: 'not', at: 0, operand: linking }, other],
  }
  const isMention = mentionOutsideLinks(names)
  const unlinkedBlocks = async (part: Window): Promise<Part> => {
    const { blocks, ...counted } = await findWhere(graph, days, mentioning, isMention, part)
    return {
      links: blocks.map((block) => linkOf('unlinked', block)),
      ...counted,
    }
  }

  const found = await inOneList([fields, linked, ...(unlinked ? [unlinkedBlocks] : [])], window)
  const [inFields = 0, inBlocks = 0, withoutLink] = found.totals
  return {
    page,
    links: found.links,
    counts: {
      fields: inFields,
      blocks: inBlocks,
      ...(withoutLink !== undefined && { unlinked: withoutLink }),
    },
    total: found.totals.reduce((sum, total) => sum + total, 0),
    truncated: found.truncated,
  }
}

/** The blocks that are read at a time, so that others run in between. */
const AT_A_TIME = 500

/** The blocks of a query that pass a check, as `find` gives those of a query: a window of them, and how many there are. */
async function findWhere(
  graph: Pick<GraphStore, 'search'>,
  days: QueryDays,
  query: Query,
  isMeant: (block: FoundBlock) => boolean,
  { limit, offset, bytes = Infinity }: Window,
): Promise<{ blocks: FoundBlock[]; total: number; truncated: boolean }> {
  const blocks: FoundBlock[] = []
  let total = 0
  let room = bytes
  for (let at = 0; ;) {
    const window = { limit: AT_A_TIME, offset: at, bytes: LIMITS.answerBytes }
    const part = await graph.search.find(query, days, window, LIMITS.searchCounted)
    for (const block of part.blocks.filter(isMeant)) {
      if (total++ < offset || blocks.length >= limit || room <= 0) continue
      room -= block.content.length
      blocks.push(block)
    }
    at += part.blocks.length
    if (part.blocks.length === 0 || at >= part.total) return { blocks, total, truncated: part.truncated }
  }
}

/** Whether a block has one of the names outside its links and tags. */
function mentionOutsideLinks(names: readonly string[]): (block: FoundBlock) => boolean {
  const mentions = new Mentions(names)
  return (block) => {
    const { refs, tags } = readMore(block)
    return (
      ![...refs, ...tags].some((name) => mentions.isNamed(name)) || mentions.isIn(block.text ?? block.content)
    )
  }
}

/** Lists follow each other, and a window is cut from all of them. */
async function inOneList(
  parts: readonly ((window: Window) => Promise<Part>)[],
  { limit, offset, ...bytes }: Window,
): Promise<{ links: FoundLink[]; totals: number[]; truncated: boolean }> {
  const links: FoundLink[] = []
  const totals: number[] = []
  let truncated = false
  let before = 0
  let room = limit
  for (const read of parts) {
    const from = Math.max(0, offset - before)
    const part = await read({ limit: room, offset: from, ...bytes })
    links.push(...part.links)
    totals.push(part.total)
    truncated ||= part.truncated === true
    before += part.total
    // A part that was cut by its size leaves no room, because the next part would leave a gap.
    const isCut = part.links.length < Math.min(room, part.total - from)
    room = isCut ? 0 : room - part.links.length
  }
  return { links, totals, truncated }
}

/** All names of the page, each once. */
function namesOf(page: StoredPage, name: string): readonly string[] {
  const { aliases } = parseInOrder(pageJson(page)) as Page
  const byFold = new Map([page.name, name, ...aliases].map((one) => [fold(one), one]))
  return [...byFold.values()].slice(0, MOST_NAMES)
}

const mentions = (names: readonly string[]): Query => ({
  kind: 'or',
  at: 0,
  operands: names.map((text) => ({ kind: 'words', at: 0, text, whole: true })),
})

function fieldsOf(found: StoredPage, names: readonly string[]): FoundLink {
  const wanted = new Set(names.map(linkName))
  const { declaredType, props } = parseInOrder(pageJson(found)) as Page
  const labels = new Map(
    declaredType === undefined ? [] : pageType(declaredType).fields.map(({ key, label }) => [key, label]),
  )
  const fields: FoundField[] = []
  for (const [key, value] of entriesInOrder(props)) {
    const { links, tags } = valueNames(key, value)
    if (key === 'alias' || ![...links, ...tags].some((name) => wanted.has(linkName(name)))) continue
    const label = labels.get(key)
    fields.push({ key, value, ...(label !== undefined && { label }) })
  }
  return { kind: 'fields', pageId: found.id, pageName: found.name, fields }
}
