/** @module-tag both-stores */
import { makeBlock, makePage, remove, reword, type GraphRecord } from '@notegraph/graph'
import { memoryBlobs, type Blobs, type FileEntry } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { describe, expect, test } from 'vitest'
import { exportArchive } from '../export/export.ts'
import { exporterHere } from '../export/exporter.ts'
import type { FolderTarget } from '../import/source.ts'
import { storeAt } from './graph-at.ts'

test('[H3] an export of an earlier commit has the pages and blocks of that time', async () => {
  const store = await openTestStore()
  const graph = store.graph('me')
  const home = makePage({ id: 'p1', name: 'Home', now: 1 })
  const away = makePage({ id: 'p2', name: 'Away', now: 1 })
  const block = makeBlock({
    id: 'b1',
    content: 'one',
    rev: 'r1',
    pageId: 'p1',
    parentId: null,
    order: 1,
    now: 1,
  })
  const commit = async (...puts: { record: GraphRecord; from: number }[]) =>
    graph.commits.commit({ puts, by: { kind: 'device', id: 'd', name: 'Phone', at: 2 } })
  await commit({ record: home, from: 0 }, { record: away, from: 0 }, { record: block, from: 0 })
  await commit({ record: reword(block, 'two', 'r2', 2), from: 1 }, { record: remove(away, 2), from: 1 })
  await commit({ record: makePage({ id: 'p3', name: 'New', now: 3 }), from: 0 })
  const written = new Map<string, string>()
  const target = { write: async (path: string, content: unknown) => void written.set(path, String(content)) }
  const { pages, blocks } = await exportArchive(
    storeAt(store, 1),
    memoryBlobs(() => 1),
    'me',
    target,
  )
  expect([pages, blocks, written.get('pages/Home.md')]).toEqual([2, 1, '- one\n'])
  expect([...written.keys()].filter((path) => path.startsWith('pages/')).toSorted()).toEqual(['pages/Away.md', 'pages/Home.md']) // prettier-ignore
  await store.close()
})

test('[H3] a block keeps its id if a block of that time refers to it', async () => {
  const store = await openTestStore()
  const { commits } = store.graph('me')
  const id = '11111111-1111-4111-8111-111111111111'
  const at = { rev: 'r', pageId: 'p1', parentId: null, now: 1 }
  const home = makePage({ id: 'p1', name: 'Home', now: 1 })
  const quoted = makeBlock({ ...at, id, content: 'one', order: 1 })
  const quoting = makeBlock({ ...at, id: 'b2', content: `see ((${id}))`, order: 2 })
  const by = { kind: 'device', id: 'd', name: 'Phone', at: 2 } as const
  await commits.commit({ puts: [home, quoted, quoting].map((record) => ({ record, from: 0 })), by })
  await commits.commit({ puts: [{ record: remove(quoting, 2), from: 1 }], by })
  const written = new Map<string, string>()
  const target = { write: async (path: string, content: unknown) => void written.set(path, String(content)) }
  await exportArchive(
    storeAt(store, 1),
    memoryBlobs(() => 1),
    'me',
    target,
  )
  expect(written.get('pages/Home.md')).toBe(`- one\n  id:: ${id}\n- see ((${id}))\n`)
  await store.close()
})

describe('[H3] the files of an archive are those of that time', () => {
  const file = (id: string, createdAt: number): FileEntry => ({
    id,
    hash: id.repeat(4),
    name: `${id}.png`,
    type: 'image/png',
    size: 1,
    createdAt,
  })
  const BY = { kind: 'device', id: 'd', name: 'Phone' } as const

  /** The paths and texts of the archive of a snapshot. */
  async function archive(keeps: (hash: string) => boolean): Promise<Map<string, string>> {
    const store = await openTestStore()
    await store.accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: 1 })
    const graph = store.graph('me')
    const home = makePage({ id: 'p1', name: 'Home', now: 1 })
    const content =
      '![](/api/files/plan) ![](/api/files/lost) ![](/api/files/none) https://other.example/files/x'
    const block = makeBlock({ id: 'b1', content, rev: 'r', pageId: 'p1', parentId: null, order: 1, now: 1 })
    await graph.commits.commit({ puts: [], files: [file('plan', 1), file('lost', 1)] })
    const puts = [home, block].map((record) => ({ record, from: 0 }))
    const { seq } = (await graph.commits.commit({ puts, by: { ...BY, at: 2 } })) as { seq: number }
    await graph.history.addSnapshot({ id: 's', name: 'Then', at: 3 }, 1)
    const later = { record: reword(block, '![](/api/files/new)', 'r2', 4), from: seq }
    await graph.commits.commit({ puts: [later], files: [file('new', 4)], by: { ...BY, at: 4 } })
    // The sweep would delete what no live record names.
    for (const now of [5, 1e12]) await graph.files.clearUnused(now, now)
    const written = new Map<string, string>()
    const target: FolderTarget = {
      write: async (path, text) => void written.set(path, typeof text === 'string' ? text : 'bytes'),
    }
    const blobs: Blobs = {
      ...memoryBlobs(() => 1),
      open: async (_, hash) => (keeps(hash) ? new Response('x').body! : undefined),
    }
    await exporterHere(store, blobs).run('me', target, () => {}, seq)
    await store.close()
    return written
  }
  const assets = (written: ReadonlyMap<string, string>) =>
    [...written.keys()].filter((path) => path.startsWith('assets/')).toSorted()

  test('also those that no note names now, and none that came later', async () => {
    const written = await archive(() => true)
    expect(assets(written)).toEqual(['assets/lost.png', 'assets/plan.png'])
    expect(written.get('pages/Home.md')).toContain('![](../assets/plan.png) ![](../assets/lost.png)')
  })

  test('and a list names those that the server no longer has', async () => {
    const written = await archive((hash) => !hash.startsWith('lost'))
    expect(assets(written)).toEqual(['assets/plan.png'])
    expect(written.get('missing-files.txt')).toBe(
      'The notes name these files, but the server no longer has them.\n\n/api/files/none on "Home"\nlost.png\n',
    )
  })
})
