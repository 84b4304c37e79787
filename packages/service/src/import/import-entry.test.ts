/**
 * The entry of an import in the change list, and its revert.
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import { ChangeList, LIMITS, RevertAnswer } from '@notegraph/contract'
import type { FolderSource } from '@notegraph/folder'
import { heldProp, reword, setProps, type GraphRecord, type PageRecord } from '@notegraph/graph'
import { withoutHistory, type Account, type Store } from '@notegraph/store'
import { expect, test } from 'vitest'
import { home, folder, NOW, outlineOf, records, type Files, type Home } from '../../test/memory.ts'
import { refused, taken } from '../../test/writes.ts'
import { COMMAND_LINE } from '../access.ts'
import { changesService } from '../changes/service.ts'
import { noticesService } from '../notices.ts'
import { siteSets } from '../sharing/site-sets.ts'
import { importEntry, type ImportEntry } from './import-entry.ts'
import { importFolder } from './import.ts'

const account: Account = { id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: NOW }
const ALL = { limit: 100, offset: 0 }
const PHONE = { kind: 'device', id: 'd', name: 'Phone', at: NOW } as const
const deps = { clock: () => NOW, newId: randomUUID }

interface Desk extends Home {
  /** @returns the id of the change, if any */
  readonly take: (files: Files, by?: string) => Promise<string | undefined>
  /** An import whose process is killed after its last commit. @returns the id of the change */
  readonly takeAndDie: (files: Files) => Promise<string>
  readonly listed: () => Promise<ChangeList['changes']>
  readonly revert: (id: string | undefined) => Promise<RevertAnswer>
}

async function desk(wrap: (store: Store) => Store = (store) => store): Promise<Desk> {
  const made = await home()
  const store = wrap(made.store)
  await store.accounts.create(account)
  const changes = changesService(store, deps)
  async function run(files: Files, by: string): Promise<ImportEntry> {
    const entry = await importEntry(store.graph('me'), { ...deps, by })
    const { changeId, onCommit } = entry
    const options = { now: NOW, changeId, onCommit }
    const done = await importFolder(store, made.blobs, account, folder(files), options)
    if (!done.ok) throw new Error(done.why)
    return entry
  }
  return {
    ...made,
    take: async (files, by = 'Phone') => (await run(files, by)).list(),
    takeAndDie: async (files) => (await run(files, 'Phone')).changeId,
    listed: async () => {
      const value = await changes.list('me', { ...ALL, touched: 'true' })
      return [...taken(ChangeList, { ok: true, value }).changes]
    },
    revert: async (id) => taken(RevertAnswer, await changes.revert(account, id!)),
  }
}

/** Writes a record as a device does. */
async function write({ graph }: Desk, edit: (held: GraphRecord) => GraphRecord, id: string): Promise<void> {
  const { record, seq } = (await graph.records.find(id))!
  const puts = [{ record: edit(record), from: seq }]
  expect(await graph.commits.commit({ puts, by: PHONE })).toMatchObject({ ok: true })
}
const blockWith = async ({ graph }: Desk, text: string): Promise<GraphRecord> =>
  (await records(graph)).find((one) => one.kind === 'block' && one.words.text === text)!
const rewrite = async (it: Desk, from: string, to: string): Promise<void> =>
  write(
    it,
    (held) => (held.kind === 'block' ? reword(held, to, randomUUID(), NOW + 1) : held),
    (await blockWith(it, from)).id,
  )

const NOTES: Files = {
  'logseq/config.edn': '{}',
  'pages/Ada.md': 'mood:: glad\n- one\n\t- two\n',
  'journals/2026_11_19.md': '- rain\n',
}

test.each([
  ['Phone', 'over the API'],
  ['Browser', 'on the web'],
  [COMMAND_LINE, 'on the command line'],
])('[D8.5] an import by %s is one change', async (by, via) => {
  const it = await desk()
  const id = await it.take(NOTES, by)
  const [change, ...others] = await it.listed()
  expect(others).toEqual([])
  expect(change).toMatchObject({ id, at: NOW, token: by, via, action: 'import', state: 'open' })
  expect(change!.summary).toBe('Imported 1 page, 1 journal day and 3 blocks')
  expect(['Ada', '2026_11_19']).toContain(change!.page)
  const texts = change!.touched!.map(({ after }) => after)
  expect(new Set(texts)).toEqual(new Set(['Ada\nmood:: glad', '2026_11_19', 'one', 'rain', 'two']))
  expect(await it.revert(id)).toEqual({ ok: true, restored: 5, left: [] })
  expect(await records(it.graph)).toEqual([])
  expect(await it.listed()).toMatchObject([{ id, state: 'reverted' }])
})

test('[D8.5] an import that changes nothing is not listed', async () => {
  const it = await desk()
  await it.take(NOTES)
  expect(await it.take(NOTES)).toBeUndefined()
  expect(await it.listed()).toHaveLength(1)
})

test('[D8.5] an import that stopped early is listed with what it added', async () => {
  const it = await desk()
  const entry = await importEntry(it.graph, { ...deps, by: 'Phone' })
  const stopping = new AbortController()
  const committed = Promise.withResolvers<void>()
  const notes = folder({ ...LARGE, 'pages/Zoo.md': '- lions\n', 'pages/Zulu.md': '- drums\n' })
  const source: FolderSource = {
    ...notes,
    read: async (path) => {
      if (path === 'pages/Zoo.md') await committed.promise
      return notes.read(path)
    },
  }
  const stopped = importFolder(it.store, it.blobs, account, source, {
    now: NOW,
    signal: stopping.signal,
    onCommit: (...commit) => {
      entry.onCommit(...commit)
      stopping.abort()
      committed.resolve()
    },
  })
  await expect(stopped).rejects.toThrow('aborted')
  const id = await entry.list()
  expect(await it.listed()).toMatchObject([{ id, action: 'import', state: 'open' }])
  expect((await it.revert(id)).left).toEqual([])
  expect(await records(it.graph)).toEqual([])
})

test('[D8.5] no number of changes refuses an import', async () => {
  const it = await desk()
  for (let n = 0; n < 3; n++) await it.take({ [`${n}.md`]: 'x' })
  expect(await it.listed()).toHaveLength(3)
})

test('[V4] an import is no change of a program', async () => {
  const it = await desk()
  await it.take(NOTES)
  const notices = noticesService(it.store, deps.clock, siteSets(it.store, deps.clock))
  expect(await notices.read(account)).toMatchObject({ changes: 0, notices: [] })
})

test('[D8.2] a revert of an import leaves what somebody changed since', async () => {
  const it = await desk()
  const id = await it.take(NOTES)
  await rewrite(it, 'two', 'two, edited')
  const { restored, left } = await it.revert(id)
  expect(restored).toBe(2)
  expect(left.map(({ kind, why }) => [kind, why])).toEqual([
    ['block', 'Other blocks are nested under this block.'],
    ['block', 'Changed again after this change.'],
    ['page', 'The page still has blocks.'],
  ])
  expect(await outlineOf(it.graph, 'Ada')).toEqual(['one', '\ttwo, edited'])
})

test('[D8.2] a page that was there keeps its own words and properties', async () => {
  const it = await desk()
  await it.add({ 'Boat.md': '---\nmood: glad\n---\nold' })
  const before = await records(it.graph)
  const id = await it.take({ 'Boat.md': '---\nmood: glad\nport: Ostend\n---\nold\n\nnew' })
  expect((await it.listed())[0]).toMatchObject({ summary: 'Imported 1 block', page: 'Boat' })
  const page = before.find(({ kind }) => kind === 'page')!.id
  await write(it, (held) => setProps(held as PageRecord, [['mood', 'sad']], NOW + 1), page)
  expect(await it.revert(id)).toEqual({ ok: true, restored: 2, left: [] })
  const after = (await it.graph.records.find(page))!.record as PageRecord
  expect([heldProp(after, 'mood')?.v, heldProp(after, 'port')?.v]).toEqual(['sad', null])
  expect(await outlineOf(it.graph, 'boat')).toEqual(['old'])
})

test('[D8.2] a page that several notes of an import made goes as a whole', async () => {
  const it = await desk()
  const id = await it.take({
    'a/Boat.md': '---\nmood: glad\n---\none',
    'Boat.md': '---\nport: Ostend\n---\ntwo',
  })
  const { left } = await it.revert(id)
  expect([left, await records(it.graph)]).toEqual([[], []])
})

test('[D8.2] the shapes of a whiteboard go with it', async () => {
  const it = await desk()
  const shapes = JSON.stringify({ name: 'B', shapes: [{ text: 'a' }, { text: 'b' }] })
  const id = await it.take({ 'logseq/config.edn': '{}', 'whiteboards/B.json': shapes })
  expect((await records(it.graph)).map(({ kind }) => kind)).toEqual(['page', 'shape', 'shape'])
  expect(await it.revert(id)).toEqual({ ok: true, restored: 1, left: [] })
  expect(await records(it.graph)).toEqual([])
})

/** More records than an entry has. */
const LARGE: Files = {
  'logseq/config.edn': '{}',
  'pages/Ada.md': '- one\n\t- two\n',
  'pages/Large.md': Array.from({ length: LIMITS.restoredAtOnce }, (_, n) => `- words ${n}\n`).join(''),
  'pages/Boat.md': 'port:: Ostend\n- sails\n',
}

test('[D8.5] a large import is one change, and one revert takes it back', async () => {
  const it = await desk()
  await it.add({ 'logseq/config.edn': '{}', 'pages/Boat.md': 'mood:: glad\n- ropes\n' })
  const before = await records(it.graph)
  const id = await it.take(LARGE)
  const [change, ...others] = await it.listed()
  expect(others).toEqual([])
  expect(change).toMatchObject({ id, action: 'import', state: 'open', touched: [] })
  expect(change!.summary).toBe(
    `Imported 2 pages and ${LIMITS.restoredAtOnce + 3} blocks`.replace('1003', '1,003'),
  )
  expect(await it.revert(id)).toEqual({ ok: true, restored: LIMITS.restoredAtOnce + 6, left: [] })
  expect((await records(it.graph)).map(({ id }) => id).toSorted()).toEqual(
    before.map(({ id }) => id).toSorted(),
  )
  const boat = (await it.graph.pages.findByName('boat'))!
  const { record } = (await it.graph.records.find(boat.id))!
  expect([heldProp(record as PageRecord, 'mood')?.v, heldProp(record as PageRecord, 'port')?.v]).toEqual([
    'glad',
    null,
  ])
})

test('[D8.2] the revert of a large import leaves what somebody changed since, and what others wrote meanwhile', async () => {
  const it = await desk()
  const id = await it.take(LARGE)
  await it.add({ 'logseq/config.edn': '{}', 'pages/Boat.md': '- mine\n', 'pages/Own.md': '- words\n' })
  await rewrite(it, 'words 7', 'words 7, edited')
  const { left } = await it.revert(id)
  expect(left.map(({ kind, why }) => [kind, why])).toEqual([
    ['block', 'Changed again after this change.'],
    ['page', 'The page still has blocks.'],
    ['page', 'The page still has blocks.'],
  ])
  expect(await outlineOf(it.graph, 'Large')).toEqual(['words 7, edited'])
  expect(await outlineOf(it.graph, 'Boat')).toEqual(['mine'])
  expect(await outlineOf(it.graph, 'Own')).toEqual(['words'])
  expect(await it.graph.maintenance.check()).toEqual([])
})

test.each([
  ['a small', NOTES, 5],
  ['a large', LARGE, LIMITS.restoredAtOnce + 6],
])('[D8.5] %s import whose process was killed is listed, and is taken back alone', async (_, files, size) => {
  const it = await desk()
  await it.add({ 'logseq/config.edn': '{}', 'pages/Boat.md': 'mood:: glad\n- ropes\n' })
  const before = await records(it.graph)
  const killed = await it.takeAndDie(files)
  const again = await it.take({ ...files, 'pages/More.md': '- words of another import\n' })
  await it.take({ 'pages/Own.md': '- own words\n' })
  const summary = 'Began an import that has not finished'
  expect(await it.listed()).toMatchObject([
    { state: 'open' },
    { id: again, state: 'open', summary: 'Imported 1 page and 1 block' },
    { id: killed, state: 'open', summary, token: 'Phone', action: 'import', touched: [] },
  ])
  expect(await it.revert(killed)).toEqual({ ok: true, restored: size, left: [] })
  expect(await it.listed()).toMatchObject([{}, {}, { id: killed, state: 'reverted' }])
  expect((await records(it.graph)).length).toBe(before.length + 4)
  expect(await outlineOf(it.graph, 'Own')).toEqual(['own words'])
  expect(await it.graph.maintenance.check()).toEqual([])
})

test('[D8.2] an import is not reverted while its job runs', async () => {
  const it = await desk()
  const id = await it.takeAndDie(NOTES)
  const job = { accountId: 'me', id, startedAt: NOW, seenAt: NOW, done: 0, total: 1 }
  await it.store.imports.begin({ ...job, state: 'running' }, NOW)
  const changes = changesService(it.store, deps)
  expect(refused(await changes.revert(account, id))).toEqual({ code: 'conflict', why: 'import_running' })
  await it.store.imports.update({ ...job, state: 'cut_off', endedAt: NOW })
  expect(await it.revert(id)).toEqual({ ok: true, restored: 5, left: [] })
})

test('[D8.5] an import that was killed before it wrote anything reverts nothing', async () => {
  const it = await desk()
  const { changeId } = await importEntry(it.graph, { ...deps, by: 'Phone' })
  await it.add(NOTES)
  expect(await it.revert(changeId)).toEqual({ ok: true, restored: 0, left: [] })
  expect(await outlineOf(it.graph, 'Ada')).toEqual(['one', '\ttwo'])
})

test('[D8.5] without a history, a small import can be reverted, and a large one says why not', async () => {
  const it = await desk(withoutHistory)
  expect(await it.revert(await it.take(NOTES))).toMatchObject({ restored: 5, left: [] })
  await it.take({ 'logseq/config.edn': '{}', 'pages/Boat.md': 'mood:: glad\n' })
  const large = await it.take(LARGE)
  const changes = changesService(withoutHistory(it.store), deps)
  expect(refused(await changes.revert(account, large!))).toEqual({ code: 'conflict', why: 'history_gone' })
})
