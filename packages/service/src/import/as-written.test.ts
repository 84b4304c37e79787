/** Notes that Markdown can express are unchanged after an import and an export. */
import { expect, test } from 'vitest'
import { answers, home, NOW, records, target, type Files, type Home } from '../../test/memory.ts'
import { exportFolder } from '../index.ts'

const PDF = Uint8Array.of(0x25, 0x50, 0x44, 0x46)

async function exported({ store, blobs }: Home): Promise<(path: string) => string> {
  const folder = target()
  const done = await exportFolder(store, blobs, 'me', folder)
  if (!done.ok) throw new Error(done.why)
  return (path) => folder.files()[path] ?? ''
}

const GRAPH: Files = {
  'pages/Ada.md':
    'Reading-Status:: now\nmotto:: a\u2028b\n\n- see [page 3](../assets/x.pdf#page=3) and [[evergreen]]\n- one\u2029two\n',
  'pages/Evergreen.md': '- x\n',
  'assets/x.pdf': PDF,
}

test('keys, anchors, link words and separators come back as they were written', async () => {
  const here = await home()
  await here.add(GRAPH)
  const fileOf = await exported(here)
  expect(fileOf('pages/Ada.md')).toBe(GRAPH['pages/Ada.md'])
  const ada = (await answers(here.graph)).find(({ page }) => page['name'] === 'Ada')
  expect(ada?.page.props).toEqual({ 'reading-status': 'now', motto: 'a\u2028b' })
})

test('a key that a later import adds keeps its spelling, and running it again changes nothing', async () => {
  const here = await home()
  await here.add({ 'pages/A.md': 'Mood:: calm\n\n- x\n' })
  const more = { 'pages/A.md': 'Mood:: calm\nDone-By:: me\nMOOD:: x\n\n- x\n' }
  await here.add(more, NOW + 1)
  const before = await records(here.graph)
  await here.add(more, NOW + 2)
  expect(await records(here.graph)).toEqual(before)
  expect((await exported(here))('pages/A.md')).toBe('Mood:: calm\nDone-By:: me\n\n- Mood:: calm\n- x\n')
})

test('a note with NUL is imported without the character, and the report says so', async () => {
  const { graph, add } = await home()
  const report = await add({ 'pages/A.md': '- one\n- t\0wo\n' })
  expect(report).toMatchObject({ pages: 1, blocks: 2, unread: [{ file: 'pages/A.md', line: 2 }] })
  expect((await records(graph)).some((record) => JSON.stringify(record).includes(String.raw`\u0000`))).toBe(
    false,
  )
})
