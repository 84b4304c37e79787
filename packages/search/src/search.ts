/** Blocks found by a query, in the order and with the counts of the API. */
import type { Day } from '@notegraph/block-text'
import { startOfDay } from '@notegraph/graph'
import { settleDays, type Query } from '@notegraph/query'
import { matcher } from './match.ts'
import type { NoteBlock, Notes } from './notes.ts'

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
export interface Found {
  readonly blocks: readonly NoteBlock[]
  /** The number of matches, up to the ceiling. */
  readonly total: number
  /** Whether there are more matches than counted. */
  readonly truncated: boolean
}

/**
 * The matching blocks, the latest edit first, then by id.
 * @param part `ceiling` is the most counted matches, and the end of the list
 * @throws RangeError if the query needs the time of a block and `zone` is not a time zone
 * @example
 * const asked = { today: 20261120, zone: 'UTC' }
 * search(readNotes([]), { kind: 'words', text: 'rye', at: 0 }, asked).total // 0
 * @see decisions 5.4
 */
export function search(
  notes: Notes,
  query: Query,
  asked: Asked,
  { ceiling = Infinity, ...part }: Part & { readonly ceiling?: number } = {},
): Found {
  const settled = settleDays(query, { today: asked.today, startOf: (day) => startOfDay(day, asked.zone) })
  const all = notes.blocks.filter(matcher(settled, notes)).toSorted(latestFirst)
  const counted = all.slice(0, ceiling)
  return { blocks: cut(counted, part), total: counted.length, truncated: all.length > ceiling }
}

/**
 * The blocks whose own text links or tags a page, by its name or an alias. The page need not exist.
 * @example
 * linksTo(readNotes([]), 'Bread').blocks // []
 */
export function linksTo(notes: Notes, name: string, part: Part = {}): Found {
  return search(notes, { kind: 'ref', name, at: 0 }, NEVER, part)
}

/** Links do not depend on the day. */
const NEVER: Asked = { today: 10000101, zone: 'UTC' }

export function latestFirst({ record: a }: NoteBlock, { record: b }: NoteBlock): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
}

export function cut<T>(all: readonly T[], { limit = Infinity, offset = 0 }: Part): readonly T[] {
  return all.slice(offset, offset + limit)
}
