/** The findings of an import: content that was read in another meaning or form, or not at all. */
import { FINDINGS, type FindingKind } from '@notegraph/folder'
import { describe, expect, test } from 'vitest'
import { answers, folder, home, NOW, type Files } from '../../test/memory.ts'
import { importFolder, type ImportFinding, type ImportReport } from '../index.ts'

const ID = '64fee82e-c031-436a-add0-0ea0d494fad0'
const logseq = (text: string): Files => ({ 'pages/a.md': text })
const notes = (text: string): Files => ({ 'a.md': text, 'sub/Bridge.md': '# Stone\n\nof stone ^anchor\n' })

async function imported(files: Files, more: object = {}): Promise<ImportReport> {
  const { store, blobs } = await home()
  const account = { id: 'me', quota: Infinity }
  const result = await importFolder(store, blobs, account, folder(files), { now: NOW, ...more })
  await store.close()
  if (!result.ok) throw new Error(result.why)
  return result.report
}

/** Kind, count, and the first place as `path:line`. */
const shortly = ({ kind, count, examples }: ImportFinding) =>
  [kind, count, `${examples[0]?.file}:${examples[0]?.line}`] as const

const BOARD = `{:blocks ({:block/page {:block/name "b"}, :block/properties {:ls-type :whiteboard-shape,
  :logseq.tldraw.shape {:type "text", :text "hello", :point [0 0]}}}), :pages ({:block/name "b",
  :block/type "whiteboard"})}`

const CASES: readonly (readonly [FindingKind, number, string, Files])[] = [
  ['file_unsupported', 1, 'db.sqlite:1', { 'a.md': '- a\n', 'db.sqlite': 'x' }],
  ['file_unreadable', 1, 'a.md:1', { 'a.md': new Uint8Array([0xff]) }],
  [
    'part_unreadable',
    1,
    'graph.json:1',
    {
      'a.md': '- a\n',
      'graph.json': JSON.stringify([{ title: 'x', children: [{ string: 'a' }, { string: 'b\0' }] }]),
    },
  ],
  [
    'file_ignored',
    1,
    'sub/b.md:1',
    { ...logseq('- a\n'), 'sub/b.md': '- b\n', 'logseq/config.edn': '{:hidden ["sub"]}' },
  ],
  ['file_ignored', 1, 'draws/x.excalidraw:1', { ...logseq('- a\n'), 'draws/x.excalidraw': '{}' }],
  ['file_missing', 2, 'pages/a.md:2', logseq('- a\n- ![x](../assets/x.png) ![y](../assets/y.png)\n')],
  [
    'file_missing',
    2,
    'pages/a.md:1',
    logseq('- ![x](../img/x.png) [y](img/y%20z.pdf) [z](https://a.example/z.pdf)\n'),
  ],
  ['nul', 2, 'pages/a.md:2', logseq('- a\n- b\0c\0\n')],
  ['drawing', 1, 'whiteboards/b.edn:1', { ...logseq('- a\n'), 'whiteboards/b.edn': BOARD }],
  ['property_empty', 1, 'a.md:2', notes('---\nkey:\n---\nwords\n')],
  ['property_empty', 1, 'pages/a.md:2', logseq('k:: x\ntags::\n\n- a\n')],
  ['property_key', 1, 'pages/a.md:1', logseq('name:: x\n\n- a\n')],
  ['property_outliner', 1, 'pages/a.md:1', logseq('collapsed:: true\n\n- a\n')],
  ['property_repeated', 1, 'pages/a.md:1', logseq('k:: a\nk:: b\n\n- a\n')],
  ['property_json', 1, 'a.md:2', notes('---\nkey:\n  a: 1\n---\nwords\n')],
  ['front_matter_text', 1, 'a.md:1', notes('---\n- a\n- b\n---\nwords\n')],
  ['title_alias', 1, 'a.md:1', notes('---\ntitle: Another\n---\nwords\n')],
  ['page_renamed', 2, 'a/Note.md:1', { 'a/Note.md': 'a\n', 'b/Note.md': 'b\n' }],
  [
    'page_renamed',
    1,
    'pages/b.md:1',
    { 'pages/a.md': 'title:: X\n\n- a\n', 'pages/b.md': 'title:: x\n\n- b\n' },
  ],
  [
    'page_merged',
    1,
    'graph.json:1',
    { 'graph.json': '[{"title":"X","children":[{"string":"a"}]},{"title":"x","children":[{"string":"b"}]}]' },
  ],
  ['id_malformed', 1, 'pages/a.md:2', logseq('- a\n  id:: not an id\n')],
  ['id_repeated', 1, 'pages/a.md:3', logseq(`- a\n  id:: ${ID}\n- b\n  id:: ${ID}\n`)],
  ['block_missing', 2, 'pages/a.md:2', logseq(`- a\n- ((${ID})) {{embed ((${ID}))}}\n`)],
  ['embed_missing', 1, 'pages/a.md:2', logseq('- {{embed [[a]]}}\n- {{embed [[Nowhere]]}}\n')],
  ['embed_missing', 1, 'a.md:1', notes('![[Nowhere]] and ![[Bridge]]\n')],
  [
    'embed_size',
    2,
    'a.md:1',
    notes('![[Bridge|300]] ![[Bridge#Stone|300x200]] [[Bridge|300]] ![[Bridge|label]]\n'),
  ],
  [
    'part_missing',
    2,
    'a.md:1',
    notes('[[Bridge#^gone]] ![[Bridge#Gone]] [[Bridge#^anchor]] ![[Bridge#Stone]]\n'),
  ],
  ['link_heading', 1, 'a.md:3', notes('words\n\n[[Bridge#Stone]] [[Bridge]]\n')],
  ['link_path', 2, 'a.md:1', notes('[[sub/Bridge]] [over](sub/Bridge.md)\n')],
  ['link_case', 1, 'a.md:1', notes('[[bridge]]\n')],
  [
    'link_day',
    1,
    'a.md:1',
    { 'a.md': '[[21.11.2026]]\n', '.obsidian/daily-notes.json': '{"format":"DD.MM.YYYY"}' },
  ],
  ['part_missing', 1, 'a.md:1', notes('![](sub/Bridge.md#Gone) ![](sub/Bridge.md#Stone)\n')],
  ['file_missing', 1, 'a.md:1', notes('[gone](Gone.md) [over](sub/Bridge.md)\n')],
  ['task_state', 2, 'a.md:1', notes('- [/] a\n- [-] b\n- [ ] c\n- [x] d\n')],
  ['task_box', 1, 'a.md:1', notes('- [>] a\n- [x] b\n- [link](x) c\n')],
  ['task_recurrence', 1, 'a.md:1', notes('- [ ] a 🔁 every week on Friday 📅 2026-11-20\n')],
  ['task_recurrence', 1, 'a.md:1', notes('- [ ] a 🔁 every week\n')],
  ['task_priority', 2, 'a.md:1', notes('- [ ] a 🔺\n- [ ] b ⏬\n- [ ] c ⏫\n')],
  ['task_field', 2, 'a.md:1', notes('- [ ] a 🛫 2026-11-20 🆔 x #tag ^anchor\n')],
  ['date_unreadable', 1, 'a.md:1', notes('- [ ] a 📅 2026-02-30\n')],
  [
    'date_unreadable',
    1,
    'pages/a.md:3',
    logseq('- TODO a\n  SCHEDULED: <2026-11-20 Fri>\n  DEADLINE: <2026-02-30 Mon>\n'),
  ],
  ['inline_field', 2, 'a.md:1', notes('- a [k:: v]\n- **l**:: w\n- m:: x\n')],
  ['heading_underlined', 1, 'a.md:1', notes('Title\n=====\n\n# Other\n')],
  ['code_indented', 1, 'a.md:3', notes('words\n\n    code\n')],
  ['heading_property', 1, 'pages/a.md:1', logseq('- a\n  heading:: 2\n')],
  ['drawer', 1, 'pages/a.md:1', logseq('- a\n  :PROPERTIES:\n  :k: v\n  :END:\n')],
  ['org', 1, 'pages/a.org:1', { 'pages/a.org': '* a\n' }],
  ['comment', 2, 'a.md:1', notes('%% a %%\n\nwords <!-- b -->\n')],
  ['template', 2, 'a.md:2', notes('---\ncreated: {{date}}\n---\nwords <% tp.date.now() %>\n')],
]

describe('an import reports, with a count and the first place', () => {
  test.each(CASES)('%s: %i, %s', async (kind, count, place, files) => {
    expect((await imported(files)).findings.map(shortly)).toContainEqual([kind, count, place])
  })

  test('limit: a note over a limit', async () => {
    const { findings } = await imported(logseq('- a\n- b\n- c\n'), { limits: { blocks: 2 } })
    expect(findings.map(shortly)).toEqual([['limit', 1, 'pages/a.md:3']])
  })

  test('limit: settings over a limit', async () => {
    const files = { ...logseq('- a\n'), 'logseq/config.edn': '{:favorites ["Ada"]}' }
    const { findings } = await imported(files, { limits: { settings: 5 } })
    expect(findings.map(shortly)).toEqual([['limit', 1, 'logseq/config.edn:1']])
  })

  test('limit: properties over a limit', async () => {
    const { findings } = await imported(logseq('a:: 1\nb:: 2\n\n- c\n'), { limits: { properties: 1 } })
    expect(findings.map(shortly)).toEqual([['limit', 1, 'pages/a.md:2']])
  })

  test('property_kept and id_taken: what the account has stays', async () => {
    const { add } = await home()
    await add({ 'pages/a.md': `k:: v\nl:: w\n\n- a\n  id:: ${ID}\n` })
    const { findings } = await add({
      'pages/a.md': 'k:: other\nl:: w\n',
      'pages/b.md': `- b\n  id:: ${ID}\n`,
    })
    expect(findings.map(shortly)).toEqual([
      ['property_kept', 1, 'pages/a.md:1'],
      ['id_taken', 1, 'pages/b.md:1'],
    ])
  })

  test('every kind of the table', () => {
    const tested = new Set<string>([...CASES.map(([kind]) => kind), 'limit', 'property_kept', 'id_taken'])
    expect(Object.keys(FINDINGS).filter((kind) => !tested.has(kind))).toEqual([])
  })
})

test('what the sentences say is true of the notes', async () => {
  const vault = notes(
    '---\n# why\ntags: #garden\n---\n![l](img/my%20pan.png) ![l](<img/my pan.png>) ![[gone.png|300]]\n',
  )
  const { findings, missing } = await imported({ ...vault, 'img/my pan.png': 'x' })
  expect(findings.map(shortly)).toEqual([
    ['file_missing', 1, 'a.md:5'],
    ['comment', 1, 'a.md:2'],
  ])
  expect(missing.map(({ asset }) => asset)).toEqual(['gone.png'])
})

test('a file outside of assets that a note of a Logseq graph links to is a file of the account', async () => {
  const { store, blobs, graph } = await home()
  const files = {
    'pages/a.md':
      '- ![x](../img/x%20y.png)\n- [z](./z.pdf#page=2) ![[img/x y.png]]\n- ![gone](../img/gone.png)\n',
    'img/x y.png': 'x',
    'pages/z.pdf': 'z',
    'img/alone.png': 'alone',
  }
  const result = await importFolder(store, blobs, { id: 'me', quota: Infinity }, folder(files), { now: NOW })
  if (!result.ok) throw new Error(result.why)
  const [page] = await answers(graph)
  expect(page!.blocks.map(({ content }) => content)).toEqual([
    '[picture: x y.png]',
    '[file: z.pdf] [picture: x y.png]',
    '![gone](../img/gone.png)',
  ])
  expect(result.report.files).toBe(2)
  expect(result.report.findings.map(shortly)).toEqual([
    ['file_ignored', 1, 'img/alone.png:1'],
    ['file_missing', 1, 'pages/a.md:3'],
  ])
  await store.close()
})

test('a folder whose every construct is kept has no findings', async () => {
  const files = {
    'pages/a.md': `k:: v\n\n- TODO a\n  SCHEDULED: <2026-11-20 Fri>\n  id:: ${ID}\n- ((${ID})) [[b]] {{embed [[b]]}}\n`,
    'pages/b.md': '- `{{embed [[Nowhere]]}}` ![x](../assets/x.png)\n',
    'assets/x.png': 'x',
  }
  expect((await imported(files)).findings).toEqual([])
})

test('a report is bounded: five examples of a kind, none with a path that is long', async () => {
  const bad = new Uint8Array([0xff])
  const long = `${'x'.repeat(2_000)}.md`
  const paths = [long, ...Array.from({ length: 300 }, (_, n) => `${n}.md`)]
  const { findings } = await imported(Object.fromEntries(paths.map((path) => [path, bad])))
  expect(findings).toMatchObject([{ kind: 'file_unreadable', message: FINDINGS.file_unreadable, count: 301 }])
  expect(findings[0]!.examples).toHaveLength(5)
  const many = await imported(logseq('- b\0\n'.repeat(1_000) + '- a\n  id:: no id\n'.repeat(1_000)))
  expect(many.findings.map(({ kind, count, examples }) => [kind, count, examples.length])).toEqual([
    ['nul', 1_000, 1],
    ['id_malformed', 1_000, 5],
  ])
})

test('a dry run reports the same findings as the import after it', async () => {
  for (const [, , , files] of CASES)
    expect((await imported(files, { dryRun: true })).findings).toEqual((await imported(files)).findings)
})
