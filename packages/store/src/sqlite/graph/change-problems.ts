/** Checks the list of changes. Nothing derives it, so its form and its checksums show what a disk damaged. */
import { changeProblem, type ChangeTexts } from '../../graph/change-checksum.ts'
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'

type Row = ChangeTexts & { readonly checksum: number | null }

/** @returns a problem for each change that is not the one that was written */
export function changeProblems(db: Db): Problem[] {
  const entries = db.prepare<[], Row>(
    `SELECT id, at, token, token_id AS tokenId, action, summary, page, page_id AS pageId, block_id AS blockId, touched, checksum
     FROM change ORDER BY n`,
  )
  const problems: Problem[] = []
  for (const entry of entries.iterate()) {
    const problem = changeProblem(entry)
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}
