/** A device's store in IndexedDB, for browsers. */
import { marksOf, StoreTaken, type Local, type LocalStore, type Meta } from '../device/local.ts'
import {
  answer,
  committed,
  openDatabase,
  type Database,
  type IndexedDbScope,
  type LeaseScope,
} from './database.ts'
import { addFileStores, indexedDbFiles } from './files.ts'
import { storeLease } from './lease.ts'
import { localLocks, storeLock, type StoreLock } from './lock.ts'

export type { IndexedDbScope } from './database.ts'

/** Version 2 added files. */
const LAYOUT = 2
const UPGRADED = 'A newer version of this app has upgraded the notes on this device. Reload this page.'
const BATCH = 1_000
const LOCAL = 'local'
const OWN = 'own'
const META = 'meta'
const MARK = 'mark'

/** A stored record, with the marks for its index. */
interface StoredEntry {
  readonly id: string
  readonly marks: readonly string[]
  readonly local: Local
}

/**
 * Opens a store in IndexedDB.
 *
 * @param name the name of the database: one for each account and device
 * @param scope the window or worker, with `indexedDB`, `IDBKeyRange` and `navigator.locks`. A page over plain http has no
 *   locks. There one window at a time has the store, by a lease in the database that it renews.
 * @param owner names the window for the lease, the same after a reload. Default: a name of its own.
 * @throws if the browser cannot open the database, for example because a newer release upgraded it
 * @example
 * const store = await indexedDbStore('notes-of-ann')
 * const engine = createEngine({ store, transport: fetchTransport({ url: 'https://notes.example', token: 'ngs_…' }) })
 */
export async function indexedDbStore(
  name: string,
  scope: IndexedDbScope = globalThis as unknown as IndexedDbScope,
  owner?: string,
): Promise<LocalStore> {
  const db = await openDatabase(scope, name, LAYOUT, (fresh, layout) => {
    if (layout < 1) {
      fresh.createObjectStore(LOCAL, { keyPath: 'id' }).createIndex(MARK, 'marks', { multiEntry: true })
      fresh.createObjectStore(OWN)
      fresh.createObjectStore(META)
    }
    if (layout < 2) addFileStores(fresh)
  })
  const lock = lockOf(db, name, scope, owner)
  const close = (): void => {
    lock.release()
    db.close()
  }
  let isUpgraded = false
  // Another window with a newer release waits until this one closes the database. So does a deletion, to no version.
  db.addEventListener('versionchange', (event) => {
    isUpgraded = (event as { readonly newVersion: number | null }).newVersion !== null
    close()
  })
  const ours = (): Database => {
    if (isUpgraded) throw new StoreTaken(UPGRADED)
    return db
  }
  const reading = (store: string) => ours().transaction([store], 'readonly').objectStore(store)
  const locals = (kept: readonly unknown[]): Local[] =>
    (kept as readonly StoredEntry[]).map(({ local }) => local)

  return {
    lock: async (waits) => lock.acquire(waits),
    isTaken: async () => {
      ours()
      return lock.isLost?.() === true
    },
    meta: async () => (await answer(reading(META).get('meta'))) as Meta | undefined,
    get: async (ids) => {
      const store = reading(LOCAL)
      const kept = await Promise.all(ids.map((id) => answer(store.get(id))))
      return kept.map((one) => (one as StoredEntry | undefined)?.local)
    },
    find: async (mark, limit = Infinity) => {
      if (limit < 1) return []
      const marked = reading(LOCAL).index(MARK)
      return locals(await answer(marked.getAll(mark, Number.isFinite(limit) ? limit : undefined)))
    },
    count: async (mark) => answer(reading(LOCAL).index(MARK).count(mark)),
    async *scan() {
      const readAfter = async (id: string): Promise<StoredEntry[]> => {
        const after = scope.IDBKeyRange.lowerBound(id, true)
        return (await answer(reading(LOCAL).getAll(after, BATCH))) as StoredEntry[]
      }
      for (let next = readAfter(''); ;) {
        const kept = await next
        if (kept.length === 0) return
        // The database reads on while the caller works. A caller that stops early asks for no error.
        next = readAfter(kept.at(-1)!.id)
        next.catch(() => {})
        yield locals(kept)
      }
    },
    own: async (key) => (await answer(reading(OWN).get(key))) as string | undefined,
    ownKeys: async (prefix) => {
      const keys = await answer(reading(OWN).getAllKeys(scope.IDBKeyRange.lowerBound(prefix, false)))
      const end = keys.findIndex((key) => !key.startsWith(prefix))
      return end < 0 ? keys : keys.slice(0, end)
    },
    files: indexedDbFiles(db),
    commit: async (change) => {
      const puts = change.puts.map((local): StoredEntry => ({
        id: local.record.id,
        marks: marksOf(local),
        local,
      }))
      const transaction = ours().transaction([LOCAL, OWN, META], 'readwrite', { durability: 'strict' })
      const done = committed(transaction)
      try {
        await lock.check?.(transaction.objectStore(META))
        const [local, own] = [transaction.objectStore(LOCAL), transaction.objectStore(OWN)]
        for (const id of change.removes) local.delete(id)
        for (const kept of puts) local.put(kept)
        for (const [key, value] of change.own ?? [])
          if (value === null) own.delete(key)
          else own.put(value, key)
        transaction.objectStore(META).put(change.meta, 'meta')
      } catch (error) {
        transaction.abort()
        await done.catch(() => {})
        throw error
      }
      return done
    },
    close: async () => close(),
  }
}

/** Names of windows so far that have none of their own. */
let unnamed = 0

function lockOf(db: Database, name: string, scope: IndexedDbScope, owner: string | undefined): StoreLock {
  const { navigator, indexedDB, Date: clock } = scope
  if (navigator && !navigator.locks && hasTimers(scope))
    return storeLease(db, META, owner ?? `${clock!.now()} ${++unnamed}`, scope)
  return storeLock(navigator?.locks ?? localLocks(indexedDB), `notegraph:${name}`)
}

const hasTimers = (scope: IndexedDbScope): scope is IndexedDbScope & LeaseScope => scope.Date !== undefined
