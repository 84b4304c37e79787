/**
 * Keeps the search rows in step, a batch of blocks at a time: a block that is new or changed waits, noted by number
 * alone where it is new, until enough do; then all of them are folded in at once. Within the transaction of the write,
 * so that what waits is always just what the rows do not say yet.
 */
import type { Db } from '../database.ts'
import { columnStore, type ColumnSource } from './columns.ts'
import { piecesOf } from './pieces.ts'
import { gather, segmentStore, type Pieces } from './segments.ts'

export interface SearchIndex {
  /** Notes that these blocks came, changed or went; where very many wait by then, folds them in. In a transaction. */
  keep(blocks: readonly number[]): void
  /** How many records wait, as far as there may be blocks among them. */
  waiting(): number
  /** Folds in up to `most` of those that wait, changed ones first. In a transaction. */
  foldIn(most: number): void
  /** Forgets all, so that all waits. In a transaction. */
  clear(): void
}

/**
 * How many may wait before a write folds them in: more than most imports bring, since a searching thread sees to it when
 * an import is done. A database in memory has no such thread.
 */
const MOST_WAITING = 128 * 1_024
const MOST_IN_MEMORY = 1_024
/** As many as a write folds in at once: the more, the less each takes. */
const AT_ONCE = 8 * 1_024

/** All that is folded in of a block. */
export const ROW: string = `block.n, block.page, block.updated_at, block.created_at, block.marker, block.rank, block.scheduled,
  block.deadline, block.due, words.words FROM block CROSS JOIN block_words AS words ON words.n = block.n`

/** @param most how many may wait */
export function searchIndex(db: Db, most: number = db.memory ? MOST_IN_MEMORY : MOST_WAITING): SearchIndex {
  const segments = segmentStore(db)
  const columns = columnStore(db)
  const indexed = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'indexed'").pluck()
  const setIndexed = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'indexed'")
  const countFold = db.prepare<[]>("UPDATE meta SET value = value + 1 WHERE key = 'folds'")
  const last = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()
  const note = db.prepare<[number]>('INSERT OR IGNORE INTO search_changed VALUES (?)')
  const countChanged = db.prepare<[], number>('SELECT count(*) FROM search_changed').pluck()
  const changed = db.prepare<[number], number>('SELECT n FROM search_changed ORDER BY n LIMIT +?').pluck()
  const settle = db.prepare<[number]>('DELETE FROM search_changed WHERE n <= ?')
  const one = db.prepare<[number], ColumnSource>(`SELECT ${ROW} WHERE block.n = ?`)
  const range = db.prepare<[number, number], ColumnSource>(
    `SELECT ${ROW} WHERE block.n > ? AND block.n <= ? ORDER BY block.n`,
  )

  function land(blocks: readonly { readonly n: number; readonly row: ColumnSource | undefined }[]): void {
    const pieces: Pieces = new Map()
    for (const { n, row } of blocks)
      if (row) for (const piece of piecesOf(row.words)) gather(pieces, piece, n)
    const numbers = blocks.map(({ n }) => n)
    segments.add(pieces, numbers)
    columns.write(blocks)
  }

  const waiting = () => countChanged.get()! + last.get()! - indexed.get()!

  function foldIn(upTo: number): void {
    const those = changed.all(upTo)
    const from = indexed.get()!
    const to = Math.min(last.get()!, from + upTo - those.length)
    land([
      ...those.map((n) => ({ n, row: one.get(n) })),
      ...range.all(from, to).map((row) => ({ n: row.n, row })),
    ])
    if (those.length > 0) settle.run(those.at(-1)!)
    setIndexed.run(to)
    countFold.run()
  }

  return {
    keep(blocks) {
      const upTo = indexed.get()!
      for (const n of blocks) if (n <= upTo) note.run(n)
      while (waiting() >= most) foldIn(AT_ONCE)
    },
    waiting,
    foldIn,
    clear() {
      segments.clear()
      columns.clear()
      db.exec('DELETE FROM search_changed')
      setIndexed.run(0)
      countFold.run()
    },
  }
}
