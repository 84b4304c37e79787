/** Reads a whole graph from its file, piece by piece. @see GraphSource */
import type {
  GraphSource,
  SourceAnswer,
  SourceChange,
  SourceCommit,
  SourceDay,
  SourceFile,
  SourceKept,
  SourcePush,
} from '../../graph/graph-source.ts'
import type { HistoryBounds, Snapshot } from '../../graph/history.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { feedStore } from '../feed/feed.ts'
import { HOME, STORED, storedJson, type StoredRow } from '../read/stored-record.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { STATE } from '../write/change-list.ts'
import { storageTotals } from '../write/storage.ts'

/** The rows of one piece, and the characters of their texts. */
const PIECE = 1_000
const PIECE_TEXT = 4_000_000

/** A whole graph in a file of its own. */
export interface GraphFileSource extends GraphSource {
  close(): void
}

interface NumberedRow extends StoredRow {
  readonly deleted: number
}

type Row = Readonly<Record<string, string | number | null>>

/**
 * Opens the file of a graph to read all of it.
 * @param path as `graphFile` returns it
 * @throws if there is no such file, or a newer release wrote it
 * @example
 * const source = openGraphSource(graphFile('data', 'ada'))
 */
export function openGraphSource(path: string): GraphFileSource {
  const db = openDatabase(path, GRAPH_SCHEMA)
  const feed = feedStore(db)
  const totals = storageTotals(db)
  const bounds = db.prepare<[], HistoryBounds>(
    `SELECT (SELECT value FROM meta WHERE key = 'history_floor') AS floor,
       (SELECT value FROM meta WHERE key = 'history_gap') AS gap`,
  )
  const recordsAfter = db.prepare<[number, number, number], NumberedRow>(
    `SELECT record.deleted, ${STORED} FROM record ${HOME} WHERE record.n > +? AND record.seq > +?
     ORDER BY record.n LIMIT +?`,
  )
  const recordCount = db.prepare<[], number>('SELECT count(*) FROM record').pluck()
  return {
    state: async () => ({
      ...(await feed.state()),
      records: recordCount.get()!,
      storage: await totals.usage(),
      history: bounds.get()!,
    }),
    *records(after = -1) {
      for (const rows of pieces<NumberedRow, number>(
        0,
        ({ n }) => n,
        (n) => recordsAfter.iterate(n, after, PIECE),
        textOf,
      ))
        yield rows.map((row) => ({
          id: row.id,
          n: row.n,
          seq: row.seq,
          deleted: row.deleted === 1,
          doc: storedJson(row),
        }))
    },
    files: () =>
      table<SourceFile>(
        db,
        `SELECT id, hash, name, type, size, created_at AS createdAt, path, file_import.file IS NOT NULL AS imported,
           since AS unusedSince
         FROM file LEFT JOIN file_import ON file_import.file = id LEFT JOIN file_unused ON file_unused.file = id`,
        'id',
        (row) => ({ ...row, imported: row['imported'] === 1 }),
      ),
    changes: () =>
      table<SourceChange>(
        db,
        `SELECT n, id, at, token, token_id AS tokenId, action, summary, page, page_id AS pageId, block_id AS blockId, touched,
           checksum, nullif(own, 0) AS own, ${STATE} FROM change`,
        'n',
        (row) => ({ ...row, own: row['own'] === null ? null : true }),
      ),
    answers: () => table<SourceAnswer>(db, 'SELECT n, key, request, answer, at FROM kept', 'n'),
    pushes: () =>
      table<SourcePush>(db, 'SELECT seq, device FROM commit_maker WHERE device IS NOT NULL', 'seq'),
    days: () => table<SourceDay>(db, 'SELECT at, seq FROM feed_noted', 'at'),
    kept: () =>
      table<SourceKept>(
        db,
        `SELECT h AS n, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc FROM kept_state`,
        'n',
        (row) => ({ ...row, deleted: row['deleted'] === 1 }),
      ),
    authors: () =>
      table<SourceCommit>(
        db,
        'SELECT seq, at, kind, who, name FROM commit_maker WHERE kind IS NOT NULL',
        'seq',
      ),
    snapshots: () => table<Snapshot>(db, 'SELECT id, name, seq, at FROM snapshot', 'id'),
    close: () => void db.close(),
  }
}

const textOf = (row: StoredRow): number => (row.doc ?? row.content).length

/** The rows of a table by their key, without what is null. A number `n` is the order alone. */
function* table<T>(
  db: Db,
  select: string,
  key: 'id' | 'n' | 'seq' | 'at',
  edit: (row: Row) => object = (row) => row,
): Iterable<T[]> {
  const after = db.prepare<[string | number, number], Row>(
    `SELECT * FROM (${select}) WHERE ${key} > +? ORDER BY ${key} LIMIT +?`,
  )
  const first = key === 'id' ? '' : -1
  const read = pieces<Row, string | number>(
    first,
    (row) => row[key]!,
    (last) => after.iterate(last, PIECE),
    (row) => Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0),
  )
  for (const rows of read)
    yield rows.map((row) => {
      return Object.fromEntries(
        Object.entries(edit(row)).filter(([name, value]) => name !== 'n' && value !== null),
      ) as T
    })
}

/** Pieces of rows by a key that grows, bounded in number and in characters. */
function* pieces<R, K>(
  first: K,
  keyOf: (row: R) => K,
  after: (key: K) => Iterable<R>,
  length: (row: R) => number,
): Iterable<R[]> {
  for (let key = first; ;) {
    const piece: R[] = []
    let text = 0
    for (const row of after(key)) {
      piece.push(row)
      text += length(row)
      if (text >= PIECE_TEXT) break
    }
    if (piece.length === 0) return
    key = keyOf(piece.at(-1)!)
    yield piece
  }
}
