/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import type { ChangeEntry, ChangeFilter, Window } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeStore } from '../src/graphs/change-reads.ts'
import { NO_SUMS } from '../src/graphs/graph-row.ts'
import { storageUsage } from '../src/graphs/storage-use.ts'
import { deciding } from './decisions.ts'
import { useDatabase } from './use-database.ts'

const ALL: Window = { limit: Infinity, offset: 0 }
const entry = (id: string, at: number, more: Partial<ChangeEntry> = {}): ChangeEntry => ({
  id,
  at,
  token: 'laptop',
  action: 'add_block',
  summary: `s of ${id}`,
  page: 'Ada',
  pageId: 'p1',
  touched: [{ kind: 'property', id: 'p1', key: 'born', before: null, after: '1815' }],
  ...more,
})
const ENTRIES = [
  entry('c1', 10),
  entry('c2', 30, { token: 'phone', blockId: 'b1' }),
  entry('c3', 20, { pageId: 'p2', summary: 's'.repeat(100) }),
]

describePostgres('the change list', (database) => {
  const opened = useDatabase(database)
  const list = () => changeStore(opened.db, 'ada')
  beforeEach(async () => {
    for (const one of ENTRIES) await opened.write(deciding([]), { entry: { entry: one, most: 0, since: 0 } })
    await opened.write(deciding([]), { reverts: 'c1' })
  })

  describe('lists the newest entry first, and counts all that match', () => {
    test.each<[ChangeFilter, Window, string[], number]>([
      [{ since: 0 }, ALL, ['c3', 'c2', 'c1'], 3],
      [{ since: 20 }, ALL, ['c3', 'c2'], 2],
      [{ since: 99 }, ALL, [], 0],
      [{ since: 0, token: 'laptop' }, ALL, ['c3', 'c1'], 2],
      [{ since: 0, token: 'laptop', pageId: 'p1' }, ALL, ['c1'], 1],
      [{ since: 0 }, { limit: 1, offset: 1 }, ['c2'], 3],
      [{ since: 0 }, { limit: 5, offset: 9 }, [], 3],
      [{ since: 0 }, { ...ALL, bytes: 1 }, ['c3'], 3],
      [{ since: 0 }, { ...ALL, bytes: 130 }, ['c3', 'c2'], 3],
    ])('%j %j', async (filter, window, ids, total) => {
      const listed = await list().list(filter, window)
      expect([listed.changes.map(({ id }) => id), listed.total]).toEqual([ids, total])
    })

    test('with the items of each, whose bytes count too', async () => {
      const { touched, ...c2 } = ENTRIES[1]!
      const all = await list().listWithItems({ since: 0 }, ALL)
      expect(all.changes[1]).toEqual({ ...c2, touched, state: 'open' })
      expect((await list().list({ since: 0 }, ALL)).changes[1]).toEqual({ ...c2, state: 'open' })
      const some = await list().listWithItems({ since: 0 }, { ...ALL, bytes: 200 })
      expect(some.changes.map(({ id }) => id)).toEqual(['c3'])
    })
  })

  test('finds one entry with its items, for a revert', async () => {
    expect(await list().find('c1')).toEqual({ ...ENTRIES[0], state: 'reverted' })
    expect(await list().find('c9')).toBeUndefined()
  })

  test('counts the open entries since a time', async () => {
    expect([await list().countOpen(0), await list().countOpen(21)]).toEqual([2, 1])
  })

  test('belongs to one account', async () => {
    const other = changeStore(opened.db, 'grace')
    expect(await other.find('c1')).toBeUndefined()
    expect(await other.list({ since: 0 }, ALL)).toEqual({ changes: [], total: 0 })
  })
})

describePostgres('the storage that a graph uses', (database) => {
  const opened = useDatabase(database)
  const none = { count: 0, bytes: 0 }
  const nothing = { ...NO_SUMS, changes: none, answers: none, history: none }

  test('is nothing for an account without a graph', async () => {
    expect(await storageUsage(opened.db, 'ada')).toEqual(nothing)
  })

  test('adds up what commits grew by, and counts the change list and idempotency records apart', async () => {
    const grown = {
      pages: { count: 1, bytes: 300 },
      blocks: { count: 5, bytes: 2_000 },
      shapes: { count: 2, bytes: 70 },
      files: { count: 1, bytes: 9 },
    }
    await opened.write(deciding([], { grown }))
    await opened.write(deciding([], { grown: { ...NO_SUMS, blocks: { count: -2, bytes: -900 } } }), {
      entry: { entry: entry('c1', 1), most: 0, since: 0 },
      idempotency: { key: 'k', request: 'r', at: 1, since: 0, answer: () => '' },
    })
    const used = await storageUsage(opened.db, 'ada')
    expect(used).toMatchObject({ ...grown, blocks: { count: 3, bytes: 1_100 } })
    expect([used.changes.count, used.answers.count]).toEqual([1, 1])
    expect(used.answers.bytes).toBe(129)
    expect(await storageUsage(opened.db, 'grace')).toEqual(nothing)
  })
})
