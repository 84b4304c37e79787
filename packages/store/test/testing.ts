/**
 * Stores for tests of the packages above. They are embedded, unless the run chose others before the test file: the
 * project `postgres` of vitest runs the same files on PostgreSQL.
 */
import { join } from 'node:path'
import { secretKey, SECRET_KEY_BYTES, withSecretKey, type Store } from '../src/index.ts'
import { openDatabase, type Db } from '../src/sqlite/database/database.ts'
import { openSqlite, type SqliteOptions } from '../src/sqlite/index.ts'
import { sqliteStore } from '../src/sqlite/store.ts'
import { openData, underKeyOf } from './open-data.ts'

export { underKeyOf }
export { SEARCH_CASES } from './search-cases.ts'

/** Settings of a server. */
type Env = Readonly<Record<string, string | undefined>>

/** Opens data as a process of its own does. */
export type OpenData = (env: Env, options?: SqliteOptions) => Promise<Store>

/** The data of a test, which several processes may open. */
export interface TestData {
  /** Settings of a server that opens the data. */
  readonly env: Readonly<Record<string, string>>
  /** Opens the data as a process of its own does. The caller closes the store. */
  open(options?: SqliteOptions): Promise<Store>
  /** The address of a module whose `openData` does so in another process, with `env` as its argument. */
  readonly module: string
}

/** Writes what a store holds when its test begins. It must do the same each time. */
export type Prepare = (store: Store) => Promise<void>

/** A kind of store. */
export interface TestStores {
  /** Opens a store for this test alone. It is empty if `prepare` is left out. */
  open(prepare?: Prepare): Promise<Store>
  /** Makes empty data. @param folder an empty folder for its files */
  make(folder: string): Promise<TestData>
}

const EMBEDDED: TestStores = {
  open: async (prepare) => (prepare ? openPrepared(prepare) : openSqlite(':memory:')),
  make: async (folder) => {
    const env = { NOTEGRAPH_DATA: folder, ...keyIn(folder) }
    return {
      env,
      open: async (options) => openData(env, options),
      module: new URL('open-data.ts', import.meta.url).href,
    }
  },
}

/** The contents of the databases of a prepared store, by the account of the graph. */
type Contents = ReadonlyMap<string | undefined, Buffer>

const prepared = new WeakMap<Prepare, Contents>()

/** Opens a copy of the store that was prepared first, because most tests need the same notes and only few write. */
async function openPrepared(prepare: Prepare): Promise<Store> {
  const contents = prepared.get(prepare) ?? (await contentsAfter(prepare))
  prepared.set(prepare, contents)
  const store = sqliteStore(':memory:', {}, (path, migrations, accountId) =>
    openDatabase(contents.get(accountId) ?? path, migrations),
  )
  // In memory, a store has the graphs that were opened.
  for (const id of contents.keys()) if (id !== undefined) await store.graph(id).commits.head()
  return store
}

async function contentsAfter(prepare: Prepare): Promise<Contents> {
  const opened = new Map<string | undefined, Db>()
  const store = sqliteStore(':memory:', {}, (path, migrations, accountId) => {
    const db = openDatabase(path, migrations)
    opened.set(accountId, db)
    return db
  })
  await prepare(store)
  const contents = new Map(Array.from(opened, ([accountId, db]) => [accountId, db.serialize()]))
  await store.close()
  return contents
}

/** The choice belongs to the process, because a test may load its modules again. */
const CHOSEN = Symbol.for('notegraph test stores')
const process = globalThis as { [CHOSEN]?: TestStores }

/**
 * Chooses the stores of all tests that this process runs.
 * @example
 * useTestStores({ open: async () => openMyStore(), make: async (folder) => makeMyData(folder) })
 */
export function useTestStores(stores: TestStores): void {
  process[CHOSEN] = stores
}

/**
 * Whether the stores of the tests are embedded, which are the fastest ones.
 * @example
 * const rounds = areEmbedded() ? 100 : 10
 */
export const areEmbedded = (): boolean => process[CHOSEN] === undefined

const chosen = (): TestStores => process[CHOSEN] ?? EMBEDDED

/**
 * Opens a store, which is empty if `prepare` is left out. The test may leave it open.
 * @param prepare is called once for all stores that are opened with it, if the kind of store can copy them
 * @example
 * const store = await openTestStore()
 * await store.graph('me').commits.commit({ puts: [] })
 */
export const openTestStore = async (prepare?: Prepare): Promise<Store> =>
  withTestKey(await chosen().open(prepare && underTestKey(prepare)))

const TEST_KEY = secretKey(Buffer.alloc(SECRET_KEY_BYTES, 'test'))
const withTestKey = (store: Store): Store => withSecretKey(store, TEST_KEY)

const prepares = new WeakMap<Prepare, Prepare>()

/** The same function for the same `prepare`, by which copies are found. */
function underTestKey(prepare: Prepare): Prepare {
  const under: Prepare = prepares.get(prepare) ?? (async (store) => prepare(withTestKey(store)))
  prepares.set(prepare, under)
  return under
}

/**
 * The setting of a secret key for data in a folder.
 * @example
 * const env = { NOTEGRAPH_DATA: folder, ...keyIn(folder) }
 */
export const keyIn = (folder: string) => ({ NOTEGRAPH_SECRET_KEY_FILE: join(folder, 'secret.key') })

/**
 * Makes empty data that several stores and servers open.
 * @param folder an empty folder, which the test deletes
 * @example
 * const data = await makeTestData(mkdtempSync(join(tmpdir(), 'notegraph-example-')))
 * const [one, two] = [await data.open(), await data.open()]
 * const settings = readSettings({ ...data.env, NOTEGRAPH_PORT: '0' })
 */
export const makeTestData = async (folder: string): Promise<TestData> => chosen().make(folder)
