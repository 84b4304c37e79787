/** Blocks found by a query, in the order and with the counts of the API. */
import { foldForSearch, type Day } from '@notegraph/block-text'
import { journalDay, startOfDay } from '@notegraph/graph'
import {
  byRelevance,
  positiveWords,
  wordInScope,
  settleDays,
  type Query,
  type SearchOrder,
  type SettledQuery,
} from '@notegraph/query'
import { matcher } from './match.ts'
import type { NoteBlock, Notes, SearchBlock } from './notes.ts'

/** The day and the time zone of a search. */
export interface Asked {
  /** `YYYYMMDD` as a number. @see dayAt of `@notegraph/graph` */
  readonly today: Day
  /** An IANA name such as `Europe/Berlin`. */
  readonly zone: string
}

/** A part of a list; the whole list by default. */
export interface Part {
  readonly limit?: number
  readonly offset?: number
}

/** A part of the matching blocks, and their number. */
export interface Found<Block extends SearchBlock = NoteBlock> {
  readonly blocks: readonly Block[]
  /** The number of matches, up to the ceiling. */
  readonly total: number
  /** Whether there are more matches than counted. */
  readonly truncated: boolean
}

/** The ceiling and the order of a search. */
export interface Listing {
  /** The most counted matches, and the end of the list; no end by default. */
  readonly ceiling?: number
  /** `updated` by default. By relevance, only the latest matches up to the ceiling are ranked. */
  readonly order?: SearchOrder
}

/**
 * The matching blocks, the latest edit first, then by id, unless `part` names another order.
 * @throws RangeError if the query needs the time of a block and `zone` is not a time zone
 * @example
 * const asked = { today: 20261120, zone: 'UTC' }
 * search(readNotes([]), { kind: 'words', text: 'rye', at: 0 }, asked).total // 0
 * @see decisions 5.4
 */
export function search<Block extends SearchBlock>(
  notes: Notes<Block>,
  query: Query,
  asked: Asked,
  { ceiling = Number.MAX_SAFE_INTEGER, order = 'updated', ...part }: Part & Listing = {},
): Found<Block> {
  const settled = settleDays(query, { today: asked.today, startOf: (day) => startOfDay(day, asked.zone) })
  const all = notes.blocks.filter(matcher(settled, notes)).toSorted(COMPARISONS[order])
  const counted = all.slice(0, ceiling)
  const ranked = order === 'relevance' ? rank(counted, settled, notes, ceiling) : counted
  return { blocks: cut(ranked, part), total: counted.length, truncated: all.length > ceiling }
}

/** Orders blocks by relevance. @see assistants 5.1 */
function rank<Block extends SearchBlock>(
  blocks: readonly Block[],
  query: SettledQuery,
  notes: Notes<Block>,
  ceiling: number,
): readonly Block[] {
  const leaves = new Map(positiveWords(query).map((leaf) => [foldForSearch(leaf.text), leaf]))
  const words = Array.from(leaves, ([text, leaf]) => ({
    text,
    documents: Math.min(ceiling, notes.blocks.filter(matcher(wordInScope(leaf, query), notes)).length),
  }))
  return byRelevance(blocks, (block) => block.words, words, ceiling)
}

/**
 * The blocks whose own text links or tags a page, by its name or an alias. The page need not exist.
 * @example
 * linksTo(readNotes([]), 'Bread').blocks // []
 */
export function linksTo<Block extends SearchBlock>(
  notes: Notes<Block>,
  name: string,
  part: Part = {},
): Found<Block> {
  return search(notes, { kind: 'ref', name, at: 0 }, NEVER, part)
}

/** Links do not depend on the day. */
const NEVER: Asked = { today: 10000101, zone: 'UTC' }

/**
 * The usual order of found blocks: the latest edit first, then by id.
 * @example
 * readNotes([]).blocks.toSorted(latestFirst) // []
 */
export function latestFirst({ record: a }: SearchBlock, { record: b }: SearchBlock): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}

type Comparison = (a: SearchBlock, b: SearchBlock) => number

/** By the journal day of the page, other pages last. */
const byDay =
  (sign: 1 | -1): Comparison =>
  (a, b) => {
    const [dayA, dayB] = [journalDay(a.page.record.id), journalDay(b.page.record.id)]
    if (dayA === dayB) return latestFirst(a, b)
    if (dayA === undefined || dayB === undefined) return dayA === undefined ? 1 : -1
    return sign * (dayA - dayB)
  }

const COMPARISONS: { readonly [O in SearchOrder]: Comparison } = {
  updated: latestFirst,
  day: /* @__PURE__ */ byDay(1),
  '-day': /* @__PURE__ */ byDay(-1),
  relevance: latestFirst,
}

export function cut<T>(all: readonly T[], { limit = Infinity, offset = 0 }: Part): readonly T[] {
  return all.slice(offset, offset + limit)
}
