/**
 * The check after an import: words of the folder that are neither on their page nor in the report.
 *
 * @module-tag both-stores
 */
import { expect, test } from 'vitest'
import { folder, home, NOW, type Files } from '../../test/memory.ts'
import { importFolder, verifyImport } from '../index.ts'

async function importAndVerify(files: Files, since: Files = files) {
  const { store, blobs } = await home()
  const graph = store.graph('me')
  const result = await importFolder(store, blobs, { id: 'me', quota: Infinity }, folder(files), { now: NOW })
  if (!result.ok) throw new Error(result.why)
  const verified = await verifyImport(graph, folder(since), result.report, {})
  await store.close()
  return verified
}

const LOGSEQ: Files = {
  'pages/Boat.md': 'colour:: red\ntags::\n\n- an oar\n\t- [[Pier]]\n',
  'journals/2026_11_20.md': '- rowed\n',
  'pages/Odd.md': new Uint8Array([0xff]),
}
const SAME = '- an oar\n  id:: 64fee82e-c031-436a-add0-0ea0d494fad0\n'
const VAULT: Files = {
  'Boat.md': '---\n# why\nempty:\nid: z1\n---\n# Oar\n\nSee [[a/Pier|the pier]] and ![](my%20boat.png)\n',
  'a/Pier.md': 'Wood\n',
  'my boat.png': 'x',
  'outline.opml': '<opml><body><outline text="first"/><outline text="second"/></body></opml>',
}

test.each<[string, Files, number]>([
  ['a Logseq folder', LOGSEQ, 2],
  ['a vault', VAULT, 3],
  ['notes with one id', { 'pages/a.md': SAME, 'pages/b.md': SAME }, 2],
])('nothing of %s is missing', async (_, files, count) =>
  expect(await importAndVerify(files)).toEqual({ files: count, missing: 0, words: [] }),
)

test('words that no page has are listed with their places, up to a limit', async () => {
  const more = {
    ...LOGSEQ,
    'pages/Boat.md': 'colour:: red\n\n- an oar\n- a keel\n',
    'pages/New.md': '- unknown\n',
  }
  expect(await importAndVerify(LOGSEQ, more)).toEqual({
    files: 3,
    missing: 3,
    words: [
      { file: 'pages/Boat.md', line: 4, word: 'a' },
      { file: 'pages/Boat.md', line: 4, word: 'keel' },
      { file: 'pages/New.md', line: 1, word: 'unknown' },
    ],
  })
  const many = { ...LOGSEQ, 'pages/New.md': `- ${'x '.repeat(1_200)}\n` }
  const { missing, words } = await importAndVerify(LOGSEQ, many)
  expect([missing, words.length]).toEqual([1_200, 1_000])
})
