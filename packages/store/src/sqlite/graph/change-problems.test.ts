import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { openSqlite } from '../index.ts'
import { graphFile } from './graph-files.ts'

test('[operations] check finds a change whose items the disk damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-changes-'))
  const store = openSqlite(folder)
  const { maintenance } = store.graph('me')
  expect(await maintenance.check()).toEqual([])
  const db = new Database(graphFile(folder, 'me'))
  const add = db.prepare(
    "INSERT INTO change (id, at, open, token, action, summary, page, page_id, touched) VALUES (?, 1, 0, '', '', '', '', '', ?)",
  )
  add.run('whole', '[]')
  add.run('damaged', '[{"kind":"blo\u0001k"')
  db.close()
  expect(await maintenance.check()).toEqual(['change damaged: its items cannot be read'])
  await store.close()
  rmSync(folder, { recursive: true })
})
