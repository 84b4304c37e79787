import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../../../test/builder.ts'
import { patchesOf } from '../../../test/truth-of.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { sqliteGraph, type SqliteGraph } from '../graph/graph.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { isDamaged, openReplicas, type Replicas, type ReplicasOptions } from './replicas.ts'

let folder: string
let truth: Db
let graph: SqliteGraph
let replicas: Replicas
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-replicas-'))
  truth = openDatabase(':memory:', GRAPH_SCHEMA)
  graph = sqliteGraph(truth)
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'))
  replicas = openReplicas(folder)
})
afterEach(async () => {
  await Promise.all([replicas.close(), graph.close()])
  rmSync(folder, { recursive: true })
})

const fill = async (id: string) =>
  replicas.use(id, async ({ replica }) => {
    for (const patch of patchesOf(truth, replica.state(), Infinity)) replica.apply(patch)
  })
const nameOf = async (id: string) => replicas.use(id, async ({ pages }) => (await pages.find('p1'))?.name)
async function openAgain(options?: ReplicasOptions): Promise<void> {
  await replicas.close()
  replicas = openReplicas(folder, options)
}
const fileOf = (id: string) => graphFile(join(folder, '1'), id)
const has = (id: string) => existsSync(fileOf(id))

test('a replica is used again after a start', async () => {
  await fill('Ada')
  await openAgain()
  expect(await nameOf('Ada')).toBe('Ada')
})

test('a folder of replicas is for its user alone: a start takes the rights of others away', async () => {
  await fill('ada')
  await replicas.close()
  const paths = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  for (const path of paths()) chmodSync(path, 0o755)
  replicas = openReplicas(folder)
  const wide = paths().filter((path) => {
    const stats = statSync(path)
    return (stats.mode & 0o777) !== (stats.isDirectory() ? 0o700 : 0o600)
  })
  expect(wide).toEqual([])
})

test('two processes have replicas of their own', async () => {
  await fill('ada')
  const other = openReplicas(folder)
  expect(await other.use('ada', async ({ replica }) => replica.state())).toBeUndefined()
  await other.remove('ada')
  expect(await nameOf('ada')).toBe('Ada')
  await other.close()
})

test('a replica that is removed starts from nothing', async () => {
  await fill('ada')
  await replicas.remove('ada')
  expect(has('ada')).toBe(false)
  expect(await nameOf('ada')).toBeUndefined()
})

test('a removal spares a replica that came since', async () => {
  const first = await replicas.use('ada', async (replica) => replica)
  await replicas.remove('ada', first)
  await fill('ada')
  await replicas.remove('ada', first)
  expect(await nameOf('ada')).toBe('Ada')
})

test('a file that is no database is created again', async () => {
  await fill('ada')
  await replicas.close()
  writeFileSync(fileOf('ada'), 'something else '.repeat(999))
  replicas = openReplicas(folder)
  expect(await nameOf('ada')).toBeUndefined()
  await fill('ada')
  expect(await nameOf('ada')).toBe('Ada')
})

test('the least recently used replicas go if all are too large', async () => {
  for (const id of ['Ann', 'ben', '.c']) await fill(id)
  await openAgain()
  await nameOf('Ann')
  await replicas.trim()
  const { bytes } = replicas.usage()
  expect(replicas.usage()).toMatchObject({ replicas: 3, open: 1 })
  await openAgain({ bytes: Math.floor(bytes * 0.7) })
  await nameOf('Ann')
  await replicas.trim()
  expect(replicas.usage()).toMatchObject({ replicas: 2 })
  expect(has('Ann')).toBe(true)
  await openAgain({ bytes: 1 })
  await replicas.use('Ann', async () => replicas.trim())
  expect(['Ann', 'ben', '.c'].map(has)).toEqual([true, false, false])
  await replicas.trim()
  expect(replicas.usage()).toMatchObject({ replicas: 0, bytes: 0, open: 0 })
})

describe('a replica whose file somebody deleted', () => {
  const groupOf = (id: string) => dirname(fileOf(id))
  const deleteAs: Readonly<Record<string, () => void>> = {
    'with its log': () => {
      for (const end of ['', '-wal', '-shm']) rmSync(fileOf('ada') + end, { force: true })
    },
    'without its log': () => rmSync(fileOf('ada')),
    'with the folder': () => rmSync(folder, { recursive: true }),
    'for another one': () => {
      rmSync(fileOf('ada'))
      copyFileSync(fileOf('ben'), fileOf('ada'))
    },
    'for a file that is no database': () => {
      rmSync(fileOf('ada'))
      writeFileSync(fileOf('ada'), 'something else '.repeat(999))
    },
  }

  test.each(Object.keys(deleteAs))('%s is created again at its next use', async (how) => {
    for (const id of ['ada', 'ben']) await fill(id)
    deleteAs[how]!()
    const states = await Promise.all(
      Array.from({ length: 3 }, async () => replicas.use('ada', async ({ replica }) => replica.state())),
    )
    expect(states).toEqual([undefined, undefined, undefined])
    await fill('ada')
    expect([await nameOf('ada'), has('ada')]).toEqual(['Ada', true])
    expect(await replicas.use('ada', async ({ maintenance }) => maintenance.check())).toEqual([])
    const files = readdirSync(groupOf('ada')).filter((name) => name.endsWith('.sqlite'))
    expect(files).toEqual([basename(fileOf('ada'))])
  })

  test('stays for a caller that has it open', async () => {
    await fill('ada')
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const early = replicas.use('ada', async ({ pages }) => {
      begun.resolve()
      await goOn.promise
      return (await pages.find('p1'))?.name
    })
    await begun.promise
    rmSync(fileOf('ada'))
    const late = nameOf('ada')
    goOn.resolve()
    expect(await Promise.all([early, late])).toEqual(['Ada', undefined])
    expect(replicas.usage()).toMatchObject({ open: 1, replicas: 1 })
  })
})

test('so many replicas are open at once', async () => {
  await openAgain({ openGraphs: 2 })
  for (const id of ['a', 'b', 'c', 'd']) await fill(id)
  expect(replicas.usage().open).toBeLessThanOrEqual(2)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(nameOf))).toEqual(['Ada', 'Ada', 'Ada', 'Ada'])
})

test.each([
  ['SQLITE_CORRUPT', true],
  ['SQLITE_CORRUPT_VTAB', true],
  ['SQLITE_NOTADB', true],
  ['SQLITE_FULL', false],
])('the code %s means a damaged file: %j', (code, expected) => {
  expect(isDamaged(Object.assign(new Error('x'), { code }))).toBe(expected)
})
