/**
 * @module-tag process
 * @module-tag first-ring
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNT_SUITES, GRAPH_SUITES, watchingContract } from '../../test/contract/index.ts'
import { addLast } from '../../test/add-last.ts'
import { add, block, change, deleted, page, reworded, T0, viewOf } from '../../test/builder.ts'
import type { GraphStore } from '../graph/graph-store.ts'
import { ACCOUNTS_SCHEMA } from './schema/accounts/index.ts'
import { openDatabase, withoutSync } from './database/database.ts'
import { graphFile } from './graph/graph-files.ts'
import { GRAPH_SCHEMA } from './schema/graph/index.ts'
import { sqliteGraph } from './graph/graph.ts'
import { copyAccounts, openSqlite } from './index.ts'
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

  test('[D9.7] deleted rows leave the files, and a copy has no free pages', async () => {
    const bytes = (name: string) => readFileSync(join(folder, name), 'latin1')
    const db = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA)
    db.exec("CREATE TABLE old (word TEXT); INSERT INTO old VALUES ('first-word'), ('second-word')")
    db.exec("DELETE FROM old WHERE word = 'first-word'")
    // As earlier releases left it.
    db.exec('PRAGMA secure_delete = OFF; DROP TABLE old')
    db.close()
    expect(bytes('accounts.sqlite')).not.toContain('first-word')
    expect(bytes('accounts.sqlite')).toContain('second-word')
    await copyAccounts(folder, join(folder, 'copy'))
    expect(bytes('copy/accounts.sqlite')).not.toContain('second-word')
    openDatabase(join(folder, 'copy/accounts.sqlite'), ACCOUNTS_SCHEMA).close()
  })

  test('[D9.10] forgotten words leave the files', async () => {
    const store = openSqlite(folder)
    const graph = store.graph('One')
    const by = { kind: 'device', id: 's1', name: 'Phone', at: T0 } as const
    const write = async (record: GraphRecord, from: number) => {
      expect(await graph.commits.commit({ puts: [{ record, from }], by })).toMatchObject({ ok: true })
      await graph.search.index()
    }
    await write(page('p1', 'Ada'), 0)
    await write(block('b1', 'p1', 'unutterable words'), 0)
    await write(block('b2', 'p1', 'others'), 0)
    await write(reworded((await graph.records.find('b1'))!, 'better ones', T0), 2)
    const has = (word: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) =>
          statSync(join(folder, name)).isFile() &&
          readFileSync(join(folder, name)).toString('latin1').includes(word),
      )
    expect(has('unutterable')).not.toEqual([])
    expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 1, changes: 0 })
    expect(has('unutterable')).toEqual([])
    expect(has('better')).not.toEqual([])
    await graph.search.index()
    expect(await graph.maintenance.check()).toEqual([])
    await store.close()
    expect(has('unutterable')).toEqual([])
  })

  test('[D9.10] a deleted message leaves the log of the file', async () => {
    const { accounts, webhooks } = openSqlite(folder)
    await accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1, createdAt: T0 })
    const position = { epoch: 1, seq: 0, part: 0 }
    const hook = {
      id: 'w',
      accountId: 'me',
      url: 'https://a.example',
      secret: 'whsec_a',
      filter: {},
      dueAt: 0,
    }
    await webhooks.create({ ...hook, withBlocks: true, createdAt: T0, position }, 9)
    const hold = { accountId: 'me', id: 'w', holder: 'me' }
    await webhooks.hold(hold, { now: T0, until: T0 + 9 })
    const message = { id: 'm', webhookId: 'w', seq: 1, createdAt: T0, state: 'pending', attempts: 0 } as const
    await webhooks.prepare(hold, position, { ...message, body: '"unutterable"' }, 9)
    const has = () =>
      readdirSync(folder)
        .filter((name) => statSync(join(folder, name)).isFile())
        .some((name) => readFileSync(join(folder, name)).includes('unutterable'))
    expect(has()).toBe(true)
    expect(await webhooks.removeDeliveries('me', ['m'])).toBe(1)
    expect(has()).toBe(false)
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

  describe('very many records are committed in a thread of their own', () => {
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
      const committed = await graph.commits.commitAll([
        { puts: puts(records.slice(0, 1_500)) },
        { puts: puts(records.slice(1_500)) },
      ])
      expect(committed).toEqual({ ok: true, seq: 2 })
      expect((await graph.pages.find('p1'))?.counts.blocks).toBe(3_000)
      expect(await graph.maintenance.check()).toEqual([])
      await store.close()
    })

    test('none of them where one is refused, and the thread goes on', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'here'))
      expect(await graph.commits.commitAll([{ puts: puts(many(2_500)) }])).toEqual({
        ok: false,
        why: 'changed_meanwhile',
      })
      expect(await graph.commits.commitAll([{ puts: puts(many(2_500).slice(2)), quota: 9 }])).toEqual({
        ok: false,
        why: 'quota_full',
      })
      expect((await graph.pages.find('p1'))?.counts.blocks).toBe(1)
      expect(await graph.commits.commitAll([{ puts: puts(many(2_500).slice(2)) }])).toMatchObject({
        ok: true,
      })
      expect(await graph.maintenance.check()).toEqual([])
      await store.close()
    })

    test('the thread commits a write in between after its records, and before later ones', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'))
      const committed = await Promise.all([
        graph.commits.commitAll([{ puts: puts(many(2_500)) }]),
        graph.commits.commitAll([{ puts: puts([block('few', 'p1', 'one of few')]) }]),
        graph.commits.commit({ puts: puts([page('p2', 'Bob')]) }),
        graph.commits.commitAll([{ puts: puts(many(5_000).slice(2_500)) }]),
      ])
      expect(committed.map((one) => one.ok && one.seq)).toEqual([2, 3, 4, 5])
      expect(await graph.maintenance.check()).toEqual([])
      await store.close()
    })

    test('an error in the thread is an error here', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'))
      const db = new Database(graphFile(folder, 'one'))
      db.exec('DROP TABLE ref')
      db.close()
      await expect(graph.commits.commitAll([{ puts: puts(many(2_500)) }])).rejects.toThrow('ref')
      await store.close()
    })
  })

  describe('writers at once', () => {
    const WRITERS = 20
    const ALL = { limit: Infinity, offset: 0 }

    /** Expects each block after the one before, each in a commit of its own. */
    async function expectOneAfterTheOther(graph: GraphStore, count: number): Promise<void> {
      const { blocks, total } = await graph.blocks.listByPage('p1', ALL)
      expect(total).toBe(count)
      expect(blocks.map((one) => viewOf(one)['order'])).toEqual(
        Array.from({ length: count }, (_, n) => n + 1),
      )
      const records = await Promise.all(blocks.map(({ id }) => graph.records.find(id)))
      expect(records.map((one) => one!.seq)).toEqual(Array.from({ length: count }, (_, n) => n + 2))
      const { changes } = await graph.changes.list({ since: 0 }, ALL)
      expect(changes.map(({ blockId }) => blockId)).toEqual(blocks.map(({ id }) => id).toReversed())
      expect(await graph.maintenance.check()).toEqual([])
    }

    async function both<T>(
      write: (graph: GraphStore, name: string) => Promise<T>,
    ): Promise<{ outcomes: T[]; graph: GraphStore; close: () => Promise<unknown> }> {
      const stores = [openSqlite(folder), openSqlite(folder)]
      await add(stores[0]!.graph('one'), page('p1', 'Ada'))
      const outcomes = await Promise.all(
        stores.flatMap((store, s) =>
          Array.from({ length: WRITERS / 2 }, (_, n) => write(store.graph('one'), `${s}-${n}`)),
        ),
      )
      const close = () => Promise.all(stores.map((store) => store.close()))
      return { outcomes, graph: stores[0]!.graph('one'), close }
    }

    test('from two open stores, at the end of one page: one after the other', async () => {
      const { graph, close } = await both((one, name) => addLast(one, name))
      await expectOneAfterTheOther(graph, WRITERS)
      await close()
    })

    test('never more than there is room for in the list', async () => {
      const { outcomes, graph, close } = await both((one, name) => addLast(one, name, { most: 7 }))
      expect(outcomes.filter((why) => why === undefined)).toHaveLength(7)
      expect(outcomes.filter((why) => why === 'trail_full')).toHaveLength(WRITERS - 7)
      await expectOneAfterTheOther(graph, 7)
      await close()
    })

    test('one under a key, and the others get a refusal', async () => {
      const { outcomes, graph, close } = await both((one, name) => addLast(one, name, { key: 'k' }))
      expect(outcomes.filter((why) => why === undefined)).toHaveLength(1)
      expect(outcomes.filter((why) => why === 'key_in_use')).toHaveLength(WRITERS - 1)
      await expectOneAfterTheOther(graph, 1)
      await close()
    })

    test('from two processes', async () => {
      const store = openSqlite(folder)
      const graph = store.graph('one')
      await add(graph, page('p1', 'Ada'))
      const script = fileURLToPath(new URL('../../test/adder.ts', import.meta.url))
      const run = promisify(execFile)
      await Promise.all(
        ['a', 'b'].map((name) =>
          run(process.execPath, ['--conditions=notegraph', script, folder, name, '30']),
        ),
      )
      await expectOneAfterTheOther(graph, 60)
      await store.close()
    })
  })

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

  test('a process that writes for longer than others wait refuses them, and nothing is lost', async () => {
    const db = openDatabase(join(folder, 'graph.sqlite'), GRAPH_SCHEMA)
    const graph = sqliteGraph(db)
    const other = new Database(join(folder, 'graph.sqlite'))
    db.pragma('busy_timeout = 1')
    other.exec('BEGIN IMMEDIATE')
    const change = { puts: [{ record: page('p1', 'Ada'), from: 0 }] }
    expect(await graph.commits.commit(change)).toEqual({ ok: false, why: 'changed_meanwhile' })
    expect(await graph.commits.commitAll([change])).toEqual({ ok: false, why: 'changed_meanwhile' })
    other.exec('COMMIT')
    expect(await graph.commits.commit(change)).toMatchObject({ ok: true, seq: 1 })
    other.close()
    await graph.close()
  })

  test('more graphs than stay open are all read and written', async () => {
    const store = openSqlite(folder, { openGraphs: 2 })
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await add(store.graph(id), page('p1', id))
    for (const id of ids) expect((await store.graph(id).pages.find('p1'))?.name).toBe(id)
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

  test('check reports circles and missing parents', async () => {
    const store = openSqlite(folder)
    const graph = store.graph('one')
    await add(
      graph,
      page('p1', 'Ada'),
      block('a', 'p1', 'a', { parentId: 'b' }),
      block('b', 'p1', 'b', { parentId: 'a' }),
      block('c', 'p1', 'c', { parentId: 'gone' }),
    )
    const problems = await graph.maintenance.check()
    expect(problems).toContain('block c: its parent gone is not on its page')
    expect(problems.filter((problem) => problem.endsWith('it is nested under itself'))).toHaveLength(1)
    await store.close()
  })
})
