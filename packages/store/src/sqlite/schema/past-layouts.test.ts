/** Files of every past schema open with their records, and their derived rows can be rebuilt. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { block, page } from '../../../test/builder.ts'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { openDatabase, type Db } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'
import { ACCOUNTS_SCHEMA } from './accounts/index.ts'
import { GRAPH_SCHEMA } from './graph/index.ts'

const RECORDS = [
  page('p1', 'Ada'),
  block('b1', 'p1', 'TODO sow rye'),
  block('b2', 'p1', 'see [[Ada]]', { order: 2 }),
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-layouts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes records as a release with that schema did: the columns beside a record came with the third. */
function write(db: Db, version: number): void {
  const columns = version < 3 ? 'id, kind, seq, deleted, doc' : 'id, kind, seq, deleted, doc, size'
  const insert = db.prepare(
    `INSERT INTO record (${columns}) VALUES (@id, @kind, @seq, 0, @doc${version < 3 ? '' : ', octet_length(@doc)'})`,
  )
  RECORDS.forEach((record, n) =>
    insert.run({
      id: record.id,
      kind: record.kind === 'page' ? 1 : 2,
      seq: n + 1,
      doc: JSON.stringify(record),
    }),
  )
  db.exec(`UPDATE meta SET value = ${RECORDS.length} WHERE key = 'seq'`)
}

const versions = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

describe('a graph of schema', () => {
  it.each(versions(GRAPH_SCHEMA.length))('%i opens', async (version) => {
    const path = graphFile(folder, 'one')
    mkdirSync(dirname(path), { recursive: true })
    const past = openDatabase(path, GRAPH_SCHEMA.slice(0, version))
    write(past, version)
    past.close()

    const store = openSqlite(folder)
    const graph = store.graph('one')
    for (const record of RECORDS) expect((await graph.records.find(record.id))?.record).toEqual(record)
    expect((await graph.blocks.find('b1'))?.pageName).toBe('Ada')
    expect(await graph.blocks.orderRange('p1')).toEqual({ low: 1, high: 2 })
    await graph.maintenance.rebuild()
    expect(await graph.maintenance.check()).toEqual([])
    await store.close()
  })
})

describe('the accounts of schema', () => {
  it.each(versions(ACCOUNTS_SCHEMA.length))('%i open', async (version) => {
    const past = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA.slice(0, version))
    past.exec("INSERT INTO account (id, plan, allowed, quota, created_at) VALUES ('one', 'active', 1, 5, 7)")
    past.close()

    const store = openSqlite(folder)
    expect(await store.accounts.find('one')).toMatchObject({
      id: 'one',
      plan: 'active',
      quota: 5,
      createdAt: 7,
    })
    expect(await store.sessions.list('one')).toEqual([])
    await store.close()
  })
})

test('[D8.5] what the person wrote on the web leaves the list of a graph of before, and restores stay', async () => {
  const path = graphFile(folder, 'one')
  mkdirSync(dirname(path), { recursive: true })
  const past = openDatabase(path, GRAPH_SCHEMA.slice(0, 26))
  const insert = past.prepare(
    "INSERT INTO change (id, at, open, token, token_id, action, summary, page, page_id, touched) VALUES (?, 1, 1, 'x', ?, ?, '', '', '', '[]')",
  )
  insert.run('own', 'browser', 'add_block')
  insert.run('restore', 'browser', 'restore')
  insert.run('token', 't', 'add_block')
  insert.run('older', null, 'add_block')
  past.close()

  const store = openSqlite(folder)
  const { changes, maintenance } = store.graph('one')
  const listed = await changes.list({ since: 0 }, { limit: 9, offset: 0 })
  expect(listed.changes.map(({ id }) => id)).toEqual(['older', 'token', 'restore'])
  expect(await changes.countOpen(0)).toBe(3)
  expect(await changes.find('own')).toMatchObject({ own: true, state: 'open' })
  expect(await maintenance.check()).toEqual([])
  await store.close()
})
