import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, block, change, deleted, page, T0 } from '../../../test/builder.ts'
import { changeChecksum } from '../../graph/change-checksum.ts'
import type { SourceChange } from '../../graph/graph-source.ts'
import type { GraphSource, GraphStore, Store } from '../../index.ts'
import { graphFile, openGraphSource, openSqlite } from '../index.ts'

const DAY = 86_400_000
const file = (id: string) => ({
  id,
  hash: `hash of ${id}`,
  name: `${id}.png`,
  type: 'image/png',
  size: 10,
  createdAt: T0,
})

let folder: string
let store: Store
let graph: GraphStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-source-'))
  store = openSqlite(folder)
  graph = store.graph('one')
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function read<T>(work: (source: GraphSource) => T | Promise<T>): Promise<T> {
  const source = openGraphSource(graphFile(folder, 'one'))
  try {
    return await work(source)
  } finally {
    source.close()
  }
}

test('the source of a graph has every record with its numbers, plain blocks and tombstones too', async () => {
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'see [[Ada]]'))
  await change(graph, 'b1', (held) => deleted(held, T0 + 1))
  const records = await read((source) => [...source.records()].flat())
  expect(records.map(({ id, n, seq, deleted: gone }) => [id, n, seq, gone])).toEqual([
    ['p1', 1, 1, false],
    ['b1', 2, 2, true],
    ['b2', 3, 1, false],
  ])
  for (const { id, doc } of records) expect(JSON.parse(doc)).toEqual((await graph.records.find(id))!.record)
})

test('the source of a graph has the records that a later commit wrote', async () => {
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
  const { head, records } = await read(async (source) => source.state())
  await change(graph, 'b1', (held) => deleted(held, T0 + 1))
  await add(graph, block('b3', 'p1', 'three'))
  const later = await read((source) => [...source.records(head)].flat())
  expect([records, ...later.map(({ id }) => id)]).toEqual([3, 'b1', 'b3'])
})

test('the source of a graph reads many and long rows in pieces', async () => {
  const blocks = Array.from({ length: 2_500 }, (_, n) => block(`b${n}`, 'p1', `${n}`))
  await add(graph, page('p1', 'Ada'), ...blocks)
  await add(graph, ...Array.from({ length: 3 }, (_, n) => block(`w${n}`, 'p1', 'x'.repeat(3_000_000))))
  const pieces = await read((source) => Array.from(source.records(), (piece) => piece.length))
  expect(pieces).toEqual([1_000, 1_000, 503, 1])
})

test('the source of a graph has its files, changes, answers, pushes and days', async () => {
  const entry = (id: string, at: number) => ({
    entry: {
      id,
      at,
      token: 't',
      action: 'add_block',
      summary: 's',
      page: 'Ada',
      pageId: 'p1',
      touched: [{ kind: 'property', id: 'p1', key: 'k', before: null, after: 'é' } as const],
    },
    most: 0,
    since: 0,
  })
  const idempotency = { key: 'k1', request: 'r', at: T0, since: 0, answer: () => 'answer' }
  await graph.commits.commit({
    puts: [{ record: page('p1', 'Ada'), from: 0 }],
    files: [file('f1'), { ...file('f2'), path: 'x/f2.png' }],
    device: 'phone',
    entry: entry('c1', T0),
    idempotency,
  })
  await graph.commits.commit({ puts: [], reverts: 'c1', entry: entry('c0', T0 + 1) })
  await graph.files.clearUnused(T0 + 5, T0)
  await graph.feed.collectTombstones(T0, 180 * DAY)
  const touched = '[{"kind":"property","id":"p1","key":"k","before":null,"after":"é"}]'
  const changed = (entry: Omit<SourceChange, 'checksum'>) => ({ ...entry, checksum: changeChecksum(entry) })
  const common = { token: 't', action: 'add_block', summary: 's', page: 'Ada', pageId: 'p1', touched }
  await read(async (source) => {
    expect([...source.files()].flat()).toEqual([
      { ...file('f1'), imported: false, unusedSince: T0 + 5 },
      { ...file('f2'), path: 'x/f2.png', imported: true },
    ])
    expect([...source.changes()].flat()).toEqual([
      changed({ id: 'c1', at: T0, state: 'reverted', ...common }),
      changed({ id: 'c0', at: T0 + 1, state: 'open', ...common }),
    ])
    expect([...source.answers()].flat()).toEqual([{ key: 'k1', request: 'r', answer: 'answer', at: T0 }])
    expect([...source.pushes()].flat()).toEqual([{ seq: 1, device: 'phone' }])
    expect([...source.days()].flat()).toEqual([{ at: T0, seq: 1 }])
    expect(await source.state()).toEqual({
      ...(await graph.feed.state()),
      records: 1,
      storage: await graph.storage.usage(),
      history: { floor: 0, gap: 0 },
    })
  })
})
