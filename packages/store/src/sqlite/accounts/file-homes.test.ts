import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { T0 } from '../../../test/builder.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-homes-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const FILE = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1, createdAt: T0 }

test('the account of a file is known for files from before the table existed', async () => {
  const earlier = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA.slice(0, 2))
  for (const [id, plan] of [
    ['one', 'active'],
    ['two', 'none'],
  ])
    earlier.prepare('INSERT INTO account VALUES (?, ?, NULL, 1, NULL, 9, 1)').run(id, plan)
  earlier.close()
  mkdirSync(join(folder, 'graphs'))
  const graph = openDatabase(join(folder, 'graphs', 'one.sqlite'), GRAPH_SCHEMA.slice(0, 1))
  graph.exec("INSERT INTO file VALUES ('f1', 'h1', 'a.png', 'image/png', 1, 1)")
  graph.close()
  await openSqlite(folder).close() // a start that ends at once leaves the rest to the next
  for (let start = 0; start < 2; start++) {
    const store = openSqlite(folder)
    expect(await store.accountOfFile('f1')).toBe('one')
    expect((await store.accounts.find('one'))?.endedAt).toBeUndefined()
    expect((await store.accounts.find('two'))?.endedAt).toBeGreaterThan(T0)
    await store.close()
  }
})

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
