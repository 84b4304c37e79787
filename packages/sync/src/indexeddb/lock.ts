/**
 * Allows one window at a time to use a database. The browser locks its name among all windows and workers, and releases
 * the lock of a closed window. Pages over plain http have no such locks, and use a lease in the database. Without a browser,
 * the stores of one program take turns.
 */
import type { LockManager, ObjectStore } from './database.ts'

/** The lock of one store. */
export interface StoreLock {
  /** @see LocalStore.lock */
  acquire(waits: () => void): Promise<void>
  release(): void
  /** Whether another window has taken the store. */
  isLost?(): boolean
  /** Fails in a transaction that writes, if another window has taken the store. @throws StoreTaken */
  check?(meta: ObjectStore): Promise<void>
}

/** Why a lock was not acquired. */
export const CLOSED = 'The store was closed while waiting for another window.'

/** Creates the lock of one store. */
export function storeLock(locks: LockManager, name: string): StoreLock {
  const closing = new AbortController()
  let release = () => {}
  let acquired: Promise<void> | undefined

  /** Resolves when the lock is granted, and holds the lock until `release`. */
  async function request(options: { ifAvailable?: boolean; signal?: AbortSignal }): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const hold = async (lock: unknown): Promise<void> => {
        if (lock === null) return resolve(false)
        const held = new Promise<void>((done) => {
          release = done
        })
        resolve(true)
        return held
      }
      locks.request(name, options, hold).catch(reject)
    })
  }

  async function acquire(waits: () => void): Promise<void> {
    if (await request({ ifAvailable: true })) return
    waits()
    try {
      await request({ signal: closing.signal })
    } catch (error) {
      throw new Error(CLOSED, { cause: error })
    }
  }

  return {
    async acquire(waits) {
      acquired ??= acquire(waits)
      await acquired
      if (closing.signal.aborted) throw new Error(CLOSED)
    },
    release() {
      closing.abort()
      release()
      // A pending request is granted and then released at once.
      void acquired?.then(() => release()).catch(() => {})
    },
  }
}

const ofDatabases = new WeakMap<object, LockManager>()

/** Locks for the stores of one window that use the same IndexedDB. */
export function localLocks(indexedDB: object): LockManager {
  const held = ofDatabases.get(indexedDB) ?? makeLocalLocks()
  ofDatabases.set(indexedDB, held)
  return held
}

function makeLocalLocks(): LockManager {
  /** The queue of each granted lock. */
  const waiting = new Map<string, (() => void)[]>()

  async function turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = waiting.get(name)
    if (!queue) return void waiting.set(name, [])
    return new Promise((resolve, reject) => {
      queue.push(resolve)
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(resolve)
        if (at >= 0) queue.splice(at, 1)
        reject(new Error('aborted'))
      })
    })
  }

  return {
    async request(name, { ifAvailable, signal }, granted) {
      if (ifAvailable && waiting.has(name)) return granted(null)
      await turn(name, signal)
      try {
        return await granted({})
      } finally {
        const next = waiting.get(name)!.shift()
        if (next) next()
        else waiting.delete(name)
      }
    },
  }
}
