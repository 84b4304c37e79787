/**
 * Keeps the search rows in step with the blocks, a batch at a time. A write only notes which blocks are new or changed: new
 * ones by number alone, so that it costs next to nothing. They wait until a thread of its own indexes them, one step after
 * the other; a write that brings very many does so itself where too many wait.
 */
import { snapshot, type Db } from '../database.ts'
import { columnStore, type ColumnSource } from './columns.ts'
import { segmentMerger, type Merge } from './merge.ts'
import { piecesOf } from './pieces.ts'
import { gather, packSegment, segmentStore, type PackedSegment, type Pieces } from './segments.ts'

export interface SearchIndex {
  /**
   * Notes that these blocks came, changed or went, and so many new ones beside. Where very many wait by then, indexes about
   * as many. In a transaction.
   */
  keep(blocks: readonly number[], more: number): void
  /** How many records wait, as far as there may be blocks among them. */
  waiting(): number
  /** Indexes up to `most` of those that wait, changed ones first, and fewer where they are long. In a transaction. */
  indexSome(most: number): void
  /**
   * Reads what is to be done next and makes it ready: a merge of segments, or some blocks while more than `least` wait. In a
   * transaction that only reads.
   */
  prepare(least: number): Prepared | undefined
  /** Writes it in a transaction, whatever was written or indexed since. */
  write(prepared: Prepared): void
  /** Deletes all search rows, so that all blocks wait. In a transaction. */
  clear(): void
}

/** So few blocks are asked each time in less time than it takes to index them. */
export const FEW_WAITING = 1_024
/** As many may wait before a write indexes some; more than most imports bring. A database in memory has no thread for it. */
const MOST_WAITING = 128 * 1_024
const MOST_IN_MEMORY = 1_024
/** As many as are indexed at once: the more, the less each takes, and the fewer segments are left to merge. */
const AT_ONCE = 8 * 1_024
/** A write of fewer leaves them to the thread, since whoever wrote them waits. */
const MANY_WRITTEN = 1_000
/** Bytes of records that are indexed at once, but for one that alone is longer: a million take a fifth of a second. */
const MOST_BYTES = 4 * 2 ** 20
/** A write leaves records that are longer to the thread, which cuts them while others write. */
const LONG = 2 ** 20

interface Sized {
  readonly n: number
  /** Of its record, in bytes. */
  readonly size: number
}

/** What the index says of a block is made of these columns. */
export const ROW: string = `block.n, block.page, block.updated_at, block.created_at, block.marker, block.rank, block.scheduled,
  block.deadline, block.due, words.words FROM block CROSS JOIN block_words AS words ON words.n = block.n`

export interface Batch {
  /** Numbers of changed records. */
  readonly changed: readonly number[]
  /** New ones from here, which is not among them, up to and with `to`. */
  readonly from: number
  readonly to: number
  /** New ones that are left to the thread. */
  readonly long: readonly number[]
  /** By number, where there is a block; in the order of the numbers. */
  readonly rows: ReadonlyMap<number, ColumnSource>
  readonly segment: PackedSegment
}

/** What a step has made ready, and the state of the graph that it was made from. */
export interface Prepared {
  readonly seq: number
  readonly cleared: number
  readonly batch?: Batch
  readonly merge?: Merge
}

/** @param most how many may wait */
export function searchIndex(db: Db, most: number = db.memory ? MOST_IN_MEMORY : MOST_WAITING): SearchIndex {
  const segments = segmentStore(db)
  const merger = segmentMerger(db)
  const columns = columnStore(db)
  const meta = db.prepare<[string], number>('SELECT value FROM meta WHERE key = ?').pluck()
  const setIndexed = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'indexed'")
  const countStep = db.prepare<[]>("UPDATE meta SET value = value + 1 WHERE key = 'folds'")
  const countCleared = db.prepare<[]>("UPDATE meta SET value = value + 1 WHERE key = 'cleared'")
  const last = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()
  const note = db.prepare<[number]>('INSERT OR IGNORE INTO search_changed VALUES (?)')
  const isChanged = db.prepare<[number], number>('SELECT 1 FROM search_changed WHERE n = ?').pluck()
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
  const indexed = (): number => meta.get('indexed')!
  const waiting = (): number => countChanged.get()! + last.get()! - indexed()

  /** @param longest in bytes; longer ones wait on */
  function prepareBatch(most: number, longest: number): Batch | undefined {
    let bytes = 0
    const fits = ({ size }: Sized, i: number): boolean => (bytes += size) <= MOST_BYTES || i === 0
    const those = takeWhile(changed.all(longest, most), fits).map(({ n }) => n)
    const from = indexed()
    const after = takeWhile(fresh.all(from, most - those.length), (record, i) =>
      record.size > longest ? true : fits(record, those.length + i),
    )
    if (those.length + after.length === 0) return undefined
    const to = after.at(-1)?.n ?? from
    const long = after.filter(({ size }) => size > longest).map(({ n }) => n)
    const rows = rowsOf({ changed: those, from, to, long })
    const pieces: Pieces = new Map()
    for (const [n, { words }] of rows) for (const piece of piecesOf(words)) gather(pieces, piece, n)
    const numbers = [...new Set([...those, ...rows.keys()])]
    return { changed: those, from, to, long, rows, segment: packSegment(pieces, numbers) }
  }

  function rowsOf({ changed, from, to, long }: Omit<Batch, 'rows' | 'segment'>): Map<number, ColumnSource> {
    const ofChanged = changed.map((n) => one.get(n)).filter((row) => row !== undefined)
    const ofNew = range.all(from, to, JSON.stringify(long))
    return new Map([...ofChanged, ...ofNew].map((row) => [row.n, row]))
  }

  function writeBatch({ changed, to, long, rows, segment }: Batch): void {
    segments.add(segment)
    countStep.run()
    columns.write(
      segment.blocks.map((n) => ({ n, row: rows.get(n) })),
      meta.get('folds')!,
    )
    for (const n of changed) settle.run(n)
    for (const n of long) note.run(n)
    setIndexed.run(to)
  }

  function writeMerge(merge: Merge): void {
    if (merger.write(merge)) countStep.run()
  }

  function indexSome(most: number, longest: number): void {
    const batch = prepareBatch(most, longest)
    if (batch) writeBatch(batch)
  }

  function mergeAll(): void {
    for (let merge = merger.prepare(); merge; merge = merger.prepare()) writeMerge(merge)
  }

  const state = () => ({ seq: meta.get('seq')!, cleared: meta.get('cleared')! })

  function prepare(least: number): Prepared | undefined {
    const merge = merger.prepare()
    if (merge) return { ...state(), merge }
    const batch = waiting() > least ? prepareBatch(AT_ONCE, Infinity) : undefined
    return batch && { ...state(), batch }
  }

  /** Another process may have indexed meanwhile. Blocks that were written since they were read wait again. */
  function write({ seq, cleared, batch, merge }: Prepared): void {
    const now = state()
    if (now.cleared !== cleared) return
    if (merge) writeMerge(merge)
    if (!batch || indexed() !== batch.from || !batch.changed.every((n) => isChanged.get(n))) return
    writeBatch(batch)
    if (now.seq !== seq) for (const n of changedSince(batch)) note.run(n)
  }

  function changedSince(batch: Batch): number[] {
    const now = rowsOf(batch)
    const numbers = new Set([...batch.rows.keys(), ...now.keys()])
    return [...numbers].filter((n) => JSON.stringify(now.get(n)) !== JSON.stringify(batch.rows.get(n)))
  }

  return {
    keep(blocks, more) {
      const upTo = indexed()
      for (const n of blocks) if (n <= upTo) note.run(n)
      // Where they are long, fewer are indexed than came, and more wait: nobody else can write meanwhile.
      const written = blocks.length + more
      if (!db.memory && written < MANY_WRITTEN) return
      let times = Math.ceil(written / AT_ONCE)
      while (times-- > 0 && waiting() >= most) indexSome(AT_ONCE, LONG)
      if (db.memory) mergeAll()
    },
    waiting,
    indexSome(most) {
      indexSome(most, Infinity)
      mergeAll()
    },
    prepare,
    write,
    clear() {
      segments.clear()
      columns.clear()
      db.exec('DELETE FROM search_changed')
      setIndexed.run(0)
      countStep.run()
      countCleared.run()
    },
  }
}

/**
 * Does one thing that is left to do. Others are kept from writing only while it writes what it has made ready.
 * @returns whether there was anything to do
 */
export function indexStep(db: Db, index: SearchIndex, least: number): boolean {
  const prepared = snapshot(db, () => index.prepare(least))
  if (prepared) db.transaction(() => index.write(prepared)).immediate()
  return prepared !== undefined
}

function takeWhile<T>(list: readonly T[], fits: (one: T, i: number) => boolean): T[] {
  const end = list.findIndex((one, i) => !fits(one, i))
  return end < 0 ? [...list] : list.slice(0, end)
}
