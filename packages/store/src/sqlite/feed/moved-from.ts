/**
 * The pages that blocks and shapes have left. The feed has a record once, with the page that it is on now. So a row beside
 * it names the page that it was on before. A replica has the rows of the commits that it applied one by one.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { FeedPosition } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'

/** @returns a function that notes whether a commit takes a live record from its page */
export function movedFromWriter(
  db: Db,
): (n: number, seq: number, before: GraphRecord, after: GraphRecord) => void {
  const add = db.prepare<[number, number, string]>('INSERT OR IGNORE INTO moved_from VALUES (?, ?, ?)')
  return (n, seq, before, after) => {
    if (before.kind === 'page' || after.kind === 'page') return
    const { pageId } = before.place
    if (pageId !== after.place.pageId) add.run(n, seq, pageId)
  }
}

/** @returns a function that reads the ids of the pages that a record has left since a position, the oldest first */
export function movedFromReader(db: Db): (n: number, from: FeedPosition) => string[] {
  const find = db
    .prepare<[number, number, number, number], string>(
      'SELECT page FROM moved_from WHERE n = ? AND (seq > ? OR (seq = ? AND n > ?)) ORDER BY seq',
    )
    .pluck()
  return (n, from) => find.all(n, from.seq, from.seq, from.n)
}

/** @returns a function that deletes the rows of commits up to a number */
export function movedFromRemover(db: Db): (seq: number) => void {
  const remove = db.prepare<[number]>('DELETE FROM moved_from WHERE seq <= ?')
  return (seq) => void remove.run(seq)
}
