import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, block, change, page, reworded, T0, viewOf } from '../../../test/builder.ts'
import type { Store } from '../../store.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { openSqlite } from '../index.ts'

const HUB = '11111111-1111-4111-8111-111111111111'
const PLAIN = '22222222-2222-4222-8222-222222222222'
const READERS = 2_000

let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-referring-'))
  store = openSqlite(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})
const path = () => graphFile(folder, 'one')

async function fill() {
  const graph = store.graph('one')
  const readers = Array.from({ length: READERS }, (_, i) => block(`r${i}`, 'p1', `${i} of ((${HUB}))`))
  await add(graph, page('p1', 'Ada'), block(HUB, 'p1', 'the hub'), block(PLAIN, 'p1', 'plain'), ...readers)
  return graph
}

test('an edit of a block that very many refer to writes no more than one that nobody refers to', async () => {
  const graph = await fill()
  const log = () => statSync(`${path()}-wal`).size
  async function written(id: string): Promise<number> {
    const before = log()
    await change(graph, id, (held) => reworded(held, `${id} says something else`, held.record.updatedAt + 1))
    return log() - before
  }
  await written(PLAIN)
  const [plain, hub] = [await written(PLAIN), await written(HUB)]
  expect(hub).toBeLessThan(3 * plain)
  expect(viewOf(await graph.blocks.find('r7'))['text']).toBe(`7 of ${HUB} says something else`)
  const { counts } = (await graph.pages.find('p1'))!
  await change(graph, HUB, (held) => reworded(held, 'hub', held.record.updatedAt + 1))
  expect((await graph.pages.find('p1'))!.counts.words).toBeLessThan(counts.words - READERS)
  expect(await graph.maintenance.check()).toEqual([])
})

describe('[D3.3] counting very many blocks that refer to others', () => {
  const edit = async (text: string) =>
    change(store.graph('one'), HUB, (held) => reworded(held, text, held.record.updatedAt + 1))
  const wordsOn = (line: number) => 2 * READERS + line * READERS + line + 1

  /** @returns how many turns of the event loop the work left to others */
  async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
    let turns = 0
    let isDone = false
    const next = () => {
      turns++
      if (!isDone) setImmediate(next)
    }
    setImmediate(next)
    await work()
    isDone = true
    return turns
  }

  test('lets others have their turn, and is done once', async () => {
    const graph = await fill()
    for (const read of [
      async () => (await graph.pages.find('p1'))!,
      async () => (await graph.pages.findByName('ada'))!,
      async () => (await graph.pages.list({}, { limit: 5, offset: 0 })).pages[0]!,
      async () => {
        const done = await graph.commits.commit({ puts: [], show: { pageId: 'p1' } })
        return done.ok ? done.shown.page! : undefined
      },
    ]) {
      await edit('one two three')
      let counted: number | undefined
      expect(await turnsBeside(async () => (counted = (await read())?.counts.words))).toBeGreaterThan(1)
      expect(counted).toBe(wordsOn(3))
      expect(await turnsBeside(read)).toBeLessThan(2)
    }
  })

  test('is exact where something changes meanwhile', async () => {
    const graph = await fill()
    await edit('one two three')
    const counting = graph.pages.find('p1')
    await edit('one')
    expect((await counting)!.counts.words).toBe(wordsOn(1))
  })
})

test('a search that another thread answers reads references out, files named by the own origin', async () => {
  await store.close()
  store = openSqlite(folder, { origin: 'https://notes.example' })
  const graph = await fill()
  await graph.commits.commit({
    puts: [],
    files: [{ id: 'f1secret', hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: T0 }],
  })
  await change(graph, HUB, (held) => reworded(held, 'https://notes.example/api/files/f1secret', T0 + 1))
  const found = await graph.search.find(
    { kind: 'words', text: '1999 of', at: 0 },
    { today: 20260101, startOf: () => 0 },
    { limit: 1, offset: 0 },
    10,
  )
  expect(found.blocks.map((one) => viewOf(one)['text'])).toEqual(['1999 of [picture: cat.png]'])
})

test('a file of an earlier layout has its references read out likewise', async () => {
  await fill()
  await store.close()
  const db = openDatabase(path(), GRAPH_SCHEMA)
  db.exec(`DELETE FROM block_line; UPDATE page SET referring = 0;
    UPDATE record SET text = 'stale', places = NULL WHERE places IS NOT NULL; UPDATE meta SET value = 0 WHERE key = 'layout'`)
  db.close()
  store = openSqlite(folder)
  const graph = store.graph('one')
  expect(viewOf(await graph.blocks.find('r7'))['text']).toBe('7 of the hub')
  expect(await graph.maintenance.check()).toEqual([])
})
