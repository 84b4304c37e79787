/**
 * The requests that several processes counted, in one order. A process adds its own requests in the transaction in which
 * it reads those of the others, so all processes decide from the same requests.
 *
 * Nothing here must survive a power cut: a minute later it no longer counts. So commits are never synced, and a damaged
 * file is deleted.
 */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { makePrivateFile } from '../../disk/private.ts'
import type { CountedRequests, OwnRequests } from '../../memory-rates.ts'

export interface RateJournal {
  /**
   * Runs the work while no other process counts.
   * @throws SQLite's error. The work then has not run, or what it added is lost.
   */
  exclusively<T>(work: (transaction: JournalTransaction) => T): T
  /** Requests that other processes have added since the last call, or the last transaction. */
  others(): CountedRequests[]
  /** Everything that was added to a rate, as far as this process has read. */
  of(rate: string): CountedRequests[]
  /** Asks other processes to let this one in. */
  knock(): void
  /** @returns whether another process has added or knocked since the last call */
  wasTouched(): boolean
  close(): void
}

export interface JournalTransaction {
  /** Requests that other processes have added since the last transaction. */
  readonly others: readonly CountedRequests[]
  readonly add: (counted: OwnRequests) => void
  /** Deletes a rate, to write it again as a whole. */
  readonly clear: (rate: string) => void
}

/** How long a count waits for another process, in milliseconds. The event loop waits too. */
const PATIENCE = 100
/** Without this bound, a flood of refused requests would fill the disk. */
const MOST_ROWS = 500_000
/** Rows added between two deletions of old ones, and the most rows that one deletion removes. */
const [TIDY_AFTER, TIDY_MOST] = [500, 1_000]
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  PRAGMA journal_size_limit = 16777216;
  CREATE TABLE IF NOT EXISTS counted (
    seq   INTEGER PRIMARY KEY,
    rate  TEXT NOT NULL,
    key   TEXT NOT NULL,
    -- JSON, from old to new, in milliseconds since 1970.
    times TEXT NOT NULL,
    -- When none of them counts any more.
    until INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS knock (one INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;`

interface Row {
  readonly seq: number
  readonly rate: string
  readonly key: string
  readonly times: string
}

const toCounted = ({ rate, key, times }: Row): CountedRequests => ({
  rate,
  key,
  times: JSON.parse(times) as number[],
})

/** @param path a file of its own, created if it does not exist */
export function openJournal(path: string): RateJournal {
  const db = discardIfDamaged(path, () => opened(path))
  const after = db.prepare<[number], Row>(
    'SELECT seq, rate, key, times FROM counted WHERE seq > ? ORDER BY seq',
  )
  const ofRate = db.prepare<[string, number], Row>(
    'SELECT seq, rate, key, times FROM counted WHERE rate = ? AND seq <= ? ORDER BY seq',
  )
  const insert = db.prepare<[string, string, string, number]>(
    'INSERT INTO counted (rate, key, times, until) VALUES (?, ?, ?, ?)',
  )
  const clear = db.prepare<[string]>('DELETE FROM counted WHERE rate = ?')
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM counted').pluck()
  // The newest row stays, because SQLite would give its number to another.
  const tidy = db.prepare<[number, number, number, number]>(
    `DELETE FROM counted WHERE seq IN (SELECT seq FROM counted ORDER BY seq LIMIT ?) AND seq < ?
       AND (until <= ? OR seq <= ?)`,
  )
  const knock = db.prepare('INSERT INTO knock VALUES (1, 1) ON CONFLICT DO UPDATE SET times = times + 1')
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  let last = 0
  let added = 0
  let seen = version.get()!

  function add({ rate, key, times, window }: OwnRequests): void {
    const at = times.at(-1)
    if (at === undefined) return
    last = Number(insert.run(rate, key, JSON.stringify(times), at + window).lastInsertRowid)
    if (++added % TIDY_AFTER === 0) tidy.run(TIDY_MOST, last, at, last - MOST_ROWS)
  }

  function others(): CountedRequests[] {
    const rows = after.all(last)
    last = rows.at(-1)?.seq ?? last
    return rows.map(toCounted)
  }

  return {
    exclusively: (work) =>
      discardIfDamaged(path, () =>
        db
          .transaction(() =>
            work({
              others: others(),
              add,
              clear: (rate) => {
                clear.run(rate)
                last = newest.get()!
              },
            }),
          )
          .immediate(),
      ),
    others: () => discardIfDamaged(path, others),
    of: (rate) => ofRate.all(rate, last).map(toCounted),
    knock: () => void knock.run(),
    wasTouched() {
      const before = seen
      seen = version.get()!
      return seen !== before
    },
    close: () => void db.close(),
  }
}

function opened(path: string): Database.Database {
  makePrivateFile(path)
  const db = new Database(path, { timeout: PATIENCE })
  try {
    db.exec(SETTINGS)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function discardIfDamaged<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (DAMAGED.test((error as { code?: string }).code ?? ''))
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
    throw error
  }
}
