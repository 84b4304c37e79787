/** Stores the search index in tables of a graph's file. */
import type {
  Bytes,
  Counter,
  DocValueRow,
  NumberSet,
  SegmentRow,
  SegmentStorage,
  Table,
  TermRow,
} from '@notegraph/search-index'
import type { Db } from '../database/database.ts'

/** The names of the counters in the table `meta`. */
const COUNTERS: Readonly<Record<Counter, string>> = { indexed: 'indexed', step: 'folds', cleared: 'cleared' }

/** A table, and the columns of its rows but for the key `n`, by their names in a row. */
interface TableColumns<R> {
  readonly table: string
  readonly columns: Readonly<Record<keyof R & string, string>>
}

type Value = number | string | Uint8Array
type Entry<R> = R & { readonly n: number }

export function segmentStorage(db: Db): SegmentStorage {
  const read = db.prepare<[string], number>('SELECT value FROM meta WHERE key = ?').pluck()
  const write = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE key = ?')
  const postings = tableOf<{ readonly bytes: Bytes }>(db, {
    table: 'search_lists',
    columns: { bytes: 'lists' },
  })
  return {
    segments: tableOf<SegmentRow>(db, {
      table: 'search_segment',
      columns: { first: 'first', last: 'last', count: 'blocks', deleted: 'gone' },
    }),
    terms: Object.assign(termTable(db), { bytes: termBytes(db) }),
    postings: {
      ...postings,
      get: (key) => postings.get(key)?.bytes,
      put: (key, bytes) => postings.put(key, { bytes }),
      *scan(from, end) {
        for (const [key, { bytes }] of postings.scan(from, end)) yield [key, bytes] as const
      },
    },
    docValues: Object.assign(docValueTable(db), { since: changedStrips(db) }),
    changed: changedNumbers(db),
    counters: {
      get: (counter) => read.get(COUNTERS[counter]) ?? 0,
      set: (counter, value) => void write.run(value, COUNTERS[counter]),
    },
  }
}

const termTable = (db: Db): Table<TermRow> =>
  tableOf<TermRow>(db, {
    table: 'search_pieces',
    columns: { terms: 'pieces', marks: 'marks', starts: 'starts', row: 'row' },
  })

const docValueTable = (db: Db): Table<DocValueRow> =>
  tableOf<DocValueRow>(db, { table: 'search_column', columns: { strip: 'strip', step: 'step' } })

/** `octet_length` finds out the length without reading the text. */
function termBytes(db: Db): SegmentStorage['terms']['bytes'] {
  const bytes = db
    .prepare<[number, number], number>(
      'SELECT coalesce(sum(octet_length(pieces)), 0) FROM search_pieces WHERE n >= ? AND n < ?',
    )
    .pluck()
  return (from, end) => bytes.get(from, end) ?? 0
}

function changedStrips(db: Db): SegmentStorage['docValues']['since'] {
  const changed = db
    .prepare<[number], number>('SELECT n FROM search_column INDEXED BY search_column_step WHERE step > ?')
    .pluck()
  return (step) => changed.all(step)
}

function changedNumbers(db: Db): NumberSet {
  const add = db.prepare<[number]>('INSERT OR IGNORE INTO search_changed VALUES (?)')
  const remove = db.prepare<[number]>('DELETE FROM search_changed WHERE n = ?')
  const has = db.prepare<[number], number>('SELECT 1 FROM search_changed WHERE n = ?').pluck()
  const count = db.prepare<[], number>('SELECT count(*) FROM search_changed').pluck()
  const numbers = db.prepare<[], number>('SELECT n FROM search_changed ORDER BY n').pluck()
  return {
    add: (n) => void add.run(n),
    delete: (n) => void remove.run(n),
    has: (n) => has.get(n) !== undefined,
    count: () => count.get() ?? 0,
    numbers: () => numbers.all(),
    clear: () => void db.exec('DELETE FROM search_changed'),
  }
}

/** @param shape names nothing that a caller wrote */
function tableOf<R extends object>(db: Db, { table, columns }: TableColumns<R>): Table<R> {
  const names = Object.keys(columns) as (keyof R & string)[]
  const fields = names.map((name) => `${columns[name]} AS ${name}`).join(', ')
  const one = db.prepare<[number], R>(`SELECT ${fields} FROM ${table} WHERE n = ?`)
  const some = db.prepare<[number, number], Entry<R>>(
    `SELECT n, ${fields} FROM ${table} WHERE n >= ? AND n < ? ORDER BY n`,
  )
  const last = db
    .prepare<[number, number], number | null>(`SELECT max(n) FROM ${table} WHERE n >= ? AND n < ?`)
    .pluck()
  const put = db.prepare<Value[]>(
    `INSERT OR REPLACE INTO ${table} (n, ${names.map((name) => columns[name]).join(', ')})
     VALUES (?${', ?'.repeat(names.length)})`,
  )
  const remove = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE n >= ? AND n < ?`)
  return {
    get: (key) => one.get(key),
    put: (key, row) => void put.run(key, ...names.map((name) => bound(row[name] as Value))),
    delete: (from, end) => void remove.run(from, end),
    clear: () => void db.exec(`DELETE FROM ${table}`),
    *scan(from, end) {
      for (const row of some.iterate(from, end)) yield [row.n, row] as const
    },
    last: (from, end) => last.get(from, end) ?? undefined,
  }
}

/** Bytes as the driver takes them, without a copy. */
const bound = (value: Value): Value =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
