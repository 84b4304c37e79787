/** What the outline should never hold: a block without a page, under a block that is not there, or in a circle. */
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'

interface Standing {
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
  const standing = db.prepare<[], Standing>('SELECT id, page, parent_id AS parentId FROM block ORDER BY page')
  let page: Standing[] = []
  for (const block of standing.iterate()) {
    if (page.length > 0 && page[0]!.page !== block.page) {
      problems.push(...pageProblems(page))
      page = []
    }
    page.push(block)
  }
  return [...problems, ...pageProblems(page)]
}

function pageProblems(blocks: readonly Standing[]): Problem[] {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const reachesTop = new Set<string>()
  const problems: Problem[] = []
  for (const block of blocks) {
    const path = new Set<string>()
    let at: Standing | undefined = block
    while (at && !reachesTop.has(at.id) && !path.has(at.id)) {
      path.add(at.id)
      if (at.parentId === null) break
      const parent = byId.get(at.parentId)
      if (!parent) problems.push(`block ${at.id}: its parent ${at.parentId} is not on its page`)
      at = parent
    }
    if (at && path.has(at.id) && at.parentId !== null) problems.push(`block ${at.id}: it stands under itself`)
    for (const id of path) reachesTop.add(id)
  }
  return problems
}
