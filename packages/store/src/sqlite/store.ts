import { join } from 'node:path'
import { makePrivateFolder } from '../disk/private.ts'
import type { Store } from '../store.ts'
import { withCheckedTexts } from '../with-checked-texts.ts'
import { withAccountSignals, withGraphSignals } from '../with-signals.ts'
import { ACCOUNTS_SCHEMA } from './schema/accounts/index.ts'
import { GRAPH_SCHEMA } from './schema/graph/index.ts'
import { accountStore, sessionStore, tokenStore } from './accounts/accounts.ts'
import { auditStore } from './accounts/audit.ts'
import { changeSignals } from './accounts/change-signals.ts'
import { connectedAppStore } from './accounts/connected-apps.ts'
import { openDatabase, type Db, type Migrations } from './database/database.ts'
import { fileHomes, withFileHomes } from './accounts/file-homes.ts'
import type { Turn } from './write/commits.ts'
import { ACCOUNTS, graphFile, GRAPHS } from './graph/graph-files.ts'
import { jobStore } from './accounts/jobs.ts'
import { inPlace } from './accounts/in-place.ts'
import { graphFolder } from './graph/graph-folder.ts'
import { readiness } from './health.ts'
import { memoryRates } from '../memory-rates.ts'
import { sharedRates } from './rates/shared-rates.ts'
import { secretStore } from './accounts/secrets.ts'
import { shareStore } from './accounts/shares.ts'
import { digestStore } from './accounts/digests.ts'
import { lookStore } from './accounts/looks.ts'
import { pluginStore } from './accounts/plugins.ts'
import { siteStore } from './accounts/sites.ts'
import { webhookStore } from './accounts/webhooks.ts'
import { passkeyStore } from './accounts/passkeys.ts'
import { browserStore, identityStore, signInLinkStore } from './accounts/sign-in.ts'
import { noter, sweepStore, withSweepNotes } from './accounts/sweeps.ts'

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

  const note = noter(accountsDb)
  const signals = changeSignals(accountsDb, !inMemory)
  const homes = fileHomes(accountsDb)

  const place = inPlace(accountsDb)
  const graphs = graphFolder(folder, {
    ...options,
    openFile: (path, id) => openFile(path, GRAPH_SCHEMA, id),
    mayOpen: (id) => place.mayOpen(id),
    wrap: (graph, id) =>
      withGraphSignals(withSweepNotes(withFileHomes(graph, id, homes), id, note), id, signals.signal),
  })
  const shared = inMemory ? undefined : sharedRates(folder)
  const probe = readiness(accountsDb, inMemory ? undefined : pathOf)

  async function removeGraph(id: string): Promise<void> {
    await graphs.remove(id)
    homes.forget(id)
    signals.signal(id)
  }

  return withCheckedTexts({
    ...withAccountSignals(
      {
        accounts: accountStore(accountsDb, removeGraph, note),
        tokens: tokenStore(accountsDb),
        sessions: sessionStore(accountsDb),
        connectedApps: connectedAppStore(accountsDb),
        plugins: pluginStore(accountsDb),
      },
      signals.signal,
    ),
    browsers: browserStore(accountsDb),
    identities: identityStore(accountsDb),
    signInLinks: signInLinkStore(accountsDb),
    passkeys: passkeyStore(accountsDb),
    shares: shareStore(accountsDb),
    sites: siteStore(accountsDb),
    webhooks: webhookStore(accountsDb),
    looks: lookStore(accountsDb),
    digests: digestStore(accountsDb),
    imports: jobStore(accountsDb, 'import_job'),
    restores: jobStore(accountsDb, 'restore_job'),
    sweeps: sweepStore(accountsDb, note),
    audit: auditStore(accountsDb),
    secrets: secretStore(accountsDb),
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
