/** Blocks found by a query, in the order and with the counts of the API. */
import type { Day } from '@notegraph/block-text'
import { startOfDay } from '@notegraph/graph'
import { settleDays, type Query } from '@notegraph/query'
import { matcher } from './match.ts'
import type { NoteBlock, Notes } from './notes.ts'

/** When and where somebody asks. */
export interface Asked {
  /** `YYYYMMDD` as a number. @see dayAt of `@notegraph/graph` */
  readonly today: Day
  /** An IANA name such as `Europe/Berlin`. */
  readonly zone: string
}

/** Which part of a list; everything where it is left out. */
export interface Part {
  readonly limit?: number
  readonly offset?: number
}

export interface Found {
  readonly blocks: readonly NoteBlock[]
  /** How many match, counted up to the ceiling. */
  readonly total: number
  /** Whether more match than are counted. */
  readonly truncated: boolean
}

/**
 * The blocks that match, the latest edit first, then by id.
 * @param part `ceiling` is the most that is counted, and the end of the list
 * @throws RangeError where the query asks for the time of a block, and `zone` is no time zone
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

/** The blocks that link or tag a page in their own text, by its name or an alias. The page need not be there. */
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
