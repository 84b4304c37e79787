import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Migrations } from '../database/database.ts'
import { ACCOUNTS_SCHEMA } from './accounts/index.ts'
import { GRAPH_SCHEMA } from './graph/index.ts'

const SCHEMAS: readonly (readonly [name: string, migrations: Migrations])[] = [
  ['accounts', ACCOUNTS_SCHEMA],
  ['graph', GRAPH_SCHEMA],
]

describe.each(SCHEMAS)('the migrations of %s', (name, migrations) => {
  it('never change once released: a new one adds a line', async () => {
    const hashes = migrations.map((sql, n) => `${n + 1} ${createHash('sha256').update(sql).digest('hex')}\n`)
    await expect(hashes.join('')).toMatchFileSnapshot(`${name}/hashes.txt`)
  })

  it('lead to the schema that schema.sql shows', async () => {
    const db = new Database(':memory:')
    for (const sql of migrations) db.exec(sql)
    const rows = db.prepare<[], string>(
      'SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, rowid',
    )
    const text = rows
      .pluck()
      .all()
      .map((sql) => `${sql};\n`)
    await expect(text.join('\n')).toMatchFileSnapshot(`${name}/schema.sql`)
  })
})

describe('a file', () => {
  const FIRST = 'CREATE TABLE a (b)'
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-migrations-'))
    path = join(folder, 'one.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** The version of the file, and its tables. */
  const found = () => {
    const db = new Database(path)
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    const version = db.pragma('user_version', { simple: true })
    db.close()
    return [version, ...tables]
  }

  it('gets the migrations that it lacks, and keeps its rows', () => {
    const first = openDatabase(path, [FIRST])
    first.exec("INSERT INTO a VALUES ('row')")
    first.close()
    const next = openDatabase(path, [FIRST, "ALTER TABLE a ADD c DEFAULT 'new'", 'CREATE TABLE d (e)'])
    expect(next.prepare('SELECT b, c FROM a').all()).toEqual([{ b: 'row', c: 'new' }])
    next.close()
    expect(found()).toEqual([3, 'a', 'd'])
  })

  it('of a newer release is refused, not touched', () => {
    openDatabase(path, [FIRST, 'CREATE TABLE c (d)']).close()
    expect(() => openDatabase(path, [FIRST])).toThrow('newer release')
    expect(found()).toEqual([2, 'a', 'c'])
  })

  it('stays as it was if a migration fails', () => {
    openDatabase(path, [FIRST]).close()
    expect(() => openDatabase(path, [FIRST, `CREATE TABLE c (d); ${FIRST}`])).toThrow('already exists')
    expect(found()).toEqual([1, 'a'])
  })
})
