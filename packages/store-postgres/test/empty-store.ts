/** A store on an empty database, whose graphs are kept in memory beside it. */
import type { GraphStore, Store } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import pg from 'pg'
import { openPostgres } from '../src/index.ts'
import { TABLES } from '../src/schema/tables.ts'

/** Delete every row. For small tables that takes less time than `TRUNCATE`, or a new database for each test. */
export async function emptyTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(TABLES.map((table) => `DELETE FROM ${table}`).join(';'))
  await client.end()
}

/** Accounts in PostgreSQL and graphs in memory: for the suites whose subject is the accounts. */
export async function emptyStore(url: string): Promise<Store> {
  const accounts = await openPostgres({ url, connections: 4 })
  await emptyTables(url)
  const graphs = openSqlite(':memory:')

  const noted = (accountId: string): GraphStore => {
    const graph = graphs.graph(accountId)
    const { commits, files, feed, maintenance } = graph
    const note = async () => accounts.sweeps.note(accountId)
    return {
      ...graph,
      commits: {
        ...commits,
        commit: async (change) => note().then(() => commits.commit(change)),
        commitAll: async (all, after) => note().then(() => commits.commitAll(all, after)),
      },
      files: {
        ...files,
        renew: async (id, path) => note().then(() => files.renew(id, path)),
        removeUnlinked: async (ids) => note().then(() => files.removeUnlinked(ids)),
      },
      feed: { ...feed, raiseEpoch: async (now) => note().then(() => feed.raiseEpoch(now)) },
      maintenance: { ...maintenance, rebuild: async () => note().then(() => maintenance.rebuild()) },
    }
  }

  return {
    ...accounts,
    accounts: {
      ...accounts.accounts,
      remove: async (id) => {
        await graphs.removeGraph(id)
        return accounts.accounts.remove(id)
      },
    },
    graph: noted,
    hasGraph: async (id) => graphs.hasGraph(id),
    removeGraph: async (id) => graphs.removeGraph(id),
    watch: (id, listener) => graphs.watch(id, listener),
    close: async () => {
      await accounts.close()
      await graphs.close()
    },
  }
}
