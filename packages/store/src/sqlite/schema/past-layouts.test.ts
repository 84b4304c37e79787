/** Files of every schema so far open with their records, and are written on. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GraphRecord } from '@notegraph/graph'
import { addLast } from '../../../test/add-last.ts'
import { block, page } from '../../../test/builder.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { openSqlite } from '../index.ts'
import { ACCOUNTS_SCHEMA } from './accounts/index.ts'
import { GRAPH_SCHEMA } from './graph/index.ts'

const RECORDS: readonly GraphRecord[] = [
  page('p1', 'Ada'),
  block('b1', 'p1', 'TODO sow rye'),
  block('b2', 'p1', 'see [[Ada]]', { order: 2 }),
  { ...block('b3', 'p1', 'odd', { order: 3 }), hist: ['r0'], colour: 'red' } as GraphRecord,
  block('b4', 'nowhere', 'waits'),
]
const LOST = 'block b4: its page nowhere is not there'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-layouts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const versions = (schema: readonly string[]): number[] => schema.map((_, n) => n + 1)

describe('a graph of schema', () => {
  it.each(versions(GRAPH_SCHEMA))('%i opens with its records, and is written on', async (version) => {
    const path = graphFile(folder, 'one')
    mkdirSync(dirname(path), { recursive: true })
    const past = openDatabase(path, GRAPH_SCHEMA.slice(0, version))
    const insert = past.prepare(
      'INSERT INTO record (id, kind, seq, deleted, size, doc) VALUES (?, ?, 1, 0, octet_length(?), ?)',
    )
    for (const record of RECORDS) {
      const doc = JSON.stringify(record)
      insert.run(record.id, record.kind === 'page' ? 1 : 2, doc, doc)
    }
    past.exec("UPDATE meta SET value = 1 WHERE key = 'seq'")
    past.close()

    const store = openSqlite(folder)
    const graph = store.graph('one')
    expect(await graph.maintenance.check()).toEqual([LOST])
    for (const record of RECORDS) expect((await graph.records.find(record.id))?.record).toEqual(record)
    expect((await graph.blocks.find('b1'))?.pageName).toBe('Ada')
    expect(await addLast(graph, 'b5', { most: 1, key: 'k' })).toBeUndefined()
    expect(await graph.blocks.orderRange('p1')).toEqual({ low: 1, high: 4 })
    expect(await graph.changes.countOpen(0)).toBe(1)
    await graph.maintenance.rebuild()
    expect(await graph.maintenance.check()).toEqual([LOST])
    await store.close()
  })
})

describe('the accounts of schema', () => {
  it.each(versions(ACCOUNTS_SCHEMA))('%i open', async (version) => {
    const past = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA.slice(0, version))
    past.exec("INSERT INTO account (id, plan, allowed, quota, created_at) VALUES ('one', 'active', 1, 5, 7)")
    past.close()

    const store = openSqlite(folder)
    expect(await store.accounts.find('one')).toMatchObject({
      id: 'one',
      plan: 'active',
      quota: 5,
      createdAt: 7,
    })
    expect(await store.sessions.list('one')).toEqual([])
    await store.close()
  })
})
