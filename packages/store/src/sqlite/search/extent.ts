import type { Db } from '../database.ts'
import { Bits } from './bits.ts'

/** What one snapshot of the file holds. */
export interface Extent {
  /** One more than the largest number of a record. */
  readonly size: number
  /** The number up to which records are indexed, but for those that changed since. */
  readonly indexed: number
  /** Of records that wait to be indexed. */
  readonly waiting: Bits
}

export function extentReader(db: Db): () => Extent {
  const ends = db.prepare<[], { size: number; indexed: number }>(
    `SELECT (SELECT coalesce(max(n), 0) + 1 FROM record) AS size,
       (SELECT value FROM meta WHERE key = 'indexed') AS indexed`,
  )
  const changed = db.prepare<[], number>('SELECT n FROM search_changed').pluck()
  return () => {
    const { size, indexed } = ends.get()!
    const waiting = Bits.of(size, changed.all())
    for (let n = indexed + 1; n < size; n++) waiting.put(n)
    return { size, indexed, waiting }
  }
}
