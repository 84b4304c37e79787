import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../disk/private.ts'
import type { GraphStore } from '../graph-store.ts'
import { idAsFileName } from '../file-name.ts'
import type { Store } from '../store.ts'
import { ACCOUNTS_SCHEMA } from './accounts-schema.ts'
import { accountStore, sessionStore, tokenStore } from './accounts.ts'
import { bringToLayout } from './check.ts'
import { openDatabase } from './database.ts'
import { fileHomes, homed, noteEarlierFiles } from './file-homes.ts'
import { GRAPH_SCHEMA } from './graph-schema.ts'
import { sqliteGraph, type SqliteGraph } from './graph.ts'
import { importStore } from './imports.ts'
import { searchPool } from './search/pool.ts'
import { browserStore, identityStore, signInLinkStore } from './sign-in.ts'

export interface SqliteOptions {
  /** The service's own origin, such as `https://notes.example`: its file addresses are named in what is shown. */
  readonly origin?: string
  /** How many graphs stay open at once; the one unused longest is let go. Default 100. */
  readonly openGraphs?: number
  /** Milliseconds after which the thread that commits very many records ends when it has no work. */
  readonly bulkIdle?: number
}

interface OpenGraph {
  readonly graph: SqliteGraph
  /** Which file it is, since another process may have removed the account and made it anew. */
  readonly inode: number | undefined
}

/**
 * @param folder where the files are kept, made when it is not there; `:memory:` keeps nothing
 * @throws when a file cannot be opened, is no database, or was written by a newer release
 */
export function openSqlite(folder: string, options: SqliteOptions = {}): Store {
  const inMemory = folder === ':memory:'
  const graphs = join(folder, 'graphs')
  if (!inMemory) for (const one of [folder, graphs]) makePrivateFolder(one)
  const accountsDb = openDatabase(inMemory ? folder : join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA)
  const pool = searchPool({ origin: options.origin })
  const open = new Map<string, OpenGraph>()
  const most = inMemory ? Infinity : (options.openGraphs ?? 100)
  const pathOf = (id: string) => (inMemory ? folder : join(graphs, `${idAsFileName(id)}.sqlite`))

  const homes = fileHomes(accountsDb)
  noteEarlierFiles(accountsDb, homes, pathOf)

  const inode = (id: string) => (inMemory ? 0 : statSync(pathOf(id), { throwIfNoEntry: false })?.ino)

  function graph(id: string): GraphStore {
    let entry = open.get(id)
    open.delete(id)
    if (!entry || entry.inode !== inode(id)) {
      const db = openDatabase(pathOf(id), GRAPH_SCHEMA)
      bringToLayout(db, options.origin)
      const now = inode(id)
      const file = inMemory ? undefined : { path: pathOf(id), id: String(now) }
      entry = {
        graph: homed(sqliteGraph(db, file, options.origin, pool, options.bulkIdle), id, homes),
        inode: now,
      }
    }
    open.set(id, entry) // last in the map is the latest used
    if (open.size > most) open.delete(open.keys().next().value!) // closed once nobody reads from it any more
    return entry.graph
  }

  async function removeGraph(id: string): Promise<void> {
    await pool.forget(pathOf(id))
    await open.get(id)?.graph.close()
    open.delete(id)
    if (!inMemory) for (const end of ['', '-wal', '-shm']) rmSync(pathOf(id) + end, { force: true })
    homes.forget(id)
  }

  return {
    accounts: accountStore(accountsDb, removeGraph),
    tokens: tokenStore(accountsDb),
    sessions: sessionStore(accountsDb),
    browsers: browserStore(accountsDb),
    identities: identityStore(accountsDb),
    signInLinks: signInLinkStore(accountsDb),
    imports: importStore(accountsDb),
    graph,
    hasGraph: async (id) => open.has(id) || (!inMemory && existsSync(pathOf(id))),
    removeGraph,
    accountOfFile: async (fileId) => homes.of(fileId),
    ready: async () => void accountsDb.prepare('SELECT 1 FROM account LIMIT 1').get(),
    close: async () => {
      await pool.close()
      await Promise.all(Array.from(open.values(), ({ graph }) => graph.close()))
      open.clear()
      accountsDb.close()
    },
  }
}
