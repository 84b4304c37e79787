/**
 * The check of a graph compares the replicas of every process with PostgreSQL.
 *
 * @module-tag postgres
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import type { Store } from '@notegraph/store'
import { add, block, page } from '@notegraph/store/contract'
import { graphFile } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReplicated } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'

describePostgres('the check of a graph', (database) => {
  let folder: string
  let stores: Store[]
  /** The replica of the second process. */
  const replica = () => graphFile(join(folder, '2'), 'ada')
  const check = async () => stores[0]!.graph('ada').maintenance.check()

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-replicas-'))
    const open = async () => openReplicated({ url: database.url, connections: 4, folder })
    stores = [await open(), await open()]
    await emptyTables(database.url)
    await add(stores[0]!.graph('ada'), page('p1', 'p1'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
    await stores[1]!.graph('ada').pages.find('p1')
  })
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => store.close()))
    rmSync(folder, { recursive: true })
  })

  test('finds nothing in replicas that are right, or behind', async () => {
    expect(await check()).toEqual([])
    await add(stores[0]!.graph('ada'), block('b3', 'p1', 'three'))
    expect(await check()).toEqual([])
  })

  describe('names the replica of another process, and in it', () => {
    test.each([
      [
        'a record that differs',
        "UPDATE record SET content = 'on' WHERE id = 'b1'",
        'b1 of commit 1 differs in',
      ],
      ['another commit', "UPDATE record SET seq = 0 WHERE id = 'b1'", 'b1 of commit 1 differs in'],
      ['a missing record', "DELETE FROM record WHERE id = 'b2'", 'b2 of commit 1 is missing in'],
      ['a missing page', "DELETE FROM record WHERE id = 'p1'", 'p1 of commit 1 is missing in'],
      [
        'a record too many',
        `INSERT INTO record (n, id, kind, seq, deleted, size, doc)
         SELECT 99, 'x', kind, 1, 0, size, '{}' FROM record WHERE id = 'p1'`,
        'x of commit 1 is only in',
      ],
    ])('%s', async (_, sql, words) => {
      const db = new DatabaseSync(replica())
      db.exec(sql)
      db.close()
      const problems = await check()
      expect(problems[0]).toBe(
        `replica ${replica()} differs from PostgreSQL, which is right. Stop its process, delete the file, and start again.`,
      )
      expect(problems[1]).toBe(`record ${words} the replica`)
    })
  })
})
