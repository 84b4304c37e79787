/**
 * A device's store in a SQLite file, for Electron, Node and the command line. The caller opens the database, so this
 * module never loads `better-sqlite3`. Browser apps need not install it.
 */
import type { Database } from 'better-sqlite3'
import { marksOf, StoreTaken, type Local, type LocalStore, type Meta } from '../device/local.ts'
import { FILE_SCHEMA, sqliteFiles } from './files.ts'

const BATCH = 1_000
const LAYOUT = 1

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS local (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marks TEXT NOT NULL, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS mark (mark TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (mark, n)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS own (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS owner (one INTEGER PRIMARY KEY CHECK (one = 1), owner INTEGER NOT NULL);
  INSERT OR IGNORE INTO owner VALUES (1, 0);
  CREATE TABLE IF NOT EXISTS meta (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL);
  ${FILE_SCHEMA}
  PRAGMA user_version = ${LAYOUT};
`

/** Separates the marks of a record. No mark contains NUL, because no page name does. */
const BETWEEN = '\u0000'

/**
 * Creates a store in a SQLite file. The last store that locked the file owns it. Stores in other processes can still
 * read, and their commits fail.
 *
 * @param db a writable database for this device alone; `close` closes it
 * @throws if a newer release wrote the file
 * @example
 * const store = sqliteStore(new Database('notes.db'))
 * const engine = createEngine({ store, transport: fetchTransport({ url: 'https://notes.example', token: 'ngs_…' }) })
 */
export function sqliteStore(db: Database): LocalStore {
  const layout = db.pragma('user_version', { simple: true }) as number
  if (layout > LAYOUT)
    throw new Error(`a newer release wrote the file (layout ${layout}); update this program`)
  db.pragma('journal_mode = WAL')
  // A confirmed edit survives a power failure.
  db.pragma('synchronous = FULL')
  db.exec(SCHEMA)

  const one = db.prepare<[string], string>('SELECT json FROM local WHERE id = ?').pluck()
  const held = db.prepare<[string], { n: number; marks: string }>('SELECT n, marks FROM local WHERE id = ?')
  const found = db
    .prepare<[string, number], string>(
      'SELECT json FROM mark JOIN local USING (n) WHERE mark = ? ORDER BY n LIMIT +?',
    )
    .pluck()
  const counted = db.prepare<[string], number>('SELECT count(*) FROM mark WHERE mark = ?').pluck()
  const following = db.prepare<[number, number], { n: number; json: string }>(
    'SELECT n, json FROM local WHERE n > ? ORDER BY n LIMIT +?',
  )
  const insert = db.prepare<[string, string, string]>('INSERT INTO local (id, marks, json) VALUES (?, ?, ?)')
  const update = db.prepare<[string, string, number]>('UPDATE local SET marks = ?, json = ? WHERE n = ?')
  const remove = db.prepare<[number]>('DELETE FROM local WHERE n = ?')
  const mark = db.prepare<[string, number]>('INSERT INTO mark (mark, n) VALUES (?, ?)')
  const unmark = db.prepare<[string, number]>('DELETE FROM mark WHERE mark = ? AND n = ?')
  const ownOne = db.prepare<[string], string>('SELECT value FROM own WHERE key = ?').pluck()
  const ownKeys = db
    .prepare<[string, string], string>('SELECT key FROM own WHERE substr(key, 1, length(?)) = ? ORDER BY key')
    .pluck()
  const keep = db.prepare<[string, string]>('INSERT OR REPLACE INTO own (key, value) VALUES (?, ?)')
  const forget = db.prepare<[string]>('DELETE FROM own WHERE key = ?')
  const metaOne = db.prepare<[], string>('SELECT json FROM meta').pluck()
  const setMeta = db.prepare<[string]>('INSERT OR REPLACE INTO meta (one, json) VALUES (1, ?)')

  const takeOver = db.prepare<[], number>('UPDATE owner SET owner = owner + 1 RETURNING owner').pluck()
  const ownerNow = db.prepare<[], number>('SELECT owner FROM owner').pluck()
  let owner: number | undefined

  const read = (json: string): Local => JSON.parse(json) as Local
  const split = (marks: string): string[] => (marks === '' ? [] : marks.split(BETWEEN))

  function put(local: Local): void {
    const { id } = local.record
    const marks = marksOf(local)
    const [joined, json] = [marks.join(BETWEEN), JSON.stringify(local)]
    const before = held.get(id)
    if (before?.marks === joined) return void update.run(joined, json, before.n)
    for (const old of before ? split(before.marks) : []) unmark.run(old, before!.n)
    if (before) update.run(joined, json, before.n)
    const n = before?.n ?? Number(insert.run(id, joined, json).lastInsertRowid)
    for (const one of new Set(marks)) mark.run(one, n)
  }

  function drop(id: string): void {
    const before = held.get(id)
    if (!before) return
    for (const old of split(before.marks)) unmark.run(old, before.n)
    remove.run(before.n)
  }

  const isTaken = (): boolean => owner !== undefined && ownerNow.get() !== owner

  /**
   * @throws if another store has locked the file since
   */
  function checkOwner(): void {
    if (isTaken()) throw new StoreTaken()
  }

  const land = db.transaction((change: Parameters<LocalStore['commit']>[0]) => {
    checkOwner()
    for (const id of change.removes) drop(id)
    for (const local of change.puts) put(local)
    for (const [key, value] of change.own ?? [])
      if (value === null) forget.run(key)
      else keep.run(key, value)
    setMeta.run(JSON.stringify(change.meta))
  })

  return {
    lock: async () => {
      owner ??= takeOver.get()
    },
    isTaken: async () => isTaken(),
    meta: async () => {
      const json = metaOne.get()
      return json === undefined ? undefined : (JSON.parse(json) as Meta)
    },
    get: async (ids) =>
      ids.map((id) => {
        const json = one.get(id)
        return json === undefined ? undefined : read(json)
      }),
    find: async (mark, limit = Infinity) =>
      found.all(mark, Number.isFinite(limit) ? limit : -1).map((json) => read(json)),
    count: async (mark) => counted.get(mark)!,
    async *scan() {
      for (let last = 0; ;) {
        const rows = following.all(last, BATCH)
        if (rows.length === 0) return
        last = rows.at(-1)!.n
        yield rows.map(({ json }) => read(json))
      }
    },
    own: async (key) => ownOne.get(key),
    ownKeys: async (prefix) => ownKeys.all(prefix, prefix),
    files: sqliteFiles(db, checkOwner),
    commit: async (change) => land.immediate(change),
    close: async () => void db.close(),
  }
}
