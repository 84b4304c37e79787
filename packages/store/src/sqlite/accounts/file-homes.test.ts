import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { T0 } from '../../../test/builder.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-homes-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const FILE = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

test('a rebuild writes the row again where a check finds it missing', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  await graph.commits.commit({ puts: [], files: [FILE] })
  const db = new Database(join(folder, 'accounts.sqlite'))
  db.exec("DELETE FROM file_home; INSERT INTO file_home VALUES ('gone', 'one')")
  db.close()
  expect(await graph.maintenance.check()).toEqual(['file f1: it is not noted whose it is'])
  await graph.maintenance.rebuild()
  expect(await graph.maintenance.check()).toEqual([])
  expect([await store.accountOfFile('f1'), await store.accountOfFile('gone')]).toEqual(['one', undefined])
  await store.close()
})
