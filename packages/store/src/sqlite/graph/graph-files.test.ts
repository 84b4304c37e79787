import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, page } from '../../../test/builder.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { openDatabase } from '../database/database.ts'
import { graphFile, graphFiles, moveFlatGraphs } from './graph-files.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const IDS = ['one', 'One', '.dot', 'x_-.9']
const flat = (id: string) => join(folder, 'graphs', basename(graphFile(folder, id)))
/** Everything below `graphs` that is in no folder of its own. */
const flatFiles = () =>
  readdirSync(join(folder, 'graphs'), { withFileTypes: true }).filter((entry) => !entry.isDirectory())

/** Data as an earlier release left it when it was killed: all files in one folder, the last writes in the logs. */
async function earlier(): Promise<void> {
  const store = openSqlite(folder)
  for (const id of IDS) await add(store.graph(id), page('p1', `Of ${id}`))
  for (const id of IDS)
    for (const end of ['', '-wal', '-shm']) copyFileSync(graphFile(folder, id) + end, flat(id) + end)
  await store.close()
  for (const id of IDS) rmSync(dirname(graphFile(folder, id)), { recursive: true, force: true })
}

async function expectAll(): Promise<void> {
  const store = openSqlite(folder)
  for (const id of IDS) {
    expect((await store.graph(id).pages.find('p1'))?.name).toBe(`Of ${id}`)
    expect(await store.graph(id).maintenance.check()).toEqual([])
  }
  await store.close()
  expect(flatFiles()).toEqual([])
}

test('graphs are spread over folders, one file for each account whatever its id', () => {
  const ids = Array.from({ length: 2_000 }, (_, n) => `account-${n}`)
  const paths = [...ids, ...IDS].map((id) => graphFile(folder, id))
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
  expect(new Set(paths.map((path) => dirname(path))).size).toBe(256)
})

describe('files of an earlier release', () => {
  test('are moved at the start, with what is in their logs alone', async () => {
    await earlier()
    expect(flatFiles()).toHaveLength(3 * IDS.length)
    await expectAll()
    expect([...graphFiles(folder)].map(({ path }) => path).toSorted()).toEqual(
      IDS.map((id) => graphFile(folder, id)).toSorted(),
    )
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'are all there after a start that was cut off at its step %i',
    async (cut) => {
      await earlier()
      const steps = [...IDS.map((id) => [id, '-wal']), ...IDS.map((id) => [id, ''])] as [string, string][]
      for (const [id, end] of steps.slice(0, cut)) {
        mkdirSync(dirname(graphFile(folder, id)), { recursive: true })
        if (end === '') rmSync(`${flat(id)}-shm`)
        renameSync(flat(id) + end, graphFile(folder, id) + end)
      }
      await expectAll()
    },
  )

  test('are not moved while a process has the data open', async () => {
    await earlier()
    const other = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA)
    expect(() => moveFlatGraphs(folder, 60)).toThrow('earlier release')
    expect(flatFiles()).toHaveLength(3 * IDS.length)
    other.close()
    await expectAll()
  })

  test('never replace a graph that is there', async () => {
    await earlier()
    mkdirSync(dirname(graphFile(folder, 'one')), { recursive: true })
    copyFileSync(flat('one'), graphFile(folder, 'one'))
    expect(() => openSqlite(folder)).toThrow('a graph is there twice')
    expect(flatFiles()).toHaveLength(3 * IDS.length)
    rmSync(graphFile(folder, 'one'))
    await expectAll()
  })
})
