/**
 * Answers a question from one snapshot. Sets bound where the matches can be (`sets.ts`); of what they leave open the rows
 * are asked, by the question as one SQL condition. Few that can match are asked at once, in order; of many, the columns
 * tell the order.
 */
import type { Window } from '../../graph-store.ts'
import { snapshot, type Db } from '../database.ts'
import { queryCompiler, type Condition } from '../query-sql.ts'
import { Bits } from './bits.ts'
import { COLUMNS, columnStore } from './columns.ts'
import { ordering } from './order.ts'
import type { Question } from './question.ts'
import { extentReader, type Extent } from './extent.ts'
import { setsOf } from './sets.ts'
import { numberStatements } from './statements.ts'

export interface Hits {
  /** The blocks of the window, by number. */
  readonly numbers: number[]
  readonly total: number
  readonly truncated: boolean
}
export interface Search {
  readonly find: (question: Question, window: Window, ceiling: number) => Hits
  /** @see Sets.isShort */
  readonly isShort: (question: Question) => boolean
}

/** How a question is answered; the answer is the same. */
export interface Plan {
  /** Whether rows are asked where that is quicker than to make a set. */
  readonly thrifty: boolean
  /** So few blocks are asked one by one without more ado. */
  readonly few: number
}
const QUICKEST: Plan = { thrifty: true, few: 300 }
/** Of this many blocks, one is asked in the time in which the column of their times is read for one. */
const READ_FOR_ONE = 500
/** Of more than this many that have to be asked anyway, it pays to begin with the latest and to stop in time. */
const MOST_ASKED = 20_000
/** As many as are asked at once, at first. */
const BATCH = 256

interface Matches {
  readonly sure: Bits
  readonly numbers: Int32Array
  readonly times: Float64Array
}

export function searcher(db: Db, { thrifty, few }: Plan = QUICKEST): Search {
  const compiler = queryCompiler(db)
  const sets = setsOf(db, compiler, thrifty)
  const columns = columnStore(db)
  const firstOf = ordering(db)
  const extent = extentReader(db)
  const statement = numberStatements(db)
  const timesOf = db.prepare<[string], { n: number; time: number }>(
    'SELECT block.n, updated_at AS time FROM json_each(?) CROSS JOIN block ON block.n = value ORDER BY block.n',
  )

  /** Those among the numbers, of blocks alone, that meet the condition. */
  function asked(numbers: readonly number[], { sql, values }: Condition, ending = ''): number[] {
    const page = sql.includes('page.')
    const block = page || (sql + ending).includes('block.')
    const joins = [
      block && 'CROSS JOIN block ON block.n = hit.n',
      page && 'CROSS JOIN page ON page.n = block.page',
      (!block || sql.includes('words.')) && 'CROSS JOIN block_words AS words ON words.n = hit.n',
    ]
    return statement(
      `WITH hit(n) AS (SELECT value FROM json_each(?))
       SELECT hit.n FROM hit ${joins.filter(Boolean).join(' ')} WHERE ${sql} ${ending}`,
    ).all(JSON.stringify(numbers), ...values)
  }

  /** The blocks that can match, with their times; other records have none. */
  function matches(sure: Bits, maybe: Bits, { size, waiting }: Extent): Matches {
    const count = maybe.count()
    const numbers = new Int32Array(count)
    const times = new Float64Array(count)
    let at = 0
    const folded = maybe.without(waiting)
    for (let start = 0; start < size; start += COLUMNS.updated.length) {
      const end = start + COLUMNS.updated.length
      const strip = folded.anyNear(start, end) && columns.stripOf('updated', start)
      if (!strip) continue
      folded.each(
        (n) => {
          const time = strip[n - start]!
          if (Number.isNaN(time)) return
          numbers[at] = n
          times[at++] = time
        },
        start,
        end,
      )
    }
    for (const { n, time } of timesOf.all(JSON.stringify(maybe.and(waiting).toArray()))) {
      numbers[at] = n
      times[at++] = time
    }
    return { sure, numbers: numbers.subarray(0, at), times: times.subarray(0, at) }
  }

  function many({ sure, numbers, times }: Matches, condition: Condition, end: number, ceiling: number): Hits {
    const certain = countIn(sure, numbers)
    if (certain === numbers.length)
      return hits(firstOf(numbers, times, Math.min(end, certain)), certain, ceiling)
    const open = new Set(numbers.filter((n) => !sure.has(n)))
    const held = new Set<number>()
    const settle = (those: readonly number[], most: number) => {
      for (const n of asked(those, condition, `LIMIT ${most}`)) held.add(n)
    }

    // The window first, in order, each time a longer stretch of it
    let first: number[] = []
    for (let most = end + BATCH; ; most *= 4) {
      const stretch = firstOf(numbers, times, Math.min(most, numbers.length))
      const those = stretch.filter((n) => open.delete(n))
      settle(those, those.length)
      first = stretch.filter((n) => sure.has(n) || held.has(n))
      if (first.length >= end || stretch.length === numbers.length) break
    }
    // Then the rest, in the order of the rows, until there are too many
    const rest = [...open]
    for (let at = 0, size = BATCH; at < rest.length; at += size, size *= 2) {
      const most = ceiling + 1 - certain - held.size
      if (most <= 0) break
      settle(rest.slice(at, at + size), most)
    }
    return hits(first.slice(0, end), certain + held.size, ceiling)
  }

  const find: Search['find'] = (question, { limit, offset }, ceiling) =>
    snapshot(db, () => {
      const end = Math.min(offset + limit, ceiling)
      const range = extent()
      const { sure, maybe, open = question } = sets.bounds(question, range)
      const condition: Condition = sure === maybe ? { sql: '1', values: [] } : compiler.condition(open)
      let found: Hits
      const candidates = maybe.count()
      const spared = () => thrifty && candidates <= MOST_ASKED && sure.count() * READ_FOR_ONE <= range.size
      if (candidates <= few || spared()) {
        const order = 'ORDER BY block.updated_at DESC, block.id'
        const numbers = asked(maybe.toArray(), condition, order)
        found = hits(numbers, numbers.length, ceiling)
      } else found = many(matches(sure, maybe, range), condition, end, ceiling)
      return { ...found, numbers: found.numbers.slice(offset, end) }
    })
  return { find, isShort: sets.isShort }
}

const hits = (numbers: number[], total: number, ceiling: number): Hits => ({
  numbers,
  total: Math.min(total, ceiling),
  truncated: total > ceiling,
})

function countIn(set: Bits, numbers: Int32Array): number {
  let count = 0
  for (let i = 0; i < numbers.length; i++) if (set.has(numbers[i]!)) count++
  return count
}
