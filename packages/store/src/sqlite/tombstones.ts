/**
 * Tombstones: deleted records, kept until every device that comes by now and then has heard of them. How far the feed had
 * come is noted once a day, which tells later which tombstones were there by then.
 */
import type { Db } from './database.ts'

const DAY = 86_400_000

export interface Tombstones {
  /** Whether a day has passed since the feed was last noted. */
  isDue(now: number): boolean
  /** The totals have to have come up to the head. */
  run(now: number, keptFor: number): void
}

export function tombstones(db: Db): Tombstones {
  const latest = db.prepare<[], number | null>('SELECT max(at) FROM feed_noted').pluck()
  const note = db.prepare<[number]>(
    "INSERT OR REPLACE INTO feed_noted SELECT ?, value FROM meta WHERE key = 'seq'",
  )
  const reached = db.prepare<[number], number | null>('SELECT max(seq) FROM feed_noted WHERE at <= ?').pluck()
  const forget = db.prepare<[number]>('DELETE FROM feed_noted WHERE at <= ?')
  const drop = db.prepare<[number], { seq: number; size: number }>(
    'DELETE FROM record WHERE deleted = 1 AND seq <= ? RETURNING seq, size',
  )
  const raiseFloor = db.prepare<[number]>("UPDATE meta SET value = max(value, ?) WHERE key = 'floor'")
  const free = db.prepare<[number]>("UPDATE meta SET value = value - ? WHERE key = 'bytes'")

  const run = db.transaction((now: number, keptFor: number) => {
    note.run(now)
    const seq = reached.get(now - keptFor)
    if (!seq) return
    forget.run(now - keptFor)
    const dropped = drop.all(seq)
    if (dropped.length === 0) return
    raiseFloor.run(Math.max(...dropped.map((row) => row.seq)))
    free.run(dropped.reduce((sum, { size }) => sum + size, 0))
  })

  return {
    // A clock that was set back notes anew.
    isDue: (now) => Math.abs(now - (latest.get() ?? -Infinity)) >= DAY,
    run: (now, keptFor) => run.immediate(now, keptFor),
  }
}
