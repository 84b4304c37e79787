/** The commits that devices pushed. They separate a device's own changes from those of others since its last pull. */
import type { FeedStore } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'

export function pushCommitReads(db: Db): Pick<FeedStore, 'writtenByOthers'> {
  const byOthers = `record.seq > +@seq AND NOT EXISTS (
    SELECT 1 FROM commit_maker WHERE commit_maker.seq = record.seq AND device = +@device)`
  const written = db
    .prepare<{ id: string; seq: number; device: string; most: number }, string>(
      `SELECT record.id FROM page CROSS JOIN record ON record.page = page.n WHERE page.id = @id AND ${byOthers}
       UNION ALL SELECT record.id FROM page CROSS JOIN shape ON shape.page = page.n
         CROSS JOIN record ON record.n = shape.n WHERE page.id = @id AND ${byOthers}
       UNION ALL SELECT record.id FROM waiting CROSS JOIN record ON record.n = waiting.n
         WHERE waiting.page_id = @id AND ${byOthers}
       LIMIT +@most`,
    )
    .pluck()
  return {
    writtenByOthers: async (pageIds, after, most) =>
      new Map(pageIds.map((id) => [id, written.all({ id, ...after, most })])),
  }
}
