/** The mark in a graph file that refuses writes while its account moves to another store. */
import { AccountMoving } from '../../unavailable.ts'
import type { Db } from '../database/database.ts'

export interface ClosedMark {
  /** Inside the transaction of a write. @throws AccountMoving if the graph is closed */
  check(): void
  /** Closes the graph after the writes of all processes that run now, or opens it again. */
  set(isClosed: boolean): void
}

export function closedMark(db: Db): ClosedMark {
  const has = db.prepare<[], number>("SELECT 1 FROM meta WHERE key = 'closed'").pluck()
  const close = db.prepare("INSERT OR REPLACE INTO meta VALUES ('closed', 1)")
  const open = db.prepare("DELETE FROM meta WHERE key = 'closed'")
  return {
    check() {
      if (has.get() === 1) throw new AccountMoving()
    },
    set: (isClosed) => void (isClosed ? close.run() : open.run()),
  }
}
