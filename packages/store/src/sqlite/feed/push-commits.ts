/** Which commits a device pushed, so that it can be told from what others wrote after its last pull. */
import type { FeedStore } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'

/** As many commits back as their device is known. */
const KNOWN = 50_000

/** Notes that a device pushed a commit, and forgets those that are long past. @param known commits that are remembered */
export function pushCommitWrites(db: Db, known: number = KNOWN): (seq: number, device: string) => void {
  const insert = db.prepare<[number, string]>('INSERT INTO push_commit (seq, device) VALUES (?, ?)')
  const forget = db.prepare<[number]>('DELETE FROM push_commit WHERE seq <= ?')
  return (seq, device) => {
    insert.run(seq, device)
    forget.run(seq - known)
  }
}

export function pushCommitReads(db: Db): Pick<FeedStore, 'writtenByOthers'> {
  const byOthers = `record.seq > +@seq AND NOT EXISTS (
    SELECT 1 FROM push_commit WHERE push_commit.seq = record.seq AND device = +@device)`
  const written = db
    .prepare<{ id: string; seq: number; device: string; most: number }, string>(
      `SELECT record.id FROM page CROSS JOIN record ON record.page = page.n WHERE page.id = @id AND ${byOthers}
       UNION ALL SELECT record.id FROM page CROSS JOIN shape ON shape.page = page.n
         CROSS JOIN record ON record.n = shape.n WHERE page.id = @id AND ${byOthers}
       LIMIT +@most`,
    )
    .pluck()
  return {
    writtenByOthers: async (pageIds, after, most) =>
      new Map(pageIds.map((id) => [id, written.all({ id, ...after, most })])),
  }
}
