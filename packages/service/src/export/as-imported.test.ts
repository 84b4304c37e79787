/**
 * An export of an imported Logseq folder has the files of that folder again.
 *
 * @module-tag both-stores
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSource } from '@notegraph/folder'
import { diskFolder } from '@notegraph/folder/node'
import { propOf, type PageRecord } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { change, deleted, reworded } from '../../test/edits.ts'
import { home, NOW, outlineOf, target, type Files, type Home, type MemoryFolder } from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const ID = '64fee82e-c031-436a-add0-0ea0d494fad0'
const OTHER = '64fee82e-c031-436a-add0-0ea0d494fad1'

/** Days in a format of its own, names in the older form, and files as other editors write them. */
const OWN_FORMATS: Readonly<Record<string, string>> = {
  'logseq/config.edn':
    ';; mine\n{:journal/page-title-format "EEE, dd-MM-yyyy"\n :journal/file-name-format "yyyy-MM-dd"\n :favorites ["Boat"] ; few\n :hidden ["/drafts"]}\n',
  'journals/2026-11-19.md': '- sailed\n\t- TODO write\n',
  'journals/2026-11-20.md': '- see [[Thu, 19-11-2026]], [[Wed, 18-11-2026]]',
  'pages/Boat.md': `tags:: [[Wood]]\r\n\r\n- hull\r\n  id:: ${ID}\r\n  collapsed:: true\r\n\t- planks\r\n\r\n- mast\r\n`,
  'pages/Books%2FDune.md': '\uFEFF* a\n  * b\n    more\n\n* c\n\n\n',
  'pages/Spaces.md': 'type:: list\n- a\n    - b\n      more\n\n      lines\n        - c\n-\n- \n-  d  \n',
  'pages/Headings.md':
    '# One\n- a\n\n## Two\nwords\n\n- b\n\n\n\tin b\n- ```\n  code\n\n    deep\n  ```\n- TODO x\n  :LOGBOOK:\n  CLOCK: [2026-11-19]\n  :END:\n',
  'pages/Old.md': `:PROPERTIES:\n:title: Old\n:END:\n- a\n  :PROPERTIES:\n  :id: ${OTHER}\n  :END:\n- b\n  heading:: true\n- c\n  created-at:: 1609250283049`,
  'pages/Fenced.md': '---\ntitle: Fenced\ntags: wood, hull\n---\n\n- a',
  'pages/Empty.md': '',
  'pages/Unset.md': 'a::\ntype:: list\nGenre::   \n\n- words\n',
  'pages/Mixed.md': '- a\r\n- b\n',
  'notes/deep/Rope.md': '- ![x](../../assets/x%20y.png) and ![[assets/x y.png]]\n',
  'assets/x y.png': 'PNG',
}

const ORG: Files = {
  'logseq/config.edn': '{:preferred-format "Org" :file/name-format :triple-lowbar}',
  'journals/2020_05_14.org':
    '* Hello\n** a *bold* word, [[https://x.example][x]]\n:PROPERTIES:\n:id: 1\n:END:',
  'pages/Tools.org': `#+TITLE: Tools\n#+FILETAGS: :wood:iron:\n\n* Saw\n:PROPERTIES:\n:id: ${ID}\n:END:\nlong [[file:./Boat___Hull.org][hull]]\n- one\n- two\n#+begin_src sh\nls\n#+end_src\n** TODO sharpen :soon:\nSCHEDULED: <2026-11-20 Fri>\n`,
  'pages/Boat___Hull.org': `* planks, ((${ID}))\r\n\r\n**\r\n`,
  'pages/Plain.md': '- a\n',
}

const PLAIN: Files = {
  'pages/Home.md': 'Just words\n\n- a\n\n- b\n\n- c',
  'pages/dash-.md': '-\n',
  'journals/2026_11_19.md': 'title:: Nov 19th, 2026\n\n- a\n',
}

/** Files beside the notes. */
const FILES: Files = {
  'logseq/config.edn': '{:meta/version 1}',
  'pages/Boat.md':
    'image:: ../img/a.png\n\n- ![a](../img/a.png) ![s](../assets/sub/x%20y.png) ![[img/a.png|30]]\n- `../img/a.png` ![q](<../img/with space.png>) [d](../docs/f(1).pdf#page=2)\n',
  'notes/deep/Rope.md': '- ![a](../../img/a.png)\n- ![l](local.png) ![a](/img/a.png)\n',
  'journals/2026_11_20.md': '- ![a](../img/a.png) ![b](../assets/b.png)\n',
  'Tools.org': '* [[file:img/a.png]]\n',
  'img/a.png': 'A',
  'img/with space.png': 'W',
  'assets/sub/x y.png': 'XY',
  'assets/b.png': 'B',
  'docs/f(1).pdf': 'F',
  'notes/deep/local.png': 'L',
}

/** Files with the same bytes under several names. */
const COPIES: Files = {
  'logseq/config.edn': '{:meta/version 1}',
  'pages/Boat.md': '- ![a](../assets/one.png)\n- ![b](../assets/two.png) and ![c](../assets/sub/one.png)\n',
  'pages/Hull.md': 'image:: ../assets/two.png\n\n- ![c](../assets/sub/one.png) ![i](../img/three%204.png)\n',
  'assets/one.png': 'A',
  'assets/two.png': 'A',
  'assets/sub/one.png': 'A',
  'img/three 4.png': 'A',
}

/** Files of one page. */
const NAMESAKES: Files = {
  'logseq/config.edn': '{:meta/version 1}',
  'pages/Boat.md': '- a\n',
  'notes/Boat.md': 'tags:: x\n\n- a\n- b\n',
  'pages/x.md': 'title:: boat\n\n- c\n',
}

/** Heads and ids as people write them. */
const HEADS: Files = {
  'logseq/config.edn': '{:meta/version 1\n :journal/page-title-format "yyyy-MM-dd EEEE"}\n',
  'journals/2026_02_03.md': '- [[2026-02-04 Wednesday]]\n- NOW x\n',
  'journals/2026_02_04.md': '-\n',
  'pages/Peas.md': 'tags:: [[Vegetable]]\ntags:: [[Climber]]\nalias:: Pea\nalias:: Garden pea\n\n- sow\n',
  'pages/Beans.md': '---\nalias:: [[Runner beans]]\nsown:: [[2026-04-02 Thu]]\n---\n- in rows\n',
  'pages/Plot.md':
    '---\n# where\ntags: #garden #beans\nstatus: green # in May\nid: 202601021530\nnone: ~\nup: [[Home]]\n---\n- rows',
  'pages/Open.md': '- text\n- ```js\n  # In code\n- after\n',
  'pages/Ids.md': `- a\n  id:: ${ID}\n- b\n  id:: ${OTHER}\n\n\n`,
  [`pages/${'long '.repeat(40)}name.md`]: '- a\n',
}

/** Notes of both formats in any folder. */
const ANYWHERE: Files = {
  'logseq/config.edn': '{:preferred-format "Org"}',
  'Shed.md': `- spade\n  id:: ${ID}\n`,
  'notes/deep/Tool box.org': `:PROPERTIES:\n:ID: ${OTHER}\n:END:\n#+title: Tools\n\n* see ((${ID}))\r\n**\r\n* two\r\n`,
  'pages/Garden.md': `- see [[Shed]], [[Tools]] and ((${ID}))\n`,
  'journals/2026_02_03.org': `* [[id:${OTHER}][the tools]] and [[file:../notes/deep/Tool box.org]]\n`,
}

/** Settings that name a folder which is not there. */
const ELSEWHERE: Files = {
  'logseq/config.edn': '{:pages-directory "org" :preferred-format "Org"}',
  'pages/garden.org':
    '#+title: Garden\n\n* see [[file:../pages/tools.org][the tools]]\n** [[file:tools.org][Tools]]',
  'pages/tools.org': '#+title: Tools\n* spade\n',
}

const GRAPHS = [
  ['in formats of its own', OWN_FORMATS],
  ['in Org', ORG],
  ['without settings', PLAIN],
  ['with files beside the notes', FILES],
  ['with several names of one file', COPIES],
  ['with namesakes', NAMESAKES],
  ['with odd heads', HEADS],
  ['with notes anywhere', ANYWHERE],
  ['with its folder of pages elsewhere', ELSEWHERE],
] as const

async function imported(files: Files): Promise<Home> {
  const from = await home()
  await from.add(files)
  return from
}

async function exportOf({ store, blobs }: Home, folder = target()): Promise<MemoryFolder> {
  const done = await exportFolder(store, blobs, 'me', folder)
  if (!done.ok) throw new Error(done.why)
  return folder
}

/** The files of an export without those that an import of the folder did not have. */
function filesOf(folder: MemoryFolder, of: Files): Record<string, string> {
  const files = folder.files()
  delete files['logseq/notegraph.json']
  delete files['logseq/notegraph-files.json']
  if (!('logseq/config.edn' in of)) delete files['logseq/config.edn']
  return files
}

describe.each(GRAPHS)('[operations, Import and export] a graph %s', (_, files) => {
  test('comes back as it was, and the same again', async () => {
    const from = await imported(files)
    const folder = await exportOf(from)
    expect(filesOf(folder, files)).toEqual(files)
    const before = folder.files()
    expect((await exportOf(from, folder)).files()).toEqual(before)
  })

  test('comes back from another account that read the export', async () => {
    const folder = await exportOf(await imported(files))
    const again = await home()
    await again.add(folder)
    expect((await exportOf(again)).files()).toEqual(folder.files())
  })
})

const blockOf = async ({ graph }: Home, page: string, text: string): Promise<string> => {
  const { id } = (await graph.pages.findByName(page))!
  const found = (await graph.records.listByPage(id)).find(
    ({ record }) => record.kind === 'block' && record.words.text.startsWith(text),
  )
  return found!.record.id
}

describe('[operations, Import and export] after a change', () => {
  test.each([
    ['boat', 'hull', 'hull of oak\ncollapsed:: true', 'pages/Boat.md', 'hull\r\n', 'hull of oak\r\n'],
    ['boat', 'planks', 'oak', 'pages/Boat.md', 'planks\r\n\r\n', 'oak\r\n'],
    ['spaces', 'c', 'd', 'pages/Spaces.md', '        - c\n', '        - d\n'],
    ['books/dune', 'a', 'z', 'pages/Books%2FDune.md', '* a\n', '* z\n'],
  ])('of a block of %s, the others keep their form', async (page, text, now, path, old, fresh) => {
    const from = await imported(OWN_FORMATS)
    await change(from.graph, await blockOf(from, page, text), (held) => reworded(held, now, NOW))
    const files = filesOf(await exportOf(from), OWN_FORMATS)
    expect(files).toEqual({ ...OWN_FORMATS, [path]: OWN_FORMATS[path]!.replace(old, fresh) })
  })

  test('of its name, a page gets another file in its form', async () => {
    const from = await imported(OWN_FORMATS)
    const { id } = (await from.graph.pages.findByName('books/dune'))!
    await change(from.graph, id, ({ record }) => ({
      ...(record as PageRecord),
      props: { ...record.props, name: { v: 'Books/Arrakis', at: NOW } },
    }))
    const files = filesOf(await exportOf(from), OWN_FORMATS)
    expect(files['pages/Books%2FDune.md']).toBeUndefined()
    expect(files['pages/Books%2FArrakis.md']).toBe(OWN_FORMATS['pages/Books%2FDune.md'])
  })

  test.each([
    ['type', 'book', 'type:: book\na::\nGenre::\n\n- words\n'],
    ['a', 'set', 'type:: list\na:: set\nGenre::\n\n- words\n'],
  ])('of the property %s, properties without a value stay', async (key, v, expected) => {
    const from = await imported(OWN_FORMATS)
    const { id } = (await from.graph.pages.findByName('unset'))!
    await change(from.graph, id, ({ record }) => ({
      ...(record as PageRecord),
      props: { ...record.props, [key]: { v, at: NOW } },
    }))
    const folder = await exportOf(from)
    expect(filesOf(folder, OWN_FORMATS)).toEqual({ ...OWN_FORMATS, 'pages/Unset.md': expected })
    const again = await home()
    await again.add(folder)
    expect((await exportOf(again)).files()).toEqual(folder.files())
  })

  test('of the favorites, the settings keep everything else', async () => {
    const from = await imported(OWN_FORMATS)
    const { id } = (await from.graph.pages.findByName('spaces'))!
    await change(from.graph, id, ({ record }) => ({
      ...(record as PageRecord),
      props: { ...record.props, ':favorite': { v: true, at: NOW } },
    }))
    const config = OWN_FORMATS['logseq/config.edn']!
    expect(filesOf(await exportOf(from), OWN_FORMATS)['logseq/config.edn']).toBe(
      config.replace('["Boat"]', '["Boat" "Spaces"]'),
    )
  })

  test('an Org file becomes Markdown, and the Org file of an earlier export goes', async () => {
    const from = await imported(ORG)
    const folder = await exportOf(from)
    const block = await blockOf(from, 'boat/hull', 'planks')
    await change(from.graph, block, (held) => reworded(held, 'oak', NOW))
    const { 'pages/Boat___Hull.org': _, ...others } = ORG
    expect(filesOf(await exportOf(from, folder), ORG)).toEqual({
      ...others,
      'pages/Boat___Hull.md': '- oak\n\t-\n',
    })
    const again = await home()
    await again.add(folder)
    expect(await outlineOf(again.graph, 'boat/hull')).toEqual(['oak', '\t'])
    expect((await exportOf(again)).files()).toEqual(folder.files())
  })

  test.each([
    ['boat', 'image', 'pages/Boat.md', ['../img/a.png', '../assets/sub/x%20y.png', 'with space.png']],
    ['tools', 'org', 'pages/Tools.md', ['../img/a.png']],
  ])('of %s, its files stay at their paths', async (page, _, path, addresses) => {
    const from = await imported(FILES)
    const { id } = (await from.graph.pages.findByName(page))!
    const block = (await from.graph.records.listByPage(id)).find(
      ({ record }) => record.kind === 'block',
    )!.record
    const text = block.kind === 'block' ? block.words.text : ''
    await change(from.graph, block.id, (held) => reworded(held, `${text} more`, NOW))
    const folder = await exportOf(from)
    const files = folder.files()
    for (const address of addresses) expect(files[path]).toContain(address)
    for (const file of ['img/a.png', 'assets/sub/x y.png', 'img/with space.png'])
      expect(files).toHaveProperty([file])
    const again = await home()
    expect(await again.add(folder)).toMatchObject({ missing: [] })
    expect((await exportOf(again)).files()).toEqual(files)
  })

  test.each([
    '../a.png',
    'logseq/custom.css',
    '.git/config',
    'pages/A.md',
    'a//b.png',
    'C:x.png',
    'x.md',
    'assets/y/z.png',
  ])('a device cannot write a file to %s, unless an import could have found it there', async (path) => {
    const from = await imported(FILES)
    const { id } = (await from.graph.pages.findByName('boat'))!
    await change(from.graph, id, ({ record }) => {
      const form = JSON.parse(propOf(record, ':file') as string) as { files: Record<string, string> }
      const moved = Object.fromEntries(Object.keys(form.files).map((one) => [one, path]))
      const file = { v: JSON.stringify({ ...form, files: moved }), at: NOW }
      return { ...(record as PageRecord), props: { ...record.props, ':file': file } }
    })
    const paths = Object.keys((await exportOf(from)).files())
    expect(paths.includes(path)).toBe(path === 'assets/y/z.png')
  })

  test('a page that is gone gives no file', async () => {
    const from = await imported(PLAIN)
    await change(from.graph, (await from.graph.pages.findByName('home'))!.id, (held) => deleted(held, NOW))
    expect(Object.keys(filesOf(await exportOf(from), PLAIN))).not.toContain('pages/Home.md')
  })
})

test('[X1] a file whose name no export writes keeps its form under another name', async () => {
  const text = 'icon:: 🌱\nempty::\n\n\n* sow\n    * peas\n\n'
  const files = await exportOf(await imported({ 'logseq/config.edn': '{}', 'pages/What? now.md': text }))
  expect(files.files()).toMatchObject({ 'pages/What%3F now.md': text })
})

describe('[operations, Import and export] settings of an import', () => {
  test('are no file of the report, and a second import adds nothing', async () => {
    const from = await home()
    expect(await from.add(OWN_FORMATS)).toMatchObject({ files: 1 })
    const head = await from.graph.commits.head()
    expect(await from.add(OWN_FORMATS)).toMatchObject({ pages: 0, blocks: 0, files: 0 })
    expect(await from.graph.commits.head()).toBe(head)
  })

  test('that hide a page of the graph are left out', async () => {
    const from = await imported({ 'logseq/config.edn': '{:hidden ["pages/B"]}', 'pages/A.md': '- a\n' })
    await from.add({ 'pages/B.md': '- b\n' })
    const folder = await exportOf(from)
    expect(folder.files()).toMatchObject({ 'pages/A.md': '- a\n', 'pages/B.md': '- b\n' })
    const again = await home()
    expect(await again.add(folder)).toMatchObject({ pages: 2 })
  })
})

test.each([
  ['../../etc/x.md', 'pages/A.md'],
  ['/etc/x.md', 'pages/A.md'],
  ['.git/x.md', 'pages/A.md'],
  ['logseq/x.md', 'pages/A.md'],
  ['a\\b.md', 'pages/A.md'],
  ['a.sh', 'pages/A.md'],
  ['assets/a.md', 'pages/A.md'],
  ['Notes/A.md', 'Notes/A.md'],
])('[operations, Import and export] a device cannot write to %s', async (path, expected) => {
  const from = await imported({ 'pages/A.md': '* a\n' })
  const { id } = (await from.graph.pages.findByName('a'))!
  await change(from.graph, id, ({ record }) => {
    const form = JSON.parse(propOf(record, ':file') as string) as object
    const file = { v: JSON.stringify({ ...form, path }), at: NOW }
    return { ...(record as PageRecord), props: { ...record.props, ':file': file } }
  })
  const notes = Object.keys((await exportOf(from)).files()).filter((one) => !one.startsWith('logseq/'))
  expect(notes).toEqual([expected])
})

const DOCS = fileURLToPath(new URL('../../../../../shared/graphs/logseq-docs/', import.meta.url))

test.skipIf(!existsSync(DOCS))(
  '[operations, Import and export] the documentation of Logseq comes back as it was, and the same again',
  async () => {
    const source = diskFolder(DOCS)
    const from = await home()
    await from.add(source)
    const folder = await exportOf(from)
    const { plan } = await readSource(source)
    expect(plan.notes.length).toBeGreaterThan(300)
    const notes = plan.notes.filter(({ kind }) => kind !== 'whiteboard')
    for (const { path } of notes)
      expect([path, textOf(await folder.read(path))]).toEqual([path, textOf(await source.read(path))])
    const before = folder.files()
    expect((await exportOf(from, folder)).files()).toEqual(before)
  },
)

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString('latin1')
