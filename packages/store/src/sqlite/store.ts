import { join } from 'node:path'
import { makePrivateFolder } from '../disk/private.ts'
import type { Store } from '../store.ts'
import { AccountMoving } from '../unavailable.ts'
import { withCheckedTexts } from '../with-checked-texts.ts'
import { withAccountSignals } from '../with-signals.ts'
import { ACCOUNTS_SCHEMA } from './schema/accounts/index.ts'
import { GRAPH_SCHEMA } from './schema/graph/index.ts'
import { accountStores } from '../account-sql/index.ts'
import { accountGraphs } from './accounts/account-graph.ts'
import { accountSql } from './accounts/account-sql.ts'
import { changeSignals } from './accounts/change-signals.ts'
import { openDatabase, type Db, type Migrations } from './database/database.ts'
import { fileHomes } from './accounts/file-homes.ts'
import type { Turn } from './write/commits.ts'
import { ACCOUNTS, graphFile, GRAPHS } from './graph/graph-files.ts'
import { graphFolder } from './graph/graph-folder.ts'
import { readiness } from './health.ts'
import { memoryRates } from '../memory-rates.ts'
import { sharedRates } from './rates/shared-rates.ts'
import { noter } from './accounts/sweeps.ts'

/** Options of {@link openSqlite}. */
export interface SqliteOptions {
  /** The service's own origin, such as `https://notes.example`. Texts show file addresses of it by the file's name. */
  readonly origin?: string
  /** How many graphs stay open at once; the store closes the least recently used. Default 200. */
  readonly openGraphs?: number
  /** Milliseconds without work after which the thread for large imports ends. */
  readonly bulkIdle?: number
  /** Called before each `commitAll`, for callers with another thread that writes to the same graph. */
  readonly turn?: Turn
}

/**
 * Opens a store with one SQLite file for the accounts and one for each graph.
 * @param folder the folder of the files, created if it does not exist; `:memory:` writes no files
 * @throws if a file cannot be opened, is not a database, or was written by a newer release
 * @example
 * const store = openSqlite(':memory:')
 * const page = await store.graph('ada').pages.findByName('home')
 */
export function openSqlite(folder: string, options: SqliteOptions = {}): Store {
  return sqliteStore(folder, options)
}

/** Opens a file or a database in memory. @param accountId the account of a graph; absent for the file of the accounts */
export type OpenFile = (path: string, migrations: Migrations, accountId?: string) => Db

/** {@link openSqlite} with another way to open files. */
export function sqliteStore(
  folder: string,
  options: SqliteOptions = {},
  openFile: OpenFile = openDatabase,
): Store {
  const inMemory = folder === ':memory:'
  if (!inMemory) for (const one of [folder, join(folder, GRAPHS)]) makePrivateFolder(one)
  const accountsDb = openFile(inMemory ? folder : join(folder, ACCOUNTS), ACCOUNTS_SCHEMA)
  const pathOf = (id: string) => (inMemory ? folder : graphFile(folder, id))

  const signals = changeSignals(accountsDb, !inMemory)
  const homes = fileHomes(accountsDb)

  const graphs = graphFolder(folder, {
    ...options,
    openFile: (path, id) => openFile(path, GRAPH_SCHEMA, id),
    mayOpen: mayOpen(accountsDb),
    wrap: accountGraphs({ homes, note: noter(accountsDb), signal: signals.signal }),
  })
  const shared = inMemory ? undefined : sharedRates(folder)
  const probe = readiness(accountsDb, inMemory ? undefined : pathOf)

  async function removeGraph(id: string): Promise<void> {
    await graphs.remove(id)
    homes.forget(id)
    signals.signal(id)
  }

  const stores = accountStores(accountSql(accountsDb))
  const accounts: typeof stores.accounts = {
    ...stores.accounts,
    async remove(id) {
      const removed = await stores.accounts.remove(id)
      if (removed) await removeGraph(id)
      return removed
    },
  }

  return withCheckedTexts({
    ...withAccountSignals({ ...stores, accounts }, signals.signal),
    rates: shared ?? memoryRates(),
    graph: (id) => graphs.graph(id),
    hasGraph: async (id) => graphs.has(id),
    removeGraph,
    accountOfFile: async (fileId) => homes.of(fileId),
    watch: signals.watch,
    usage: () => ({ openGraphs: graphs.size() }),
    ready: async () => probe(),
    close: async () => {
      shared?.close()
      await graphs.close()
      signals.close()
      accountsDb.close()
    },
  })
}

/** @returns a check that throws AccountMoving if another store has the graph of the account */
function mayOpen(db: Db): (accountId: string) => void {
  const mark = db.prepare<[string], string | null>('SELECT moving FROM account WHERE id = ?').pluck()
  return (accountId) => {
    const moving = mark.get(accountId)
    if (typeof moving === 'string' && moving !== 'leaving') throw new AccountMoving()
  }
}
