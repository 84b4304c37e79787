import type { TaskQuery, Window } from '../../graph-store.ts'
import type { Db } from '../database.ts'

const NO_DAY = 99_999_999

/** SQLite's LIMIT takes no Infinity. */
const rows = (limit: number): number => (Number.isFinite(limit) ? limit : -1)

/** Open tasks stand before finished ones, each kind in its own order, so a window may take from both. @see decisions 5.5 */
export function taskLists(
  db: Db,
): (query: TaskQuery, window: Window) => { numbers: number[]; total: number } {
  const part = (state: 1 | 2, order: string) => ({
    list: db
      .prepare<[number, number, number], number>(
        `SELECT n FROM block WHERE state = ${state} AND due <= ? ORDER BY ${order} LIMIT ? OFFSET ?`,
      )
      .pluck(),
    count: db
      .prepare<[number], number>(`SELECT count(*) FROM block WHERE state = ${state} AND due <= ?`)
      .pluck(),
  })
  const open = part(1, 'due, rank, created_at, id')
  const done = part(2, 'updated_at DESC, id')

  return ({ status, dueBy }, { limit, offset }) => {
    const latest = dueBy ?? NO_DAY
    const openTotal = status === 'done' ? 0 : open.count.get(latest)!
    const doneTotal = status === 'open' ? 0 : done.count.get(latest)!
    const numbers = offset < openTotal ? open.list.all(latest, rows(limit), offset) : []
    const rest = limit - numbers.length
    if (rest > 0 && doneTotal > 0)
      numbers.push(...done.list.all(latest, rows(rest), Math.max(0, offset - openTotal)))
    return { numbers, total: openTotal + doneTotal }
  }
}
