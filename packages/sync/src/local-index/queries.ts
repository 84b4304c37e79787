/**
 * Search and queries over the graph of a device, with the meaning and the order of the API.
 *
 * @see sync, The device's rules 7b
 */
import { Mentions, type Day } from '@notegraph/block-text'
import { dayAt, journalDay, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import { faultWords, MAX_WORDS, parseQuery, type Query, type SearchOrder } from '@notegraph/query'
import type { Asked, LeanBlock } from '@notegraph/search'
import type { Core } from '../device/core.ts'
import { livePage } from '../device/edit-pages.ts'
import { aliasesOf } from './index-marks.ts'
import {
  bounded,
  byPage,
  pagesOf,
  type BlockOnPage,
  type FoundBlocks,
  type IndexPart,
  type Referring,
} from './index-reads.ts'
import type { PageLinks } from './page-links.ts'
import type { WordIndex } from './word-index.ts'
import { DEVICE_LIMITS } from '../limits.ts'

/** The choices of a query beside its text. */
export interface QueryOptions extends IndexPart {
  /** Default: `updated`, the latest edit first. */
  readonly order?: SearchOrder
  /** The present day as a number, such as 20261120. Default: the day of the clock in the zone. */
  readonly today?: Day
  /** An IANA time zone. Default: the zone of the device. */
  readonly zone?: string
}

/** The fault of the text of a query. */
export interface QueryFault {
  readonly ok: false
  readonly code: 'bad_query'
  /** A message for the user. */
  readonly error: string
  /** The place of the fault in UTF-16 units, from 1. */
  readonly at: number
}

/** The blocks that a query finds, or the fault of its text. */
export type QueryResult = ({ readonly ok: true } & FoundBlocks) | QueryFault

/** The pages with a block that a query finds, or the fault of its text. */
export type QueryPagesResult =
  { readonly ok: true; readonly pageIds: readonly string[]; readonly total: number } | QueryFault

/** Search over the graph of a device. */
export interface Queries {
  /**
   * The blocks whose text has all of these words, the latest edit first. Brackets and quotes are letters too. Case, accents and
   * forms of letters do not matter, and a word can be a part of a longer one.
   */
  search(words: string, part?: IndexPart): Promise<FoundBlocks>
  /** The blocks that a query of the query language finds, such as `(todo now) [[Tea]]`. */
  query(text: string, options?: QueryOptions): Promise<QueryResult>
  /** The pages with a block that a query finds, the latest edit first; up to 50,000. `total` counts all. */
  queryPages(text: string, options?: Pick<QueryOptions, 'today' | 'zone'>): Promise<QueryPagesResult>
  /**
   * The blocks of other pages that have a name of a page as whole words, and do not link it. Grouped as those of `linksTo`.
   * None for a day, whose written forms are many.
   */
  mentionsOf(pageId: string, part?: IndexPart): Promise<Referring>
  /** The keys of properties in use, those in most blocks and pages first; up to 500. */
  propertyKeys(): Promise<readonly string[]>
  /** The graph of pages, with the links between them. */
  pageLinks(): Promise<PageLinks>
}

/** Creates the search of an engine. */
export function queries(core: Core, words: WordIndex): Queries {
  const asked = ({ today, zone = core.environment.zone?.() ?? 'UTC' }: QueryOptions): Asked => ({
    today: today ?? dayAt(core.now(), zone),
    zone,
  })
  async function find(query: Query, options: QueryOptions): Promise<FoundBlocks> {
    await words.load()
    const { order = 'updated', ...part } = options
    const { blocks, total } = words.find(query, asked(options), { ...bounded(part), order })
    return { blocks: await withPages(core, blocks), total }
  }
  return {
    async search(text, part = {}) {
      const operands = text
        .trim()
        .split(/\s+/u, MAX_WORDS)
        .map((word): Query => ({ kind: 'words', text: word, at: 0 }))
      return text.trim() === '' ? { blocks: [], total: 0 } : find({ kind: 'and', operands, at: 0 }, part)
    },
    async query(text, options = {}) {
      const parsed = parseQuery(text)
      if (parsed.ok) return { ok: true, ...(await find(parsed.query, options)) }
      return faultOf(parsed.fault)
    },
    async queryPages(text, options = {}) {
      const parsed = parseQuery(text)
      if (!parsed.ok) return faultOf(parsed.fault)
      await words.load()
      const { blocks } = words.find(parsed.query, asked(options))
      const pageIds = [...new Set(blocks.map(({ pageId }) => pageId))]
      return { ok: true, pageIds: pageIds.slice(0, DEVICE_LIMITS.graphPages), total: pageIds.length }
    },
    async mentionsOf(pageId, part = {}) {
      await words.load()
      const page = await livePage(core.read(), pageId)
      const names = page && journalDay(pageId) === undefined ? namesOf(page.record) : []
      if (names.length === 0) return { pages: [], total: 0 }
      const mentions = new Mentions(names)
      const { blocks } = words.find(mentioning(names), asked({}))
      const found = blocks.filter(({ parsed }) => mentions.isIn(parsed.content))
      return {
        pages: byPage(await withPages(core, found.slice(0, DEVICE_LIMITS.indexRead)), bounded(part)),
        total: found.length,
      }
    },
    async propertyKeys() {
      await words.load()
      return words.propertyKeys().slice(0, DEVICE_LIMITS.propertyKeys)
    },
    async pageLinks() {
      await words.load()
      return words.pageLinks()
    },
  }
}

const namesOf = (page: PageRecord): readonly string[] =>
  [nameOf(page), ...aliasesOf(page)].slice(0, MAX_WORDS)

/** The blocks of other pages with one of the names, that do not link the page. */
function mentioning(names: readonly string[]): Query {
  const not = (operand: Query): Query => ({ kind: 'not', at: 0, operand })
  const name = names[0]!
  return {
    kind: 'and',
    at: 0,
    operands: [
      { kind: 'or', at: 0, operands: names.map((text) => ({ kind: 'words', at: 0, text, whole: true })) },
      not({ kind: 'ref', at: 0, name }),
      not({ kind: 'page', at: 0, name }),
    ],
  }
}

const faultOf = (fault: Parameters<typeof faultWords>[0]): QueryFault => ({
  ok: false,
  code: 'bad_query',
  error: faultWords(fault),
  at: fault.at,
})

async function withPages(core: Core, blocks: readonly LeanBlock[]): Promise<BlockOnPage[]> {
  const reading = core.read()
  const held = await reading.getAll(blocks.map(({ id }) => id))
  const records = held.flatMap((local): BlockRecord[] =>
    local?.record.kind === 'block' ? [local.record] : [],
  )
  const pages = await pagesOf(reading, records)
  return records.flatMap((block) => {
    const page = pages.get(block.place.pageId)
    return page ? [{ block, page }] : []
  })
}
