/** A change of many records is written in parts: reads and other writes do not wait in this thread for its end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import type { GraphStore } from '../../graph/graph-store.ts'
import type { Store } from '../../store.ts'
import { openSqlite } from '../index.ts'

const MANY = 1_500

let folder: string
let store: Store
let graph: GraphStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-long-'))
  store = openSqlite(folder)
  graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const puts = (from = 0, many = MANY) =>
  Array.from({ length: many }, (_, n) => ({
    record: block(`b${n}`, 'p1', `${from} ${n} [[Ada]]\nk:: v`, { order: n }),
    from,
  }))
const counted = async () => (await graph.pages.find('p1'))?.counts.blocks

/** Calls `look` as long as a change is written. @returns its results, and the result of the change */
async function during<T>(change: Promise<unknown>, look: () => Promise<T>) {
  const seen: T[] = []
  const state = { isDone: false }
  const done = change.finally(() => (state.isDone = true))
  while (!state.isDone) {
    seen.push(await look())
    await setImmediate()
  }
  return { seen, result: await done }
}

test('others read meanwhile, and see all of it or nothing', async () => {
  const many = 4 * MANY
  const { seen, result } = await during(graph.commits.commit({ puts: puts(0, many) }), counted)
  expect(result).toMatchObject({ ok: true, seq: 2 })
  expect(seen[0]).toBe(0)
  // The connection is closed after the commit, so the last looks can see it.
  expect(seen.filter((count) => count !== 0 && count !== many)).toEqual([])
  expect(await counted()).toBe(many)
  expect(await graph.maintenance.check()).toEqual([])
})

test('a refused one writes nothing', async () => {
  const { result } = await during(graph.commits.commit({ puts: puts(), quota: 10 }), counted)
  expect(result).toEqual({ ok: false, why: 'quota_full' })
  expect(await counted()).toBe(0)
  expect(await graph.commits.commit({ puts: puts(7) })).toEqual({ ok: false, why: 'changed_meanwhile' })
  expect(await graph.commits.head()).toBe(1)
})

test('a draft sees its own, and leaves nothing', async () => {
  await graph.drafts.run(async (draft) => {
    expect(await draft.commits.commit({ puts: puts() })).toMatchObject({ ok: true, seq: 2 })
    expect((await draft.pages.find('p1'))?.counts.blocks).toBe(MANY)
    expect(await draft.commits.commit({ puts: puts(), quota: 10 })).toMatchObject({ ok: false })
    expect((await draft.pages.find('p1'))?.counts.blocks).toBe(MANY)
  })
  expect(await counted()).toBe(0)
})

const WRITES: readonly (readonly [string, (graph: GraphStore) => Promise<unknown>])[] = [
  ['a change', (graph) => graph.commits.commit({ puts: [{ record: page('p2', 'Bob'), from: 0 }] })],
  ['an import', (graph) => graph.commits.commitAll([{ puts: [{ record: page('p2', 'Bob'), from: 0 }] }])],
  ['Keep', (graph) => graph.changes.keep({ ids: ['x'] }, 1)],
  ['a look', (graph) => graph.changes.see(['x'], 1)],
  ['a snapshot', (graph) => graph.history.addSnapshot({ id: 's', name: 'S', at: 1 }, 10)],
  ['the end of a snapshot', (graph) => graph.history.removeSnapshot('s')],
  ['a hold', (graph) => graph.history.hold({ id: 'h', at: 1 })],
  ['the end of a hold', (graph) => graph.history.release('h')],
  ['the end of old states', (graph) => graph.history.expire(1)],
  ['a word to forget', (graph) => graph.history.forget({ block: 'gone' })],
  ['the first page of the feed', (graph) => graph.feed.read({ seq: 0, n: 0 }, { records: 10, bytes: 1_000 })],
  ['an epoch', (graph) => graph.feed.raiseEpoch(1)],
  ['old tombstones', (graph) => graph.feed.collectTombstones(Date.now(), 1)],
  ['an outbox', (graph) => graph.outbox.open()],
  ['the end of an outbox', (graph) => graph.outbox.close()],
  ['entries of an outbox', (graph) => graph.outbox.drop(1)],
  ['unused files', (graph) => graph.files.clearUnused(1, 1)],
  ['files of an import', (graph) => graph.files.removeUnlinked(['f'])],
  ['a rebuild', (graph) => graph.maintenance.rebuild()],
]

test.each(WRITES)('%s waits for it without holding this thread', async (_, write) => {
  const change = graph.commits.commit({ puts: puts() })
  await setImmediate()
  const [written] = await Promise.all([change, write(graph)])
  expect(written).toMatchObject({ ok: true })
  expect(await counted()).toBe(MANY)
})
