/** @module-tag both-stores */
import fc from 'fast-check'
import { areEmbedded } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import { folderFiles } from '../../test/graphs.ts'
import { home, outlineOf, records } from '../../test/memory.ts'

test('a second import changes nothing, for any account and folder', async () => {
  await fc.assert(
    fc.asyncProperty(folderFiles, folderFiles, async (first, second) => {
      const { graph, add, store } = await home()
      await add({ 'logseq/config.edn': '{}', ...first })
      await add({ 'logseq/config.edn': '{}', ...second })
      const before = await records(graph)
      const again = await add({ 'logseq/config.edn': '{}', ...second })
      expect(again).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
      expect(await records(graph)).toEqual(before)
      expect(await graph.maintenance.check()).toEqual([])
      await store.close()
    }),
    { numRuns: areEmbedded() ? 60 : 10 },
  )
})

test('a page that is there stays in its order, whatever a folder adds to it', async () => {
  await fc.assert(
    fc.asyncProperty(folderFiles, folderFiles, async (first, second) => {
      const { graph, add, store } = await home()
      await add({ 'logseq/config.edn': '{}', 'pages/One.md': '- start\n', ...first })
      if (!(await graph.pages.findByName('one'))) return store.close()
      const before = await outlineOf(graph, 'One')
      await add({ 'logseq/config.edn': '{}', ...second })
      const after = await outlineOf(graph, 'One')
      let from = 0
      for (const line of before) {
        from = after.indexOf(line, from) + 1
        expect(from, `${line} in its place`).toBeGreaterThan(0)
      }
      await store.close()
    }),
    { numRuns: areEmbedded() ? 60 : 10 },
  )
})
