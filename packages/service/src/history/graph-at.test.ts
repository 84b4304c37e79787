import { makeBlock, makePage, remove, reword, type GraphRecord } from '@notegraph/graph'
import { memoryBlobs } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import { exportArchive } from '../export/export.ts'
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
