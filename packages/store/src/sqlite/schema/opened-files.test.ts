/** Files of earlier and later releases, as they are opened. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addLast } from '../../../test/add-last.ts'
import { add, block, page } from '../../../test/builder.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'
import { ACCOUNTS_SCHEMA } from './accounts/index.ts'
import { GRAPH_SCHEMA } from './graph/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-opened-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('files of the first release are brought forward, and written on', async () => {
  mkdirSync(join(folder, 'graphs'))
  openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA.slice(0, 1)).close()
  const old = openDatabase(join(folder, 'graphs', 'one.sqlite'), GRAPH_SCHEMA.slice(0, 1))
  const insert = old.prepare('INSERT INTO record (id, kind, seq, deleted, doc) VALUES (?, ?, 1, 0, ?)')
  insert.run('p1', 1, JSON.stringify(page('p1', 'Ada')))
  insert.run('b1', 2, JSON.stringify(block('b1', 'p1', 'hello', { order: 5 })))
  old.exec("UPDATE meta SET value = 1 WHERE key = 'seq'")
  old.close()

  const store = openSqlite(folder)
  const graph = store.graph('one')
  await graph.maintenance.rebuild()
  expect(await graph.commits.head()).toBe(1)
  expect(await addLast(graph, 'b2', { most: 1, key: 'k' })).toBeUndefined()
  expect(await graph.blocks.orderRange('p1')).toEqual({ low: 5, high: 6 })
  expect(await graph.changes.countOpen(0)).toBe(1)
  expect(await graph.maintenance.check()).toEqual([])
  expect(await store.sessions.list('one')).toEqual([])
  await store.close()
})

test('a file of the layout before gets new rows when it is opened, and keeps all records unchanged', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  const unusual = { ...block('b3', 'p1', 'odd'), hist: ['r0'], colour: 'red' } as GraphRecord
  const lost = block('b4', 'nowhere', 'waits')
  const records = [
    page('p1', 'Ada'),
    block('b1', 'p1', 'TODO see [[Ada]]'),
    block('b2', 'p1', 'É'),
    unusual,
    lost,
  ]
  await add(graph, ...records)
  await store.close()
  const path = graphFile(folder, 'one')
  const today = new Database(path)
  const rows = today.prepare('SELECT id, kind FROM record ORDER BY n').all() as {
    id: string
    kind: number
  }[]
  const seq = today.prepare("SELECT value FROM meta WHERE key = 'seq'").pluck().get()
  today.close()
  rmSync(path)

  const before = openDatabase(path, GRAPH_SCHEMA.slice(0, 2))
  const insert = before.prepare('INSERT INTO record (id, kind, seq, deleted, doc) VALUES (?, ?, 1, 0, ?)')
  const docs = new Map(records.map((record) => [record.id, JSON.stringify(record)]))
  for (const { id, kind } of rows) insert.run(id, kind, docs.get(id))
  before.prepare("UPDATE meta SET value = ? WHERE key = 'seq'").run(seq)
  before.close()

  const again = openSqlite(folder)
  const opened = again.graph('one')
  expect(await opened.maintenance.check()).toEqual(['block b4: its page nowhere is not there'])
  expect((await opened.blocks.find('b1'))?.pageName).toBe('Ada')
  for (const record of records) expect((await opened.records.find(record.id))?.record).toEqual(record)
  expect(await opened.records.listByPage('p1')).toHaveLength(3)
  await again.close()
})

test('a file of a newer release is refused, not touched', () => {
  const path = join(folder, 'newer.sqlite')
  const db = new Database(path)
  db.pragma('user_version = 99')
  db.close()
  expect(() => openDatabase(path, ['CREATE TABLE a (b)'])).toThrow('newer release')
  expect(existsSync(path)).toBe(true)
})

test('a migration that fails leaves the schema as it was', () => {
  const path = join(folder, 'm.sqlite')
  openDatabase(path, ['CREATE TABLE a (b)']).close()
  expect(() => openDatabase(path, ['CREATE TABLE a (b)', 'CREATE TABLE c (d); CREATE TABLE a (b)'])).toThrow()
  const db = new Database(path)
  expect(db.pragma('user_version', { simple: true })).toBe(1)
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual(['a'])
  db.close()
})
