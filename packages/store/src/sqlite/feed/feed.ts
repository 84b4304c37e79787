/** The feed of an account's file: an index walk in the order of commits. */
import type { FeedPage, FeedPosition, FeedState, FeedStore } from '../../graph/feed.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import { rows as rowsOf, snapshot, type Db } from '../database/database.ts'
import { changedPages } from './changed-pages.ts'
import { pageRecords } from './page-records.ts'
import { feedTotals } from './feed-totals.ts'
import { feedRows } from './feed-rows.ts'
import { fitting } from '../read/byte-window.ts'
import { pushCommitReads } from './push-commits.ts'
import { FILE } from '../schema/codes.ts'
import { HOME, STORED, storedJson, type StoredRow } from '../read/stored-record.ts'
import { closedMark } from '../write/closed.ts'
import { tombstones } from './tombstones.ts'

/** As often as a commit may come in between before a last page goes without its totals. */
const MOST_TRIES = 5

export const epochOf = (db: Db): number =>
  db.prepare<[], number>("SELECT value FROM meta WHERE key = 'epoch'").pluck().get()!

let latestEpoch = 0

/** Gives a copied graph an epoch that no other graph of this process has had. */
export function renewEpoch(db: Db): void {
  const renew = db.prepare<[number], number>(
    `UPDATE meta SET value = max(?, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE key = 'epoch' RETURNING value`,
  )
  latestEpoch = renew.pluck().get(latestEpoch + 1)!
}

/** @param origin the service's own origin; its file addresses are shown as file names */
export function feedStore(db: Db, origin?: string, line: Line = NO_LINE): FeedStore {
  const totals = feedTotals(db, line)
  const collect = tombstones(db)
  const meta = (key: string) => `(SELECT value FROM meta WHERE key = '${key}')`
  const stateRow = db.prepare<[], { epoch: number; head: number } & FeedPosition>(
    `SELECT ${meta('epoch')} AS epoch, ${meta('seq')} AS head, ${meta('floor')} AS seq, ${meta('floor_n')} AS n`,
  )
  const readState = (): FeedState => {
    const { epoch, head, seq, n } = stateRow.get()!
    return { epoch, head, floor: { seq, n } }
  }
  const live = db.prepare<[number], number>('SELECT sum(count) FROM storage WHERE kind < ?').pluck()
  const rows = feedRows(db)
  const pages = changedPages(db, origin)
  const ofPage = pageRecords(db)
  const CONFLICTING = 'FROM feed_record JOIN record ON record.n = feed_record.n WHERE versions = 1'
  const conflicting = db.prepare<[number, number], { n: number; bytes: number }>(
    `SELECT record.n, octet_length(record.doc) AS bytes ${CONFLICTING} ORDER BY record.id LIMIT +? OFFSET +?`,
  )
  const countConflicts = db.prepare<[], number>(`SELECT count(*) ${CONFLICTING}`).pluck()
  const byNumber = db.prepare<[number], StoredRow>(`SELECT ${STORED} FROM record ${HOME} WHERE record.n = ?`)
  const raise = db.prepare<[number]>("UPDATE meta SET value = max(value + 1, ?) WHERE key = 'epoch'")

  const closed = closedMark(db)
  const raiseEpoch = db.transaction((now: number) => {
    closed.check()
    raise.run(now)
  })

  function page(from: FeedPosition, most: { records: number; bytes: number }): FeedPage {
    const records: string[] = []
    let position = from
    let bytes = 0
    let more = false
    for (const row of rows.after(from, most.records + 1)) {
      const { seq, n } = row
      const doc = storedJson(row)
      bytes += Buffer.byteLength(doc)
      more = records.length === most.records || (records.length > 0 && bytes > most.bytes)
      if (more) break
      records.push(doc)
      position = { seq, n }
    }
    const now = readState()
    const summed = more ? undefined : totals.current()
    return {
      ...now,
      records,
      position,
      more,
      ...(more && { live: live.get(FILE)! }),
      ...(summed && { totals: summed }),
    }
  }

  return {
    ...pushCommitReads(db),
    state: async () => readState(),
    async read(from, most) {
      for (let tries = 1; ; tries++) {
        const read = snapshot(db, () => page(from, most))
        if (read.more || read.totals || tries === MOST_TRIES) return read
        await totals.bringUp()
      }
    },
    page: async (pageId, most) =>
      snapshot(db, () => {
        const found = ofPage(pageId, most)
        return found && { ...readState(), ...found }
      }),
    changedPages: async (from, most) => snapshot(db, () => ({ ...readState(), ...pages(from, most) })),
    async listConflicts({ limit, offset, bytes = Infinity }) {
      await totals.bringUp()
      return snapshot(db, () => {
        const found = conflicting.all(rowsOf(limit), offset)
        const lengths = found.map(({ bytes }) => bytes)
        const conflicts = found.slice(0, fitting(lengths, bytes)).map(({ n }) => storedJson(byNumber.get(n)!))
        return { conflicts, total: countConflicts.get()! }
      })
    },
    async collectTombstones(now, keptFor) {
      if (!collect.isDue(now)) return
      await totals.bringUp()
      await line(() => collect.run(now, keptFor))
    },
    raiseEpoch: async (now) => line(() => raiseEpoch.immediate(now)),
  }
}
