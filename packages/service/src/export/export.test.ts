import { textHash } from '@notegraph/folder'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { change, deleted } from '../../test/edits.ts'
import { FILES, graphRecords } from '../../test/graphs.ts'
import {
  answers,
  home,
  NOW,
  target,
  type AnsweredPage,
  type Files,
  type Home,
  type MemoryFolder,
} from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3)

const GRAPH: Files = {
  'logseq/config.edn': '{:file/name-format :triple-lowbar :favorites ["Ada"]}',
  'pages/Ada.md':
    'zebra:: 1\ntype:: person\nimage:: ../assets/plan.png\n\n- one\n\t- two\n\t\t- deep\n\t- - no bullet\n- three\n  id:: 64fee82e-c031-436a-add0-0ea0d494fad0\n',
  'pages/Analytical___Engine.md':
    '- see [[Ada]], ((64fee82e-c031-436a-add0-0ea0d494fad0)) and ![plan](../assets/plan.png)\n',
  'journals/2026-11-19.md': '- TODO write\n  SCHEDULED: <2026-11-20 Fri>\n',
  'whiteboards/Board.json': JSON.stringify({
    shapes: [{ id: 's1', text: 'note', props: { x: 1 } }],
    blocks: [{ content: 'on it' }],
  }),
  'assets/plan.png': PNG,
  'assets/list.csv': 'a,b\n',
}

async function exportOf({ store, blobs }: Home, folder = target()): Promise<MemoryFolder> {
  const done = await exportFolder(store, blobs, 'me', folder)
  if (!done.ok) throw new Error(done.why)
  return folder
}

test('[D3.4] properties come back in the order of their lines, also keys that look like integers', async () => {
  const files = { 'pages/Keys.md': 'beta:: b\n3:: three\n20:: twenty\nalpha:: a\n1:: one\n\n- words\n' }
  const from = await home()
  await from.add(files)
  expect((await from.graph.pages.findByName('keys'))?.view).toContain(
    '"props":{"beta":"b","3":"three","20":"twenty","alpha":"a","1":"one"}',
  )
  expect((await exportOf(from)).files()).toMatchObject(files)
  await from.add({ 'pages/Keys.md': `zeta:: z\n2:: two\n${files['pages/Keys.md']}` })
  expect((await from.graph.pages.findByName('keys'))?.view).toContain('"1":"one","zeta":"z","2":"two"}')
})

describe('files that an import brought and no note names', () => {
  const UUID = '64fee82e-c031-436a-add0-0ea0d494fad0'
  const picture = `assets/paper_1/3_${UUID}_1699.png`
  const brought: Files = {
    'pages/hls__paper_1.md': `file:: [paper](../assets/paper_1.pdf)\n\n- marked\n  ls-type:: annotation\n  id:: ${UUID}\n`,
    'pages/Embeds.md': '- ![[assets/photo one.jpeg]] and `![[assets/photo one.jpeg]]`\n',
    'assets/paper_1.pdf': 'PDF',
    'assets/paper_1.edn': '{:highlights []}',
    [picture]: PNG,
    'assets/photo one.jpeg': 'JPEG',
    'assets/Boards/Plan.canvas': '{"nodes":[]}',
  }
  const unlinked = async ({ graph }: Home) =>
    (await graph.files.listUnlinked()).map(({ path, belongs }) => [path, belongs])

  test('are listed but for those that belong to a PDF, and come back where they were', async () => {
    const from = await home()
    await from.add(brought)
    const listed = [
      [picture, true],
      ['assets/Boards/Plan.canvas', false],
      ['assets/paper_1.edn', true],
    ]
    expect(await unlinked(from)).toEqual(listed)
    const files = (await exportOf(from)).files()
    for (const path of [picture, 'assets/paper_1.edn', 'assets/Boards/Plan.canvas'])
      expect(Object.keys(files)).toContain(path)
    expect(files['pages/Embeds.md']).toBe(brought['pages/Embeds.md'])
    const again = await home()
    await again.add(files)
    expect(await unlinked(again)).toEqual(listed)
    expect((await exportOf(again)).files()).toEqual(files)
  })

  test('an import again marks files that were there before', async () => {
    const from = await home()
    await from.add(brought)
    const { length } = await from.graph.files.list()
    await from.graph.files.removeUnlinked((await from.graph.files.listUnlinked()).map(({ id }) => id))
    expect(await from.graph.files.list()).toHaveLength(length - 1)
    await from.add(brought)
    expect(await unlinked(from)).toHaveLength(3)
  })

  test('a vault of Obsidian keeps its canvases and bases', async () => {
    const from = await home()
    await from.add({
      'Note.md': 'see ![[assets/x.jpeg]]\n',
      'assets/x.jpeg': 'JPEG',
      'Boards/Plan.canvas': '{}',
      'All.base': 'views: []',
    })
    expect(await unlinked(from)).toEqual([['All.base', false]])
    expect((await from.graph.pages.findByName('plan'))?.kind).toBe('whiteboard')
    const files = Object.keys((await exportOf(from)).files())
    expect(files).toContain('assets/Plan.canvas')
    expect(files).toContain('assets/All.base')
  })
})

describe('an export', () => {
  test('is a Logseq folder as a person would write it', async () => {
    const from = await home()
    await from.add(GRAPH)
    const folder = target()
    const done = await exportFolder(from.store, from.blobs, 'me', folder)
    expect(done).toEqual({ ok: true, report: { pages: 3, journals: 1, blocks: 8, files: 2, missing: [] } })
    const files = folder.files()
    expect(Object.keys(files)).toEqual([
      'assets/list.csv',
      'assets/plan.png',
      'journals/2026-11-19.md',
      'logseq/config.edn',
      'logseq/notegraph-files.json',
      'logseq/notegraph.json',
      'pages/Ada.md',
      'pages/Analytical___Engine.md',
      'whiteboards/Board.json',
    ])
    expect(files['journals/2026-11-19.md']).toBe('- TODO write\n  SCHEDULED: <2026-11-20 Fri>\n')
    expect(files['pages/Ada.md']).toContain('image:: ../assets/plan.png\n\n- one\n\t- two\n')
    expect(files['logseq/config.edn']).toContain(':favorites ["Ada"]')
    expect((await folder.read('pages/Ada.md')).modifiedAt).toBe(Date.UTC(2026, 0, 1))
  })

  test('imports into a second account with the same answers, and exports the same bytes again', async () => {
    const from = await home()
    await from.add(GRAPH)
    const folder = await exportOf(from)
    const to = await home()
    const report = await to.add(folder)
    expect(report).toMatchObject({
      pages: 3,
      journals: 1,
      blocks: 8,
      files: 2,
      skipped: 0,
      unread: [],
      missing: [],
    })
    expect(await answers(to.graph)).toEqual(await placed(from))
    expect((await exportOf(to)).files()).toEqual(folder.files())
    expect(await to.graph.maintenance.check()).toEqual([])
  })

  test('imports into its own account without a change', async () => {
    const from = await home()
    await from.add(GRAPH)
    const folder = await exportOf(from)
    const seq = await from.graph.commits.head()
    expect(await from.add(folder)).toMatchObject({
      pages: 0,
      journals: 0,
      blocks: 0,
      files: 0,
      skipped: 4 + 8 + 2,
    })
    expect(await from.graph.commits.head()).toBe(seq)
  })

  test('imported again after a page was renamed, finds the page by its id', async () => {
    const from = await home()
    await from.add(GRAPH)
    const folder = await exportOf(from)
    const { id } = (await from.graph.pages.findByName('ada'))!
    await change(from.graph, id, ({ record }) => {
      if (record.kind !== 'page') throw new Error('no page')
      return { ...record, props: { ...record.props, name: { v: 'Countess', at: NOW } }, updatedAt: NOW }
    })
    expect(await from.add(folder)).toMatchObject({ pages: 0, blocks: 0 })
    expect(await from.graph.pages.findByName('ada')).toBeUndefined()
    expect((await from.graph.pages.findByName('countess'))?.counts.blocks).toBe(5)
  })

  test('keeps apart and gives back what files of one name are called', async () => {
    const from = await home()
    await from.add({
      'A.md': '![[one/x.png]] ![[two/x.png]] ![[three/X.PNG]]\n',
      'one/x.png': PNG,
      'two/x.png': 'other',
      'three/X.PNG': 'third',
    })
    const folder = await exportOf(from)
    expect((await folder.paths()).filter((path) => /^assets\/x-[0-9a-f]{8}\.png$/i.test(path))).toHaveLength(
      3,
    )
    const to = await home()
    await to.add(folder)
    const [{ blocks }] = (await answers(to.graph)) as [AnsweredPage]
    expect(blocks[0]!.content).toBe('[picture: x.png] [picture: x.png] [picture: X.PNG]')
    expect((await exportOf(to)).files()).toEqual(folder.files())
  })

  test('over an earlier export removes what is gone and leaves what it did not write', async () => {
    const from = await home()
    await from.add({ 'pages/Ada.md': '- a\n', 'pages/Gone.md': '- g\n', 'journals/2026-11-19.md': '- day\n' })
    const folder = await exportOf(from)
    await folder.write('pages/Mine.md', '- mine\n')
    await folder.write('.git/HEAD', 'ref\n')
    for (const name of ['gone', '2026-11-19'])
      await change(from.graph, (await from.graph.pages.findByName(name))!.id, (held) => deleted(held, NOW))
    await exportOf(from, folder)
    expect(Object.keys(folder.files())).toEqual([
      '.git/HEAD',
      'logseq/config.edn',
      'logseq/notegraph-files.json',
      'logseq/notegraph.json',
      'pages/Ada.md',
      'pages/Mine.md',
    ])
  })

  test('leaves deleted pages out', async () => {
    const from = await home()
    await from.add({ 'pages/A.md': '', 'pages/B.md': '' })
    const folder = await exportOf(from)
    await change(from.graph, (await from.graph.pages.findByName('a'))!.id, (held) => deleted(held, NOW))
    await exportOf(from, folder)
    expect(Object.keys(folder.files()).filter((path) => path.startsWith('pages/'))).toEqual(['pages/B.md'])
  })

  test.each([
    ['other files', { 'thesis.doc': 'x' }],
    ['a Logseq folder of somebody', { 'pages/A.md': '- a\n', 'logseq/config.edn': '{}' }],
  ])('refuses a folder of %s and writes nothing to it', async (_, files) => {
    const from = await home()
    await from.add(GRAPH)
    const folder = target(files)
    expect(await exportFolder(from.store, from.blobs, 'me', folder)).toEqual({ ok: false, why: 'not_empty' })
    expect(folder.files()).toEqual(files)
  })

  test('takes a folder in which all is hidden for an empty one', async () => {
    const from = await home()
    await from.add({ 'pages/A.md': '- a\n' })
    expect((await exportOf(from, target({ '.git/HEAD': 'x', '.DS_Store': 'x' }))).files()).toMatchObject({
      '.git/HEAD': 'x',
      'pages/A.md': '- a\n',
    })
  })

  test('that was cut off is made whole by the next', async () => {
    const from = await home()
    await from.add(GRAPH)
    const folder = target()
    let left = 4
    const cut: MemoryFolder = {
      ...folder,
      write: async (...args) => {
        if (left-- === 0) throw new Error('no power')
        await folder.write(...args)
      },
    }
    await expect(exportFolder(from.store, from.blobs, 'me', cut)).rejects.toThrow('no power')
    await exportOf(from, folder)
    expect(folder.files()).toEqual((await exportOf(from)).files())
  })

  test('removes nothing that a foreign manifest names outside of where exports write', async () => {
    const from = await home()
    await from.add({ 'pages/Ada.md': '- a\n' })
    const ada = (await from.graph.pages.findByName('ada'))!.id
    const named = ['../secret', 'logseq/custom.css', '.git/HEAD', 'pages/Gone.md']
    const entries = named.map((file) => ({ file, hash: textHash(''), page: [ada, 1, 1], blocks: [] }))
    const removed: string[] = []
    const folder = target({
      'logseq/notegraph.json': JSON.stringify(entries),
      'logseq/custom.css': '',
      '.git/HEAD': '',
      'pages/Gone.md': '',
    })
    await exportOf(from, { ...folder, remove: async (path) => void removed.push(path) })
    expect(removed).toEqual(['pages/Gone.md'])
  })

  test('refuses an export of other notes, also where both have the same days', async () => {
    const [ada, bob] = [await home(), await home()]
    await ada.add(GRAPH)
    await bob.add({ 'pages/Bob.md': '- mine\n', 'journals/2026-11-19.md': '- today\n' })
    const folder = await exportOf(ada)
    const before = folder.files()
    expect(await exportFolder(bob.store, bob.blobs, 'me', folder)).toEqual({ ok: false, why: 'other_notes' })
    expect(folder.files()).toEqual(before)
  })

  test('keeps what somebody wrote into it, and takes no cut-off export for that', async () => {
    const from = await home()
    await from.add({ 'pages/A.md': '- a\n', 'pages/B.md': '- b\n' })
    const folder = await exportOf(from)
    await folder.write('pages/A.md', '- a, and more\n')
    await folder.write('pages/B.md', '- b, and more\n')
    await change(from.graph, (await from.graph.pages.findByName('b'))!.id, (held) => deleted(held, NOW))
    const done = await exportFolder(from.store, from.blobs, 'me', folder)
    if (!done.ok) throw new Error(done.why)
    const files = folder.files()
    expect(done.report.kept?.map((path) => files[path]).toSorted()).toEqual([
      '- a, and more\n',
      '- b, and more\n',
    ])
    expect([files['pages/A.md'], files['pages/B.md']]).toEqual(['- a\n', undefined])
    expect(await exportFolder(from.store, from.blobs, 'me', folder)).toEqual({
      ok: true,
      report: { pages: 1, journals: 0, blocks: 1, files: 0, missing: [] },
    })
  })

  test('reports files whose bytes are missing', async () => {
    const from = await home()
    await from.add({ 'logseq/config.edn': '{}', 'assets/a.csv': 'a', 'assets/b.csv': 'b' })
    const gone = (await from.graph.files.list()).find(({ name }) => name === 'a.csv')!
    await from.blobs.remove('me', gone.hash, async () => false)
    const done = await exportFolder(from.store, from.blobs, 'me', target())
    expect(done).toMatchObject({ ok: true, report: { files: 1, missing: ['a.csv'] } })
  })
})

/** The pages and blocks of an account, with siblings counted from 1 as an import counts them. */
async function placed({ graph }: Home) {
  const counts = new Map<string, number>()
  return (await answers(graph)).map(({ page, blocks }) => ({
    page,
    blocks: blocks.map((block) => {
      const key = `${String(block['pageId'])} ${String(block['parentId'])}`
      const order = (counts.get(key) ?? 0) + 1
      counts.set(key, order)
      return { ...block, order }
    }),
  }))
}

test('any graph comes back the same in a second account, and gives the same bytes again', async () => {
  await fc.assert(
    fc.asyncProperty(graphRecords, async (made) => {
      const from = await home()
      for (const { bytes, ...file } of FILES) {
        await from.blobs.put('me', file.hash, Buffer.from(bytes))
        await from.graph.commits.commit({ puts: [], files: [file] })
      }
      await from.graph.commits.commit({ puts: made.map((record) => ({ record, from: 0 })) })
      const folder = await exportOf(from)
      const to = await home()
      const report = await to.add(folder)
      expect(report).toMatchObject({ skipped: 0, unread: [], missing: [] })
      expect(await answers(to.graph)).toEqual(await placed(from))
      expect(await to.graph.maintenance.check()).toEqual([])
      expect((await exportOf(to)).files()).toEqual(folder.files())
      await from.store.close()
      await to.store.close()
    }),
    { numRuns: 60 },
  )
})
