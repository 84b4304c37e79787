import { ARCHIVE_LIMITS, type ImportLimits } from '@notegraph/contract'
import { memoryBlobs, type CommitStore } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { deleted, reworded, change } from '../../test/edits.ts'
import {
  answers,
  folder,
  home,
  NOW,
  outlineOf,
  records,
  type AnsweredPage,
  type Files,
} from '../../test/memory.ts'
import { importFolder } from '../index.ts'

const NOTHING = { pages: 0, journals: 0, blocks: 0, files: 0, unread: [], missing: [] }
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3)

const GRAPH: Files = {
  'logseq/config.edn': '{:file/name-format :triple-lowbar :favorites ["Ada"]}',
  'pages/Ada.md':
    'type:: person\ntags:: math\n\n- one\n\t- two\n\t- two\n- three\n  id:: 64fee82e-c031-436a-add0-0ea0d494fad0\n',
  'pages/Analytical___Engine.md': '- see [[Ada]] and ![plan](../assets/plan.png)\n',
  'journals/2026_11_19.md': '- TODO write\n- TODO write\n',
  'whiteboards/Board.json': JSON.stringify({
    name: 'Board',
    shapes: [
      { id: 's1', text: 'note', order: 1, props: { x: 1 } },
      { text: '', order: 2, props: { x: 2 } },
    ],
    blocks: [{ depth: 0, content: 'on it' }],
  }),
  'assets/plan.png': PNG,
}

describe('running an import again', () => {
  test('adds nothing, changes no record, and says what was there', async () => {
    const { graph, add } = await home()
    expect(await add(GRAPH)).toEqual({
      ...NOTHING,
      findings: [],
      pages: 3,
      journals: 1,
      blocks: 8,
      files: 1,
      skipped: 0,
    })
    const before = await records(graph)
    expect(before).toHaveLength(4 + 8 + 2)
    const seq = await graph.commits.head()
    expect(await add(GRAPH, NOW + 1_000)).toEqual({ ...NOTHING, findings: [], skipped: 4 + 8 + 1 })
    expect(await records(graph)).toEqual(before)
    expect(await graph.commits.head()).toBe(seq)
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('leaves what was added, changed or taken off since', async () => {
    const { graph, add } = await home()
    await add({ ...GRAPH, 'logseq/config.edn': '{:favorites ["Ada"]}' })
    const ada = (await graph.pages.findByName('ada'))!
    await change(graph, ada.id, ({ record }) => {
      if (record.kind !== 'page') throw new Error('no page')
      const props = { ...record.props, ':favorite': { v: null, at: NOW }, type: { v: null, at: NOW } }
      return { ...record, props, updatedAt: NOW }
    })
    await change(graph, '64fee82e-c031-436a-add0-0ea0d494fad0', (held) => reworded(held, 'changed', NOW))
    const before = await records(graph)
    expect(await add({ ...GRAPH, 'logseq/config.edn': '{:favorites ["Ada"]}' })).toMatchObject(NOTHING)
    expect(await records(graph)).toEqual(before)
  })

  test('brings back a block that was deleted since, under the id that its file says', async () => {
    const { graph, add } = await home()
    await add(GRAPH)
    const id = '64fee82e-c031-436a-add0-0ea0d494fad0'
    await change(graph, id, (held) => deleted(held, NOW))
    expect(await add(GRAPH)).toMatchObject({ blocks: 1, pages: 0 })
    expect(await outlineOf(graph, 'Ada')).toEqual(['one', '\ttwo', '\ttwo', 'three'])
    expect((await graph.blocks.find(id))?.pageName).toBe('Ada')
    expect(await graph.maintenance.check()).toEqual([])
  })
})

describe('a second folder of the same pages', () => {
  test.each([
    ['behind the one that it follows', '- a\n- b\n', '- a\n- new\n- b\n', ['a', 'new', 'b']],
    ['before the first', '- a\n- b\n', '- new\n- newer\n- a\n', ['new', 'newer', 'a', 'b']],
    [
      'never among those of others',
      '- a\n- x\n- y\n',
      '- a\n- n1\n- n2\n- n3\n',
      ['a', 'n1', 'n2', 'n3', 'x', 'y'],
    ],
    ['at the end', '- a\n- b\n', '- b\n- c\n', ['a', 'b', 'c']],
    ['after all where nothing is known', '- a\n- b\n- c\n', '- x\n- y\n', ['a', 'b', 'c', 'x', 'y']],
    ['in another order, which is left', '- a\n- b\n- c\n', '- c\n- new\n- a\n', ['a', 'b', 'c', 'new']],
    [
      'under its parent',
      '- a\n\t- x\n- b\n',
      '- a\n\t- x\n\t- y\n- b\n\t- z\n',
      ['a', '\tx', '\ty', 'b', '\tz'],
    ],
    ['once more where it occurs more often', '- a\n', '- a\n- a\n- a\n', ['a', 'a', 'a']],
    ['in place of blank blocks', '-\n- a\n', '-\n-\n- a\n', ['', '', 'a']],
  ])('adds what is missing %s', async (_, first, second, outline) => {
    const { graph, add } = await home()
    await add({ 'pages/P.md': first })
    await add({ 'pages/p.md': second })
    expect(await outlineOf(graph, 'p')).toEqual(outline)
    const before = await records(graph)
    expect(await add({ 'pages/P.md': second })).toMatchObject(NOTHING)
    expect(await add({ 'pages/P.md': first })).toMatchObject(NOTHING)
    expect(await records(graph)).toEqual(before)
  })

  test('adds the properties that the page never had, and leaves those that it has', async () => {
    const { graph, add } = await home()
    await add({ 'pages/P.md': 'a:: 1\nb:: 2\n' })
    await add({ 'pages/P.md': 'b:: other\nconstructor:: Ada\n__proto__:: kept\n' })
    const [{ page }] = (await answers(graph)) as [AnsweredPage]
    expect(Object.entries(page.props)).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['constructor', 'Ada'],
      ['__proto__', 'kept'],
    ])
    expect(await add({ 'pages/P.md': 'constructor:: Ada\n__proto__:: kept\n' })).toMatchObject({ skipped: 1 })
  })
})

describe('pages of one title in Roam', () => {
  const roam = (pages: Readonly<Record<string, string>>): Files => ({
    'graph.json': JSON.stringify(
      Object.entries(pages).map(([title, words]) => ({
        title,
        children: words.split(' ').map((string) => ({ string })),
      })),
    ),
  })

  test('become one page, the later blocks after the earlier ones', async () => {
    const { graph, add } = await home()
    const files = roam({ Ada: 'a b', ADA: 'b c', ada: 'd' })
    expect(await add(files)).toMatchObject({ pages: 1, blocks: 5, skipped: 0 })
    expect(await outlineOf(graph, 'ada')).toEqual(['a', 'b', 'b', 'c', 'd'])
    expect(await add(files)).toMatchObject({ ...NOTHING, skipped: 6 })
  })

  test('[D1.2] a day is one page however its title is written', async () => {
    const { graph, add } = await home()
    const files = roam({ 'November 19th, 2026': 'a', '2026-11-19': 'a b', 'Nov 19th, 2026': 'c' })
    expect(await add(files)).toMatchObject({ pages: 0, journals: 1, blocks: 4 })
    expect(await outlineOf(graph, '2026-11-19')).toEqual(['a', 'a', 'b', 'c'])
    expect(await add(files)).toMatchObject(NOTHING)
  })

  test('of two exports are merged: a block that both have is there once', async () => {
    const { graph, add } = await home()
    const report = await add({
      'a.json': roam({ Ada: 'a b' })['graph.json']!,
      'b.json': roam({ ada: 'b c' })['graph.json']!,
    })
    expect(report).toMatchObject({ pages: 1, blocks: 3, skipped: 2 })
    expect(await outlineOf(graph, 'ada')).toEqual(['a', 'b', 'c'])
  })

  test('see each other also where their page was there before', async () => {
    const { graph, add } = await home()
    await add({ 'journals/2026_11_19.md': '- a\n' })
    await add(roam({ '2026-11-19': 'a', 'Nov 19th, 2026': 'b' }))
    expect(await outlineOf(graph, '2026-11-19')).toEqual(['a', 'b'])
  })
})

describe('files', () => {
  test('the same bytes are one file, named in answers and never linked', async () => {
    const { graph, blobs, add } = await home()
    const report = await add({
      'pages/A.md': '- ![one](../assets/a.png) and [two](../assets/b.png)\n',
      'pages/B.md': 'image:: ../assets/a.png\n\n- ![gone](../assets/gone.png)\n',
      'assets/a.png': PNG,
      'assets/b.png': PNG,
      'assets/list.csv': 'a,b\n',
    })
    expect(report).toMatchObject({ files: 2, skipped: 0 })
    expect(report.missing).toEqual([{ file: 'pages/B.md', line: 3, asset: '../assets/gone.png' }])
    expect(await Array.fromAsync(blobs.list('me'))).toHaveLength(2)
    const [a, b] = (await answers(graph)) as [AnsweredPage, AnsweredPage]
    expect(a.blocks[0]?.content).toBe('[picture: a.png] and [picture: a.png]')
    expect(b.page).toMatchObject({ hasPicture: true, props: {} })
    expect(b.blocks[0]?.content).toBe('![gone](../assets/gone.png)')
    const files = await graph.files.list()
    expect(new Map(files.map(({ name, type, size }) => [name, { type, size }]))).toEqual(
      new Map([
        ['a.png', { type: 'image/png', size: PNG.length }],
        ['list.csv', { type: 'text/csv', size: 4 }],
      ]),
    )
    expect(files.every(({ id }) => /^[\w-]{22,}$/.test(id))).toBe(true)
    expect(JSON.stringify([a, b])).not.toContain('/api/files/')
  })

  test('a file of notes is found by its name, as Obsidian writes it', async () => {
    const { graph, add } = await home()
    const report = await add({ 'Trip.md': 'Look: ![[boat.png]]\n', 'media/boat.png': PNG })
    expect(report).toMatchObject({ pages: 1, blocks: 1, files: 1, missing: [] })
    expect(await outlineOf(graph, 'trip')).toEqual(['Look: [picture: boat.png]'])
  })

  test('[D1.2] daily notes are journals by the format of the vault', async () => {
    const { add } = await home()
    const report = await add({
      '.obsidian/daily-notes.json': '{"folder":"Daily","format":"DD.MM.YYYY"}',
      'Daily/20.11.2026.md': 'a',
      'Home.md': '[[20.11.2026]]',
    })
    expect(report).toMatchObject({ pages: 1, journals: 1, unread: [] })
  })
})

describe('an unreadable file', () => {
  test('is reported with its file, line and reason, and the rest is imported', async () => {
    const { graph, add } = await home()
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' })
    const report = await add({
      'pages/Good.md': '- good\n- ![x](../assets/locked.png)\n',
      'pages/Latin.md': Uint8Array.of(0x2d, 0x20, 0xe9, 0x0a),
      'pages/Nul.md': '- a\0b\n',
      'pages/Locked.md': denied,
      'pages/Old.org': '* heading\n',
      'pages/Bom.md': '\uFEFF- after a byte order mark\r\n- second\r\n',
      'whiteboards/Bad.json': '{',
      'assets/locked.png': denied,
    })
    expect(report.unread.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual([
      'assets/locked.png:1',
      'pages/Latin.md:1',
      'pages/Locked.md:1',
      'pages/Nul.md:1',
      'whiteboards/Bad.json:1',
    ])
    expect(report.unread.every(({ why }) => /^[A-Z].*\.$/.test(why))).toBe(true)
    expect(report.unread.find(({ file }) => file === 'pages/Locked.md')?.why).toContain('EACCES')
    expect(report).toMatchObject({ pages: 4, blocks: 6, files: 0 })
    expect(await outlineOf(graph, 'nul')).toEqual(['ab'])
    expect(await outlineOf(graph, 'bom')).toEqual(['after a byte order mark', 'second'])
  })

  test('a fault of the program is not taken for a file that cannot be read', async () => {
    await expect((await home()).add({ 'pages/A.md': new Error('a fault') })).rejects.toThrow('a fault')
  })

  test('a folder with nothing in it adds nothing', async () => {
    expect(await (await home()).add({})).toEqual({ ...NOTHING, findings: [], skipped: 0 })
  })
})

describe('storage that is full', () => {
  test('stops the import and commits no part that does not fit', async () => {
    const { store, graph } = await home()
    const files = folder({ 'pages/A.md': '- a\n', 'assets/big.bin': new Uint8Array(5_000) })
    const account = { id: 'me', quota: 4_000 }
    const done = await importFolder(store, memoryBlobs(), account, files, { now: NOW })
    expect(done).toEqual({ ok: false, why: 'quota_full' })
    expect(await records(graph)).toEqual([])
    expect(await graph.files.list()).toEqual([])
    const again = await importFolder(store, memoryBlobs(), { id: 'me', quota: 8_000 }, files, { now: NOW })
    expect(again).toMatchObject({ ok: true, report: { pages: 1, blocks: 1, files: 1 } })
  })
})

test.each([
  [4_000, { ok: false, why: 'quota_full' }],
  [8_000, expect.objectContaining({ ok: true })],
])(
  'storage of %d bytes: a dry run ends as the import after it, and writes nothing',
  async (quota, result) => {
    const { store, graph, blobs } = await home()
    const files = folder({ 'pages/A.md': '- a\n', 'assets/big.bin': new Uint8Array(5_000) })
    const run = (dryRun: boolean) =>
      importFolder(store, blobs, { id: 'me', quota }, files, { now: NOW, dryRun })
    expect(await run(true)).toEqual(result)
    expect(await records(graph)).toEqual([])
    expect(await run(false)).toEqual(result)
    expect(await run(true)).toEqual(result)
  },
)

test('storage that fills up on the way leaves whole batches, and nothing under way', async () => {
  const { store, graph, blobs } = await home()
  const files: Record<string, string> = {}
  for (let page = 0; page < 40; page++) files[`pages/P${page}.md`] = '- block\n'.repeat(200)
  const done = await importFolder(store, blobs, { id: 'me', quota: 1_000_000 }, folder(files), { now: NOW })
  expect(done).toEqual({ ok: false, why: 'quota_full' })
  expect(await graph.storage.bytes()).toBeLessThanOrEqual(1_000_000)
  const committed = await records(graph)
  expect(committed.length).toBeGreaterThan(0)
  expect(committed.length % 201).toBe(0)
  await store.close()
})

test('progress counts notes and files up to their total', async () => {
  const { store, blobs } = await home()
  const seen: string[] = []
  const progress = (done: number, total: number) => void seen.push(`${done}/${total}`)
  await importFolder(store, blobs, { id: 'me', quota: Infinity }, folder(GRAPH), { now: NOW, progress })
  expect(seen).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5'])
})

test('more records than one transaction takes are all committed, and a second import changes nothing', async () => {
  const { graph, add } = await home()
  const files: Record<string, string> = {}
  for (let page = 0; page < 60; page++)
    files[`pages/P${page}.md`] = Array.from({ length: 200 }, (_, i) => `- block ${i}\n`).join('')
  expect(await add(files)).toMatchObject({ pages: 60, blocks: 12_000 })
  const head = await graph.commits.head()
  expect(await add(files)).toMatchObject({ ...NOTHING, skipped: 12_060 })
  expect(await graph.commits.head()).toBe(head)
  const { blocks, total } = await graph.blocks.listByPage((await graph.pages.findByName('p59'))!.id, {
    limit: 1,
    offset: 199,
  })
  expect([blocks[0]!.content, total]).toEqual(['block 199', 200])
})

describe('the records of one transaction', () => {
  /** The number of records in each commit. */
  async function commitSizes(files: Record<string, string>, limits?: ImportLimits): Promise<number[]> {
    const { store, blobs } = await home()
    const sizes: number[] = []
    const counting = {
      ...store,
      graph: (id: string) => {
        const graph = store.graph(id)
        const commitAll: CommitStore['commitAll'] = async (commits, after) => {
          sizes.push(commits.reduce((sum, { puts }) => sum + puts.length, 0))
          return graph.commits.commitAll(commits, after)
        }
        return { ...graph, commits: { ...graph.commits, commitAll } }
      },
    }
    const to = { id: 'me', quota: Infinity }
    const options = { now: NOW, ...(limits && { limits }) }
    const done = await importFolder(counting, blobs, to, folder(files), options)
    expect(done).toMatchObject({ ok: true })
    return sizes
  }

  test('long texts, before many are gathered, however few records they are', async () => {
    const files: Record<string, string> = {}
    for (let page = 0; page < 6; page++) files[`pages/P${page}.md`] = `- ${'long '.repeat(1_000_000)}\n`
    expect(await commitSizes(files)).toEqual([8, 4])
  })

  test('8,000 records at most, though they are of one note', async () => {
    expect(await commitSizes({ 'pages/P.md': '- block\n'.repeat(20_000) })).toEqual([8_000, 8_000, 4_001])
  })

  test('half as many from an archive, because other imports run beside it', async () => {
    const files = { 'pages/P.md': '- block\n'.repeat(10_000) }
    expect(await commitSizes(files, ARCHIVE_LIMITS)).toEqual([4_000, 4_000, 2_001])
  })
})

test('the report lists as many places as requested, and counts the rest', async () => {
  const { store, blobs } = await home()
  const links = Array.from({ length: 200_000 }, (_, n) => `![](../assets/${n}.png)`).join(' ')
  const files = folder({ 'pages/P.md': `- ${links}\n` })
  const all = await importFolder(store, blobs, { id: 'me', quota: Infinity }, files, { now: NOW })
  expect(all).toMatchObject({ ok: true, omitted: { unread: 0, missing: 0 } })
  expect(all.ok && all.report.missing).toHaveLength(200_000)
  const few = await importFolder(store, blobs, { id: 'me', quota: Infinity }, files, {
    now: NOW,
    mostPlaces: 3,
  })
  expect(few).toMatchObject({ ok: true, omitted: { unread: 0, missing: 199_997 } })
  expect(few.ok && few.report.missing.map(({ asset }) => asset)).toEqual([
    '../assets/0.png',
    '../assets/1.png',
    '../assets/2.png',
  ])
})
