/**
 * Concurrent writers: in one process, from two stores on the same data, and from two processes.
 *
 * @module-tag process
 * @module-tag both-stores
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { blockJson } from '@notegraph/graph'
import type { GraphStore, ChangeRecord, Store } from '@notegraph/store'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, block, NOON, page } from '../../test/notes.ts'
import { MOST, writeTogether } from '../../test/together.ts'

const ALL = { limit: Infinity, offset: 0 }

let folder: string
let data: TestData
let store: Store
let graph: GraphStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-together-'))
  data = await makeTestData(folder)
  store = await data.open()
  await store.accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: NOON })
  graph = store.graph('me')
  await add(graph, page('p1', 'Page'), page('p2', 'Other'), block('block', 'p2', 'start'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** The change list, oldest first, with the items of each change. */
async function entries(): Promise<ChangeRecord[]> {
  const { changes } = await graph.changes.list({ since: 0 }, ALL)
  const held = await Promise.all(changes.map(({ id }) => graph.changes.find(id)))
  return held.map((entry) => entry!).toReversed()
}

/** Each write was decided from the result of the one before, and none is lost. */
async function expectOneOrder(outcomes: readonly string[]): Promise<void> {
  expect(outcomes.filter((one) => one !== 'ok' && one !== 'conflict' && one !== 'trail_full')).toEqual([])
  const list = await entries()
  expect(list.length).toBeLessThanOrEqual(MOST)
  expect(await graph.changes.countOpen(0)).toBe(list.length)
  expect(await graph.commits.head()).toBe(1 + list.length)

  const touched = (action: string) =>
    list.filter((one) => one.action === action).map((one) => one.touched[0]!)
  const added = touched('add_block').map((one) => one.kind === 'block' && one.after.place.order)
  expect(added).toEqual(added.map((_, i) => i + 1))
  expect((await graph.blocks.listByPage('p1', ALL)).total).toBe(added.length)

  let words = 'start'
  for (const one of touched('update_block')) {
    expect(one).toMatchObject({ before: { words: { text: words } } })
    words = one.kind === 'block' ? one.after.words.text : ''
  }
  const held = (await graph.blocks.find('block'))!
  expect(blockJson(held, held.pageName)).toContain(JSON.stringify(words))

  let said: unknown = null
  for (const one of touched('set_property')) {
    expect(one).toMatchObject({ before: said })
    said = one.after
  }
  expect((await graph.records.find('p1'))!.record.props['said']?.v ?? null).toBe(said)

  const { pages } = await graph.pages.list({}, ALL)
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length)
  expect(pages.length).toBe(2 + touched('create_page').length)
  expect(await graph.maintenance.check()).toEqual([])
}

test('fifty writers in one process: one order, and never a conflict', async () => {
  const outcomes = await writeTogether(store, 'one', 50, randomUUID)
  expect(outcomes.filter((one) => one === 'ok')).toHaveLength(MOST)
  expect(outcomes.filter((one) => one === 'trail_full')).toHaveLength(4 * 50 - MOST)
  await expectOneOrder(outcomes)
})

test('two stores on the same data: one order', async () => {
  const other = await data.open()
  const outcomes = await Promise.all([
    writeTogether(store, 'one', 12, randomUUID),
    writeTogether(other, 'two', 12, randomUUID),
  ])
  await other.close()
  await expectOneOrder(outcomes.flat())
})

test('two processes on the same data: one order', async () => {
  const script = fileURLToPath(new URL('../../test/writer.ts', import.meta.url))
  const run = promisify(execFile)
  const ended = await Promise.all(
    ['one', 'two'].map((name) =>
      run(process.execPath, ['--conditions=notegraph', script, data.module, name, '12'], {
        env: { ...process.env, ...data.env },
      }),
    ),
  )
  await expectOneOrder(ended.flatMap(({ stdout }) => JSON.parse(stdout) as string[]))
})
