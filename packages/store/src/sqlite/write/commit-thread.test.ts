/** Very many records are committed in a thread of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import { graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-thread-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    block(`b${n}`, 'p1', n % 7 === 0 ? `TODO [#B] ${n} #tag [[Ada]]\nk:: v` : `${n} ((b)) 日本`, {
      order: n,
    }),
  )
const puts = (records: readonly GraphRecord[]) => records.map((record) => ({ record, from: 0 }))

test('all of them, each change under its number, with the rows that they would have here', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  const records = [page('p1', 'Ada', [['alias', 'Lady']]), ...many(3_000)]
  const committed = await graph.commits.commitAll([
    { puts: puts(records.slice(0, 1_500)) },
    { puts: puts(records.slice(1_500)) },
  ])
  expect(committed).toEqual({ ok: true, seq: 2 })
  expect((await graph.pages.find('p1'))?.counts.blocks).toBe(3_000)
  expect(await graph.maintenance.check()).toEqual([])
  await store.close()
})

test('none of them where one is refused, and the thread goes on', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'here'))
  expect(await graph.commits.commitAll([{ puts: puts(many(2_500)) }])).toEqual({
    ok: false,
    why: 'changed_meanwhile',
  })
  expect(await graph.commits.commitAll([{ puts: puts(many(2_500).slice(2)), quota: 9 }])).toEqual({
    ok: false,
    why: 'quota_full',
  })
  expect((await graph.pages.find('p1'))?.counts.blocks).toBe(1)
  expect(await graph.commits.commitAll([{ puts: puts(many(2_500).slice(2)) }])).toMatchObject({
    ok: true,
  })
  expect(await graph.maintenance.check()).toEqual([])
  await store.close()
})

test('the thread commits a write in between after its records, and before later ones', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
  const committed = await Promise.all([
    graph.commits.commitAll([{ puts: puts(many(2_500)) }]),
    graph.commits.commitAll([{ puts: puts([block('few', 'p1', 'one of few')]) }]),
    graph.commits.commit({ puts: puts([page('p2', 'Bob')]) }),
    graph.commits.commitAll([{ puts: puts(many(5_000).slice(2_500)) }]),
  ])
  expect(committed.map((one) => one.ok && one.seq)).toEqual([2, 3, 4, 5])
  expect(await graph.maintenance.check()).toEqual([])
  await store.close()
})

test('an error in the thread is an error here', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
  const db = new Database(graphFile(folder, 'one'))
  db.exec('DROP TABLE ref')
  db.close()
  await expect(graph.commits.commitAll([{ puts: puts(many(2_500)) }])).rejects.toThrow('ref')
  await store.close()
})
