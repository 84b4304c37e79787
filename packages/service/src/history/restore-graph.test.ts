/**
 * Restores of a whole graph in the background, in small commits. @see history 4
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import { makeBlock, makePage, remove, reword, type GraphRecord } from '@notegraph/graph'
import type { Account, GraphStore, Store } from '@notegraph/store'
import { areEmbedded, openTestStore } from '@notegraph/store/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesService } from '../changes/service.ts'
import { historyService, type HistoryService } from './service.ts'
import { isAs } from './as-it-was.ts'

const T0 = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000
const PHONE = { kind: 'device', id: 'd', name: 'Phone' } as const
const account: Account = {
  id: 'me',
  plan: 'active',
  allowed: true,
  quota: 1e9,
  createdAt: T0,
} as const
/** For a state that comes by itself. */
const WAIT = { interval: 1 }
const NONE = { changed: 0, back: 0, gone: 0 }

let store: Store
let graph: GraphStore
let history: HistoryService
let now = T0

const clock = () => now
const open = () => historyService(store, { clock, newId: randomUUID, atOnce: 0 })
const changes = () => changesService(store, { clock, newId: randomUUID })
beforeEach(async () => {
  now = T0
  store = await openTestStore()
  await store.accounts.create(account)
  graph = store.graph('me')
  history = open()
})
afterEach(async () => {
  await history.stop()
  await store.close()
})

const page = (id: string, name: string) => makePage({ id, name, now })
const block = (id: string, pageId: string, content: string) =>
  makeBlock({ id, content, rev: `r-${id}`, pageId, parentId: null, order: 1, now })

/** Writes as the phone does. @returns the number of the commit */
async function write(...records: readonly GraphRecord[]): Promise<number> {
  now += HOUR
  const held = await graph.records.findMany(records.map(({ id }) => id))
  const seqs = new Map(held.map((one) => [one.record.id, one.seq]))
  const puts = records.map((record) => ({ record, from: seqs.get(record.id) ?? 0 }))
  const done = await graph.commits.commit({ puts, by: { ...PHONE, at: now } })
  if (!done.ok) throw new Error(done.why)
  return done.seq
}
const find = async (id: string): Promise<GraphRecord> => (await graph.records.find(id))!.record
async function edit(id: string, text: string): Promise<number> {
  const held = await find(id)
  if (held.kind !== 'block') throw new Error(`${id} is a ${held.kind}`)
  return write(reword(held, text, randomUUID(), now + HOUR))
}
const drop = async (...ids: string[]) =>
  write(...(await Promise.all(ids.map(find))).map((record) => remove<GraphRecord>(record, now + HOUR)))

async function text(id: string): Promise<string | undefined> {
  const held = (await graph.records.find(id))?.record
  return held && held.kind !== 'page' && held.deleted === undefined ? held.words.text : undefined
}
/** All records, by their ids. */
async function contents(): Promise<Map<string, GraphRecord>> {
  const { records } = await graph.feed.read({ seq: 0, n: 0 }, { records: 1e6, bytes: 1e9 })
  return new Map(records.map((json) => JSON.parse(json) as GraphRecord).map((record) => [record.id, record]))
}
function expectSame(a: ReadonlyMap<string, GraphRecord>, b: ReadonlyMap<string, GraphRecord>): void {
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter((id) => !isAs(a.get(id), b.get(id)))
  expect(differing).toEqual([])
}

const restore = async (seq: number) => {
  const done = await history.restore(account, { seq })
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
  return done.value
}
async function ended() {
  await expect.poll(async () => (await history.readRestore('me'))?.state, WAIT).not.toBe('running')
  return history.readRestore('me')
}
async function revert(id: string) {
  const done = await changes().revert(account, id)
  return done.ok ? done.value.value() : done.refusal
}
const listed = async () =>
  (await graph.changes.list({ since: 0 }, { limit: 10, offset: 0 })).changes.map(({ id }) => id)

/** A graph with many blocks. A clean-up deletes half of them, and rewrites one. @returns the number before it */
async function cleanUp(count: number): Promise<number> {
  const ids = Array.from({ length: count }, (_, i) => `b${i}`)
  const then = await write(
    page('p', 'Home'),
    page('q', 'Gone'),
    ...ids.map((id, i) => block(id, i % 2 === 0 ? 'p' : 'q', `words of ${id}`)),
  )
  await drop('q', ...ids.filter((_, i) => i % 2 === 1))
  await edit('b0', 'rewritten')
  await write(page('n', 'New'), block('n1', 'n', 'new words'))
  return then
}

describe('[H4] a restore of a whole graph in the background', () => {
  test('counts exactly before, goes to the state of that time, and is one change', async () => {
    const then = await cleanUp(700)
    const counts = {
      pages: { changed: 0, back: 1, gone: 1 },
      blocks: { changed: 1, back: 350, gone: 1 },
      kept: 0,
    }
    const preview = await history.restore(account, { seq: then, preview: true })
    expect(preview).toEqual({ ok: true, value: { preview: true, seq: then, ...counts } })
    const head = await graph.commits.head()
    const { changeId, ...answer } = await restore(then)
    expect(answer).toEqual({ preview: false, seq: then, ...counts, running: true })
    expect(await ended()).toMatchObject({ changeId, state: 'done', seq: then, done: 354, total: 354 })
    expect([await text('b0'), await text('b1'), await text('n1')]).toEqual([
      'words of b0',
      'words of b1',
      undefined,
    ])
    expect(await listed()).toEqual([changeId])
    // Others can write between its commits.
    expect((await graph.commits.head()) - head).toBeGreaterThan(3)
    expect(await restore(then)).toMatchObject({ pages: NONE, blocks: NONE })
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('one revert takes all of it back', async () => {
    const then = await cleanUp(600)
    const before = await contents()
    const { changeId } = await restore(then)
    await ended()
    expect(await revert(changeId!)).toEqual({ ok: true, restored: 304, left: [] })
    expectSame(await contents(), before)
    expect(await revert(changeId!)).toEqual({ code: 'conflict', why: 'reverted' })
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('[D8.6] one that was kept needs its states no longer, and is not reverted', async () => {
    const then = await cleanUp(4)
    const { changeId } = await restore(then)
    await ended()
    const released: string[] = []
    const noting: Store = {
      ...store,
      graph: () => ({
        ...graph,
        history: { ...graph.history, release: async (id) => void released.push(id) },
      }),
    }
    await changesService(noting, { clock, newId: randomUUID }).keep('me', { ids: [changeId!] })
    expect(released).toEqual([`${changeId}.before`, `${changeId}.after`])
    expect(await revert(changeId!)).toEqual({ code: 'conflict', why: 'kept' })
  })

  test('a revert leaves what changed again after the restore', async () => {
    const then = await cleanUp(4)
    const { changeId } = await restore(then)
    await ended()
    await edit('b1', 'written since')
    await write(block('late', 'p', 'new since'))
    expect(await revert(changeId!)).toEqual({
      ok: true,
      restored: 4,
      left: [
        { kind: 'block', id: 'b1', why: 'Changed again after this change.' },
        { kind: 'page', id: 'q', why: 'The page still has blocks.' },
      ],
    })
    expect([await text('b0'), await text('b1'), await text('late')]).toEqual([
      'rewritten',
      'written since',
      'new since',
    ])
    // The page of the block that was written since stays.
    expect((await find('q')).deleted).toBeUndefined()
  })

  test('a revert leaves a block whose earlier page was deleted after the restore', async () => {
    const then = await write(page('p', 'Home'), page('q', 'Away'), block('b', 'p', 'words'))
    const moved = await find('b')
    if (moved.kind !== 'block') throw new Error(moved.kind)
    await write({ ...moved, place: { ...moved.place, pageId: 'q', at: now + HOUR }, updatedAt: now + HOUR })
    const { changeId } = await restore(then)
    await ended()
    await drop('q')
    expect(await revert(changeId!)).toEqual({
      ok: true,
      restored: 0,
      left: [{ kind: 'block', id: 'b', why: 'The page was deleted after this change.' }],
    })
    expect(await find('b')).toMatchObject({ place: { pageId: 'p' } })
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('writes the blocks of a page that a device merges into another meanwhile', async () => {
    const then = await cleanUp(1_200)
    const { changeId } = await restore(then)
    await expect.poll(async () => (await graph.records.find('q'))?.record.deleted, WAIT).toBeUndefined()
    const merged = remove<GraphRecord>(await find('q'), now + HOUR)
    await write({ ...merged, props: { ...merged.props, ':into': { v: 'p', at: now + HOUR } } })
    expect(await ended()).toMatchObject({ changeId, state: 'done' })
    const odd = Array.from({ length: 600 }, (_, i) => `b${2 * i + 1}`)
    expect((await graph.records.findMany(odd)).filter(({ record }) => record.deleted !== undefined)).toEqual(
      [],
    )
  })

  test('continues after it was interrupted, as the same change, and leaves what was written meanwhile', async () => {
    const then = await cleanUp(1_200)
    const before = await contents()
    const { changeId } = await restore(then)
    await expect.poll(async () => (await history.readRestore('me'))!.done, WAIT).toBeGreaterThan(0)
    await history.stop()
    expect(await history.readRestore('me')).toMatchObject({ state: 'cut_off', changeId })
    await write(block('meanwhile', 'p', 'written meanwhile'))
    history = open()
    const preview = await history.restore(account, { seq: then, preview: true })
    expect(preview).toMatchObject({ value: { blocks: { gone: 1 } } })
    expect(await restore(then)).toMatchObject({ changeId, running: true })
    expect(await ended()).toMatchObject({ state: 'done', changeId })
    expect([await text('b0'), await text('b1'), await text('meanwhile')]).toEqual([
      'words of b0',
      'words of b1',
      'written meanwhile',
    ])
    expect(await listed()).toEqual([changeId])
    expect(await revert(changeId!)).toMatchObject({ ok: true, left: [] })
    before.set('meanwhile', await find('meanwhile'))
    expectSame(await contents(), before)
  })

  test('a restore that was interrupted and reverted starts again', async () => {
    const then = await cleanUp(1_200)
    const { changeId } = await restore(then)
    await history.stop()
    await revert(changeId!)
    history = open()
    const again = await restore(then)
    expect(again.changeId).not.toBe(changeId)
    expect(await ended()).toMatchObject({ state: 'done' })
    expect(await text('b1')).toBe('words of b1')
  })

  test('runs once at a time, and is not reverted while it runs', async () => {
    const then = await cleanUp(1_200)
    const { changeId } = await restore(then)
    const running = { code: 'conflict', why: 'restore_running' }
    expect(await history.restore(account, { seq: then })).toEqual({ ok: false, refusal: running })
    expect(await revert(changeId!)).toEqual(running)
    expect(await ended()).toMatchObject({ state: 'done' })
  })

  /** A restore that another process began. */
  const beginElsewhere = async (seq: number) => {
    const job = { accountId: 'me', id: 'elsewhere', startedAt: now, seenAt: now, done: 0, total: 4 }
    await store.restores.begin({ ...job, state: 'running', result: JSON.stringify({ seq }) }, now)
  }

  test('leaves no change if another process begins one at the same time', async () => {
    const then = await cleanUp(4)
    await beginElsewhere(then)
    // Looks as if before the other began.
    const early = { ...store, restores: { ...store.restores, find: async () => undefined } }
    const service = historyService(early, { clock, newId: randomUUID, atOnce: 0 })
    const running = { code: 'conflict', why: 'restore_running' }
    expect(await service.restore(account, { seq: then })).toEqual({ ok: false, refusal: running })
    expect(await listed()).toEqual([])
  })

  test('starts again after its process died before it had an entry', async () => {
    const then = await cleanUp(4)
    await beginElsewhere(then)
    now += HOUR
    const { changeId } = await restore(then)
    expect(await ended()).toMatchObject({ state: 'done', changeId })
    expect(await listed()).toEqual([changeId])
  })

  test('has the states that it needs, though the history occupies more than it may', async () => {
    const LONG = 'long words '.repeat(40_000)
    await write(page('p', 'Home'), block('a', 'p', LONG), block('b', 'p', LONG))
    const then = await drop('a')
    await edit('b', 'short')
    const asked = await edit('b', 'shorter')
    await drop('b')
    const { changeId } = await restore(asked)
    await ended()
    // Each of these replaces as much as all states may occupy.
    for (let i = 0; i < 6; i++) await write(block(`c${i}`, 'p', LONG), block(`c${i}x`, 'p', LONG))
    for (let i = 0; i < 6; i++) await drop(`c${i}`, `c${i}x`)
    expect(await history.restore(account, { seq: then, preview: true })).toMatchObject({
      refusal: { why: 'history_gone' },
    })
    expect(await text('b')).toBe('shorter')
    expect(await revert(changeId!)).toMatchObject({ ok: true, restored: 1 })
    expect(await text('b')).toBeUndefined()
  })

  test('stops where the storage is full, and says so', async () => {
    const then = await cleanUp(4)
    const small = { ...account, quota: 1 }
    const started = await history.restore(small, { seq: then })
    expect(started).toMatchObject({ ok: true, value: { running: true } })
    expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'quota_full' } })
    expect(await text('b1')).toBeUndefined()
    expect(await restore(then)).toMatchObject({ running: true })
    expect(await ended()).toMatchObject({ state: 'done' })
    expect(await text('b1')).toBe('words of b1')
  })

  test('a block with conflicting versions stays, and its page too', async () => {
    const then = await write(page('p', 'Home'))
    const versions = [{ text: 'other', rev: 'o', at: now, device: 'd' }]
    await write(page('q', 'Late'), { ...block('b', 'q', 'mine'), versions }, block('c', 'q', 'late'))
    const gone = { pages: NONE, blocks: { ...NONE, gone: 1 }, kept: 1 }
    expect(await restore(then)).toMatchObject(gone)
    await ended()
    expect([await text('b'), await text('c')]).toEqual(['mine', undefined])
    expect((await find('q')).deleted).toBeUndefined()
  })

  test('a restore and its revert give back any graph', async () => {
    const step = fc.record({
      id: fc.constantFrom('p', 'q', 'a', 'b', 'c'),
      how: fc.constantFrom('write', 'delete', 'move'),
    })
    let graphs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(12), async (steps, back) => {
        const id = `g${++graphs}`
        await store.accounts.create({ ...account, id })
        graph = store.graph(id)
        const of = { ...account, id }
        await write(
          page('p', 'Home'),
          page('q', 'Away'),
          ...['a', 'b', 'c'].map((one) => block(one, 'p', one)),
        )
        const states: [seq: number, contents: Map<string, GraphRecord>][] = []
        const note = async () => void states.push([await graph.commits.head(), await contents()])
        await note()
        for (const one of steps) {
          const held = await find(one.id)
          const { deleted: _, ...live } = held
          now += HOUR
          if (one.how === 'delete') await write(remove<GraphRecord>(held, now))
          else if (live.kind !== 'block') await write({ ...live, updatedAt: now })
          else if (one.how === 'write') await write(reword(live, `words ${now}`, randomUUID(), now))
          else await write({ ...live, place: { ...live.place, pageId: 'q', at: now }, updatedAt: now })
          await note()
        }
        const [seq, then] = states.at(-1 - (back % states.length))!
        const [, before] = states.at(-1)!
        // A device may leave blocks on a page that it deletes.
        const problems = await graph.maintenance.check()
        const done = await history.restore(of, { seq })
        if (!done.ok) throw new Error(done.refusal.code)
        const { changeId } = done.value
        await expect.poll(async () => (await history.readRestore(id))?.state, WAIT).not.toBe('running')
        expectSame(await contents(), then)
        if (changeId === undefined) return
        await changes().revert(of, changeId)
        expectSame(await contents(), before)
        expect(await graph.maintenance.check()).toEqual(problems)
      }),
      { numRuns: areEmbedded() ? 30 : 8 },
    )
  })
})
