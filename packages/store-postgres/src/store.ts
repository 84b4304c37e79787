/** The part of a store that is not a graph, in PostgreSQL alone. */
import { withAccountSignals, withCheckedAccountTexts, type Store } from '@notegraph/store'
import { accountStores } from '@notegraph/store/account-sql'
import { accountSql } from './accounts/account-sql.ts'
import { accountOfFile } from './accounts/file-homes.ts'
import { openDatabase, type Database, type DatabaseOptions } from './database/database.ts'
import { readFacts, requirementFault } from './database/requirements.ts'
import { acrossAccounts } from './database/statement.ts'
import { rateStore } from './rates.ts'
import { SCHEMA } from './schema/index.ts'
import { migrate, MIGRATION_LIST, missingMigrations } from './schema/migrate.ts'
import { TABLES } from './schema/tables.ts'
import { changeSignals, type ChangeSignals } from './signals.ts'

/** The address of the database, and how long the store waits for it. */
export interface PostgresOptions extends DatabaseOptions {
  /** The address for the connection that hears of changes, if `url` names a transaction pooler. Default `url`. */
  readonly listenUrl?: string
}

/** Accounts and what opens them, for any number of processes. */
export type PostgresStore = Omit<Store, 'graph' | 'hasGraph' | 'removeGraph'>

const PING = acrossAccounts('A probe reads no row.', 'SELECT 1')

/**
 * Connect, check the database, and bring its tables to the newest schema. Processes of an older release go on meanwhile.
 * @throws StoreUnavailable if the server does not answer
 * @throws Error with what to do, if the server, the database or the user's rights do not fit
 * @example
 * const store = await openPostgres({ url: 'postgres://notegraph@db.example/notegraph' })
 */
export const openPostgres = async (options: PostgresOptions): Promise<PostgresStore> =>
  withCheckedAccountTexts((await openTruth(options)).store)

/** PostgreSQL for a store of graphs: graphs are read and written through `db`, and each commit is signalled. */
export interface Truth {
  readonly db: Database
  readonly signals: ChangeSignals
  readonly store: PostgresStore
}

/**
 * As `openPostgres`. Close the store to close all of it.
 * @example
 * const { db, signals, store } = await openTruth({ url: 'postgres://notegraph@db.example/notegraph' })
 */
export async function openTruth(options: PostgresOptions): Promise<Truth> {
  const db = openDatabase(options)
  try {
    await prepare(db)
  } catch (error) {
    await db.close()
    throw error
  }
  const signals = changeSignals(db, options.listenUrl ?? options.url)
  const store: PostgresStore = {
    ...withAccountSignals(accountStores(accountSql(db)), signals.signal),
    rates: rateStore(db),
    accountOfFile: async (fileId) => accountOfFile(db, fileId),
    watch: signals.watch,
    usage: () => db.usage(),
    ready: async () => void (await db.one(PING)),
    close: async () => {
      await signals.close()
      await db.close()
    },
  }
  return { db, signals, store }
}

const prepare = async (db: Database): Promise<void> =>
  db.withClient(async (client) => {
    const facts = await readFacts(client, [...TABLES, MIGRATION_LIST])
    refuse(requirementFault(facts, false)) // the list of migrations may be forbidden too
    refuse(requirementFault(facts, await missingMigrations(client, SCHEMA)))
    await migrate(client, SCHEMA)
  })

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new Error(fault)
}
