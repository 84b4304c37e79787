import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, block, change, deleted, page, T0 } from '../../../test/builder.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const store = () => openSqlite(folder)
async function edit(sql: string): Promise<void> {
  const db = openDatabase(graphFile(folder, 'one'), GRAPH_SCHEMA)
  db.exec(sql)
  db.close()
}

/** Fills a graph that has a tombstone. @returns the bytes that it counts */
async function filled(): Promise<number> {
  const first = store()
  const graph = first.graph('one')
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'), block('b2', 'p1', 'more'))
  await change(graph, 'b1', (held) => deleted(held, T0 + 1))
  const bytes = await graph.storage.bytes()
  await first.close()
  return bytes
}

const LARGER =
  'UPDATE record SET size = 256 WHERE deleted = 1; UPDATE storage SET bytes = bytes + 224 WHERE kind = 2;'

test('[sync server 9] tombstones of an earlier layout count 32 bytes once the file is opened', async () => {
  const bytes = await filled()
  await edit(`${LARGER} UPDATE meta SET value = 0 WHERE key = 'layout'`)
  const second = store()
  expect(await second.graph('one').storage.bytes()).toBe(bytes)
  expect(await second.graph('one').maintenance.check()).toEqual([])
  await second.close()
})

test('check finds a record that counts other bytes than it should, and rebuild mends it', async () => {
  const bytes = await filled()
  await edit(LARGER)
  const second = store()
  const graph = second.graph('one')
  expect(await graph.maintenance.check()).toEqual(['size: the row of b1 does not say what its record says'])
  await graph.maintenance.rebuild()
  expect(await graph.storage.bytes()).toBe(bytes)
  expect(await graph.maintenance.check()).toEqual([])
  await second.close()
})
