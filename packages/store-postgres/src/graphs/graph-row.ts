/** The row of a graph: the number of its latest commit, and the lock that gives numbers in order. */
import type { FeedPosition, FeedState } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

/** A graph as a commit finds it. */
export interface GraphRow extends FeedState {
  /** Bytes of the list of changes. */
  readonly changeBytes: number
  /** Bytes of the idempotency records. */
  readonly answerBytes: number
}

const COLUMNS = `epoch, head, floor_seq AS "floorSeq", floor_n AS "floorN", change_bytes AS "changeBytes",
  answer_bytes AS "answerBytes"`
const READ = ofAccount(`SELECT ${COLUMNS} FROM graph WHERE account_id = $1`)
const LOCK = ofAccount(`SELECT ${COLUMNS} FROM graph WHERE account_id = $1 FOR UPDATE`)
// The time as its epoch makes a graph differ from an earlier one of the same account.
const CREATE = ofAccount(
  `INSERT INTO graph (account_id, epoch, head, floor_seq, floor_n, change_bytes, answer_bytes)
   SELECT $1, floor(extract(epoch FROM clock_timestamp()) * 1000), 0, 0, 0, 0, 0 ON CONFLICT DO NOTHING`,
)
const WRITE = ofAccount(
  'UPDATE graph SET head = $2, change_bytes = $3, answer_bytes = $4 WHERE account_id = $1',
)

type Columns = Omit<GraphRow, 'floor'> & { readonly floorSeq: number; readonly floorN: number }

const toGraph = ({ floorSeq, floorN, ...rest }: Columns): GraphRow => ({
  ...rest,
  floor: { seq: floorSeq, n: floorN } satisfies FeedPosition,
})

/** @returns undefined if nobody has written the graph */
export async function readGraph(session: Session, accountId: string): Promise<GraphRow | undefined> {
  const row = await session.one<Columns>(READ, [accountId])
  return row && toGraph(row)
}

/** In a transaction: wait for other commits, and keep them waiting until the end. Creates the row at first use. */
export async function lockGraph(session: Session, accountId: string): Promise<GraphRow> {
  const row = await session.one<Columns>(LOCK, [accountId])
  if (row) return toGraph(row)
  await session.write(CREATE, [accountId])
  return toGraph((await session.one<Columns>(LOCK, [accountId]))!)
}

export const writeGraph = async (
  session: Session,
  accountId: string,
  { head, changeBytes, answerBytes }: Pick<GraphRow, 'head' | 'changeBytes' | 'answerBytes'>,
): Promise<void> => void (await session.write(WRITE, [accountId, head, changeBytes, answerBytes]))
