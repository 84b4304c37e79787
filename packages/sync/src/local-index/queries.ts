/**
 * Search and queries over the graph of a device, with the meaning and the order of the API.
 *
 * @see sync, The device's rules 7b
 */
import { dayAt, type BlockRecord } from '@notegraph/graph'
import { faultWords, MAX_WORDS, parseQuery, type Query, type SearchOrder } from '@notegraph/query'
import type { Asked, LeanBlock } from '@notegraph/search'
import type { Day } from '@notegraph/block-text'
import type { Core } from '../device/core.ts'
import { bounded, pagesOf, type BlockOnPage, type FoundBlocks, type IndexPart } from './index-reads.ts'
import type { WordIndex } from './word-index.ts'

/** The choices of a query beside its text. */
export interface QueryOptions extends IndexPart {
  /** Default: `updated`, the latest edit first. */
  readonly order?: SearchOrder
  /** The present day as a number, such as 20261120. Default: the day of the clock in the zone. */
  readonly today?: Day
  /** An IANA time zone. Default: the zone of the device. */
  readonly zone?: string
}

/** The blocks that a query finds, or the fault of its text. */
export type QueryResult =
  | ({ readonly ok: true } & FoundBlocks)
  | {
      readonly ok: false
      readonly code: 'bad_query'
      /** A message for the user. */
      readonly error: string
      /** The place of the fault in UTF-16 units, from 1. */
      readonly at: number
    }

/** Search over the graph of a device. */
export interface Queries {
  /**
   * The blocks whose text has all of these words, the latest edit first. Brackets and quotes are letters too. Case, accents and
   * forms of letters do not matter, and a word can be a part of a longer one.
   */
  search(words: string, part?: IndexPart): Promise<FoundBlocks>
  /** The blocks that a query of the query language finds, such as `(todo now) [[Tea]]`. */
  query(text: string, options?: QueryOptions): Promise<QueryResult>
}

/** Creates the search of an engine. */
export function queries(core: Core, words: WordIndex): Queries {
  async function find(
    query: Query,
    { today, zone = core.environment.zone?.() ?? 'UTC', order = 'updated', ...part }: QueryOptions,
  ): Promise<FoundBlocks> {
    await words.load()
    const asked: Asked = { today: today ?? dayAt(core.now(), zone), zone }
    const { blocks, total } = words.find(query, asked, { ...bounded(part), order })
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
      return { ok: false, code: 'bad_query', error: faultWords(parsed.fault), at: parsed.fault.at }
    },
  }
}

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
