/**
 * Many notes of one page, such as one title in many exports of Roam.
 *
 * @module-tag both-stores
 */
import { areEmbedded } from '@notegraph/store/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { folder, home, NOW, outlineOf, type Home } from '../../test/memory.ts'
import { importFolder } from '../index.ts'

interface Entry {
  readonly words: string
  readonly hasUid: boolean
  readonly children: readonly Entry[]
}
type Page = readonly [title: string, entries: readonly Entry[]]

const words = fc.constantFrom('', 'a', 'b', 'c')
const leaf = fc.record<Entry>({ words, hasUid: fc.boolean(), children: fc.constant([]) })
const entry = fc.record<Entry>({ words, hasUid: fc.boolean(), children: fc.array(leaf, { maxLength: 3 }) })
const TITLES = ['Log', 'log', 'January 1st, 2020']
const pages = fc.array(fc.tuple(fc.constantFrom(...TITLES), fc.array(entry, { maxLength: 4 })), {
  maxLength: 3,
})

/** An export of Roam, whose ids no other one has. */
function roam(all: readonly Page[], file: number): string {
  let count = 0
  const block = ({ words, hasUid, children }: Entry): object => ({
    string: words,
    ...(hasUid && { uid: `uid-${file}-${count++}` }),
    children: children.map(block),
  })
  const own = { title: `Own ${file}`, children: [{ string: 'x' }] }
  return JSON.stringify([own, ...all.map(([title, entries]) => ({ title, children: entries.map(block) }))])
}

test('[operations, Import and export] files of one page give what imports of one after the other give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pages, { minLength: 2, maxLength: 5 }), async (files) => {
      const [together, apart] = [await home(), await home()]
      const texts = files.map((all, i) => [`${i}.json`, roam(all, i)] as const)
      await together.add(Object.fromEntries(texts))
      for (const one of texts) await apart.add(Object.fromEntries([one]))
      for (const title of ['log', 'january 1st, 2020']) {
        const shown = async ({ graph }: Home) =>
          (await graph.pages.findByName(title)) && (await outlineOf(graph, title))
        expect(await shown(together)).toEqual(await shown(apart))
      }
      expect(await together.graph.maintenance.check()).toEqual([])
      expect(await together.add(Object.fromEntries(texts))).toMatchObject({ pages: 0, blocks: 0 })
      await together.store.close()
      await apart.store.close()
    }),
    { numRuns: areEmbedded() ? 100 : 10 },
  )
})

test.each([20, 40])(
  '[operations, Import and export] a page of %i files is read once, in a first import and in a second',
  async (count) => {
    const { store, blobs, graph } = await home()
    const entries = (file: number): Entry[] =>
      Array.from({ length: 30 }, (_, i) => ({ words: `${file} ${i}`, hasUid: true, children: [] }))
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`${i}.json`, roam([['Log', entries(i)]], i)]),
    )
    const listByPage = vi.fn<typeof graph.records.listByPage>(async (id) => graph.records.listByPage(id))
    const commitAll = vi.fn<typeof graph.commits.commitAll>(async (...all) => graph.commits.commitAll(...all))
    const counted = {
      ...store,
      graph: () => ({
        ...graph,
        records: { ...graph.records, listByPage },
        commits: { ...graph.commits, commitAll },
      }),
    }
    const add = async () =>
      importFolder(counted, blobs, { id: 'me', quota: Infinity }, folder(files), { now: NOW })
    expect(await add()).toMatchObject({ report: { blocks: count * 31 } })
    expect(listByPage).toHaveBeenCalledTimes(1)
    expect(commitAll.mock.calls.length).toBeLessThan(5)
    listByPage.mockClear()
    expect(await add()).toMatchObject({ report: { blocks: 0 } })
    expect(listByPage).toHaveBeenCalledTimes(count + 2) // a page of each file, and the one of all twice
  },
)
