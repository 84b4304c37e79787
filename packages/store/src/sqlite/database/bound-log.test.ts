/**
 * The log of a long import, while threads read.
 *
 * @module-tag threads
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { boundLog } from './bound-log.ts'
import { openDatabase } from './database.ts'

/** Reads again and again, each time for some milliseconds in one snapshot. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = new (require(workerData.driver))(workerData.path, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM text')
  const read = db.transaction(() => { for (const end = Date.now() + 30; Date.now() < end; ) count.get() })
  parentPort.postMessage('reads')
  setInterval(read, 0)
`
const KB = 1_024

test('the log of a long import stays short while readers overlap', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-log-'))
  const path = join(folder, 'one.sqlite')
  const db = openDatabase(path, ['CREATE TABLE text (n INTEGER PRIMARY KEY, text TEXT NOT NULL)'])
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const readers = [1, 2, 3].map(() => new Worker(READER, { eval: true, workerData: { driver, path } }))
  await Promise.all(readers.map((reader) => new Promise((resolve) => reader.once('message', resolve))))

  const put = db.prepare<[string]>('INSERT INTO text (text) VALUES (?)')
  const longest = (bound: () => void): number => {
    let most = 0
    for (let i = 0; i < 24; i++) {
      put.run('x'.repeat(256 * KB))
      most = Math.max(most, statSync(`${path}-wal`).size)
      bound()
    }
    return most
  }
  expect(longest(() => boundLog(db, 1_024 * KB))).toBeLessThan(4 * 1_024 * KB)
  await Promise.all(readers.map((reader) => reader.terminate()))

  // Here each snapshot begins before the last one ends, so that there always is a reader.
  let [reading, next] = [new Database(path, { readonly: true }), new Database(path, { readonly: true })]
  const read = (from: Database.Database): unknown =>
    from.exec('BEGIN').prepare('SELECT count(*) FROM text').get()
  read(reading)
  const unbounded = longest(() => {
    read(next)
    reading.exec('COMMIT')
    ;[reading, next] = [next, reading]
  })
  expect(unbounded).toBeGreaterThan(5 * 1_024 * KB)

  for (const one of [reading, next, db]) one.close()
  rmSync(folder, { recursive: true })
})
