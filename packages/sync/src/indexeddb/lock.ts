/**
 * One window at a time works over a database. Browsers lock it by its name among all windows and workers, and release the
 * lock of a window that is gone. Where there are no such locks, the stores of one window take turns.
 */

/** As much of the Web Locks API as is used. */
export interface LockManager {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

export interface StoreLock {
  /** @see LocalStore.lock */
  acquire(waits: () => void): Promise<void>
  release(): void
}

const CLOSED = 'The store was closed while it waited for another window.'

export function storeLock(locks: LockManager, name: string): StoreLock {
  const closing = new AbortController()
  let release = () => {}
  let acquired: Promise<void> | undefined

  /** Resolves once the lock is granted, and keeps it until `release`. */
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
      // A lock that is being asked for is granted, and released at once.
      void acquired?.then(() => release()).catch(() => {})
    },
  }
}

const ofDatabases = new WeakMap<object, LockManager>()

/** Locks among the stores of one window over the same IndexedDB. */
export function localLocks(indexedDB: object): LockManager {
  const held = ofDatabases.get(indexedDB) ?? makeLocalLocks()
  ofDatabases.set(indexedDB, held)
  return held
}

function makeLocalLocks(): LockManager {
  /** For each lock that is held, who waits for it. */
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
