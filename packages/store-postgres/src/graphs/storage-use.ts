/** The storage that a graph uses, from the sums that its commits add to. */
import type { StorageUsage } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { NO_SUMS } from './graph-row.ts'

const USAGE = ofAccount(
  `SELECT pages, page_bytes, blocks, block_bytes, shapes, shape_bytes, files, file_bytes, change_bytes, answer_bytes, kept_states, kept_state_bytes,
     (SELECT count(*) FROM change WHERE change.account_id = $1) AS changes,
     (SELECT count(*) FROM idempotency_record WHERE idempotency_record.account_id = $1) AS answers
   FROM graph WHERE account_id = $1`,
)

/** Items and bytes of each kind. Entries of the change list and idempotency records are counted, because both are bounded. */
export async function storageUsage(session: Session, accountId: string): Promise<StorageUsage> {
  const row = await session.one<Readonly<Record<string, number>>>(USAGE, [accountId])
  if (!row) return { ...NO_SUMS, changes: NO_SUMS.files, answers: NO_SUMS.files, history: NO_SUMS.files }
  const of = (count: string, bytes: string) => ({ count: row[count]!, bytes: row[bytes]! })
  return {
    pages: of('pages', 'page_bytes'),
    blocks: of('blocks', 'block_bytes'),
    shapes: of('shapes', 'shape_bytes'),
    files: of('files', 'file_bytes'),
    changes: of('changes', 'change_bytes'),
    answers: of('answers', 'answer_bytes'),
    history: of('kept_states', 'kept_state_bytes'),
  }
}
