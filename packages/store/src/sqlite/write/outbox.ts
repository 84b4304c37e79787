/** The outbox in a graph's database. The row `outbox` of `meta` says whether commits are noted. */
import type { OutboxEntry, OutboxPage, OutboxStore, Writer, WrittenPage } from '../../graph/outbox.ts'
import { WrittenPages, type WrittenRecord } from '../../graph/written-pages.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import { rows, snapshot, withoutSync, type Db } from '../database/database.ts'
import { closedMark } from './closed.ts'

/** Notes what one commit writes. */
export interface OutboxNote {
  /** @param before reads the record as it was; absent if the commit creates it */
  add(record: () => WrittenRecord, before?: () => WrittenRecord): void
  finish(seq: number): void
}

const NOTHING: OutboxNote = { add() {}, finish() {} }

/** @returns a function that begins the note of a commit, inside its transaction */
export function outboxNotes(db: Db): (by: Writer) => OutboxNote {
  const isOpen = db.prepare<[], number>("SELECT 1 FROM meta WHERE key = 'outbox'").pluck()
  const insert = db.prepare<[number, string, string]>('INSERT INTO outbox (seq, by, pages) VALUES (?, ?, ?)')
  return (by) => {
    if (isOpen.get() === undefined) return NOTHING
    const written = new WrittenPages()
    return {
      add: (record, before) => written.add(record(), before?.()),
      finish(seq) {
        const pages = written.list()
        if (pages.length > 0) insert.run(seq, JSON.stringify(by), JSON.stringify(pages))
      },
    }
  }
}

interface Row {
  readonly seq: number
  readonly by: string
  readonly pages: string
}

const toEntry = ({ seq, by, pages }: Row): OutboxEntry => ({
  seq,
  by: JSON.parse(by) as Writer,
  pages: JSON.parse(pages) as WrittenPage[],
})

export function outboxStore(db: Db, line: Line = NO_LINE): OutboxStore {
  const mark = db.prepare("INSERT OR IGNORE INTO meta VALUES ('outbox', 1)")
  const unmark = db.prepare("DELETE FROM meta WHERE key = 'outbox'")
  const state = db.prepare<[], { epoch: number; head: number; isOpen: 0 | 1 }>(
    `SELECT (SELECT value FROM meta WHERE key = 'epoch') AS epoch, (SELECT value FROM meta WHERE key = 'seq') AS head,
       EXISTS (SELECT 1 FROM meta WHERE key = 'outbox') AS isOpen`,
  )
  const after = db.prepare<[number, number], Row>(
    'SELECT seq, by, pages FROM outbox WHERE seq > ? ORDER BY seq LIMIT +?',
  )
  const drop = db.prepare<[number]>('DELETE FROM outbox WHERE seq <= ?')
  const closed = closedMark(db)
  const open = db.transaction(() => {
    closed.check()
    mark.run()
    const { epoch, head } = state.get()!
    return { epoch, head }
  })
  const close = db.transaction(() => {
    unmark.run()
    drop.run(Number.MAX_SAFE_INTEGER)
  })
  return {
    open: async () => line(() => open.immediate()),
    close: async () => line(() => close.immediate()),
    read: async (seq, most) =>
      snapshot(db, (): OutboxPage => {
        const { isOpen, ...now } = state.get()!
        return { ...now, isOpen: isOpen === 1, entries: after.all(seq, rows(most)).map(toEntry) }
      }),
    // After a power cut, the next call drops the same entries again.
    drop: async (seq) => line(() => void withoutSync(db, () => drop.run(seq))),
  }
}
