/** Whether an account has a graph, and its deletion. */
import type { Database, Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

const HAS = ofAccount('SELECT 1 FROM graph WHERE account_id = $1')
/** The row of the graph goes first: its lock keeps commits waiting. */
const TABLES = [
  'graph',
  'record',
  'file',
  'file_home',
  'change',
  'idempotency_record',
  'graph_commit',
  'feed_day',
  'outbox',
  'kept_state',
  'commit_author',
  'snapshot',
]
const REMOVALS = TABLES.map((table) => ofAccount(`DELETE FROM ${table} WHERE account_id = $1`))

/** A graph may have a million records. Milliseconds. */
const REMOVAL_TIMEOUT = 600_000

/** @returns whether the account has a graph, even an empty one */
export const hasGraph = async (session: Session, accountId: string): Promise<boolean> =>
  (await session.one(HAS, [accountId])) !== undefined

/**
 * Delete a graph in one transaction. Replicas see that the next graph has another epoch. Writers that come meanwhile are
 * refused as if another process wrote for too long.
 */
export const removeGraph = async (db: Database, accountId: string): Promise<void> =>
  db.transaction(
    async (session) => void (await Promise.all(REMOVALS.map(async (one) => session.write(one, [accountId])))),
    { statementTimeout: REMOVAL_TIMEOUT },
  )
