import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { openSqlite } from '../index.ts'
import { graphFile } from './graph-files.ts'

test('[operations] check finds a change that the disk damaged', async () => {
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
  db.prepare(
    "INSERT INTO change (n, id, at, open, token, action, summary, page, page_id, block_id, touched, token_id, checksum) SELECT 9, 'changed', at, open, token, action, summary, page, page_id, block_id, '[1]', token_id, 7 FROM change WHERE id = 'whole'",
  ).run()
  db.close()
  expect(await maintenance.check()).toEqual([
    'change damaged: its items cannot be read',
    'change changed: it is not the one that was written',
  ])
  await store.close()
  rmSync(folder, { recursive: true })
})
