/** Exports of other outliners among notes: their pages, and files that only look like them. */
import { expect, test } from 'vitest'
import { answers, folder, home, outlineOf, target } from '../../test/memory.ts'
import { exportFolder, importFolder, verifyImport } from '../index.ts'

const CREATED = Date.UTC(2020, 0, 1)
const ROAM = JSON.stringify([
  {
    'title': 'Dune',
    'create-time': CREATED,
    'edit-time': CREATED + 5,
    'children': [
      { 'string': '{{[[TODO]]}} read', 'uid': 'abcdefghi', 'create-time': CREATED + 1, 'edit-time': CREATED + 2 },
      { string: 'Reading status:: half', uid: 'abcdefgh2' },
    ],
  },
  { title: 'January 1st, 2020', children: [{ string: 'see ((abcdefghi))', uid: 'abcdefgh1' }] },
]) // prettier-ignore
const OPML =
  '<opml version="2.0"><head><title>Plans</title></head><body><outline text="a"><outline text="[[Dune]]"/></outline></body></opml>'
const FILES = {
  'graph.json': ROAM,
  'list.opml': OPML,
  'data.json': '[{"title":"x"}]',
  'note.md': '- [[Dune]]',
}

test('an export of Roam and an outline become pages; other JSON is a file', async () => {
  const { graph, add } = await home()
  const report = await add(FILES)
  expect(report).toMatchObject({ pages: 3, journals: 1, blocks: 6, files: 1, unread: [] })
  expect(await outlineOf(graph, 'Dune')).toEqual(['TODO read', 'Reading-status:: half'])
  expect(await outlineOf(graph, 'Plans')).toEqual(['a', '\t[[Dune]]'])
  const [line] = await outlineOf(graph, 'January 1st, 2020')
  const id = /\(\((.*)\)\)/.exec(line!)![1]!
  expect(await graph.blocks.find(id)).toMatchObject({ pageName: 'Dune', createdAt: CREATED + 1 })
})

test('an export of Roam in UTF-16 becomes pages', async () => {
  const { graph, add } = await home()
  expect(await add({ 'graph.json': Buffer.from(`\uFEFF${ROAM}`, 'utf16le') })).toMatchObject({
    pages: 1,
    files: 0,
  })
  expect(await outlineOf(graph, 'Dune')).toEqual(['TODO read', 'Reading-status:: half'])
})

test('such a folder is there already when it is imported again', async () => {
  const { add } = await home()
  await add(FILES)
  expect(await add(FILES)).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
})

test('a later export adds what is new, and finds blocks by what Roam calls them', async () => {
  const { graph, add } = await home()
  await add(FILES)
  const later = ROAM.replace('"children":[', '"children":[{"string":"new","uid":"abcdefgh0"},')
  expect(await add({ 'other name.json': later })).toMatchObject({ pages: 0, blocks: 1 })
  expect(await outlineOf(graph, 'Dune')).toContain('new')
}) // prettier-ignore

test('pages of Roam and OPML come back the same through an export', async () => {
  const [first, second] = [await home(), await home()]
  await first.add(FILES)
  const out = target()
  expect(await exportFolder(first.store, first.blobs, 'me', out)).toMatchObject({ ok: true })
  await second.add(out)
  expect(await answers(second.graph)).toEqual(await answers(first.graph))
})

test.each([
  ['graph.json', ROAM, 0, ['The file is larger than 0.00001 MB.']],
  ['list.opml', OPML, 0, ['The file is larger than 0.00001 MB.']],
  ['data.json', '[1, 2, 3, 4, 5]', 1, []],
])('%s of more bytes than an export may have', async (path, text, files, why) => {
  const { store, blobs } = await home()
  const options = { now: 1, limits: { exportBytes: 0.00001 * 2 ** 20 } }
  const result = await importFolder(
    store,
    blobs,
    { id: 'me', quota: Infinity },
    folder({ [path]: text }),
    options,
  )
  const unread = why.map((words) => ({ file: path, line: 1, why: words }))
  expect(result).toMatchObject({ ok: true, report: { unread, files } })
})

test.each([
  ['of Roam', 'graph.json', ROAM.replace('{', '{"x":"\u00FF",')],
  ['in OPML', 'list.opml', OPML.replace('Plans', 'Pl\u00FFns')],
])('a file that is %s and no UTF-8 is reported', async (_, path, text) => {
  const report = await (await home()).add({ [path]: Buffer.from(text, 'latin1') })
  expect(report).toMatchObject({ pages: 0, unread: [{ file: path, why: expect.stringContaining('UTF-8') }] })
})

test('[P2] outlines of one title are pages of their own, named by their paths after the first', async () => {
  const { graph, add } = await home()
  const files = {
    '2020/a.opml': OPML,
    '2020/b.opml': OPML.replace('text="a"', 'text="b"'),
    'c.opml': OPML.replace('text="a"', 'text="c"'),
  }
  expect(await add(files)).toMatchObject({ pages: 3, blocks: 6 })
  expect(await outlineOf(graph, 'Plans')).toEqual(['a', '\t[[Dune]]'])
  expect(await outlineOf(graph, '2020/b')).toEqual(['b', '\t[[Dune]]'])
  expect(await outlineOf(graph, 'c')).toEqual(['c', '\t[[Dune]]'])
  expect(await add(files)).toMatchObject({ pages: 0, blocks: 0 })
})

test('[M1] an outline with the title or the day of a note is a page of its own', async () => {
  const { graph, add } = await home()
  const day = OPML.replace('Plans', '2026-11-20')
  const files = { 'Plans.md': 'note', 'a.opml': OPML, 'b.opml': day, 'c.opml': day }
  const report = await add(files)
  expect(report).toMatchObject({ pages: 3, journals: 1, blocks: 7 })
  expect(await outlineOf(graph, 'Plans')).toEqual(['note'])
  for (const name of ['a', '2026-11-20', 'c']) expect(await outlineOf(graph, name)).toHaveLength(2)
  expect(await verifyImport(graph, folder(files), report, {})).toMatchObject({ missing: 0 })
})
