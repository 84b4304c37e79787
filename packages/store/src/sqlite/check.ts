/**
 * Holds a graph's file against itself. The derived rows are made anew in a scratch file by the very code that makes
 * them at a write, and the two are compared: there is no second telling of what a row should say.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../graph-store.ts'
import { openDatabase, snapshot, type Db } from './database.ts'
import { GRAPH_SCHEMA } from './graph-schema.ts'
import { indexStatements } from './index-statements.ts'
import { Indexer } from './indexer.ts'
import { structureProblems } from './structure.ts'

/** Each derived table, and the query that tells its rows in a way that two files agree on. */
const DERIVED: readonly (readonly [table: string, rows: (schema: string) => string])[] = [
  ['page', (schema) => `SELECT id, * FROM ${schema}.page`],
  ['page_name', (schema) => `SELECT id, * FROM ${schema}.page_name`],
  ['block', (schema) => `SELECT id, * FROM ${schema}.block`],
  ['block_words', (schema) => `SELECT id, words FROM ${schema}.block_words JOIN ${schema}.record USING (n)`],
  ['shape', (schema) => `SELECT id, page FROM ${schema}.shape JOIN ${schema}.record USING (n)`],
  ['waiting', (schema) => `SELECT id, page_id FROM ${schema}.waiting JOIN ${schema}.record USING (n)`],
  [
    'ref',
    (schema) => `SELECT id, fold, tag FROM ${schema}.ref JOIN ${schema}.name ON name.n = ref.name
      LEFT JOIN ${schema}.record ON record.n = source`,
  ],
  ['name', (schema) => `SELECT fold, tagged, linked FROM ${schema}.name WHERE tagged <> 0 OR linked <> 0`],
  ...(['block_ref', 'file_use', 'property'] as const).map(
    (table) =>
      [
        table,
        (schema: string) =>
          `SELECT id, ${table}.* FROM ${schema}.${table} LEFT JOIN ${schema}.record ON record.n = source`,
      ] as const,
  ),
]

const BATCH = 1_000
/** As `record.kind` says it. */
const KINDS = [undefined, 'page', 'block', 'shape'] as const
/** As many problems of one kind as are told one by one. */
const TOLD = 20

interface RecordRow {
  readonly n: number
  readonly id: string
  readonly kind: number
  readonly seq: number
  readonly deleted: number
  readonly doc: string
}

/** @returns what is wrong, in words; nothing when all is well */
export function checkGraph(db: Db, origin: string | undefined): Problem[] {
  const whole = db.pragma('integrity_check', { simple: true }) as string
  if (whole !== 'ok') return [`the database file is damaged: ${whole}`]
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-check-'))
  const path = join(folder, 'fresh.sqlite')
  const scratch = openDatabase(path, GRAPH_SCHEMA)
  try {
    scratch.pragma('synchronous = OFF')
    db.prepare('ATTACH ? AS fresh').run(path)
    return snapshot(db, () => {
      copyRecords(db, scratch)
      deriveAll(scratch, origin)
      scratch.close()
      return [...differences(db), ...bytes(db), ...structureProblems(db)]
    })
  } finally {
    if (scratch.open) scratch.close()
    db.exec('DETACH fresh')
    rmSync(folder, { recursive: true })
  }
}

/** Makes every derived row anew, in one transaction. */
export function rebuildGraph(db: Db, origin: string | undefined): void {
  db.transaction(() => {
    for (const [table] of DERIVED) db.exec(`DELETE FROM ${table}`)
    deriveAll(db, origin)
    db.exec(`UPDATE meta SET value = ${BYTES} WHERE key = 'bytes'`)
  }).immediate()
}

const BYTES = `(SELECT coalesce(sum(octet_length(doc)), 0) FROM record) + (SELECT coalesce(sum(size), 0) FROM file)`

function copyRecords(from: Db, to: Db): void {
  const record = to.prepare('INSERT INTO record VALUES (@n, @id, @kind, @seq, @deleted, @doc)')
  const file = to.prepare('INSERT INTO file VALUES (@id, @hash, @name, @type, @size, @created_at)')
  to.transaction(() => {
    for (const row of from.prepare('SELECT * FROM main.record').iterate()) record.run(row)
    for (const row of from.prepare('SELECT * FROM main.file').iterate()) file.run(row)
  })()
}

function deriveAll(db: Db, origin: string | undefined): void {
  const statements = indexStatements(db)
  const batch = db.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE n > ? ORDER BY n LIMIT ?')
  let after = 0
  for (;;) {
    const rows = batch.all(after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)!.n
    const steps = rows.map(({ n, id, kind, deleted, doc }) => ({
      n,
      before: undefined,
      put: { id, kind: KINDS[kind]!, deleted: deleted === 1, from: 0, doc },
    }))
    db.transaction(() => new Indexer(statements, origin, []).apply(steps))()
  }
}

function differences(db: Db): Problem[] {
  return DERIVED.flatMap(([table, rows]) => {
    const missing = db
      .prepare<[], unknown[]>(`${rows('fresh')} EXCEPT ${rows('main')}`)
      .raw()
      .all()
    const surplus = db
      .prepare<[], unknown[]>(`${rows('main')} EXCEPT ${rows('fresh')}`)
      .raw()
      .all()
    const ids = new Set([...missing, ...surplus].map(([id]) => String(id)))
    const told = [...ids]
      .slice(0, TOLD)
      .map((id) => `${table}: the row of ${id} does not say what its record says`)
    if (ids.size > TOLD) told.push(`${table}: ${ids.size - TOLD} more rows`)
    return told
  })
}

function bytes(db: Db): Problem[] {
  const row = db
    .prepare<[], { held: number; real: number }>(
      `SELECT value AS held, ${BYTES} AS real FROM meta WHERE key = 'bytes'`,
    )
    .get()!
  return row.held === row.real ? [] : [`storage: ${row.held} bytes are noted, ${row.real} are used`]
}
