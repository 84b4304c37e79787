/** Finds the files that kept states name. A replica has no kept states. */
import { addNamedFiles, FILE_MARK } from '@notegraph/store/sqlite'
import type { Database } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

/** States that are read at once. */
const PART = 1_000
const NAMING = ofAccount(
  `SELECT h, doc FROM kept_state WHERE account_id = $1 AND h > $2 AND strpos(doc, '${FILE_MARK}') > 0 ORDER BY h LIMIT $3`,
)

/** @returns those of the ids that a state names */
export async function filesOfStates(
  db: Database,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let after = 0; ;) {
    const states = await db.all<{ h: number; doc: string }>(NAMING, [accountId, after, PART])
    for (const { doc } of states) addNamedFiles(doc, ids, found)
    if (states.length < PART) return found
    after = states.at(-1)!.h
  }
}
