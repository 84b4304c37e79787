/** Writes the search index of a graph's file. */
import { IndexWriter } from '@notegraph/search-index'
import { snapshot, type Db } from '../database/database.ts'
import { documentRows } from './document-rows.ts'
import { segmentStorage } from './segment-storage.ts'

/** A database in memory has no thread that indexes in the background. */
export const indexWriter = (db: Db): IndexWriter =>
  new IndexWriter(segmentStorage(db), documentRows(db), { background: !db.memory })

/**
 * Does the next step if more than `least` records are unindexed or segments must be merged. It blocks other writes only
 * while it writes the prepared step.
 * @returns whether there was a step to do
 */
export function indexStep(db: Db, index: IndexWriter, least: number): boolean {
  const prepared = snapshot(db, () => index.prepare(least))
  if (prepared) db.transaction(() => index.write(prepared)).immediate()
  return prepared !== undefined
}
