/**
 * Stores for tests of the packages above. They are embedded, unless the run chose others before the test file: the
 * project `postgres` of vitest runs the same files on PostgreSQL.
 */
import type { Store } from '../src/index.ts'
import { openSqlite, type SqliteOptions } from '../src/sqlite/index.ts'
import { openData } from './open-data.ts'

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

/** A kind of store. */
export interface TestStores {
  /** Opens an empty store for this test alone. */
  open(): Promise<Store>
  /** Makes empty data. @param folder an empty folder for its files */
  make(folder: string): Promise<TestData>
}

const EMBEDDED: TestStores = {
  open: async () => openSqlite(':memory:'),
  make: async (folder) => {
    const env = { NOTEGRAPH_DATA: folder }
    return {
      env,
      open: async (options) => openData(env, options),
      module: new URL('open-data.ts', import.meta.url).href,
    }
  },
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

const chosen = (): TestStores => process[CHOSEN] ?? EMBEDDED

/**
 * Opens an empty store. The test may leave it open.
 * @example
 * const store = await openTestStore()
 * await store.graph('me').commits.commit({ puts: [] })
 */
export const openTestStore = async (): Promise<Store> => chosen().open()

/**
 * Makes empty data that several stores and servers open.
 * @param folder an empty folder, which the test deletes
 * @example
 * const data = await makeTestData(mkdtempSync(join(tmpdir(), 'notegraph-example-')))
 * const [one, two] = [await data.open(), await data.open()]
 * const settings = readSettings({ ...data.env, NOTEGRAPH_PORT: '0' })
 */
export const makeTestData = async (folder: string): Promise<TestData> => chosen().make(folder)
