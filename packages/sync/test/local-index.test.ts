/** [sync device 7b] The local index on each store. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_META } from '../src/device/local.ts'
import { INDEX_MARKS } from '../src/local-index/index-marks.ts'
import { memoryStore, type LocalStore } from '../src/index.ts'
import { WordIndex } from '../src/local-index/word-index.ts'
import { indexedDbStore } from '../src/indexeddb/index.ts'
import { sqliteStore } from '../src/sqlite/index.ts'
import { block, page } from './builder.ts'
import { Clock, device, made, twoDevices, type Device } from './device.ts'
import { checkIndex, steps } from './index-contract.ts'
import { memoryServer } from './memory-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'notegraph-index-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Opened {
  readonly store: LocalStore
  readonly reopen?: (store: LocalStore) => Promise<LocalStore>
}

const STORES: readonly [name: string, runs: number, open: () => Promise<Opened>][] = [
  ['memory', 100, async () => ({ store: memoryStore() })],
  [
    'SQLite',
    20,
    async () => {
      const path = join(folder, randomUUID())
      const open = () => sqliteStore(new Database(path))
      return { store: open(), reopen: async (store) => (await store.close(), open()) }
    },
  ],
  [
    'IndexedDB',
    10,
    async () => {
      const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
      const open = async () => indexedDbStore('device', scope)
      return { store: await open(), reopen: async (store) => (await store.close(), open()) }
    },
  ],
]

test.each(STORES)(
  '[sync device 7b] the index in %s answers as all records do, after any edits, pulls and resets',
  async (_, runs, open) => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { store, reopen } = await open()
        await checkIndex(store, reopen, all)
      }),
      { numRuns: runs },
    )
  },
)

test.each(STORES)(
  '[sync device 7b] a store in %s of an earlier release is marked at its first start',
  async (_, __, open) => {
    const { store } = await open()
    const { indexed: _indexed, ...earlier } = NO_META
    const held = { dirty: {}, follows: {}, seen: [], drops: [], pass: 1 }
    const puts = [page('p', 'Tea'), block('b', 'TODO drink [[tea]]')].map((record) => ({ ...held, record }))
    await store.commit({ puts, removes: [], meta: earlier })
    const clock = new Clock()
    const { engine } = device(
      'a',
      memoryServer(() => clock.now),
      clock,
      { store },
    )
    await engine.open()
    expect(await engine.linksTo('p')).toMatchObject({ total: 1, pages: [{ blocks: [{ id: 'b' }] }] })
    expect(await store.meta()).toMatchObject({ indexed: INDEX_MARKS })
    await store.close()
  },
)

describe('[sync device 7b] answers', () => {
  let a: Device
  let engine: Device['engine']
  let pageId: string
  beforeEach(async () => {
    ;({ a } = await twoDevices())
    ;({ engine } = a)
    pageId = await made(engine.openPage('Tea'))
  })
  const add = async (text: string, on = pageId) => made(engine.addBlock({ pageId: on }, text))

  test('links by alias, name, tag and property are found, by page, with days first', async () => {
    await made(engine.setProp(pageId, 'alias', 'Chai, Leaf'))
    const [ann, day, later] = [
      await made(engine.openPage('Ann')),
      await made(engine.openPage('2026-11-20')),
      await made(engine.openPage('2026-11-21')),
    ]
    const ids = [
      await add('#leaf', ann),
      await add('x:: [[CHAI]]', ann),
      await add('[[tea]]', day),
      await add('tags:: tea', later),
    ]
    await add('tea', ann)
    const { pages, total } = await engine.linksTo(pageId)
    expect(total).toBe(4)
    expect(pages.map(({ page, blocks }) => [page.id, blocks.map(({ id }) => id)])).toEqual([
      [later, [ids[3]]],
      [day, [ids[2]]],
      [ann, [ids[0], ids[1]]],
    ])
    const part = await engine.linksTo(pageId, { limit: 2, offset: 1 })
    expect([part.total, part.pages.map(({ blocks }) => blocks.map(({ id }) => id))]).toEqual([
      4,
      [[ids[2]], [ids[0]]],
    ])
  })

  test('[O2.2] mentions are blocks of other pages that name a page and do not link it', async () => {
    await engine.edit([
      { do: 'openPage', name: 'Tide pool', id: 'pool' },
      { do: 'setProp', id: 'pool', key: 'alias', value: 'Rock pool' },
      { do: 'addBlock', where: { pageId: 'pool' }, text: 'about the tide pool', id: 'own' },
      { do: 'openPage', name: 'Walk', id: 'walk' },
      { do: 'addBlock', where: { pageId: 'walk' }, text: 'to the tide pool', id: 'one' },
      { do: 'addBlock', where: { pageId: 'walk' }, text: 'the rock pool again', id: 'two' },
      { do: 'addBlock', where: { pageId: 'walk' }, text: 'a tide pool, [[Tide pool]]', id: 'linked' },
      { do: 'addBlock', where: { pageId: 'walk' }, text: '[[Tide pool 2]]', id: 'other' },
      { do: 'addBlock', where: { pageId: 'walk' }, text: 'tide pools', id: 'longer' },
    ])
    const { pages, total } = await engine.mentionsOf('pool')
    expect([total, pages.map(({ page: { id }, blocks }) => [id, blocks.map((one) => one.id)])]).toEqual([
      2,
      [['walk', ['one', 'two']]],
    ])
    expect(await engine.mentionsOf('pool', { limit: 1, offset: 1 })).toMatchObject({
      pages: [{ blocks: [{ id: 'two' }] }],
      total: 2,
    })
    expect(await engine.mentionsOf('nowhere')).toEqual({ pages: [], total: 0 })
  })

  test('[O3.4] the keys of properties in use come with the most used first', async () => {
    await add('wood:: oak', pageId)
    await add('wood:: pine\ncolour:: red', pageId)
    await made(engine.setProp(pageId, 'wood', 'ash'))
    const keys = await engine.propertyKeys()
    expect(keys.filter((key) => ['wood', 'colour', 'id'].includes(key))).toEqual(['wood', 'colour'])
  })

  test('an alias that is the name of another page leads to that page', async () => {
    const ann = await made(engine.openPage('Ann'))
    await made(engine.setProp(pageId, 'alias', 'Ann'))
    await add('[[Ann]]')
    expect([(await engine.linksTo(pageId)).total, (await engine.linksTo(ann)).total]).toEqual([0, 1])
  })

  test('references are counted for many blocks at once', async () => {
    const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
    for (const id of [one, two]) await engine.addBlock({ pageId }, 'x', { id })
    await add(`((${one})) ((${one}))`)
    const both = await add(`{{embed ((${one}))}} ((${two}))`)
    expect(await engine.referenceCounts([two, 'none', one])).toEqual([1, 0, 2])
    expect((await engine.refersTo(two)).pages).toMatchObject([{ blocks: [{ id: both }] }])
    await engine.deleteBlock(both)
    expect(await engine.referenceCounts([two, one])).toEqual([0, 1])
  })

  test('[D5.6] tasks are in the order of the API', async () => {
    const [none, late, soon, high] = [
      await add('TODO no day'),
      await add('LATER [#A] x\nSCHEDULED: <2026-11-25 Wed>'),
      await add('TODO [[2026-11-20]]'),
      await add('TODO [#A] no day'),
    ]
    const done = await add('DONE x')
    const list = async (filter?: Parameters<typeof engine.tasks>[0]) =>
      (await engine.tasks(filter)).blocks.map(({ block }) => block.id)
    expect(await list()).toEqual([soon, late, high, none])
    expect(await list({ status: 'done' })).toEqual([done])
    expect(await list({ dueBy: 20261121 })).toEqual([soon])
    expect(await list({ dueFrom: 20261121, limit: 1 })).toEqual([late])
    expect((await engine.tasks({ limit: 1 })).total).toBe(4)
  })

  test('search finds all words in any place, and never a fault', async () => {
    const ids = [await add('Call Ann (soon)'), await add('ann must call'), await add('called')]
    const find = async (words: string) => (await engine.search(words)).blocks.map(({ block }) => block.id)
    expect(new Set(await find('call ANN'))).toEqual(new Set([ids[0], ids[1]]))
    expect(await find('(soon')).toEqual([ids[0]])
    expect([await find(' '), await find('nobody')]).toEqual([[], []])
    await made(engine.setText(ids[1]!, 'nobody'))
    expect(await find('nobody')).toEqual([ids[1]])
    await made(engine.deletePage(pageId))
    expect((await engine.search('ann')).total).toBe(0)
  })

  test('a query says what is wrong with it', async () => {
    await add('TODO x')
    expect(await engine.query('(tood now)')).toMatchObject({ ok: false, code: 'bad_query', at: 2 })
    expect(await engine.query('(todo todo)')).toMatchObject({ ok: true, total: 1 })
  })

  test('words that are stored while the graph is read for the first search are found', async () => {
    const held = { dirty: {}, follows: {}, seen: [], drops: [], pass: 1 }
    const [old, now] = ['old', 'new'].map((text) => ({ ...held, record: block('b', text) }))
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const words = new WordIndex({
      async *scan() {
        yield [{ ...held, record: page('p', 'Tea') }]
        await isReleased
        yield [old!]
      },
    })
    const loading = words.load()
    words.changed([{ id: 'b', before: old, after: now }])
    release()
    await loading
    const find = (text: string) =>
      words.find({ kind: 'words', text, at: 0 }, { today: 20261120, zone: 'UTC' })
    expect([find('old').total, find('new').total]).toEqual([0, 1])
  })
})
