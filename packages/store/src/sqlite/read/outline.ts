/** Reads blocks in the outline: a page in outline order, and a block with its ancestors and its subtree. */
import { parseBlock } from '@notegraph/block-text'
import {
  outline,
  outlinePart,
  type OutlinePart,
  type OutlinePosition,
  type PartItem,
  type PartPosition,
} from '@notegraph/graph'
import type { BlockStore, OutlinedBlock, StoredBlock } from '../../graph/blocks.ts'
import type { Window } from '../../graph/window.ts'
import { GIVEN, snapshot, type Db } from '../database/database.ts'
import { BLOCK_BYTES, fitting } from './byte-window.ts'
import { BLOCK } from './lookup.ts'
import type { ReferenceReads } from './references.ts'

type Parts = Omit<StoredBlock, 'pageId' | 'parentId'> & {
  parentId: string | null
  pageId?: string
  depth?: number
  folded?: number
}

interface Numbered extends OutlinePosition {
  readonly n: number
}

interface Started extends Numbered {
  readonly start: string
}

/** More characters than the marks of a heading at the head of a block. */
const HEAD = 10

const withHeading = ({ start, ...place }: Started): Numbered & PartPosition => ({
  ...place,
  heading: parseBlock(start).heading,
})

/** The place of a block on its page. */
type Place = Pick<PartItem<unknown>, 'depth'> & Partial<Pick<PartItem<unknown>, 'folded'>>
type PlacedItem = Place & { readonly item: Numbered }

/** The bytes of text for a block that only shows the place of others, because thousands of such blocks may be long. */
const IN_SHORT = 1_000
const short = (column: string): string =>
  `CASE WHEN octet_length(content) + ifnull(octet_length(more), 0) <= ${IN_SHORT} THEN ${column} END AS ${column}`
const BLOCK_IN_SHORT = `block.id, parent_id AS parentId, ord AS "order", substr(content, 1, ${IN_SHORT}) AS content,
  ${short('text')}, ${short('places')}, ${short('more')}, created_at AS createdAt, block.updated_at AS updatedAt`

/** Pages with at most this many blocks are read whole. For longer pages, the outline is read first, then the window. */
const WHOLE_PAGE = 2_000

/** Pages with at least this many blocks are read in another thread, because their outline takes long. */
const LONG_PAGE = 5_000

export interface PageOutlines {
  /** @see BlockStore.listByPage */
  readonly ofPage: (
    pageId: string,
    window: Window,
    part?: OutlinePart,
  ) => { blocks: OutlinedBlock[]; total: number }
  readonly isLong: (pageId: string) => boolean
  readonly reads: Pick<BlockStore, 'subtree' | 'ancestors' | 'listParents'>
}

export function pageOutlines(db: Db, { replaceReferences }: ReferenceReads): PageOutlines {
  const size = db.prepare<[string], { n: number; blocks: number }>('SELECT n, blocks FROM page WHERE id = ?')
  const bytesOf = db
    .prepare<[number], number>(`SELECT ifnull(sum(${BLOCK_BYTES}), 0) FROM block WHERE page = ?`)
    .pluck()
  const sizes = db
    .prepare<[string], number>(`SELECT ${BLOCK_BYTES} FROM json_each(?) CROSS JOIN block ON block.n = value`)
    .pluck()
  const whole = db.prepare<[number], Parts>(`SELECT ${BLOCK} FROM block WHERE page = ?`)
  const places = db.prepare<[number], Numbered>(
    'SELECT n, id, parent_id AS parentId, ord AS "order" FROM block WHERE page = ?',
  )
  const starts = db.prepare<[number], Started>(
    `SELECT n, id, parent_id AS parentId, ord AS "order", substr(content, 1, ${HEAD}) AS start
     FROM block WHERE page = ?`,
  )
  const byNumber = db.prepare<[number], Parts>(`SELECT ${BLOCK} FROM block WHERE n = ?`)
  const pageOf = db.prepare<[string], { n: number; id: string }>(
    `SELECT page.n, page.id FROM block JOIN page ON page.n = block.page WHERE block.id = ${GIVEN}`,
  )
  const parents = db
    .prepare<[string], [string, string]>(
      `SELECT block.id, parent_id FROM page CROSS JOIN block ON block.page = page.n
       WHERE page.id = ? AND parent_id IS NOT NULL`,
    )
    .raw()
  // A block is at the top level if its parent is on another page or missing.
  const above = db.prepare<[string, number], StoredBlock>(
    `WITH RECURSIVE up(n, page, parent_id, level) AS (
       SELECT block.n, page, parent_id, 0 FROM json_each(?) AS below CROSS JOIN block ON block.id = below.value
       UNION
       SELECT block.n, block.page, block.parent_id, level + 1
       FROM up CROSS JOIN block ON block.id = up.parent_id AND block.page = up.page WHERE level < ?
     )
     SELECT ${BLOCK_IN_SHORT}, page.id AS pageId FROM (SELECT DISTINCT n FROM up WHERE level > 0) AS found
       CROSS JOIN block USING (n) CROSS JOIN page ON page.n = block.page`,
  )

  function read(pageId: string, window: readonly PlacedItem[], bytes: number): OutlinedBlock[] {
    const within =
      bytes === Infinity
        ? window
        : window.slice(0, fitting(sizes.all(JSON.stringify(window.map(({ item }) => item.n))), bytes))
    const blocks = within.map((one) => placed(pageId, one, byNumber.get(one.item.n)!))
    return replaceReferences(blocks, bytes)
  }

  const ofPage: PageOutlines['ofPage'] = (pageId, { limit, offset, bytes = Infinity }, part) =>
    snapshot(db, () => {
      const page = size.get(pageId)
      if (!page) return { blocks: [], total: 0 }
      const { n, blocks: total } = page
      if (part) {
        const all = part.under === undefined ? places.all(n) : starts.all(n).map(withHeading)
        const shown = outlinePart(outline(all), part)
        return { blocks: read(pageId, shown.slice(offset, offset + limit), bytes), total: shown.length }
      }
      if (total <= Math.max(limit, WHOLE_PAGE) && (bytes === Infinity || bytesOf.get(n)! <= bytes)) {
        const window = outline(whole.all(n)).slice(offset, offset + limit)
        const blocks = window.map((one) => placed(pageId, one, one.item))
        return { blocks: replaceReferences(blocks, bytes), total }
      }
      const window = outline(places.all(n)).slice(offset, offset + limit)
      return { blocks: read(pageId, window, bytes), total }
    })

  const reads: PageOutlines['reads'] = {
    listParents: async (pageId) => parents.all(pageId),

    subtree: async (id, most, bytes = Infinity) =>
      snapshot(db, () => {
        const page = pageOf.get(id)
        if (!page) return undefined
        const all = outline(places.all(page.n))
        const offset = all.findIndex(({ item }) => item.id === id)
        const { depth } = all[offset]!
        const next = all.findIndex((one, i) => i > offset && one.depth <= depth)
        const total = (next < 0 ? all.length : next) - offset
        const window = all.slice(offset, offset + Math.min(total, most + 1))
        return { blocks: read(page.id, window, bytes), total, offset }
      }),

    ancestors: async (ids, levels) =>
      snapshot(db, () => replaceReferences(above.all(JSON.stringify(ids), levels))),
  }
  return { ofPage, isLong: (pageId) => (size.get(pageId)?.blocks ?? 0) >= LONG_PAGE, reads }
}

/**
 * Sets the place of a row on its page. At the top level it has no parent, whatever its record says. It changes the row
 * itself, because copies of all rows of a page cost as much as reading them.
 */
function placed(pageId: string, { depth, folded = 0 }: Place, row: Parts): OutlinedBlock {
  if (depth === 0) row.parentId = null
  row.pageId = pageId
  row.depth = depth
  if (folded > 0) row.folded = folded
  return row as OutlinedBlock
}
