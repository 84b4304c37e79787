/**
 * Questions in the threads that search: in order, stopped, refused, and after a thread ended.
 *
 * @module-tag threads
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePage } from '@notegraph/graph'
import { parseQuery, settleDays, type Query } from '@notegraph/query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { add, block, page, T0 } from '../../../test/builder.ts'
import type { Store } from '../../index.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { openSqlite } from '../index.ts'
import { indexWriter } from './index-writer.ts'
import { SearchPool } from './pool.ts'

const days = { today: 20260101, startOf: () => T0 }
const MANY = 2_500

let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-pool-'))
  store = openSqlite(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function fill(account: string): Promise<void> {
  const blocks = Array.from({ length: MANY }, (_, i) =>
    block(`b${i}`, 'p1', `${i % 2 === 0 ? 'even' : 'odd'} [[Ada]] ${account}`, { now: T0 + i }),
  )
  await add(store.graph(account), page('p1', 'Ada'), block('task', 'p1', 'TODO rest', { now: T0 }), ...blocks)
}

function queryOf(q: string): Query {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return parsed.query
}

async function find(account: string, q: string): Promise<{ ids: string[]; total: number }> {
  const window = { limit: 2, offset: 0 }
  const { blocks, total } = await store.graph(account).search.find(queryOf(q), days, window, 10_000)
  return { ids: blocks.map(({ id }) => id), total }
}

const waiting = (account: string): number => {
  const db = openDatabase(graphFile(folder, account), GRAPH_SCHEMA)
  const count = indexWriter(db).unindexed()
  db.close()
  return count
}

test('a long page is read in a thread, in the same order as here', async () => {
  const blocks = Array.from({ length: 5_001 }, (_, i) =>
    block(
      `b${i}`,
      'p1',
      `words ${i}`,
      i % 3 === 0 ? { order: i } : { order: i, parentId: `b${i - (i % 3)}` },
    ),
  )
  const graph = store.graph('long')
  await graph.commits.commitAll([
    { puts: [page('p1', 'Long'), ...blocks].map((record) => ({ record, from: 0 })) },
  ])
  const here = openSqlite(':memory:')
  await add(here.graph('long'), page('p1', 'Long'), ...blocks)
  for (const window of [
    { limit: 100, offset: 0 },
    { limit: 10, offset: 4_990 },
    { limit: Infinity, offset: 100, bytes: 5_000 },
  ])
    expect(await graph.blocks.listByPage('p1', window)).toMatchObject(
      await here.graph('long').blocks.listByPage('p1', window),
    )
  expect(await graph.blocks.listByPage('nowhere', { limit: 1, offset: 0 })).toEqual({ blocks: [], total: 0 })
  await here.close()
})

test.each([
  [500, 0],
  [501, 2],
])('%i favorites of a large graph are listed with %i questions to a thread', async (favorites, questions) => {
  await fill('one')
  const names = Array.from({ length: favorites }, (_, i) => `Star ${String(i).padStart(3, '0')}`)
  await add(
    store.graph('one'),
    ...names.map((name, i) => makePage({ id: `f${i}`, name, favorite: true, now: T0 })),
  )
  const asked = vi.spyOn(SearchPool.prototype, 'askPages')
  const { pages } = store.graph('one')
  const { pages: listed, total } = await pages.list({ favorite: true, sort: 'name' }, { limit: 6, offset: 0 })
  expect([listed.map(({ name }) => name), total]).toEqual([names.slice(0, 6), favorites])
  await pages.list({ favorite: true }, { limit: 6, offset: 0 })
  expect(asked).toHaveBeenCalledTimes(questions)
  await pages.list({ favorite: true, words: 'star' }, { limit: 6, offset: 0 })
  expect(asked).toHaveBeenCalledTimes(questions + 1)
  asked.mockRestore()
})

describe('a large graph is searched in a thread', () => {
  test('with the answers that this thread would give', async () => {
    await fill('one')
    expect(await find('one', 'odd')).toEqual({ ids: ['b2499', 'b2497'], total: MANY / 2 })
    expect(await find('one', '(not (or odd (todo todo)))')).toEqual({
      ids: ['b2498', 'b2496'],
      total: MANY / 2,
    })
    const tasks = await store.graph('one').search.listTasks({ status: 'open' }, { limit: 9, offset: 0 })
    expect(tasks).toMatchObject({ blocks: [{ id: 'task', pageName: 'Ada' }], total: 1 })
  })

  test('for the pages that hold what is found', async () => {
    await fill('one')
    await add(store.graph('one'), page('p2', 'Grace'), block('g1', 'p2', 'odd as well', { now: T0 }))
    const holding = (q: string) => ({ holding: settleDays(queryOf(q), days) })
    const idsOf = async (q: string) => {
      const { pages } = await store.graph('one').pages.list(holding(q), { limit: 9, offset: 0 })
      return pages.map(({ id }) => id)
    }
    expect(await idsOf('odd')).toEqual(['p1', 'p2'])
    expect(await idsOf('(and odd well)')).toEqual(['p2'])
  })

  test('a new block is found at once, and indexed after a question', async () => {
    await fill('one')
    await add(store.graph('one'), block('new', 'p1', 'unheard of', { now: T0 }))
    expect(await find('one', 'unheard')).toEqual({ ids: ['new'], total: 1 })
    await expect.poll(() => waiting('one')).toBeLessThanOrEqual(1_024)
    expect(await find('one', 'unheard')).toEqual({ ids: ['new'], total: 1 })
    expect(await store.graph('one').maintenance.check()).toEqual([])
  })

  test('indexing goes on while several ask without pause, and what they find stays the same', async () => {
    await fill('one')
    await store.graph('one').search.index()
    await add(
      store.graph('one'),
      ...Array.from({ length: MANY }, (_, i) => block(`c${i}`, 'p1', `more ${i % 5}`, { now: T0 - i - 1 })),
    )
    const stop = new AbortController()
    const clients = ['odd', 'more', '(not odd)', 'odd even'].map(async (q) => {
      const first = await find('one', q)
      while (!stop.signal.aborted) expect(await find('one', q)).toEqual(first)
    })
    try {
      await expect.poll(() => waiting('one')).toBeLessThanOrEqual(1_024)
    } finally {
      stop.abort()
    }
    await Promise.all(clients)
    expect(await store.graph('one').maintenance.check()).toEqual([])
  })

  test('an import can wait until all is indexed, and gets the progress', async () => {
    await fill('one')
    const progress: (readonly [number, number])[] = []
    await store.graph('one').search.index((done, total) => progress.push([done, total]))
    expect(waiting('one')).toBe(0)
    expect(progress.at(-1)).toEqual([MANY + 2, MANY + 2])
    expect(await store.graph('one').maintenance.check()).toEqual([])
    await store.graph('one').search.index()
  })

  test('an account that is removed while it is indexed leaves no file behind', async () => {
    const account = { id: 'one', plan: 'active', allowed: true, quota: 1e9, createdAt: T0 } as const
    await store.accounts.create(account)
    await fill('one')
    const indexed = store.graph('one').search.index()
    await Promise.all([find('one', 'odd'), store.accounts.remove('one')])
    await indexed
    const left = readdirSync(join(folder, 'graphs'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })

  test('a long question of one account holds up no short one of another', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(40)
    const long = Array.from({ length: 10_000 }, (_, i) => block(`b${i}`, 'p1', `${text}${i}`))
    await add(store.graph('one'), page('p1', 'Ada'), ...long)
    await fill('two')
    await Promise.all([find('one', 'first'), find('two', 'odd')]) // so that the threads run
    const order: string[] = []
    const letters = Array.from({ length: 24 }, (_, i) => `qu${String.fromCharCode(97 + i)}x`)
    await Promise.all([
      find('one', `(or ${letters.join(' ')})`).then(() => order.push('long')),
      find('one', `(not (or ${letters.join(' ')}))`).then(() => order.push('long')),
      find('two', 'odd').then(() => order.push('short')),
    ])
    expect(order).toEqual(['short', 'long', 'long'])
  })

  test('many at once, of several accounts, each with answers of its own', async () => {
    const accounts = ['one', 'two', 'three']
    for (const account of accounts) await fill(account)
    const asked = Array.from({ length: 60 }, (_, i) => accounts[i % 3]!)
    const found = await Promise.all(asked.map((account) => find(account, account)))
    expect(found.map(({ total }) => total)).toEqual(asked.map(() => MANY))
    const others = await Promise.all(accounts.map((account, i) => find(account, accounts[(i + 1) % 3]!)))
    expect(others.map(({ total }) => total)).toEqual([0, 0, 0])
  })

  test('an account that was removed and created again is searched again', async () => {
    const account = { id: 'one', plan: 'active', allowed: true, quota: 1e9, createdAt: T0 } as const
    await store.accounts.create(account)
    await fill('one')
    expect((await find('one', 'odd')).total).toBe(MANY / 2)
    await store.accounts.remove('one')
    await store.accounts.create(account)
    await fill('one')
    await add(store.graph('one'), block('more', 'p1', 'odd', { now: T0 }))
    expect((await find('one', 'odd')).total).toBe(MANY / 2 + 1)
  })

  test('an error in the thread is an error here, and the next question is answered', async () => {
    await fill('one')
    const db = openDatabase(graphFile(folder, 'one'), GRAPH_SCHEMA)
    db.exec('ALTER TABLE search_changed RENAME TO hidden')
    await expect(find('one', 'odd')).rejects.toThrow('search_changed')
    db.exec('ALTER TABLE hidden RENAME TO search_changed')
    db.close()
    expect((await find('one', 'odd')).total).toBe(MANY / 2)
  })

  test('questions that wait when the store is closed are refused', async () => {
    await fill('one')
    const asked = Promise.allSettled(Array.from({ length: 5 }, () => find('one', 'odd')))
    await store.close()
    const results = await asked
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: new Error('the store was closed') })
    store = openSqlite(folder)
  })
})
