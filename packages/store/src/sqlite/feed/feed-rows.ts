/** Records in the order of the feed, by their index. */
import type { FeedPosition } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'
import { HOME, STORED, type StoredRow } from '../read/stored-record.ts'

export interface FeedRows {
  /** Those behind a position, so many at most. */
  after(position: FeedPosition, most: number): Iterable<StoredRow>
  /** Where the last of all stands. */
  last(): FeedPosition | undefined
}

export function feedRows(db: Db): FeedRows {
  // One condition on both columns walks through a commit from its first record at each page. A `?` without its plus is
  // looked at when SQLite plans, at each run: so is that of a LIMIT.
  const rows = (where: string) => `SELECT ${STORED} FROM record ${HOME} WHERE ${where} LIMIT +?`
  const ofCommit = db.prepare<[number, number, number], StoredRow>(
    rows('record.seq = +? AND record.n > +? ORDER BY record.n'),
  )
  const ofLater = db.prepare<[number, number], StoredRow>(
    rows('record.seq > +? ORDER BY record.seq, record.n'),
  )
  const last = db.prepare<[], FeedPosition>('SELECT seq, n FROM record ORDER BY seq DESC, n DESC LIMIT 1')

  return {
    *after({ seq, n }, most) {
      let left = most
      for (const row of ofCommit.iterate(seq, n, left)) {
        yield row
        left--
      }
      if (left > 0) yield* ofLater.iterate(seq, left)
    },
    last: () => last.get(),
  }
}
