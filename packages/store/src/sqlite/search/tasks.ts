import { NO_DAY } from '../schema/codes.ts'
import type { TaskQuery } from '../../graph/search.ts'
import type { Window } from '../../graph/window.ts'
import { rows, type Db } from '../database/database.ts'

/** Lists open tasks before finished ones, each kind in its own order, so a window may cover both. @see decisions 5.5 */
export function taskLists(
  db: Db,
): (query: TaskQuery, window: Window) => { numbers: number[]; total: number } {
  // Reads only an index. The view also requires a page, so SQLite would read the row of each task that it skips.
  const part = (state: 1 | 2, index: string, order: string) => {
    const tasks = `FROM record INDEXED BY ${index} WHERE state = ${state} AND due <= ?`
    return {
      list: db
        .prepare<[number, number, number], number>(`SELECT n ${tasks} ORDER BY ${order} LIMIT +? OFFSET +?`)
        .pluck(),
      count: counted(db, `SELECT count(*) ${tasks}`),
    }
  }
  const open = part(1, 'block_open', 'due, rank, created_at, id')
  const done = part(2, 'block_done', 'updated_at DESC, id')

  return ({ status, dueBy }, { limit, offset }) => {
    const latest = dueBy ?? NO_DAY
    const openTotal = status === 'done' ? 0 : open.count(latest)
    const doneTotal = status === 'open' ? 0 : done.count(latest)
    const numbers = offset < openTotal ? open.list.all(latest, rows(limit), offset) : []
    const rest = limit - numbers.length
    if (rest > 0 && doneTotal > 0)
      numbers.push(...done.list.all(latest, rows(rest), Math.max(0, offset - openTotal)))
    return { numbers, total: openTotal + doneTotal }
  }
}

/** The most cached counts; there is one for each day that a query names. */
const MOST = 100

/** Caches counts until this or another connection writes. */
function counted(db: Db, sql: string): (latest: number) => number {
  const count = db.prepare<[number], number>(sql).pluck()
  const own = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  const kept = new Map<number, number>()
  let asOf = ''

  return (latest) => {
    const now = `${others.get()} ${own.get()}`
    if (now !== asOf || kept.size === MOST) kept.clear()
    asOf = now
    const known = kept.get(latest)
    if (known !== undefined) return known
    const total = count.get(latest)!
    kept.set(latest, total)
    return total
  }
}
