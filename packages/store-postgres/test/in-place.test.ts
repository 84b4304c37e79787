/**
 * A replica follows deletions of tombstones and changes of files without being created again.
 *
 * @module-tag postgres
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import type { FileEntry, GraphStore, NewFile, Store } from '@notegraph/store'
import { add, block, page } from '@notegraph/store/contract'
import { graphFile } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReplicated } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'

const T0 = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const ALL = { records: 100_000, bytes: 1e9 }
const START = { seq: 0, n: 0 }

const file = (id: string, more: Partial<NewFile> = {}): NewFile => ({
  id,
  hash: `hash of ${id}`,
  name: `${id}.png`,
  type: 'image/png',
  size: 3,
  createdAt: T0,
  ...more,
})
const addFiles = async (graph: GraphStore, ...files: NewFile[]) =>
  expect(await graph.commits.commit({ puts: [], files })).toMatchObject({ ok: true })
/** Deletes blocks in one commit. */
async function deleteBlocks(graph: GraphStore, ...ids: string[]): Promise<void> {
  const found = await graph.records.findMany(ids)
  const puts = found.map(({ record, seq }) => ({
    record: { ...record, deleted: T0 + 1, updatedAt: T0 + 1 },
    from: seq,
  }))
  expect(await graph.commits.commit({ puts })).toMatchObject({ ok: true })
}
/** Deletes a file that an upload brought, a day after nobody used it. */
const clearUnused = async (graph: GraphStore) => {
  await graph.files.clearUnused(T0, T0 - 1)
  return graph.files.clearUnused(T0 + DAY, T0)
}

describePostgres('a replica in another process', (database) => {
  let folders: string[]
  let stores: Store[]
  let one: GraphStore
  let two: GraphStore

  beforeEach(async () => {
    folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'notegraph-replicas-')))
    stores = await Promise.all(
      folders.map(async (folder) => openReplicated({ url: database.url, connections: 4, folder })),
    )
    await emptyTables(database.url)
    ;[one, two] = stores.map((store) => store.graph('ada')) as [GraphStore, GraphStore]
    await add(one, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
    await addFiles(one, file('f1'), file('f2', { path: 'x/f2.png' }), file('f3'))
  })
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => store.close()))
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  /** The file of the second replica; a new one was created later. */
  const identity = () => {
    const { ino, birthtimeNs } = statSync(graphFile(join(folders[1]!, '1'), 'ada'), { bigint: true })
    return [ino, birthtimeNs]
  }
  const many = Array.from({ length: 2_500 }, (_, n) => block(`m${n}`, 'p1', 'gone', { order: n }))

  test.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    [
      'deletes tombstones that the truth deleted',
      async () => deleteBlocks(one, 'b1'),
      async () => one.feed.collectTombstones(DAY, 0),
    ],
    [
      'keeps the tombstone with the greatest number, until there is a greater one',
      async () => {
        await deleteBlocks(one, 'b2')
        await one.feed.collectTombstones(DAY, 0)
        await two.pages.find('p1')
        await add(one, block('b3', 'p1', 'three'))
      },
      async () => one.feed.collectTombstones(3 * DAY, 0),
    ],
    [
      'deletes more tombstones than one patch does',
      async () => {
        await add(one, ...many)
        await deleteBlocks(one, ...many.map(({ id }) => id))
      },
      async () => one.feed.collectTombstones(DAY, 0),
    ],
    ['deletes unused files', async () => {}, async () => clearUnused(one)],
    [
      'deletes imported files that nobody links',
      async () => {},
      async () => one.files.removeUnlinked(['f2']),
    ],
    [
      'takes a new file with the bytes of a deleted one',
      async () => {},
      async () => {
        await clearUnused(one)
        await addFiles(one, file('f4', { hash: 'hash of f1' }))
        await add(one, block('b4', 'p1', 'see /api/files/f4'))
      },
    ],
    ['notes that an import found a file', async () => {}, async () => one.files.renew('f1', 'y/f1.png')],
    [
      'follows files, tombstones and commits together',
      async () => deleteBlocks(one, 'b1'),
      async () => {
        await one.files.removeUnlinked(['f2'])
        await one.feed.collectTombstones(DAY, 0)
        await addFiles(one, ...Array.from({ length: 700 }, (_, n) => file(`many-${n}`)))
        await add(one, ...many)
        await one.files.renew('many-650', 'z.png')
      },
    ],
  ])('%s', async (_, before, then) => {
    await before()
    await two.feed.read(START, ALL)
    const was = identity()
    await then?.()
    const list = async (graph: GraphStore): Promise<[readonly FileEntry[], unknown]> => [
      await graph.files.list(),
      await graph.files.listUnlinked(),
    ]
    expect(await list(two)).toEqual(await list(one))
    expect(await two.feed.read(START, ALL)).toEqual(await one.feed.read(START, ALL))
    for (const graph of [one, two]) expect(await graph.maintenance.check()).toEqual([])
    expect(identity()).toEqual(was)
  })

  test('is created again if it misses records that were deleted before the floor', async () => {
    await two.pages.find('p1')
    const was = identity()
    await deleteBlocks(one, 'b1')
    await one.feed.collectTombstones(DAY, 0)
    expect((await two.blocks.listByPage('p1', { limit: 10, offset: 0 })).total).toBe(1)
    expect(await two.maintenance.check()).toEqual([])
    expect(identity()).not.toEqual(was)
  })
})
