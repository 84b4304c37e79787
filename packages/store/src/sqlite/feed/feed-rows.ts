/** Reads records in the order of the feed, through an index. */
import type { FeedPosition } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'
import { HOME, STORED, type StoredRow } from '../read/stored-record.ts'

export interface FeedRows {
  /** @returns at most so many records after a position */
  after(position: FeedPosition, most: number): Iterable<StoredRow>
  /** @returns the position of the last record */
  last(): FeedPosition | undefined
}

export function feedRows(db: Db): FeedRows {
  // One condition on both columns would read each commit from its first record for every page. A `?` without a plus,
  // also in a LIMIT, makes SQLite plan again for each run.
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
