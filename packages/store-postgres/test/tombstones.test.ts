/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import { recordBytes, type VersionedRecord } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { sweepBacklog } from '../src/graphs/files.ts'
import { NO_SUMS, openGraph, raiseEpoch } from '../src/graphs/graph-row.ts'
import { hasGraph, removeGraph } from '../src/graphs/removal.ts'
import { storageUsage } from '../src/graphs/storage-use.ts'
import { collectTombstones } from '../src/graphs/tombstones.ts'
import { adding, allRecords, deciding, record } from './decisions.ts'
import { runSql } from './run-sql.ts'
import { useDatabase } from './use-database.ts'

const DAY = 86_400_000
const KEPT = 180 * DAY
const NOW = 1_000 * DAY

const dead = { kind: 'page', id: 'x', deleted: 1 } as VersionedRecord['record']
const gone = (id: string, n: number) => record(id, n, { deleted: true, doc: JSON.stringify(dead) })

describePostgres('tombstones', (database) => {
  const opened = useDatabase(database)
  const ids = async () => (await allRecords(opened.db)).map(({ id }) => id)
  const write = async (...records: ReturnType<typeof record>[]) =>
    opened.write(deciding([{ records }], { grown: { ...NO_SUMS, pages: { count: 0, bytes: 1_000 } } }))
  const collect = async (now: number, keptFor = KEPT) => collectTombstones(opened.db, 'ada', now, keptFor)
  const marks = async () => {
    const { floor, keptN } = await openGraph(opened.db, 'ada')
    return [floor.seq, floor.n, keptN]
  }

  test('stay for as long as they are kept from their commit, and raise the floor when they go', async () => {
    await write(record('a', 1), record('b', 2), record('c', 3))
    await collect(NOW)
    await write(gone('a', 1))
    await collect(NOW + DAY)
    await write(gone('b', 2))
    await collect(NOW + KEPT + DAY - 1)
    expect([await ids(), await marks()]).toEqual([
      ['c', 'a', 'b'],
      [0, 0, undefined],
    ])
    expect(await sweepBacklog(opened.db, 'ada')).toEqual({ deletedSince: NOW + DAY })
    await collect(NOW + KEPT + 2 * DAY)
    expect([await ids(), await marks()]).toEqual([
      ['c', 'b'],
      [2, 1, undefined],
    ])
    expect((await storageUsage(opened.db, 'ada')).pages.bytes).toBe(3_000 - recordBytes(dead))
  })

  test('are looked for once a day', async () => {
    await collect(NOW, 0)
    await write(record('a', 1), record('b', 2))
    await write(gone('a', 1))
    await collect(NOW + DAY - 1, 0)
    expect(await ids()).toHaveLength(2)
    await collect(NOW + DAY, 0)
    expect(await ids()).toEqual(['b'])
    expect(await sweepBacklog(opened.db, 'ada')).toEqual({})
  })

  test('keep the greatest number until another has it, and the floor never goes back', async () => {
    await write(record('a', 1), record('b', 2))
    await write(gone('b', 2))
    await write(gone('a', 1))
    await collect(NOW, 0)
    expect([await ids(), await marks()]).toEqual([['b'], [3, 1, 2]])
    await write(record('c', 3))
    await collect(NOW + DAY, 0)
    expect([await ids(), await marks()]).toEqual([['c'], [3, 1, undefined]])
  })

  test('go by the thousands, in several transactions', async () => {
    const many = Array.from({ length: 4_500 }, (_, i) => gone(`t${i}`, i + 1))
    await write(...many, record('last', 9_999))
    await collect(NOW, 0)
    expect([await ids(), await marks()]).toEqual([['last'], [1, 4_500, undefined]])
    expect((await storageUsage(opened.db, 'ada')).pages.bytes).toBe(1_000 - 4_500 * recordBytes(dead))
  })

  test('of another account stay', async () => {
    await opened.write(deciding([{ records: [gone('a', 1), record('b', 2)] }]), {}, 'grace')
    await collect(NOW, 0)
    await collect(NOW + DAY, 0)
    expect(await allRecords(opened.db, 'grace')).toHaveLength(2)
  })
})

describePostgres('a graph', (database) => {
  const opened = useDatabase(database)

  test('has a greater epoch after each restore', async () => {
    const { epoch } = await openGraph(opened.db, 'ada')
    await raiseEpoch(opened.db, 'ada', epoch + 1_000)
    expect((await openGraph(opened.db, 'ada')).epoch).toBe(epoch + 1_000)
    await raiseEpoch(opened.db, 'ada', 5)
    expect((await openGraph(opened.db, 'ada')).epoch).toBe(epoch + 1_001)
    expect(await runSql(database.url, 'SELECT changed FROM sweep_due')).toEqual([{ changed: true }])
  })

  describe('that is removed', () => {
    test('leaves no row, and the account starts with an empty graph of another epoch', async () => {
      const file = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 3, createdAt: 1 }
      const records = [gone('a', 1), record('b', 2)]
      await opened.write(deciding([{ records, files: [file] }]), { device: 'phone' })
      await collectTombstones(opened.db, 'ada', NOW, KEPT)
      await opened.write(adding('other'), {}, 'grace')
      const { epoch } = await openGraph(opened.db, 'ada')
      await removeGraph(opened.db, 'ada')
      expect([await hasGraph(opened.db, 'ada'), await hasGraph(opened.db, 'grace')]).toEqual([false, true])
      const left = await runSql(
        database.url,
        ['record', 'file', 'file_home', 'graph_commit', 'feed_day']
          .map((table) => `SELECT '${table}' AS left FROM ${table} WHERE account_id = 'ada'`)
          .join(' UNION ALL '),
      )
      expect(left).toEqual([])
      expect(await openGraph(opened.db, 'ada')).toMatchObject({ head: 0 })
      expect((await openGraph(opened.db, 'ada')).epoch).not.toBe(epoch)
      expect(await hasGraph(opened.db, 'ada')).toBe(true)
    })

    test('and was never used is no error', async () => {
      await removeGraph(opened.db, 'ada')
      expect(await hasGraph(opened.db, 'ada')).toBe(false)
    })
  })
})
