import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Migrations } from '../database/database.ts'
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
