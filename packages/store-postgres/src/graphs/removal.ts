/** Whether an account has a graph, and its deletion. */
import type { Database, Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { TABLES_OF_GRAPH } from '../schema/tables.ts'

const HAS = ofAccount('SELECT 1 FROM graph WHERE account_id = $1')
const REMOVALS = TABLES_OF_GRAPH.map((table) => ofAccount(`DELETE FROM ${table} WHERE account_id = $1`))

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
