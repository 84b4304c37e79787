/** Checks the list of changes, which no replica has. */
import { changeProblem, type ChangeSummary, type Problem } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { withOwnTexts } from './change-texts.ts'

/** Rows with long texts. */
const ROWS = 200

const PART = ofAccount(
  `SELECT n, id, at, token, token_id AS "tokenId", action, summary, page, page_id AS "pageId", block_id AS "blockId", touched,
     checksum FROM change WHERE account_id = $1 AND n > $2 ORDER BY n LIMIT $3`,
)

interface Row extends Omit<ChangeSummary, 'tokenId' | 'blockId' | 'state'> {
  readonly n: number
  readonly tokenId: string | null
  readonly blockId: string | null
  readonly touched: string
  readonly checksum: number | null
}

/** @returns a problem for each change that is not the one that was written */
export async function changeProblems(session: Session, accountId: string): Promise<Problem[]> {
  const problems: Problem[] = []
  for (let after = -1; ;) {
    const rows = await session.all<Row>(PART, [accountId, after, ROWS])
    problems.push(...rows.flatMap((row) => changeProblem(withOwnTexts(row)) ?? []))
    if (rows.length < ROWS) return problems
    after = rows.at(-1)!.n
  }
}
