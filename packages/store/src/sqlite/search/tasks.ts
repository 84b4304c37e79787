import type { Statement } from 'better-sqlite3'
import type { TaskQuery } from '../../graph/search.ts'
import type { Window } from '../../graph/window.ts'
import { rows, type Db } from '../database/database.ts'
import { NO_DAY } from '../schema/codes.ts'
import { queryCompiler, type Condition } from './query-sql.ts'
import { numberStatements } from './statements.ts'

/** The days of the tasks, both included. */
type Range = readonly [first: number, latest: number]

/** Tasks of one state, in their order. */
interface TaskPart {
  count(range: Range, where: Condition | undefined): number
  list(range: Range, where: Condition | undefined, limit: number, offset: number): number[]
}

/** A task without a day has one after every range that has an end. */
const LAST_DAY = NO_DAY - 1

/** Lists open tasks before finished ones, each kind in its own order, so a window may cover both. @see decisions 5.5 */
export function taskLists(
  db: Db,
): (query: TaskQuery, window: Window) => { numbers: number[]; total: number } {
  const compiler = queryCompiler(db)
  const statement = numberStatements(db)
  const open = taskPart(db, statement, 1, 'block_open', 'block.due, block.rank, block.created_at, block.id')
  const done = taskPart(db, statement, 2, 'block_done', 'block.updated_at DESC, block.id')
  const stateOf = db.prepare<[string], number>('SELECT state FROM record WHERE id = ?').pluck()

  return ({ status, dueFrom, dueBy, undated, after, where: query }, { limit, offset }) => {
    const range: Range = [
      undated ? NO_DAY : (dueFrom ?? 0),
      dueBy ?? (dueFrom === undefined ? NO_DAY : LAST_DAY),
    ]
    const where = query && compiler.condition(query)
    // In a list of both kinds, a task that is finished now has no open tasks behind it.
    const isDone = status === 'done' || (status === 'all' && after !== undefined && stateOf.get(after) === 2)
    const [ofOpen, ofDone] = [
      behind(OPEN_PLACE, isDone ? undefined : after, where),
      behind(DONE_PLACE, isDone ? after : undefined, where),
    ]
    const openTotal = isDone ? 0 : open.count(range, ofOpen)
    const doneTotal = status === 'open' ? 0 : done.count(range, ofDone)
    const numbers = offset < openTotal ? open.list(range, ofOpen, limit, offset) : []
    const rest = limit - numbers.length
    if (rest > 0 && doneTotal > 0)
      numbers.push(...done.list(range, ofDone, rest, Math.max(0, offset - openTotal)))
    return { numbers, total: openTotal + doneTotal }
  }
}

/** The columns of each order, so that a later place is greater. */
const OPEN_PLACE = ['due', 'rank', 'created_at', 'id']
const DONE_PLACE = ['-updated_at', 'id']

/** A condition for tasks behind the place of one. @see assistants 3.4 */
function behind(
  columns: readonly string[],
  after: string | undefined,
  where: Condition | undefined,
): Condition | undefined {
  if (after === undefined) return where
  const own = columns.map((column) => column.replace(/^-?/, '$&block.'))
  const sql = `(${own.join(', ')}) > (SELECT ${columns.join(', ')} FROM record WHERE id = ?)`
  return where
    ? { ...where, sql: `${sql} AND (${where.sql})`, values: [after, ...where.values] }
    : { sql, values: [after] }
}

function taskPart(
  db: Db,
  statement: (sql: string) => Statement<unknown[], number>,
  state: 1 | 2,
  index: string,
  order: string,
): TaskPart {
  // Reads only an index. The view also requires a page, so SQLite would read the row of each task that it skips.
  const tasks = 'FROM record AS block'
  const inRange = `block.state = ${state} AND block.due BETWEEN ? AND ?`
  const window = `ORDER BY ${order} LIMIT +? OFFSET +?`
  // SQLite finds the index by the state. A condition that is never true would leave it without a named one.
  const matching = ({ sql }: Condition): string => {
    const page = sql.includes('page.') ? 'CROSS JOIN page ON page.n = block.page' : ''
    return `${tasks} ${page} WHERE ${inRange} AND ${sql}`
  }
  const list = db
    .prepare<[...Range, number, number], number>(
      `SELECT block.n ${tasks} INDEXED BY ${index} WHERE ${inRange} ${window}`,
    )
    .pluck()
  const count = counted(db, `SELECT count(*) ${tasks} INDEXED BY ${index} WHERE ${inRange}`)
  return {
    count: (range, where) => {
      if (!where) return count(range)
      return statement(`SELECT count(*) ${matching(where)}`).get(...range, ...where.values) ?? 0
    },
    list: (range, where, limit, offset) => {
      const part = [rows(limit), offset] as const
      if (!where) return list.all(...range, ...part)
      return statement(`SELECT block.n ${matching(where)} ${window}`).all(...range, ...where.values, ...part)
    },
  }
}

/** The most cached counts; there is one for each range of days that a query names. */
const MOST = 100

/** Caches counts until this or another connection writes. */
function counted(db: Db, sql: string): (range: Range) => number {
  const count = db.prepare<[...Range], number>(sql).pluck()
  const own = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  const kept = new Map<string, number>()
  let asOf = ''

  return (range) => {
    const now = `${others.get()} ${own.get()}`
    if (now !== asOf || kept.size === MOST) kept.clear()
    asOf = now
    const key = range.join()
    const known = kept.get(key)
    if (known !== undefined) return known
    const total = count.get(...range)!
    kept.set(key, total)
    return total
  }
}
