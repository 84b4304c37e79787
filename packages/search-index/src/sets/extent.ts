/** The records of one snapshot, and those of them that are not indexed. */
import type { DocumentRows } from '../documents.ts'
import type { SegmentStorage } from '../storage.ts'
import { Bitmap } from './bitmap.ts'

export interface Extent {
  /** One more than the highest number of a record. */
  readonly size: number
  /** Records that are new or changed since the index was written. Some of them may be no documents. */
  readonly unindexed: Bitmap
}

export function readExtent(storage: SegmentStorage, documents: Pick<DocumentRows, 'last'>): Extent {
  const size = documents.last() + 1
  const unindexed = Bitmap.of(size, storage.changed.numbers())
  for (let n = storage.counters.get('indexed') + 1; n < size; n++) unindexed.add(n)
  return { size, unindexed }
}
