import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseQuery } from '@notegraph/query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import { makePrivateFile } from '../../disk/private.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile } from './graph-files.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-many-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ids = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`)
/** Files below the folder that the process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', fd))
      return path.startsWith(folder) ? [path] : []
    } catch {
      return [] // closed meanwhile
    }
  })
const descriptors = () => openFiles().filter((path) => path.startsWith(join(folder, 'graphs')))
const logs = () =>
  readdirSync(join(folder, 'graphs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('-wal'),
  )

test.runIf(existsSync('/proc/self/fd'))(
  'three times as many accounts as stay open take no more descriptors than those that stay open',
  async () => {
    const store = openSqlite(folder, { openGraphs: 8 })
    for (const id of ids(24)) {
      await add(store.graph(id), page('p1', id))
      expect(descriptors().length).toBeLessThanOrEqual(3 * 8)
    }
    await Promise.all(
      ids(24).map(async (id) => expect((await store.graph(id).pages.find('p1'))?.name).toBe(id)),
    )
    expect(descriptors().length).toBeLessThanOrEqual(3 * 8)
    await store.close()
    expect(descriptors()).toEqual([])
  },
)

/** Writes the files of accounts as copies of one graph, which is much faster than to create each. */
async function copies(count: number): Promise<string[]> {
  const store = openSqlite(folder)
  await add(store.graph('template'), page('p1', 'Ada'))
  await store.close()
  const all = ids(count)
  for (const id of all) {
    mkdirSync(dirname(graphFile(folder, id)), { recursive: true, mode: 0o700 })
    copyFileSync(graphFile(folder, 'template'), graphFile(folder, id), constants.COPYFILE_FICLONE)
  }
  return all
}

test.runIf(existsSync('/proc/self/fd'))(
  'a start opens no graph, and many graphs that are used in a row take no more descriptors than a few',
  async () => {
    const all = await copies(300)
    const store = openSqlite(folder, { openGraphs: 8 })
    await store.ready()
    const accounts = join(folder, 'accounts.sqlite')
    expect(openFiles().filter((path) => !path.startsWith(accounts))).toEqual([])
    let most = 0
    for (const id of all) {
      await store.graph(id).commits.head()
      most = Math.max(most, descriptors().length)
    }
    expect(most).toBeLessThanOrEqual(3 * 8)
    await store.close()
    expect(openFiles()).toEqual([])
  },
)

test.runIf(existsSync('/proc/self/fd'))('a searching thread closes a graph that is closed', async () => {
  const store = openSqlite(folder, { openGraphs: 1 })
  const blocks = Array.from({ length: 2_500 }, (_, n) => block(`b${n}`, 'p1', `ash ${n}`))
  await add(store.graph('one'), page('p1', 'Ada'), ...blocks)
  const parsed = parseQuery('as')
  if (!parsed.ok) throw new Error('no query')
  const days = { today: { year: 2026, month: 11, day: 20 }, startOf: () => 0 } as never
  const found = await store.graph('one').search.find(parsed.query, days, { limit: 1, offset: 0 }, 10_000)
  expect(found.total).toBe(2_500)
  expect(descriptors().some((path) => path.endsWith('one.sqlite'))).toBe(true)
  await store.graph('two').commits.head()
  await expect.poll(() => descriptors().filter((path) => path.includes('one.sqlite'))).toEqual([])
  await store.close()
})

test('a closed graph has its writes in the file, and its log is gone', async () => {
  const store = openSqlite(folder, { openGraphs: 1 })
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
  await store.graph('two').commits.head()
  await expect.poll(() => logs().filter((name) => name.includes('one'))).toEqual([])
  expect((await graph.pages.find('p1'))?.name).toBe('Ada')
  await store.close()
  expect(logs()).toEqual([])
})

test('a caller that holds a graph gets no other of the same account', async () => {
  const [store, other] = [openSqlite(folder, { openGraphs: 1 }), openSqlite(folder)]
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
  await store.graph('two').commits.head()
  await expect.poll(() => logs().filter((name) => name.includes('one'))).toEqual([])
  await other.removeGraph('one')
  await add(other.graph('one'), page('p2', 'Bob'))
  await expect(graph.pages.find('p2')).rejects.toThrow('replaced')
  expect((await store.graph('one').pages.find('p2'))?.name).toBe('Bob')
  await store.close()
  await other.close()
})

describe('ready', () => {
  test('if a graph opens', async () => {
    const store = openSqlite(folder)
    await expect(store.ready()).resolves.toBeUndefined()
    await store.accounts.create({ id: 'one', plan: 'active', allowed: true, quota: 9, createdAt: 1 })
    await store.graph('one').commits.head()
    await expect(store.ready()).resolves.toBeUndefined()
    await store.close()
    await expect(store.ready()).rejects.toThrow()
  })

  test('not where a graph does not open, as where no descriptors are left', async () => {
    const store = openSqlite(folder)
    await store.accounts.create({ id: 'one', plan: 'active', allowed: true, quota: 9, createdAt: 1 })
    await store.graph('one').commits.head()
    const path = graphFile(folder, 'one')
    await store.ready()
    rmSync(path)
    mkdirSync(path)
    const ready = async () =>
      store.ready().then(
        () => 'ready',
        (error: Error) => error.message,
      )
    await expect.poll(ready).toContain('unable to open')
    rmSync(path, { recursive: true })
    await store.close()
  })

  test('if one graph is damaged, since the others can be served', async () => {
    const store = openSqlite(folder)
    await store.accounts.create({ id: 'one', plan: 'active', allowed: true, quota: 9, createdAt: 1 })
    mkdirSync(dirname(graphFile(folder, 'one')))
    writeFileSync(graphFile(folder, 'one'), 'no database '.repeat(1_000))
    await expect(store.ready()).resolves.toBeUndefined()
    await store.close()
  })
})

test.runIf(existsSync('/proc/locks'))('making a database file private leaves the locks on it', () => {
  const path = join(folder, 'a.sqlite')
  const db = openDatabase(path, ['CREATE TABLE a (b)'])
  const file = new RegExp(` ${process.pid} \\S+:${statSync(path).ino} `)
  const locks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((line) => file.test(line)).length
  expect(locks()).toBe(1)
  makePrivateFile(path)
  expect(locks()).toBe(1)
  db.close()
})
