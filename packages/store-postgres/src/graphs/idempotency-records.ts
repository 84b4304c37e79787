/** Answers under their callers' keys: a request that is sent again gets the same answer and writes nothing. */
import { DROPPED_AT_ONCE, type IdempotencyRecord, type NewIdempotencyRecord } from '@notegraph/store'
import type { Session, Transaction } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import type { BeforeCommit } from './before-commit.ts'

/** A record counts for these bytes beside its texts. */
const FRAME_BYTES = 128

const FREED = 'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM gone'
const EXPIRE = ofAccount('DELETE FROM idempotency_record WHERE account_id = $1 AND at < $2')
const DROP_OLDEST = ofAccount(
  `WITH gone AS (DELETE FROM idempotency_record WHERE account_id = $1 AND n IN
     (SELECT n FROM idempotency_record WHERE account_id = $1 ORDER BY n LIMIT $2) RETURNING bytes) ${FREED}`,
)
const FIND = ofAccount(
  'SELECT request, answer, at FROM idempotency_record WHERE account_id = $1 AND key = $2',
)
const INSERT = ofAccount(
  'INSERT INTO idempotency_record (account_id, key, request, answer, at, bytes) VALUES ($1, $2, $3, $4, $5, $6)',
)

/** Bytes that an idempotency record counts for. */
export const answerBytes = ({ request, answer }: Pick<IdempotencyRecord, 'request' | 'answer'>): number =>
  FRAME_BYTES + Buffer.byteLength(request) + Buffer.byteLength(answer)

export const findAnswer = async (
  session: Session,
  accountId: string,
  key: string,
): Promise<IdempotencyRecord | undefined> => session.one(FIND, [accountId, key])

/**
 * Inside a commit: keep an answer, and drop those that expired. The oldest make room for it.
 * @param before bytes so far
 * @returns bytes after it
 */
export async function keepAnswer(
  session: Transaction,
  accountId: string,
  { key, request, at, since, mostBytes = Infinity }: NewIdempotencyRecord,
  answer: string,
  { expiredAnswerBytes }: BeforeCommit,
  before: number,
): Promise<number> {
  let held = before - expiredAnswerBytes
  // They go first if others must make room for the answer.
  if (expiredAnswerBytes > 0)
    await (held >= mostBytes ? session : session.last).write(EXPIRE, [accountId, since])
  while (held > 0 && held >= mostBytes)
    held -= (await session.one<{ bytes: number }>(DROP_OLDEST, [accountId, DROPPED_AT_ONCE]))!.bytes
  const bytes = answerBytes({ request, answer })
  await session.last.write(INSERT, [accountId, key, request, answer, at, bytes])
  return held + bytes
}
