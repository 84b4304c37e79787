/** The suites of every store in memory, and what a data folder has beside them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_SUITES, GRAPH_SUITES, watchingContract } from '../../test/contract/index.ts'
import { add, block, change, deleted, page, T0 } from '../../test/builder.ts'
import { openDatabase, withoutSync } from './database/database.ts'
import { graphFile } from './graph/graph-files.ts'
import { openSqlite } from './index.ts'
import { recordBytes } from '../record-bytes.ts'

describe('SQLite in memory', () => {
  describe.each([...GRAPH_SUITES, ...ACCOUNT_SUITES])('%s', (_, suite) => {
    suite(async () => openSqlite(':memory:'))
  })
  watchingContract(async () => openSqlite(':memory:'))
})

describe('SQLite in files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-store-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('a write is durable before it is answered: WAL, and every commit synced', () => {
    const db = openDatabase(join(folder, 'a.sqlite'), ['CREATE TABLE a (b)'])
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    const synchronous = () => db.pragma('synchronous', { simple: true })
    expect(synchronous()).toBe(2)
    expect(withoutSync(db, synchronous)).toBe(1)
    expect(() =>
      withoutSync(db, () => {
        throw new Error('fails')
      }),
    ).toThrow('fails')
    expect(synchronous()).toBe(2)
    db.close()
  })

  test('records are there after the store was closed', async () => {
    const first = openSqlite(folder)
    await first.accounts.create({ id: 'One', plan: 'active', allowed: true, quota: 1, createdAt: T0 })
    await add(first.graph('One'), page('p1', 'Ada'), block('b1', 'p1', 'hello'))
    await first.close()
    const second = openSqlite(folder)
    expect((await second.graph('One').blocks.find('b1'))?.pageName).toBe('Ada')
    expect(await second.graph('one').blocks.find('b1')).toBeUndefined()
    await second.accounts.remove('One')
    expect([existsSync(graphFile(folder, 'One')), existsSync(graphFile(folder, 'one'))]).toEqual([
      false,
      true,
    ])
    await second.close()
  })

  test('a graph that another process removed and created again is opened again', async () => {
    const [server, other] = [openSqlite(folder), openSqlite(folder)]
    const account = { id: 'one', plan: 'active', allowed: true, quota: 1, createdAt: T0 } as const
    await server.accounts.create(account)
    await add(server.graph('one'), page('p1', 'Ada'))
    await other.accounts.remove('one')
    await other.accounts.create(account)
    await add(other.graph('one'), page('p2', 'Bob'))
    expect(await server.graph('one').pages.find('p1')).toBeUndefined()
    expect((await server.graph('one').pages.find('p2'))?.name).toBe('Bob')
    await Promise.all([server.close(), other.close()])
  })

  test('a plain block keeps its record as its page goes and comes', async () => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    const record = block('b1', 'p1', 'TODO see [[Ada]]', { order: 2.5 })
    await add(graph, page('p1', 'Ada'), record)
    const used = await graph.storage.bytes()
    expect(used).toBe(recordBytes(page('p1', 'Ada')) + recordBytes(record))
    await change(graph, 'p1', (held) => deleted(held, T0 + 1))
    expect((await graph.records.find('b1'))?.record).toEqual(record)
    expect(await graph.blocks.find('b1')).toBeUndefined()
    await change(graph, 'p1', () => page('p1', 'Ada'))
    expect((await graph.records.find('b1'))?.record).toEqual(record)
    expect(await graph.storage.bytes()).toBe(used)
    expect(await graph.maintenance.check()).toEqual([])
    await store.close()
  })

  test('more graphs than stay open are all read and written', async () => {
    const store = openSqlite(folder, { openGraphs: 2 })
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await add(store.graph(id), page('p1', id))
    for (const id of ids) expect((await store.graph(id).pages.find('p1'))?.name).toBe(id)
    await store.close()
  })

  test.each([
    ['UPDATE record SET due = 1 WHERE page > 0', 'block: the row of b1 does not say what its record says'],
    [
      "UPDATE record SET folded = 'x' WHERE page > 0",
      'block_words: the row of b1 does not say what its record says',
    ],
    ["UPDATE page SET type = 'tag'", 'page: the row of p1 does not say what its record says'],
    ['DELETE FROM ref', 'ref: the row of b1 does not say what its record says'],
    ['UPDATE storage SET bytes = 1 WHERE kind = 1', 'storage: 1 bytes of pages are noted'],
    ['UPDATE storage SET count = 7 WHERE kind = 2', 'storage: 7 blocks are noted, there are 1'],
    ["UPDATE meta SET value = 1 WHERE key = 'sum'", 'checksum: it is not the sum of the records'],
    ['UPDATE feed_record SET hash = 7', 'record b1: it is not what it was when its checksum was made'],
  ])('check finds what %j did, and rebuild mends it', async (damage, problem) => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO see [[Ada]]'))
    await graph.feed.listConflicts({ limit: 1, offset: 0 }) // the totals are made
    const db = new Database(graphFile(folder, 'one'))
    db.exec(damage)
    db.close()
    expect((await graph.maintenance.check()).join('\n')).toContain(problem)
    await graph.maintenance.rebuild()
    expect(await graph.maintenance.check()).toEqual([])
    await store.close()
  })

  test('check reports circles, and no parent that is gone', async () => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    await add(
      graph,
      page('p1', 'Ada'),
      block('a', 'p1', 'a', { parentId: 'b' }),
      block('b', 'p1', 'b', { parentId: 'a' }),
      block('c', 'p1', 'c', { parentId: 'gone' }),
    )
    expect(await graph.maintenance.check()).toEqual([
      expect.stringMatching(/^block [ab]: it is nested under itself$/),
    ])
    await store.close()
  })
})
