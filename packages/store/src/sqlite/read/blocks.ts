/** Reads of blocks. */
import type { BlockStore, FoundBlock } from '../../graph/blocks.ts'
import { rows, snapshot, type Db } from '../database/database.ts'
import { BLOCK_BYTES, fitting } from './byte-window.ts'
import { blockIds } from './block-ids.ts'
import { FOUND, type Lookup } from './lookup.ts'
import { nestedBlocks } from './nested.ts'
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
  const among = `FROM (SELECT DISTINCT found.source FROM json_each(?) AS asked
      CROSS JOIN block_ref AS found ON found.target = asked.value) AS referring
    CROSS JOIN block ON block.n = referring.source CROSS JOIN page ON page.n = block.page
    WHERE block.id NOT IN (SELECT value FROM json_each(?))`
  const window = 'ORDER BY block.updated_at DESC, block.id LIMIT +? OFFSET +?'
  const referring = db.prepare<[string, string, number, number], FoundBlock>(
    `SELECT ${FOUND} ${among} ${window}`,
  )
  const sizes = db
    .prepare<[string, string, number, number], number>(`SELECT ${BLOCK_BYTES} ${among} ${window}`)
    .pluck()
  const countReferring = db.prepare<[string, string], number>(`SELECT count(*) ${among}`).pluck()
  return {
    ...outlines.reads,
    ...blockIds(db, references),
    ...nestedBlocks(db, references),
    listByPage,
    find: async (id) => lookup.block(id),
    orderRange: async (pageId) => range.get(pageId),
    listReferring: async (ids, { limit, offset, bytes }) => {
      const asked = JSON.stringify(ids)
      return snapshot(db, () => {
        const most =
          bytes === undefined ? rows(limit) : fitting(sizes.all(asked, asked, rows(limit), offset), bytes)
        const blocks = references.replaceReferences(referring.all(asked, asked, most, offset), bytes)
        return { blocks, total: countReferring.get(asked, asked)! }
      })
    },
    referencedIds: async () => new Set(targets.all()),
  }
}
