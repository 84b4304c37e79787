import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from './database.ts'
import { recordWrites, type WriteRecorder } from './recorded-writes.ts'
import { rehearse } from './transactions.ts'

const SCHEMA = ['CREATE TABLE page (n INTEGER PRIMARY KEY, name, links DEFAULT 0)']

let folder: string
let db: Db
let recorder: WriteRecorder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-recorded-'))
  db = openDatabase(join(folder, 'pages'), SCHEMA)
  recorder = recordWrites(db)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const pages = () => db.prepare('SELECT name, links FROM page ORDER BY n').raw().all()

/** Adds a page and counts its links, then rolls both back. */
function rehearseAda() {
  const insert = recorder.db.prepare<[string]>('INSERT INTO page (name) VALUES (?)')
  const count = recorder.db.prepare<[], number>('SELECT count(*) FROM page').pluck()
  const links = recorder.db.prepare<[{ n: number; links: number }]>(
    'UPDATE page SET links = @links WHERE n = @n',
  )
  return recorder.record(() =>
    rehearse(db, () => {
      const n = Number(insert.run('Ada').lastInsertRowid)
      links.run({ n, links: 7 })
      recorder.db.exec('UPDATE page SET links = links + 1')
      return count.get()
    }),
  )
}

test('writes run again without their reads', () => {
  const { result, writes } = rehearseAda()
  expect([result, pages()]).toEqual([1, []])
  expect(writes?.run()).toBe(true)
  expect(pages()).toEqual([['Ada', 8]])
})

test.each<[who: string, write: (other: Db) => void]>([
  ['this connection', () => db.exec("INSERT INTO page (name) VALUES ('Grace')")],
  ['another connection', (other) => other.exec("INSERT INTO page (name) VALUES ('Grace')")],
])('nothing runs again after a write of %s', (_, write) => {
  const { writes } = rehearseAda()
  const other = openDatabase(join(folder, 'pages'), SCHEMA)
  write(other)
  other.close()
  expect(writes?.run()).toBe(false)
  expect(pages()).toEqual([['Grace', 0]])
})

test('reads are no writes', () => {
  const { writes } = rehearseAda()
  expect(pages()).toEqual([])
  expect(recorder.record(() => pages().length)).toMatchObject({ result: 0 })
  expect(writes?.run()).toBe(true)
})

test('too many writes are not kept', () => {
  const insert = recorder.db.prepare<[number]>('INSERT INTO page (name) VALUES (?)')
  const record = (count: number) =>
    recorder.record(() =>
      rehearse(db, () => {
        for (let n = 0; n < count; n++) insert.run(n)
      }),
    )
  expect(record(5_000).writes).toBeDefined()
  expect(record(5_001).writes).toBeUndefined()
})

test('a statement that could write unseen is refused', () => {
  expect(() => recorder.db.prepare('DELETE FROM page RETURNING n')).toThrow('Only "run" is recorded')
  expect(() => recorder.db.transaction(() => {})).toThrow('rolled back alone')
})
