/**
 * Reports changes of accounts to listeners in this process, and to other processes on the same data.
 *
 * A process writes the accounts that it changed into `change_signal`, several at a time and without a sync. Other
 * processes with listeners check SQLite's `data_version` once a second, which costs the same for any number of
 * listeners. If a process dies before it writes, others miss the signal: devices still pull every minute.
 */
import { Watchers } from '../../watchers.ts'
import { withoutSync, type Db } from '../database/database.ts'
import { isBusy } from '../write/refusal.ts'

/** Milliseconds between two checks for changes by other processes. */
const EVERY = 1_000
/** Milliseconds in which changes are collected before they are written. */
const COLLECTED = 100

export interface ChangeSignals {
  /** Reports a change of an account. */
  readonly signal: (accountId: string) => void
  readonly watch: (accountId: string, listener: () => void) => () => void
  /** Writes the last signals and stops. */
  close(): void
}

/** @param isShared whether another process can open the same database */
export function changeSignals(db: Db, isShared: boolean): ChangeSignals {
  const watchers = new Watchers()
  const put = db.prepare<[string]>(
    'INSERT OR REPLACE INTO change_signal (account_id) SELECT id FROM account WHERE id = ?',
  )
  const latest = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM change_signal').pluck()
  const since = db.prepare<[number], { n: number; accountId: string }>(
    'SELECT n, account_id AS accountId FROM change_signal WHERE n > ? ORDER BY n',
  )
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const changed = new Set<string>()
  let writing: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined
  let seen = { version: 0, n: 0 }

  const putAll = db.transaction(() => {
    for (const accountId of changed) put.run(accountId)
  })

  function write(): void {
    writing = undefined
    try {
      withoutSync(db, () => putAll.immediate())
      changed.clear()
    } catch (error) {
      // A full disk or another fault must not end the process: signals are a courtesy.
      if (isBusy(error)) writing = setTimeout(write, COLLECTED).unref()
      else changed.clear()
    }
  }

  function check(): void {
    const now = version.get()!
    if (now === seen.version) return
    const rows = since.all(seen.n)
    seen = { version: now, n: rows.at(-1)?.n ?? seen.n }
    for (const { accountId } of rows) watchers.notify(accountId)
  }

  function stopIfUnwatched(): void {
    if (watchers.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return {
    signal(accountId) {
      if (isShared) {
        changed.add(accountId)
        writing ??= setTimeout(write, COLLECTED).unref()
      }
      watchers.notify(accountId)
    },
    watch(accountId, listener) {
      const unwatch = watchers.watch(accountId, listener)
      if (isShared && !checking) {
        seen = { version: version.get()!, n: latest.get()! }
        checking = setInterval(check, EVERY).unref()
      }
      return () => {
        unwatch()
        stopIfUnwatched()
      }
    },
    close() {
      clearInterval(checking)
      clearTimeout(writing)
      if (changed.size > 0) write()
      clearTimeout(writing)
    },
  }
}
