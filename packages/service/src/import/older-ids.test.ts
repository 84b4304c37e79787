/** Vaults that an earlier version imported: it gave headings random ids, and an import now knows them by fixed ids. */
import { makeBlock, makePage } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { home, NOW, outlineOf, records, type Files } from '../../test/memory.ts'

const OLD_ID = '0b9a4c7e-6f0e-4d57-9a39-6f1f1a0c9a11'

/** An account whose page `Other` has the heading `# Part` with a random id. */
async function olderAccount() {
  const at = await home()
  const page = makePage({ id: 'other', name: 'Other', kind: 'page', now: NOW })
  const heading = makeBlock({
    id: OLD_ID,
    content: '# Part',
    rev: 'r1',
    pageId: 'other',
    parentId: null,
    order: 1,
    now: NOW,
  })
  await at.graph.commits.commit({ puts: [page, heading].map((record) => ({ record, from: 0 })) })
  return at
}

test.each<[string, string, Files]>([
  ['of a later note', 'Home', { 'Home.md': '![[Other#Part]]\n', 'Other.md': '# Part\n' }],
  ['of an earlier note', 'Zed', { 'Other.md': '# Part\n', 'Zed.md': '![[Other#Part]]\n' }],
])('an embed of a heading %s shows the block that is there', async (_, name, files) => {
  const { graph, add } = await olderAccount()
  await add(files)
  expect(await outlineOf(graph, name)).toEqual([`{{embed ((${OLD_ID}))}}`])
  expect(await outlineOf(graph, 'Other')).toEqual(['# Part'])
  const before = await records(graph)
  expect(await add(files)).toMatchObject({ pages: 0, blocks: 0 })
  expect(await records(graph)).toEqual(before)
})

test('an embed of a heading of its own note shows the block that is there', async () => {
  const { graph, add } = await olderAccount()
  const files = { 'Other.md': '# Part\n\n- ![[#Part]]\n' }
  await add(files)
  expect(await outlineOf(graph, 'Other')).toEqual(['# Part', `\t{{embed ((${OLD_ID}))}}`])
  expect(await add(files)).toMatchObject({ pages: 0, blocks: 0 })
})

test('two notes that embed a heading of each other show the blocks that are there', async () => {
  const { graph, add } = await olderAccount()
  const files = {
    'Home.md': '# Top\n\n- ![[Other#Part]]\n',
    'Other.md': '# Part\n\n- ![[Home#Top]]\n',
  }
  await add(files)
  expect((await outlineOf(graph, 'Home'))[1]).toBe(`\t{{embed ((${OLD_ID}))}}`)
  expect(await add(files)).toMatchObject({ pages: 0, blocks: 0 })
})
