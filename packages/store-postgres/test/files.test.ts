/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import type { NewFile } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountOfFile } from '../src/accounts/file-homes.ts'
import { listUnused, noteUnused, removeFiles, renewFile, sweepBacklog } from '../src/graphs/files.ts'
import { NO_SUMS, openGraph } from '../src/graphs/graph-row.ts'
import { storageUsage } from '../src/graphs/storage-use.ts'
import { adding, deciding } from './decisions.ts'
import { runSql } from './run-sql.ts'
import { useDatabase } from './use-database.ts'

const file = (id: string): NewFile => ({
  id,
  hash: `hash of ${id}`,
  name: `${id}.png`,
  type: 'image/png',
  size: 100,
  createdAt: 1,
})
const MANY = 100

describePostgres('files of a graph', (database) => {
  const opened = useDatabase(database)
  const unused = async (since = Infinity) =>
    (await listUnused(opened.db, 'ada', Math.min(since, Number.MAX_SAFE_INTEGER), MANY)).map(
      ({ id, since: at }) => [id, at],
    )
  const head = async () => (await openGraph(opened.db, 'ada')).head

  beforeEach(async () => {
    const files = [file('f1'), file('f2'), { ...file('f3'), path: 'x/f3.png' }]
    await opened.write(deciding([{ files }], { grown: { ...NO_SUMS, files: { count: 3, bytes: 300 } } }))
  })

  describe('noted as unused', () => {
    test('keep the time of the first note, and imported ones are left out', async () => {
      expect(await noteUnused(opened.db, 'ada', 1, ['f1', 'f3', 'none'], 10)).toBe(true)
      await noteUnused(opened.db, 'ada', 1, ['f1', 'f2'], 20)
      expect(await unused()).toEqual([
        ['f1', 10],
        ['f2', 20],
      ])
      expect(await unused(10)).toEqual([['f1', 10]])
      expect(await sweepBacklog(opened.db, 'ada')).toEqual({ unusedSince: 10 })
      expect(await listUnused(opened.db, 'ada', 99, 1)).toEqual([
        {
          id: 'f1',
          hash: 'hash of f1',
          name: 'f1.png',
          type: 'image/png',
          size: 100,
          createdAt: 1,
          since: 10,
        },
      ])
    })

    test('are none after a commit that the caller has not seen', async () => {
      await opened.write(adding('a'))
      expect(await noteUnused(opened.db, 'ada', 1, ['f1'], 10)).toBe(false)
      expect(await unused()).toEqual([])
    })

    test.each<[string, () => Promise<unknown>]>([
      ['a commit that uses them', async () => opened.write(deciding([], { usedFiles: ['f1', 'f2'] }))],
      [
        'a renewal',
        async () => Promise.all(['f1', 'f2', 'none'].map(async (id) => renewFile(opened.db, 'ada', id))),
      ],
      [
        'an import',
        async () => Promise.all(['f1', 'f2'].map(async (id) => renewFile(opened.db, 'ada', id, 'x'))),
      ],
    ])('are no longer after %s', async (_, use) => {
      await noteUnused(opened.db, 'ada', 1, ['f1', 'f2'], 10)
      await use()
      expect([await unused(), await sweepBacklog(opened.db, 'ada')]).toEqual([[], {}])
    })
  })

  describe('deleted', () => {
    const clear = async (at = 1) =>
      removeFiles(opened.db, 'ada', at, { unused: [{ id: 'f1', since: 10 }], named: ['f2'] })
    beforeEach(async () => {
      await noteUnused(opened.db, 'ada', 1, ['f1', 'f2'], 10)
    })
    const homes = async () => Promise.all(['f1', 'f2', 'f3'].map(async (id) => accountOfFile(opened.db, id)))

    test('lose their homes and the bytes that they count', async () => {
      expect(await clear()).toEqual([file('f1')])
      expect(await homes()).toEqual([undefined, 'ada', 'ada'])
      expect((await storageUsage(opened.db, 'ada')).files).toEqual({ count: 2, bytes: 200 })
      expect(await unused()).toEqual([]) // f2 is named after all
      expect(await clear()).toEqual([])
      await opened.write(deciding([{ files: [file('f1')] }]))
      expect(await homes()).toEqual(['ada', 'ada', 'ada'])
    })

    test('are none after a commit that the caller has not seen', async () => {
      await opened.write(adding('a'))
      expect(await clear()).toBeUndefined()
      expect(await homes()).toEqual(['ada', 'ada', 'ada'])
      expect(await clear(await head())).toEqual([file('f1')])
    })

    test('leave one that was used and noted again meanwhile', async () => {
      await renewFile(opened.db, 'ada', 'f1')
      await noteUnused(opened.db, 'ada', 1, ['f1'], 20)
      expect(await clear()).toEqual([])
      expect(await unused()).toEqual([['f1', 20]])
    })

    test('by a person are imported ones alone', async () => {
      const gone = await removeFiles(opened.db, 'ada', 1, { imported: ['f2', 'f3', 'none'] })
      expect(gone?.map(({ id }) => id)).toEqual(['f3'])
      expect(await runSql(database.url, 'SELECT changed FROM sweep_due')).toEqual([{ changed: true }])
    })

    test('belong to one account', async () => {
      await openGraph(opened.db, 'grace')
      expect(await removeFiles(opened.db, 'grace', 0, { imported: ['f3'] })).toEqual([])
      expect(await homes()).toEqual(['ada', 'ada', 'ada'])
    })
  })
})
