/** Work on accounts in PostgreSQL. */
import {
  accountStatements,
  NOTE_SWEEP,
  statement,
  valuesOf,
  type AccountSql,
  type AccountStatement,
  type Answer,
  type Query,
  type Row,
  type Work,
} from '@notegraph/store/account-sql'
import type { Database, Session, Writer } from '../database/database.ts'
import { acrossAccounts, ofAccount, type Statement } from '../database/statement.ts'
import { TABLES_OF_ACCOUNT } from '../schema/tables.ts'

/** The graph of an account may have a million records. Milliseconds. */
const REMOVAL_TIMEOUT = 600_000

const REMOVALS = TABLES_OF_ACCOUNT.map((table) =>
  statement(`DELETE FROM ${table} WHERE account_id = @accountId`),
)

function numbered({ text, names, reason }: AccountStatement): Statement {
  const places = new Map(names.map(({ name }, i) => [name, i + 1]))
  const own = text.replaceAll(/@(\w+)/g, (_, name: string) => `$${places.get(name)}`)
  return reason === undefined ? ofAccount(own) : acrossAccounts(reason, own)
}

const statements = new Map([...accountStatements(), ...REMOVALS].map((one) => [one, numbered(one)]))

function present(row: Row): Row {
  const members: Record<string, unknown> = {}
  for (const key in row) if (row[key] !== null) members[key] = row[key]
  return members
}

async function execute(session: Session, { statement: one, given }: Query): Promise<Answer> {
  const own = statements.get(one)!
  const values = valuesOf(one, given)
  if (!one.returns) return { rows: [], count: await session.write(own, values) }
  const rows = await session.all<Row>(own, values)
  return { rows: rows.map(present), count: rows.length }
}

async function finish<T>(session: Session, work: Work<T>): Promise<T> {
  let step = work.next()
  while (step.done !== true)
    step = work.next(await Promise.all(step.value.map(async (query) => execute(session, query))))
  return step.value
}

export const accountSql = (db: Database): AccountSql => ({
  removals: REMOVALS,
  run: async (work) => finish(db, work),
  transact: async (work, { isLong = false } = {}) =>
    db.transaction(
      async (session) => finish(session, work()),
      isLong ? { statementTimeout: REMOVAL_TIMEOUT } : {},
    ),
  scrub: () => {},
})

/** Have the next sweep look at an account. A note that is there already costs a look-up and locks no row. */
export const noteSweep = async (writer: Writer, accountId: string): Promise<void> =>
  void (await writer.write(statements.get(NOTE_SWEEP)!, [accountId]))
