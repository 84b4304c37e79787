/**
 * The parts of IndexedDB that the store uses, as promises. The types are declared here, because the DOM's types would
 * add a window and a document to every package.
 */
/** The parts of the Web Locks API that the store uses. */
export interface LockManager {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

/** The clock and the timers of a window or worker. */
export interface LeaseScope {
  readonly Date: { now(): number }
  setInterval(run: () => void, ms: number): unknown
  clearInterval(timer: unknown): void
}

/** The global objects that the store uses: a window, a worker, or a replacement in tests. */
export interface IndexedDbScope extends Partial<LeaseScope> {
  readonly navigator?: { readonly locks?: LockManager }
  readonly indexedDB: { open(name: string, version: number): unknown }
  readonly IDBKeyRange: {
    lowerBound(lower: unknown, open: boolean): unknown
    bound(lower: unknown, upper: unknown, lowerOpen: boolean, upperOpen: boolean): unknown
  }
}

interface Target {
  addEventListener(event: string, run: (event: unknown) => void): void
}

interface Request<T> extends Target {
  readonly result: T
  readonly error: unknown
}

interface Index {
  get(key: unknown): Request<unknown>
  getAll(query?: unknown, count?: number): Request<unknown[]>
  count(query?: unknown): Request<number>
}

/** An object store of IndexedDB. */
export interface ObjectStore extends Index {
  put(value: unknown, key?: string): Request<unknown>
  delete(key: string): Request<undefined>
  getAllKeys(query?: unknown): Request<string[]>
  getKey(key: string): Request<string | undefined>
  index(name: string): Index
  createIndex(name: string, path: string, options: { readonly multiEntry: boolean }): Index
}

/** A transaction of IndexedDB. */
export interface Transaction extends Target {
  readonly error: unknown
  objectStore(name: string): ObjectStore
  abort(): void
}

/** A database of IndexedDB. */
export interface Database extends Target {
  transaction(
    stores: readonly string[],
    mode: 'readonly' | 'readwrite',
    options?: { readonly durability: 'strict' },
  ): Transaction
  createObjectStore(name: string, options?: { readonly keyPath: string }): ObjectStore
  close(): void
}

const reason = (error: unknown): Error =>
  error instanceof Error ? error : new Error('IndexedDB failed', { cause: error })

/** Resolves with the result of a request. */
export const answer = async <T>(request: Request<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(reason(request.error)))
  })

/** Resolves when the transaction has committed. Rejects if it was aborted. */
export const committed = async (transaction: Transaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(reason(transaction.error)))
  })

/**
 * Opens a database.
 *
 * @param upgrade called with the version of the existing database; 0 for a new one
 */
export async function openDatabase(
  scope: IndexedDbScope,
  name: string,
  version: number,
  upgrade: (db: Database, from: number) => void,
): Promise<Database> {
  const request = scope.indexedDB.open(name, version) as Request<Database>
  request.addEventListener('upgradeneeded', (event) =>
    upgrade(request.result, (event as { readonly oldVersion: number }).oldVersion),
  )
  return answer(request)
}
