/** Reads of blocks. */
import type { BlockStore } from '../../graph/blocks.ts'
import type { Db } from '../database/database.ts'
import { blockIds } from './block-ids.ts'
import type { Lookup } from './lookup.ts'
import type { PageOutlines } from './outline.ts'
import type { ReferenceReads } from './references.ts'

/** @param listByPage reads the outline of a page, perhaps in another thread */
export function blockStore(
  db: Db,
  lookup: Lookup,
  references: ReferenceReads,
  outlines: PageOutlines,
  listByPage: BlockStore['listByPage'],
): BlockStore {
  const edge = (order: '' | 'DESC') =>
    `(SELECT ord FROM block WHERE block.page = page.n ORDER BY ord ${order} LIMIT 1)`
  const range = db.prepare<[string], { low: number; high: number }>(
    `SELECT ${edge('')} AS low, ${edge('DESC')} AS high FROM page WHERE id = ? AND blocks > 0`,
  )
  const targets = db.prepare<[], string>('SELECT DISTINCT target FROM block_ref').pluck()
  return {
    ...outlines.reads,
    ...blockIds(db, references),
    listByPage,
    find: async (id) => lookup.block(id),
    orderRange: async (pageId) => range.get(pageId),
    referencedIds: async () => new Set(targets.all()),
  }
}
