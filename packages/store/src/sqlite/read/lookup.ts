/** Reads one page or one block, for the answers of reads and writes. */
import type { ReadBack, ReadBackQuery } from '../../graph/commits.ts'
import type { FoundBlock } from '../../graph/blocks.ts'
import type { StoredPage } from '../../graph/pages.ts'
import { GIVEN, snapshot, type Db } from '../database/database.ts'
import type { PageColumns } from './page-counts.ts'
import type { ReferenceReads } from './references.ts'

export const PAGE = `page.n, page.referring, page.id, page.name, kind, type, edited_at AS editedAt, page.blocks, page.words, page.sentences,
  page.paragraphs, page.characters, page.view`
const REST = `ord AS "order", content, text, places, more, created_at AS createdAt, block.updated_at AS updatedAt`
/** The columns of a block's answer. The parent is the one that its record names, even on another page. */
export const BLOCK: string = `block.id, parent_id AS parentId, ${REST}`
/** The columns of a found block. It is at the top level if its parent is not on its page. */
export const FOUND: string = `block.id, CASE WHEN block.parent_id IS NOT NULL THEN
  (SELECT above.id FROM block AS above WHERE above.id = block.parent_id AND above.page = block.page) END AS parentId,
  ${REST}, page.id AS pageId, page.name AS pageName`

export interface Lookup {
  /** Call it in a snapshot. */
  page(id: string): StoredPage | undefined
  block(id: string): FoundBlock | undefined
  show(query: ReadBackQuery | undefined): ReadBack
}

export function lookups(db: Db, referring: ReferenceReads): Lookup {
  const pageById = db.prepare<[string], PageColumns>(`SELECT ${PAGE} FROM page WHERE id = ?`)
  const blockById = db.prepare<[string], FoundBlock>(
    `SELECT ${FOUND} FROM block JOIN page ON page.n = block.page WHERE block.id = ${GIVEN}`,
  )
  const page = (id: string) => {
    const row = pageById.get(id)
    return row && referring.pages.toPage(row)
  }
  const block = (id: string) => {
    const row = blockById.get(id)
    return row && referring.replaceReferences([row])[0]
  }
  return {
    page,
    block: (id) => snapshot(db, () => block(id)),
    show: ({ pageId, blockId } = {}) => {
      const shownPage = pageId === undefined ? undefined : page(pageId)
      const shownBlock = blockId === undefined ? undefined : block(blockId)
      return { ...(shownPage && { page: shownPage }), ...(shownBlock && { block: shownBlock }) }
    },
  }
}
