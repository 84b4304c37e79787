/**
 * A lock that is a lease in the database, for pages over plain http, where browsers have no locks. A window that is closed, or
 * that the browser stops for long, loses it.
 */
import { StoreTaken } from '../device/local.ts'
import { answer, committed, type Database, type LeaseScope } from './database.ts'
import { CLOSED, type StoreLock } from './lock.ts'

/** Milliseconds for which a lease counts, until it is renewed, and until a waiting window looks again. */
const LEASE_FOR = 6_000
const RENEW_EVERY = 2_000
const LOOK_EVERY = 1_000
const LEASE = 'lease'
const TAKEN = 'Another window of this browser has the notes now. Close it, then reload this page.'

interface Lease {
  readonly owner: string
  readonly until: number
}

/**
 * Creates the lock of one store.
 *
 * @param store the object store of the lease
 * @param owner names the window; the same after a reload, so that a reload does not wait
 */
export function storeLease(db: Database, store: string, owner: string, scope: LeaseScope): StoreLock {
  const { Date: clock } = scope
  let isClosed = false
  let isLost = false
  let timer: unknown
  let acquired: Promise<void> | undefined

  async function take(): Promise<boolean> {
    const transaction = db.transaction([store], 'readwrite')
    const done = committed(transaction)
    const meta = transaction.objectStore(store)
    const held = (await answer(meta.get(LEASE))) as Lease | undefined
    const now = clock.now()
    const isFree = !held || held.owner === owner || held.until < now
    if (isFree) meta.put({ owner, until: now + LEASE_FOR } satisfies Lease, LEASE)
    await done
    return isFree
  }

  async function acquire(waits: () => void): Promise<void> {
    if (!(await take())) {
      waits()
      await new Promise<void>((resolve, reject) => {
        timer = scope.setInterval(() => {
          if (isClosed) reject(new Error(CLOSED))
          else take().then((isTaken) => isTaken && resolve(), reject)
        }, LOOK_EVERY)
      })
      scope.clearInterval(timer)
    }
    timer = scope.setInterval(() => {
      take().then(
        (isOurs) => (isLost ||= !isOurs),
        () => {},
      )
    }, RENEW_EVERY)
  }

  return {
    async acquire(waits) {
      acquired ??= acquire(waits)
      await acquired
    },
    release() {
      isClosed = true
      scope.clearInterval(timer)
      if (acquired === undefined || isLost) return
      const meta = db.transaction([store], 'readwrite').objectStore(store)
      answer(meta.get(LEASE)).then(
        (held) => (held as Lease | undefined)?.owner === owner && meta.delete(LEASE),
        () => {},
      )
    },
    isLost: () => isLost,
    async check(meta) {
      const held = (await answer(meta.get(LEASE))) as Lease | undefined
      if (held?.owner === owner) return
      isLost = true
      throw new StoreTaken(TAKEN)
    },
  }
}
