/** Reads the outlines of a graph, and reports blocks without a page, or in a circle. */
import { circles } from '@notegraph/graph'
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'

interface PageBlock {
  readonly id: string
  readonly page: number
  readonly parentId: string | null
}

export function structureProblems(db: Db): Problem[] {
  const waiting = db
    .prepare<[], { id: string; pageId: string }>(
      'SELECT id, page_id AS pageId FROM waiting JOIN record USING (n) ORDER BY page_id',
    )
    .all()
  const problems = waiting.map(({ id, pageId }) => `block ${id}: its page ${pageId} is not there`)
  const standing = db.prepare<[], PageBlock>(
    'SELECT id, page, parent_id AS parentId FROM block ORDER BY page',
  )
  let page: PageBlock[] = []
  for (const block of standing.iterate()) {
    if (page.length > 0 && page[0]!.page !== block.page) {
      problems.push(...pageProblems(page))
      page = []
    }
    page.push(block)
  }
  return [...problems, ...pageProblems(page)]
}

const pageProblems = (blocks: readonly PageBlock[]): Problem[] =>
  circles(blocks).map((id) => `block ${id}: it is nested under itself`)
