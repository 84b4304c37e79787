/**
 * The totals of a graph: the number of live records, the sum of their hashes, and the records with conflicting
 * versions. Writes do not update them. The next read brings them up to the head of the feed.
 */
import { setImmediate } from 'node:timers/promises'
import { hashOf, replaced } from '@notegraph/sync'
import type { Problem } from '../../graph/maintenance.ts'
import type { Line } from '../bulk/bulk.ts'
import type { Db } from '../database/database.ts'
import { feedRows } from './feed-rows.ts'
import { HOME, STORED, storedRecord, type StoredRow } from '../read/stored-record.ts'

interface Totals {
  readonly count: number
  readonly sum: number
}
interface NotedTotals extends Totals {
  /** The position up to which the totals include the feed. */
  readonly seq: number
  readonly n: number
}

/** The records of one step, and the characters of their texts. Other requests run between two steps. */
const BATCH = 2_000
const BATCH_TEXT = 1_000_000

const NOTED = "SELECT key, value FROM meta WHERE key IN ('count', 'sum', 'summed_seq', 'summed_n')"

function notedIn(db: Db): () => NotedTotals {
  const read = db.prepare<[], { key: string; value: number }>(NOTED)
  return () => {
    const values = new Map(read.all().map(({ key, value }) => [key, value]))
    const of = (key: string) => values.get(key) ?? 0
    return { count: of('count'), sum: of('sum'), seq: of('summed_seq'), n: of('summed_n') }
  }
}

export interface FeedTotals {
  /** @returns the totals if they are at the head of the feed */
  current(): Totals | undefined
  /** Brings the totals up to the head of the feed. */
  bringUp(): Promise<void>
}

export function feedTotals(db: Db, line: Line): FeedTotals {
  const noted = notedIn(db)
  const rows = feedRows(db)
  const held = db.prepare<[number], number>('SELECT hash FROM feed_record WHERE n = ?').pluck()
  const put = db.prepare<[number, number, number]>('INSERT OR REPLACE INTO feed_record VALUES (?, ?, ?)')
  const drop = db.prepare<[number]>('DELETE FROM feed_record WHERE n = ?')
  const note = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE key = ?')

  /** @returns whether there may be more */
  const step = db.transaction((): boolean => {
    let { count, sum, seq, n } = noted()
    const batch: StoredRow[] = []
    let text = 0
    for (const row of rows.after({ seq, n }, BATCH)) {
      batch.push(row)
      text += (row.doc ?? row.content).length
      if (text >= BATCH_TEXT) break
    }
    if (batch.length === 0) return false
    for (const row of batch) {
      const before = held.get(row.n)
      const record = storedRecord(row)
      const isLive = record.deleted === undefined
      const hash = hashOf(record)
      count += (isLive ? 1 : 0) - (before === undefined ? 0 : 1)
      sum = replaced(sum, before ?? 0, hash)
      if (isLive) put.run(row.n, hash, record.versions ? 1 : 0)
      else if (before !== undefined) drop.run(row.n)
      ;({ seq, n } = row)
    }
    for (const [key, value] of Object.entries({ count, sum, summed_seq: seq, summed_n: n }))
      note.run(value, key)
    return batch.length === BATCH || text >= BATCH_TEXT
  })

  /** @returns whether the feed has records that the totals do not include */
  const isBehind = ({ seq, n }: NotedTotals): boolean => {
    const last = rows.last()
    return last !== undefined && (last.seq > seq || (last.seq === seq && last.n > n))
  }

  return {
    current() {
      const to = noted()
      return isBehind(to) ? undefined : { count: to.count, sum: to.sum }
    },
    async bringUp() {
      while (isBehind(noted()) && (await line(() => step.immediate()))) await setImmediate()
    },
  }
}

/**
 * Removes tombstones from the totals, which may not include them yet. The feed does not have them any more.
 * @returns a function that takes the numbers of the records
 */
export function totalsRemover(db: Db): (tombstones: readonly number[]) => void {
  const remove = db.prepare<[number], number>('DELETE FROM feed_record WHERE n = ? RETURNING hash').pluck()
  const noted = notedIn(db)
  const note = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE key = ?')
  return (tombstones) => {
    const hashes = tombstones.map((n) => remove.get(n)).filter((hash) => hash !== undefined)
    if (hashes.length === 0) return
    const { count, sum } = noted()
    note.run(count - hashes.length, 'count')
    note.run(
      hashes.reduce((rest, hash) => replaced(rest, hash, 0), sum),
      'sum',
    )
  }
}

/** Deletes the totals, so that the next read computes them from all records. */
export function forgetTotals(db: Db): void {
  db.exec(`DELETE FROM feed_record;
    UPDATE meta SET value = 0 WHERE key IN ('count', 'sum', 'summed_seq', 'summed_n')`)
}

/** Compares the totals with the records. */
export function totalsProblems(db: Db): Problem[] {
  const { seq, n, count, sum } = notedIn(db)()
  const rows = db.prepare<[number, number], StoredRow & { hash: number | null }>(
    `SELECT ${STORED}, hash FROM record ${HOME} LEFT JOIN feed_record ON feed_record.n = record.n
     WHERE (record.seq, record.n) <= (?, ?) AND record.deleted = 0`,
  )
  const problems: Problem[] = []
  for (const row of rows.iterate(seq, n))
    if (hashOf(storedRecord(row)) !== row.hash)
      problems.push(`record ${row.id}: it is not what it was when its checksum was made`)
  let real = 0
  let added = 0
  for (const hash of db.prepare<[], number>('SELECT hash FROM feed_record').pluck().iterate()) {
    real++
    added = replaced(added, 0, hash)
  }
  if (real !== count || added !== sum) problems.push('checksum: it is not the sum of the records')
  return problems
}
