import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../disk/private.ts'
import type { GraphStore } from '../graph/graph-store.ts'
import type { Store } from '../store.ts'
import { withAccountSignals, withGraphSignals } from '../with-signals.ts'
import { ACCOUNTS_SCHEMA } from './schema/accounts/index.ts'
import { accountStore, sessionStore, tokenStore } from './accounts/accounts.ts'
import { auditStore } from './accounts/audit.ts'
import { changeSignals } from './accounts/change-signals.ts'
import { bringToLayout } from './graph/check.ts'
import { openDatabase } from './database/database.ts'
import { fileHomes, noteEarlierFiles, withFileHomes } from './accounts/file-homes.ts'
import { GRAPH_SCHEMA } from './schema/graph/index.ts'
import { epochOf } from './feed/feed.ts'
import { sqliteGraph } from './graph/graph.ts'
import type { Turn } from './write/commits.ts'
import { ACCOUNTS, graphFile, GRAPHS, moveFlatGraphs } from './graph/graph-files.ts'
import { graphHandle } from './graph/graph-handle.ts'
import { importStore } from './accounts/imports.ts'
import { openGraphs } from './graph/open-graphs.ts'
import { readiness } from './health.ts'
import { memoryRates } from '../memory-rates.ts'
import { sharedRates } from './rates/shared-rates.ts'
import { SearchPool } from './search/pool.ts'
import { browserStore, identityStore, signInLinkStore } from './accounts/sign-in.ts'
import { noter, sweepStore, withSweepNotes } from './accounts/sweeps.ts'
import { logWriter } from './database/write-ahead-log.ts'

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

/** How long a graph is unused before the store checkpoints its log, in milliseconds. */
const REST = 5_000

/**
 * Opens a store with one SQLite file for the accounts and one for each graph.
 * @param folder the folder of the files, created if it does not exist; `:memory:` writes no files
 * @throws if a file cannot be opened, is not a database, or was written by a newer release
 * @example
 * const store = openSqlite(':memory:')
 * const page = await store.graph('ada').pages.findByName('home')
 */
export function openSqlite(folder: string, options: SqliteOptions = {}): Store {
  const inMemory = folder === ':memory:'
  if (!inMemory) {
    for (const one of [folder, join(folder, GRAPHS)]) makePrivateFolder(one)
    moveFlatGraphs(folder)
  }
  const accountsDb = openDatabase(inMemory ? folder : join(folder, ACCOUNTS), ACCOUNTS_SCHEMA)
  const pool = new SearchPool({ origin: options.origin })
  const logs = logWriter()
  const pathOf = (id: string) => (inMemory ? folder : graphFile(folder, id))

  const note = noter(accountsDb)
  const signals = changeSignals(accountsDb, !inMemory)
  const homes = fileHomes(accountsDb)
  const earlier = noteEarlierFiles(accountsDb, homes, pathOf)

  const inode = (id: string) => (inMemory ? 0 : statSync(pathOf(id), { throwIfNoEntry: false })?.ino)

  const graphs = openGraphs({
    most: inMemory ? Infinity : (options.openGraphs ?? 200),
    open(id) {
      if (!inMemory) makePrivateFolder(dirname(pathOf(id)))
      const db = openDatabase(pathOf(id), GRAPH_SCHEMA)
      try {
        bringToLayout(db, options.origin)
        const now = inode(id)
        const file = inMemory ? undefined : { path: pathOf(id), id: String(now) }
        const bare = sqliteGraph(db, { ...options, file, pool })
        const noted = withSweepNotes(withFileHomes(bare, id, homes, earlier), id, note)
        const graph = withGraphSignals(noted, id, signals.signal)
        const epoch = epochOf(db)
        return { graph, handle: graphHandle(graphs, id, { epoch }), inode: now, epoch }
      } catch (error) {
        db.close()
        throw error
      }
    },
    writeBack: async (id, least) => logs.writeBack(pathOf(id), least),
    letGo(id) {
      logs.forget(pathOf(id))
      pool.letGo(pathOf(id))
    },
  })
  const shared = inMemory ? undefined : sharedRates(folder)
  const probe = readiness(accountsDb, inMemory ? undefined : pathOf)
  const resting = inMemory ? undefined : setInterval(() => void graphs.rest(), REST).unref()

  function graph(id: string): GraphStore {
    const opened = graphs.opened(id)
    if (opened && opened.inode === inode(id)) return opened.handle
    if (opened) void graphs.drop(id) // another process deleted the account and created it again
    return graphHandle(graphs, id)
  }

  async function removeGraph(id: string): Promise<void> {
    await pool.forget(pathOf(id))
    await graphs.whileClosed(id, () => {
      if (!inMemory) for (const end of ['', '-wal', '-shm']) rmSync(pathOf(id) + end, { force: true })
    })
    homes.forget(id)
    signals.signal(id)
  }

  return {
    ...withAccountSignals(
      {
        accounts: accountStore(accountsDb, removeGraph, note),
        tokens: tokenStore(accountsDb),
        sessions: sessionStore(accountsDb),
      },
      signals.signal,
    ),
    browsers: browserStore(accountsDb),
    identities: identityStore(accountsDb),
    signInLinks: signInLinkStore(accountsDb),
    imports: importStore(accountsDb),
    sweeps: sweepStore(accountsDb, note),
    audit: auditStore(accountsDb),
    rates: shared ?? memoryRates(),
    graph,
    hasGraph: async (id) => graphs.opened(id) !== undefined || (!inMemory && existsSync(pathOf(id))),
    removeGraph,
    async accountOfFile(fileId) {
      const home = homes.of(fileId)
      if (home !== undefined) return home
      await earlier.settled()
      return homes.of(fileId)
    },
    watch: signals.watch,
    usage: () => ({ openGraphs: graphs.size() }),
    ready: async () => probe(),
    close: async () => {
      clearInterval(resting)
      shared?.close()
      await earlier.stop()
      await pool.close()
      await graphs.close()
      await logs.close()
      signals.close()
      accountsDb.close()
    },
  }
}
