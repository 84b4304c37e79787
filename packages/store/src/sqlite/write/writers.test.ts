/**
 * Several writers of one data folder at once.
 *
 * @module-tag process
 * @module-tag first-ring
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addLast } from '../../../test/add-last.ts'
import { add, page, viewOf } from '../../../test/builder.ts'
import type { GraphStore } from '../../graph/graph-store.ts'
import { openDatabase } from '../database/database.ts'
import { sqliteGraph } from '../graph/graph.ts'
import { openSqlite } from '../index.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-writers-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const WRITERS = 20
const ALL = { limit: Infinity, offset: 0 }

/** Expects each block after the one before, each in a commit of its own. */
async function expectOneAfterTheOther(graph: GraphStore, count: number): Promise<void> {
  const { blocks, total } = await graph.blocks.listByPage('p1', ALL)
  expect(total).toBe(count)
  expect(blocks.map((one) => viewOf(one)['order'])).toEqual(Array.from({ length: count }, (_, n) => n + 1))
  const records = await Promise.all(blocks.map(({ id }) => graph.records.find(id)))
  expect(records.map((one) => one!.seq)).toEqual(Array.from({ length: count }, (_, n) => n + 2))
  const { changes } = await graph.changes.list({ since: 0 }, ALL)
  expect(changes.map(({ blockId }) => blockId)).toEqual(blocks.map(({ id }) => id).toReversed())
  expect(await graph.maintenance.check()).toEqual([])
}

async function both<T>(
  write: (graph: GraphStore, name: string) => Promise<T>,
): Promise<{ outcomes: T[]; graph: GraphStore; close: () => Promise<unknown> }> {
  const stores = [openSqlite(folder), openSqlite(folder)]
  await add(stores[0]!.graph('one'), page('p1', 'Ada'))
  const outcomes = await Promise.all(
    stores.flatMap((store, s) =>
      Array.from({ length: WRITERS / 2 }, (_, n) => write(store.graph('one'), `${s}-${n}`)),
    ),
  )
  const close = () => Promise.all(stores.map((store) => store.close()))
  return { outcomes, graph: stores[0]!.graph('one'), close }
}

test('from two open stores, at the end of one page: one after the other', async () => {
  const { graph, close } = await both((one, name) => addLast(one, name))
  await expectOneAfterTheOther(graph, WRITERS)
  await close()
})

test('never more than there is room for in the list', async () => {
  const { outcomes, graph, close } = await both((one, name) => addLast(one, name, { most: 7 }))
  expect(outcomes.filter((why) => why === undefined)).toHaveLength(7)
  expect(outcomes.filter((why) => why === 'trail_full')).toHaveLength(WRITERS - 7)
  await expectOneAfterTheOther(graph, 7)
  await close()
})

test('one under a key, and the others get a refusal', async () => {
  const { outcomes, graph, close } = await both((one, name) => addLast(one, name, { key: 'k' }))
  expect(outcomes.filter((why) => why === undefined)).toHaveLength(1)
  expect(outcomes.filter((why) => why === 'key_in_use')).toHaveLength(WRITERS - 1)
  await expectOneAfterTheOther(graph, 1)
  await close()
})

test('from two processes', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('one')
  await add(graph, page('p1', 'Ada'))
  const script = fileURLToPath(new URL('../../../test/adder.ts', import.meta.url))
  const run = promisify(execFile)
  await Promise.all(
    ['a', 'b'].map((name) => run(process.execPath, ['--conditions=notegraph', script, folder, name, '30'])),
  )
  await expectOneAfterTheOther(graph, 60)
  await store.close()
})

test('a process that writes for longer than others wait refuses them, and nothing is lost', async () => {
  const db = openDatabase(join(folder, 'graph.sqlite'), GRAPH_SCHEMA)
  const graph = sqliteGraph(db)
  const other = new Database(join(folder, 'graph.sqlite'))
  db.pragma('busy_timeout = 1')
  other.exec('BEGIN IMMEDIATE')
  const change = { puts: [{ record: page('p1', 'Ada'), from: 0 }] }
  expect(await graph.commits.commit(change)).toEqual({ ok: false, why: 'changed_meanwhile' })
  expect(await graph.commits.commitAll([change])).toEqual({ ok: false, why: 'changed_meanwhile' })
  other.exec('COMMIT')
  expect(await graph.commits.commit(change)).toMatchObject({ ok: true, seq: 1 })
  other.close()
  await graph.close()
})
