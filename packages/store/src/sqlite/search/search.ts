/**
 * Answers a question from one snapshot. Sets bound where the matches can be (`sets.ts`); of what they leave open the rows
 * are asked, by the question as one SQL condition. Few that can match are asked at once, in order; of many, the columns
 * tell the order. No more is found out than the answer holds: the first of them, and how many there are, up to where
 * counting stops.
 */
import type { SettledQuery } from '@notegraph/query'
import type { Window } from '../../graph-store.ts'
import { snapshot, type Db } from '../database.ts'
import { queryCompiler } from '../query-sql.ts'
import { rowAsker, type RowAsker, type Timed } from './ask-rows.ts'
import { Bits } from './bits.ts'
import { isKnown, known, type Bounds } from './bounds.ts'
import { candidates, type Candidates } from './candidates.ts'
import { COLUMNS } from './columns.ts'
import { askCost, LOAD, SCAN } from './costs.ts'
import { counter } from './counts.ts'
import { extentReader, type Extent } from './extent.ts'
import { fewBlocks } from './few.ts'
import { holder, type Held } from './held.ts'
import { ordering } from './order.ts'
import { setsOf, type SetsOf } from './sets.ts'
import { spansOf, type Span } from './spans.ts'

export interface Hits {
  /** The blocks of the window, by number. */
  readonly numbers: number[]
  readonly total: number
  readonly truncated: boolean
}
export interface Search {
  readonly find: (question: SettledQuery, window: Window, ceiling: number) => Hits
  /** Where few blocks can match, which is known at once. */
  readonly findFew: (question: SettledQuery, window: Window, ceiling: number) => Hits | undefined
}

/** How a question is answered; the answer is the same. */
export interface Plan {
  /** Microseconds; what is known to take no longer is answered by one statement, without sets. */
  readonly short: number
  /** Whether rows are asked where that is quicker than to make a set. */
  readonly thrifty: boolean
  /** So few blocks are asked one by one without more ado. */
  readonly few: number
  /** Microseconds; sets that take longer are made a span at a time. */
  readonly long: number
  /** As many numbers as a span has at least. */
  readonly span: number
}
const QUICKEST: Plan = { short: 3_000, thrifty: true, few: 300, long: 5_000, span: 32 * 1_024 }
/** As many as are asked at once, at first. */
const BATCH = 256
/** What matches lies unevenly: so many times as many are asked as would do. */
const MORE = 1.1
/** So many questions of as many blocks, and it was worth to read the column of their times. */
const SOON = 4

/** The blocks that match among those that wait to be indexed, once they have been asked. */
interface Waiting {
  /** The bounds, with what waits settled where that takes less than to ask it block by block. */
  readonly settled: (bounds: Bounds, span: Span) => Bounds
  readonly times: () => readonly Timed[]
}

export function searcher(db: Db, { short, thrifty, few, long, span: least }: Plan = QUICKEST): Search {
  const compiler = queryCompiler(db)
  const counts = counter(db, compiler)
  const fewOf = fewBlocks(db, compiler, counts)
  const sets = setsOf(db, compiler, counts, thrifty)
  const extent = extentReader(db)
  const held = holder(db)
  const askerOf = rowAsker(db, compiler)
  const candidatesOf = candidates(db, ordering(db))

  const findFew: Search['findFew'] = (question, { limit, offset }, ceiling) =>
    snapshot(db, () => {
      const found = fewOf(question, short)
      if (!found) return undefined
      const { source, exact, total } = found
      const rows = askerOf(exact ? undefined : question)
      const end = Math.min(offset + limit, ceiling)
      if (total !== undefined && end < total)
        return hits(rows.inOrderOf(source, { limit: Math.max(0, end - offset), offset }), total, ceiling)
      const numbers = rows.inOrderOf(source)
      return hits(numbers.slice(offset, end), numbers.length, ceiling)
    })

  const find: Search['find'] = (question, window, ceiling) =>
    snapshot(db, () => {
      const found = findFew(question, window, ceiling)
      if (found) return found
      const { limit, offset } = window
      const end = Math.min(offset + limit, ceiling)
      const at = extent()
      const now = held()
      const waiting = waitingOf(question, at)
      const parts = sets.of(question, at, now)
      const { sure, maybe, open } = allOf(question, parts, waiting, at, now, end, ceiling)
      const rows = askerOf(sure === maybe ? undefined : (open ?? question))
      const count = maybe.count()
      const spared =
        !now.holds('updated') && askCost(count, at.size) * SOON < at.size * LOAD * COLUMNS.updated.bytes
      if (count <= few || (thrifty && spared)) {
        const numbers = rows.inOrder(maybe.toArray())
        return hits(numbers.slice(offset, end), numbers.length, ceiling)
      }
      const { numbers, total } = many(candidatesOf(sure, maybe, at, now, waiting.times()), rows, end, ceiling)
      return hits(numbers.slice(offset, end), total, ceiling)
    })

  /** Very many can wait after an import: one pass over them takes as long as a plain scan. */
  function waitingOf(question: SettledQuery, at: Extent): Waiting {
    const scan = SCAN * at.waiting.count()
    let times: readonly Timed[] | undefined
    let matching: Bits | undefined

    function settled(bounds: Bounds, { from, to }: Span): Bounds {
      const here = at.waiting.slice(from, to)
      const count = bounds.maybe.without(bounds.sure).and(here).count()
      if (!matching && (count <= few || askCost(count, to - from) < scan)) return bounds
      times ??= askerOf(question).waiting(at.indexed)
      matching ??= Bits.of(
        at.size,
        times.map(({ n }) => n),
      )
      const found = matching.slice(from, to)
      const sure = bounds.sure.without(here).or(found)
      const maybe = bounds.maybe.without(here).or(found)
      return isSame(sure, maybe) ? known(sure) : { ...bounds, sure, maybe }
    }

    return { settled, times: () => times ?? [] }
  }

  /**
   * The sets of all blocks; or, as soon as more match than are counted, of so many that it is quicker to ask the rest of
   * the rows for those that come first. What a span leaves open is asked at once, since that may be enough.
   */
  function allOf(
    question: SettledQuery,
    { bounds, cost }: SetsOf,
    waiting: Waiting,
    at: Extent,
    now: Held,
    end: number,
    ceiling: number,
  ): Bounds {
    const all = { from: 0, to: at.size }
    if (cost <= long) return waiting.settled(bounds(all), all)
    const [sure, maybe] = [new Bits(at.size), new Bits(at.size)]
    let counted = 0
    for (const span of spansOf(now.segments(), at.size, least)) {
      const { from, to } = span
      const found = waiting.settled(bounds(span), span)
      sure.paste(found.sure, from, to - from)
      maybe.paste(found.maybe, from, to - from)
      counted += now.folded().slice(from, to).without(at.waiting.slice(from, to)).and(found.sure).count()
      if (!isKnown(found)) {
        const most = ceiling + 1 - counted
        const unsure = found.maybe
          .slice(0, to - from)
          .without(found.sure)
          .toArray()
        const matching = askerOf(found.open ?? question).matching(
          unsure.map((n) => from + n),
          most,
        )
        for (const n of matching) sure.put(n)
        counted += matching.length
        if (matching.length < most) for (const n of unsure) if (!sure.has(from + n)) maybe.take(from + n)
      }
      const toAsk = (end * from) / counted
      if (counted > ceiling && askCost(toAsk, from) < (cost * from) / at.size) {
        maybe.paste(new Bits(from).not(), 0, from)
        return { sure, maybe }
      }
    }
    return { sure, maybe: isSame(sure, maybe) ? sure : maybe }
  }

  return { find, findFew }
}

/** The first `end` that match, in order, and how many do, as far as they are counted. */
function many(
  { sure, open, first }: Candidates,
  rows: RowAsker,
  end: number,
  ceiling: number,
): { readonly numbers: number[]; readonly total: number } {
  let total = sure.count()
  if (open.isEmpty()) return { numbers: first(Math.min(end, total)), total }
  const found = sure.or(sure)
  const left = open.or(open)
  /** @returns how many match */
  function settle(those: readonly number[], most?: number): number {
    for (const n of those) left.take(n)
    const matching = rows.matching(those, most)
    for (const n of matching) found.put(n)
    return matching.length
  }

  // The window first, each time a longer stretch of what can match, in the order of the rows
  let numbers: number[] = []
  for (let most = end + BATCH; ; most = longer(most, numbers.length, end)) {
    const stretch = first(most)
    total += settle(stretch.filter((n) => left.has(n)).toSorted((a, b) => a - b))
    numbers = stretch.filter((n) => found.has(n))
    if (numbers.length >= end || stretch.length < most) break
  }
  // Then the rest, until there are too many
  const rest = total <= ceiling ? left.toArray() : []
  let at = 0
  for (let size = BATCH; at < rest.length; size *= 2) {
    total += settle(rest.slice(at, at + size), ceiling + 1 - total)
    if (total > ceiling) break
    at += size
  }
  return { numbers, total }
}

/** A stretch in which as many match as are wanted, going by one in which fewer did. */
function longer(most: number, matched: number, wanted: number): number {
  const about = Math.ceil((most * (wanted - matched) * MORE) / Math.max(1, matched))
  return most + Math.min(Math.max(about, BATCH), most * 7)
}

const hits = (numbers: number[], total: number, ceiling: number): Hits => ({
  numbers,
  total: Math.min(total, ceiling),
  truncated: total > ceiling,
})

function isSame(a: Bits, b: Bits): boolean {
  return a.words.every((word, i) => word === b.words[i])
}
