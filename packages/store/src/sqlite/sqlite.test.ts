import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountsContract } from '../../test/accounts-contract.ts'
import { add, block, page, T0 } from '../../test/builder.ts'
import { graphContract } from '../../test/graph-contract.ts'
import { queryContract } from '../../test/query-contract.ts'
import { openDatabase } from './database.ts'
import { openSqlite } from './index.ts'

describe('SQLite in memory', () => {
  graphContract(async () => openSqlite(':memory:'))
  accountsContract(async () => openSqlite(':memory:'))
})

describe('SQLite in memory, searched', () => {
  queryContract(async () => openSqlite(':memory:'))
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
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    db.close()
  })

  test('what was written is there after the store was closed', async () => {
    const first = openSqlite(folder)
    await first.accounts.create({ id: 'One', plan: 'active', allowed: true, quota: 1, createdAt: T0 })
    await add(first.graph('One'), page('p1', 'Ada'), block('b1', 'p1', 'hello'))
    await first.close()
    const second = openSqlite(folder)
    expect((await second.graph('One').block('b1'))?.pageName).toBe('Ada')
    expect(await second.graph('one').block('b1')).toBeUndefined()
    await second.accounts.remove('One')
    expect(readdirSync(join(folder, 'graphs')).filter((name) => name.startsWith('=one'))).toEqual([])
    await second.close()
  })

  test('a graph that another process removed and made anew is opened anew', async () => {
    const [server, other] = [openSqlite(folder), openSqlite(folder)]
    const account = { id: 'one', plan: 'active', allowed: true, quota: 1, createdAt: T0 } as const
    await server.accounts.create(account)
    await add(server.graph('one'), page('p1', 'Ada'))
    await other.accounts.remove('one')
    await other.accounts.create(account)
    await add(other.graph('one'), page('p2', 'Bob'))
    expect(await server.graph('one').pageById('p1')).toBeUndefined()
    expect((await server.graph('one').pageById('p2'))?.name).toBe('Bob')
    await Promise.all([server.close(), other.close()])
  })

  describe('very many records land in a thread of their own', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        block(`b${n}`, 'p1', n % 7 === 0 ? `TODO [#B] ${n} #tag [[Ada]]\nk:: v` : `${n} ((b)) 日本`, {
          order: n,
        }),
      )
    const puts = (records: readonly GraphRecord[]) => records.map((record) => ({ record, from: 0 }))

    test('all of them, each change under its number, with the rows that they would have here', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      const records = [page('p1', 'Ada', [['alias', 'Lady']]), ...many(3_000)]
      const landed = await graph.commitAll([
        { puts: puts(records.slice(0, 1_500)) },
        { puts: puts(records.slice(1_500)) },
      ])
      expect(landed).toEqual({ ok: true, seq: 2 })
      expect((await graph.pageById('p1'))?.counts.blocks).toBe(3_000)
      expect(await graph.check()).toEqual([])
      await store.close()
    })

    test('none of them where one is refused, and the thread goes on', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'here'))
      expect(await graph.commitAll([{ puts: puts(many(2_500)) }])).toEqual({
        ok: false,
        why: 'changed_meanwhile',
      })
      expect(await graph.commitAll([{ puts: puts(many(2_500).slice(2)), quota: 9 }])).toEqual({
        ok: false,
        why: 'quota_full',
      })
      expect((await graph.pageById('p1'))?.counts.blocks).toBe(1)
      expect(await graph.commitAll([{ puts: puts(many(2_500).slice(2)) }])).toMatchObject({ ok: true })
      expect(await graph.check()).toEqual([])
      await store.close()
    })

    test('an error in the thread is an error here', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'))
      const db = new Database(join(folder, 'graphs', 'one.sqlite'))
      db.exec('DROP TABLE block_words')
      db.close()
      await expect(graph.commitAll([{ puts: puts(many(2_500)) }])).rejects.toThrow('block_words')
      await store.close()
    })
  })

  test('more graphs than stay open are all read and written', async () => {
    const store = openSqlite(folder, { openGraphs: 2 })
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await add(store.graph(id), page('p1', id))
    for (const id of ids) expect((await store.graph(id).pageById('p1'))?.name).toBe(id)
    await store.close()
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
    expect(() =>
      openDatabase(path, ['CREATE TABLE a (b)', 'CREATE TABLE c (d); CREATE TABLE a (b)']),
    ).toThrow()
    const db = new Database(path)
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual(['a'])
    db.close()
  })

  test.each([
    ['UPDATE block SET due = 1', 'block: the row of b1 does not say what its record says'],
    ['DELETE FROM block_words', 'block_words: the row of b1 does not say what its record says'],
    ["UPDATE page SET type = 'tag'", 'page: the row of p1 does not say what its record says'],
    ['DELETE FROM ref', 'ref: the row of b1 does not say what its record says'],
    ["UPDATE meta SET value = 1 WHERE key = 'bytes'", 'storage: 1 bytes are noted'],
  ])('check finds what %j did, and rebuild mends it', async (damage, problem) => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO see [[Ada]]'))
    const db = new Database(join(folder, 'graphs', 'one.sqlite'))
    db.exec(damage)
    db.close()
    expect((await graph.check()).join('\n')).toContain(problem)
    await graph.rebuild()
    expect(await graph.check()).toEqual([])
    await store.close()
  })

  test('check tells of circles and of parents that are not there', async () => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    await add(
      graph,
      page('p1', 'Ada'),
      block('a', 'p1', 'a', { parentId: 'b' }),
      block('b', 'p1', 'b', { parentId: 'a' }),
      block('c', 'p1', 'c', { parentId: 'gone' }),
    )
    const problems = await graph.check()
    expect(problems).toContain('block c: its parent gone is not on its page')
    expect(problems.filter((problem) => problem.endsWith('it stands under itself'))).toHaveLength(1)
    await store.close()
  })
})
