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
  /**
   * Notes that these blocks came, changed or went, and so many new ones beside; where very many wait by then, folds in about
   * as many. In a transaction.
   */
  keep(blocks: readonly number[], more: number): void
  /** How many records wait, as far as there may be blocks among them. */
  waiting(): number
  /**
   * Folds in up to `most` of those that wait, changed ones first, and fewer where they are long. In a transaction, which
   * writes nothing before all is read and cut into pieces.
   */
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
/** Bytes of records that are folded in at once, but for one that alone is longer: a million take a fifth of a second. */
const MOST_BYTES = 4 * 2 ** 20
/** A write leaves those that are longer to a searching thread, which cuts them while others write. */
const LONG = 2 ** 20

interface Sized {
  readonly n: number
  /** Of its record, in bytes. */
  readonly size: number
}

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
  const changed = db.prepare<[number, number], Sized>(
    `SELECT search_changed.n, coalesce(size, 0) AS size FROM search_changed LEFT JOIN record ON record.n = search_changed.n
     WHERE coalesce(size, 0) <= ? ORDER BY search_changed.n LIMIT +?`,
  )
  const fresh = db.prepare<[number, number], Sized>(
    'SELECT n, size FROM record WHERE n > ? ORDER BY n LIMIT +?',
  )
  const settle = db.prepare<[number]>('DELETE FROM search_changed WHERE n = ?')
  const one = db.prepare<[number], ColumnSource>(`SELECT ${ROW} WHERE block.n = ?`)
  const range = db.prepare<[number, number, string], ColumnSource>(
    `SELECT ${ROW} WHERE block.n > ? AND block.n <= ? AND block.n NOT IN (SELECT value FROM json_each(?)) ORDER BY block.n`,
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

  /** @param longest in bytes; longer ones wait on */
  function foldIn(most: number, longest: number): void {
    let bytes = 0
    const fits = ({ size }: Sized, i: number): boolean => (bytes += size) <= MOST_BYTES || i === 0
    const those = takeWhile(changed.all(longest, most), fits).map(({ n }) => n)
    const from = indexed.get()!
    const after = takeWhile(fresh.all(from, most - those.length), (record, i) =>
      record.size > longest ? true : fits(record, those.length + i),
    )
    if (those.length + after.length === 0) return
    const to = after.at(-1)?.n ?? from
    const long = after.filter(({ size }) => size > longest).map(({ n }) => n)
    land([
      ...those.map((n) => ({ n, row: one.get(n) })),
      ...range.all(from, to, JSON.stringify(long)).map((row) => ({ n: row.n, row })),
    ])
    for (const n of those) settle.run(n)
    for (const n of long) note.run(n)
    setIndexed.run(to)
    countFold.run()
  }

  return {
    keep(blocks, more) {
      const upTo = indexed.get()!
      for (const n of blocks) if (n <= upTo) note.run(n)
      // Where they are long, fewer are folded in than came, and more wait: nobody else can write meanwhile.
      let times = Math.ceil((blocks.length + more) / AT_ONCE)
      while (times-- > 0 && waiting() >= most) foldIn(AT_ONCE, LONG)
    },
    waiting,
    foldIn: (most) => foldIn(most, Infinity),
    clear() {
      segments.clear()
      columns.clear()
      db.exec('DELETE FROM search_changed')
      setIndexed.run(0)
      countFold.run()
    },
  }
}

function takeWhile<T>(list: readonly T[], fits: (one: T, i: number) => boolean): T[] {
  const end = list.findIndex((one, i) => !fits(one, i))
  return end < 0 ? [...list] : list.slice(0, end)
}
