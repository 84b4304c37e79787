/** The account of each file. An id opens its file and says nothing of the account. */
import type { Session, Writer } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'

const FIND = acrossAccounts(
  'An id opens its file before the account is known.',
  'SELECT account_id AS "accountId" FROM file_home WHERE file = $1',
)
const ADD = ofAccount(
  'INSERT INTO file_home (account_id, file) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING',
)
const REMOVE = ofAccount('DELETE FROM file_home WHERE account_id = $1 AND file = ANY ($2)')

export const accountOfFile = async (session: Session, fileId: string): Promise<string | undefined> =>
  (await session.one<{ accountId: string }>(FIND, [fileId]))?.accountId

/** Note files as an account's, in the transaction that adds them to its graph. */
export async function addFileHomes(
  writer: Writer,
  accountId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length > 0) await writer.write(ADD, [accountId, fileIds])
}

/** Forget files of an account, in the transaction that removes them from its graph. */
export async function removeFileHomes(
  session: Session,
  accountId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length > 0) await session.write(REMOVE, [accountId, fileIds])
}
