/**
 * Tombstones are deleted records. They stay until devices that sync now and then have pulled them. The store notes the
 * head of the feed once a day. Later, the note shows which tombstones are old enough to drop.
 */
import type { FeedPosition } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'
import { movedFromRemover } from './moved-from.ts'
import { closedMark } from '../write/closed.ts'
import { Grown, KIND_NAMES, storage } from '../write/storage.ts'

const DAY = 86_400_000

export interface Tombstones {
  /** @returns whether a day has passed since the head was last noted */
  isDue(now: number): boolean
  /** Notes the head and drops old tombstones. The totals must be at the head of the feed. */
  run(now: number, keptFor: number): void
}

export function tombstones(db: Db): Tombstones {
  const latest = db.prepare<[], number | null>('SELECT max(at) FROM feed_noted').pluck()
  const note = db.prepare<[number]>(
    "INSERT OR REPLACE INTO feed_noted SELECT ?, value FROM meta WHERE key = 'seq'",
  )
  const reached = db.prepare<[number], number | null>('SELECT max(seq) FROM feed_noted WHERE at <= ?').pluck()
  const forget = db.prepare<[number]>('DELETE FROM feed_noted WHERE at <= ?')
  // The record with the greatest number stays, because other rows may refer to it and SQLite would reuse the number.
  const drop = db.prepare<[number], FeedPosition & { size: number; kind: number }>(
    `DELETE FROM record WHERE deleted = 1 AND seq <= ? AND n < (SELECT max(n) FROM record)
     RETURNING seq, n, size, kind`,
  )
  const floor = db.prepare<[], FeedPosition>(
    `SELECT (SELECT value FROM meta WHERE key = 'floor') AS seq, (SELECT value FROM meta WHERE key = 'floor_n') AS n`,
  )
  const raiseFloor = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE key = ?')
  const sums = storage(db)
  const removeMoves = movedFromRemover(db)
  const closed = closedMark(db)

  const run = db.transaction((now: number, keptFor: number) => {
    closed.check()
    note.run(now)
    const seq = reached.get(now - keptFor)
    if (!seq) return
    forget.run(now - keptFor)
    removeMoves(seq)
    const dropped = drop.all(seq)
    if (dropped.length === 0) return
    // A tombstone that stayed for its number may be dropped after later ones. The floor never falls.
    const last = [floor.get()!, ...dropped].toSorted((a, b) => a.seq - b.seq || a.n - b.n).at(-1)!
    raiseFloor.run(last.seq, 'floor')
    raiseFloor.run(last.n, 'floor_n')
    const freed = new Grown()
    for (const { kind, size } of dropped) freed.add(KIND_NAMES[kind]!, 0, -size)
    sums.add(freed)
  })

  return {
    // After a clock was set back, the head is noted again.
    isDue: (now) => Math.abs(now - (latest.get() ?? -Infinity)) >= DAY,
    run: (now, keptFor) => run.immediate(now, keptFor),
  }
}
