/** Files of one page: the first in the order of the plan has the page, and any other is a page under its path. */
import { expect, test } from 'vitest'
import { answers, home, target, type Files } from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const SETTINGS: Files = { 'logseq/config.edn': '{:meta/version 1}\n' }

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, readonly string[]>>]>([
  [
    'one name in several folders',
    { 'Garden.md': '- a\n- same\n', 'notes/Garden.md': '- b\n', 'pages/Garden.md': '- c\n- same\n' },
    { Garden: ['c', 'same'], 'Garden.md': ['a', 'same'], 'notes/Garden': ['b'] },
  ],
  [
    'one title',
    { 'pages/x.md': 'title:: Garden\n\n- a\n', 'pages/y.md': 'title:: garden\nalias:: Plot\n\n- b\n' },
    { Garden: ['a'], 'pages/y, known as Plot, garden': ['b'] },
  ],
  ['one name but for case', { 'pages/Tea.md': '- a\n', 'b/tea.md': '- b\n' }, { Tea: ['a'], 'b/tea': ['b'] }],
  [
    'one day',
    { 'journals/2026-02-03.md': '- a\n', 'journals/2026_02_03.md': '- b\n', 'pages/2026-02-03.md': '- c\n' },
    { '2026-02-03': ['a'], 'journals/2026_02_03': ['b'], 'pages/2026-02-03': ['c'] },
  ],
  [
    'one name of a day, which only journals are read by',
    { 'journals/03.02.2026.md': '- a\n', 'pages/03.02.2026.md': '- b\n' },
    { '03.02.2026': ['a'], 'pages/03.02.2026': ['b'] },
  ],
  [
    'Markdown and Org',
    { 'pages/Garden.md': '- a\n', 'pages/Garden.org': '* b\n', 'pages/Garden.markdown': '- c\n' },
    { Garden: ['c'], 'pages/Garden': ['a'], 'pages/Garden.org': ['b'] },
  ],
])('[import] files of %s are pages of their own', async (_, files, expected) => {
  const { store, blobs, graph, add } = await home()
  const source = { ...SETTINGS, ...files }
  const count = Object.keys(files).length
  expect((await add(source)).findings).toContainEqual(
    expect.objectContaining({ kind: 'page_renamed', count: count - 1 }),
  )
  const seen = (await answers(graph)).map(({ page, blocks }) => [
    [page['name'], ...(page.props['alias'] ? [`known as ${page.props['alias']}`] : [])].join(', '),
    blocks.map(({ content }) => content),
  ])
  expect(Object.fromEntries(seen)).toEqual(expected)
  expect(await add(source)).toMatchObject({ pages: 0, journals: 0, blocks: 0 })
  const out = target()
  expect(await exportFolder(store, blobs, 'me', out)).toMatchObject({ ok: true })
  expect(out.files()).toMatchObject(files)
})
