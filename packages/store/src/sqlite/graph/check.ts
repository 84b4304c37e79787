/**
 * Checks the derived rows of a graph. It derives all rows again into a temporary file, with the same code that writes
 * use, and compares the two files. So there is no second definition of a correct row.
 */
import { verifyIndex } from '@notegraph/search-index'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../../graph/maintenance.ts'
import { recordBytes } from '../../record-bytes.ts'
import { openTemporary, snapshot, type Db } from '../database/database.ts'
import { runAtOnce } from '../database/steps.ts'
import { forgetTotals, totalsProblems } from '../feed/feed-totals.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { LAYOUT } from '../schema/layout.ts'
import { derivedStatements } from '../write/derived-statements.ts'
import { DerivedRows } from '../write/derived-rows.ts'
import { documentRows } from '../search/document-rows.ts'
import { indexWriter } from '../search/index-writer.ts'
import { segmentStorage } from '../search/segment-storage.ts'
import { KIND_NAMES, recount, storageProblems } from '../write/storage.ts'
import { HOME, STORED, storedRecord, type StoredRow } from '../read/stored-record.ts'
import { changeProblems } from './change-problems.ts'
import { structureProblems } from './structure.ts'

/** Each derived table or view, and the query for its rows without the numbers that differ between two files. */
const DERIVED: readonly (readonly [table: string, rows: (schema: string) => string])[] = [
  ['page', (schema) => `SELECT id, * FROM ${schema}.page`],
  ['page_name', (schema) => `SELECT id, * FROM ${schema}.page_name`],
  ['block', (schema) => `SELECT id, * FROM ${schema}.block`],
  [
    'block_words',
    (schema) => `SELECT id, block_words.words FROM ${schema}.block_words JOIN ${schema}.record USING (n)`,
  ],
  ['size', (schema) => `SELECT id, size FROM ${schema}.record`],
  ['block_line', (schema) => `SELECT * FROM ${schema}.block_line`],
  ['shape', (schema) => `SELECT id, shape.page FROM ${schema}.shape JOIN ${schema}.record USING (n)`],
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
/** The most problems of one kind that are listed one by one. */
const LISTED = 20

interface RecordRow extends StoredRow {
  readonly kind: number
  readonly deleted: number
  readonly size: number
}

/** @returns the errors in words; empty if there are none */
export function checkGraph(db: Db, origin: string | undefined): Problem[] {
  const whole = db.pragma('integrity_check', { simple: true }) as string
  if (whole !== 'ok') return [`the database file is damaged: ${whole}`]
  const path = join(tmpdir(), `notegraph-check-${randomUUID()}.sqlite`)
  const scratch = openTemporary(path, GRAPH_SCHEMA)
  try {
    db.prepare('ATTACH ? AS fresh').run(path)
    return snapshot(db, () => {
      copyTruth(db, scratch)
      deriveAll(scratch, origin)
      scratch.close()
      return [
        ...differences(db),
        ...searchProblems(db),
        ...storageProblems(db),
        ...totalsProblems(db),
        ...changeProblems(db),
        ...structureProblems(db),
      ]
    })
  } finally {
    if (scratch.open) scratch.close()
    db.exec('DETACH fresh')
    rmSync(path)
  }
}

/** Derives all rows again, in one transaction. */
export function rebuildGraph(db: Db, origin: string | undefined): void {
  db.transaction(() => {
    db.exec(OFF_PAGES)
    for (const [name] of DERIVED) if (!VIEWS.has(name)) db.exec(`DELETE FROM ${name}`)
    indexWriter(db).clear()
    deriveAll(db, origin)
    forgetTotals(db)
    recount(db)
    db.exec(`UPDATE meta SET value = ${LAYOUT} WHERE key = 'layout'`)
  }).immediate()
}

/** Derives the rows again if they have another layout. */
export function bringToLayout(db: Db, origin: string | undefined): void {
  const layout = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'layout'").pluck().get()
  if (layout !== LAYOUT) rebuildGraph(db, origin)
}

const VIEWS: ReadonlySet<string> = new Set(['block', 'block_words', 'size'])
/** Clears the derived columns of blocks. A plain block keeps them, because they are its record. */
const OFF_PAGES = 'UPDATE record SET page = NULL, state = NULL WHERE doc IS NOT NULL'

/** The columns of a record: `doc`, or those of a plain block. */
const TRUTH = 'n, id, kind, seq, deleted, size, doc'
const PLAIN_TRUTH = 'page, parent_id, ord, created_at, updated_at, rev, content'

function copyTruth(from: Db, to: Db): void {
  const columns = `${TRUTH}, ${PLAIN_TRUTH}`
  const record = to.prepare(`INSERT INTO record (${columns}) VALUES (${columns.replaceAll(/\w+/g, '@$&')})`)
  const file = to.prepare('INSERT INTO file VALUES (@id, @hash, @name, @type, @size, @created_at)')
  to.transaction(() => {
    for (const row of from.prepare(`SELECT ${columns} FROM main.record`).iterate()) record.run(row)
    for (const row of from.prepare('SELECT * FROM main.file').iterate()) file.run(row)
    to.exec(OFF_PAGES)
  })()
}

function deriveAll(db: Db, origin: string | undefined): void {
  const statements = derivedStatements(db)
  const batch = db.prepare<[number, number], RecordRow>(
    `SELECT record.kind, record.deleted, record.size, ${STORED} FROM record ${HOME} WHERE record.n > ? ORDER BY record.n LIMIT +?`,
  )
  const setSize = db.prepare<[number, number]>('UPDATE record SET size = ? WHERE n = ?')
  let after = 0
  for (;;) {
    const rows = batch.all(after, BATCH)
    if (rows.length === 0) return
    after = rows.at(-1)!.n
    const steps = rows.map((row) => {
      const record = storedRecord(row)
      const size = recordBytes(record)
      if (size !== row.size) setSize.run(size, row.n)
      const put = {
        id: row.id,
        kind: KIND_NAMES[row.kind]!,
        deleted: row.deleted === 1,
        from: 0,
        doc: '',
        record,
      }
      return { n: row.n, before: undefined, put }
    })
    db.transaction(() => runAtOnce(new DerivedRows(statements, origin).apply(steps)))()
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
    return wrongRows(table, new Set([...missing, ...surplus].map(([id]) => String(id))))
  })
}

function searchProblems(db: Db): Problem[] {
  const id = db.prepare<[number], string>('SELECT id FROM main.record WHERE n = ?').pluck()
  return wrongRows(
    'search',
    new Set(verifyIndex(segmentStorage(db), documentRows(db)).map((n) => id.get(n) ?? String(n))),
  )
}

function wrongRows(table: string, ids: ReadonlySet<string>): Problem[] {
  const listed = [...ids]
    .slice(0, LISTED)
    .map((id) => `${table}: the row of ${id} does not say what its record says`)
  if (ids.size > LISTED) listed.push(`${table}: ${ids.size - LISTED} more rows`)
  return listed
}
