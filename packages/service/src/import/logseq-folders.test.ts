/** Folders in the layouts of Logseq over the years: import, export and a second import lose nothing. */
import { describe, expect, test } from 'vitest'
import {
  answers,
  home,
  outlineOf,
  target,
  type Files,
  type Home,
  type MemoryFolder,
} from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const X = '60ab7486-1318-48cc-85bc-02561429e331'
const Y = '60ab7357-2744-42bc-a8fd-a9c8db3051df'

const FOLDERS: { readonly [name: string]: Files } = {
  'drawers of 2020': {
    'logseq/config.edn': '{}',
    'pages/project.md': `---\ntitle: Project\n---\n\n## TODO plan [[Ada]]\n:PROPERTIES:\n:id: ${X}\n:created_at: 1609230242742\n:END:\n## notes\n:LOGBOOK:\nCLOCK: [2020-12-29 Tue 10:00:00]\n:END:\n`,
    'pages/ada.md': `- see ((${X}))\n  :PROPERTIES:\n  :background_color: #497d46\n  :END:\n`,
    'journals/2020_05_14.org': `* DONE *bold* [[Project][the project]] :work:\n** see [[https://a.example][label]]\n:PROPERTIES:\n:id: ${Y}\n:END:\n`,
  },
  'of 2021': {
    'logseq/config.edn': '{:journal/page-title-format "EEE, dd-MM-yyyy"}',
    'logseq/pages-metadata.edn': '({:block/name "books/dune", :block/created-at 1630000000000, :block/updated-at 1630000100000})',
    'pages/Books%2FDune.md': 'Author:: [[Frank Herbert]]\nalias:: Dune\n\n- # Notes\n  heading:: true\n- Quotes\n  heading:: true\n\t- one\n\n\ttwo\n',
    'journals/2021_09_01.md': '- DOING read [[Books/Dune]]\n  :LOGBOOK:\n  CLOCK: [2021-09-01 Wed 10:00:00]\n  :END:\n- on [[Thu, 02-09-2021]]\n',
  },
  'of 2023, with highlights and a whiteboard': {
    'logseq/config.edn': '{:file/name-format :triple-lowbar :favorites ["a/b"]}',
    'pages/a___b.md': `tags:: [[x]], y\n\n- LATER [#A] write\n  SCHEDULED: <2023-05-01 Mon .+1w>\n- ![p.3](../assets/paper.pdf#page=3)\n- {{embed ((${X}))}}\n`,
    'pages/hls__paper.md': `file:: [paper.pdf](../assets/paper.pdf)\nfile-path:: ../assets/paper.pdf\n\n- a highlight\n  ls-type:: annotation\n  hl-page:: 3\n  hl-color:: yellow\n  id:: ${X}\n`,
    'assets/paper.pdf': 'PDF',
    'whiteboards/board.edn': '{:blocks ({:block/properties {:logseq.tldraw.shape {:type "text" :text "an idea for [[a/b]]" :point [0 0]}}}) :pages ({:block/original-name "Board"})}',
  },
  'in Chinese': {
    'logseq/config.edn': '{:file/name-format :triple-lowbar :journal/page-title-format "yyyy年MM月dd日"}',
    'pages/项目___计划.md': '标签:: 重要\n\n- 待办 #工作，见[[资料]]\n\t- 第一行\u2028第二行\n- [[2024年03月05日]]\n',
    'journals/2024_03_04.md': '- TODO 写信\n',
  },
} // prettier-ignore

async function exported({ store, blobs }: Home): Promise<MemoryFolder> {
  const folder = target()
  const done = await exportFolder(store, blobs, 'me', folder)
  if (!done.ok) throw new Error(done.why)
  return folder
}

describe.each(Object.entries(FOLDERS))('a Logseq folder %s', (_, files) => {
  test('comes back the same through an export', async () => {
    const [first, second] = [await home(), await home()]
    await first.add(files)
    const folder = await exported(first)
    await second.add(folder)
    expect(await answers(second.graph)).toEqual(await answers(first.graph))
    expect((await exported(second)).files()).toEqual(folder.files())
  })

  test('is there already when it is imported again', async () => {
    const { add } = await home()
    await add(files)
    expect(await add(files)).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
  })
})

test('references find the ids of old drawers', async () => {
  const { graph, add } = await home()
  await add(FOLDERS['drawers of 2020']!)
  expect((await graph.blocks.find(X))?.pageName).toBe('Project')
  expect(await outlineOf(graph, 'project')).toEqual(['## TODO plan [[Ada]]', '## notes⏎:LOGBOOK:⏎CLOCK: [2020-12-29 Tue 10:00:00]⏎:END:']) // prettier-ignore
  expect((await graph.blocks.find(Y))?.content).toBe('see [label](https://a.example)')
})

test('headings, days, times and what is written on a whiteboard are read', async () => {
  const { graph, add } = await home()
  await add(FOLDERS['of 2021']!)
  expect(await outlineOf(graph, 'books/dune')).toEqual(['# Notes⏎heading:: true', '## Quotes', '\tone⏎⏎two'])
  expect((await graph.pages.findByName('books/dune'))?.name).toBe('Books/Dune')
  const all = await answers(graph)
  expect(JSON.stringify(all)).toContain('[[2021-09-02]]')
  const board = await home()
  const report = await board.add(FOLDERS['of 2023, with highlights and a whiteboard']!)
  expect(await outlineOf(board.graph, 'board')).toEqual(['an idea for [[a/b]]'])
  expect(report.unread).toEqual([expect.objectContaining({ file: 'whiteboards/board.edn' })])
})
