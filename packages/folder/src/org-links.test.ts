import { expect, test } from 'vitest'
import { planFolder, readSource, type FolderSource, type NoteDraft } from './index.ts'
import { outlineOf } from '../test/graph.ts'

const ID = (n: number): string => `d0000000-0000-4000-8000-00000000000${n}`
const OTHER = `:PROPERTIES:\n:ID: ${ID(1)}\n:END:\n#+title: Other page\n\n* head\n:PROPERTIES:\n:ID: ${ID(2)}\n:END:\n`
const FILES: Readonly<Record<string, string>> = {
  'pages/other.org': OTHER,
  'pages/plain.org': '* x\n:PROPERTIES:\n:CUSTOM_ID: intro\n:END:\n',
  'note.md': '- x\n',
  'two words.org': '* x\n',
  'gro\u0308\u00DFe.org': '#+title: gr\u00F6\u00DFe\n* x\n',
}

async function noteOf(line: string, more: typeof FILES = {}): Promise<NoteDraft | undefined> {
  const files: Readonly<Record<string, string>> = {
    ...FILES,
    'pages/a.org': `* ${line}\n`,
    'logseq/config.edn': '{}',
    ...more,
  }
  const source: FolderSource = {
    paths: async () => Object.keys(files),
    read: async (path) => ({ bytes: new TextEncoder().encode(files[path]), modifiedAt: 1 }),
  }
  for await (const note of (await readSource(source)).notes())
    if (note.ok && note.path === 'pages/a.org') return note.note
  return undefined
}

test.each([
  ['[[file:other.org][a file]]', '[a file]([[Other page]])'],
  ['[[file:other.org][]]', '[[Other page]]'],
  ['[[file:../pages/other.org::*head][a file]]', '[a file]([[Other page]])'],
  ['[[file:OTHER.org][the [big] one]]', '[the [big] one]([[Other page]])'],
  ['[[file:../gr\u00F6\u00DFe.org][NFC]] [[x][[a] b]]', '[NFC]([[gr\u00F6\u00DFe]]) [\\[a\\] b]([[x]])'],
  ['[[./other.org]]', '[[Other page]]'],
  ['[[file:../two%20words.org][a file]]', '[a file]([[two words]])'],
  ['[[file:other.org][Other page]]', '[[Other page]]'],
  ['*[[file:plain.org][bold]]*', '**[bold]([[plain]])**'],
  ['[[file:../note.md][a note]]', '[a note]([[note]])'],
  [`[[id:${ID(1)}][a page]]`, '[a page]([[Other page]])'],
  [`[[id:${ID(2)}][a heading]]`, `[a heading](((${ID(2)})))`],
  [`[[id:${ID(2)}]]`, `((${ID(2)}))`],
  [`[[id:${ID(2)}::*part][a heading]]`, `[a heading](((${ID(2)})))`],
  [`[[id:${ID(1)}::12]]`, '[[Other page]]'],
  ['[[id:intro][no UUID]]', '[no UUID]([[plain]])'],
  [`[[id:${ID(3)}][nothing]]`, `[nothing](id:${ID(3)})`],
  ['[[file:gone.org][nothing]]', '[nothing](gone.org)'],
  ['[[*head]] [[*two words][a heading]]', '[head](#head) [a heading](<#two words>)'],
  ['[[#intro]]', '[intro](#intro)'],
])('%s becomes %s', async (line, expected) => expect(outlineOf((await noteOf(line))!)[0]).toBe(expected))

test.each([
  ['[[file:twin.org][of that title]]', '[of that title]([[pages/twin]])'],
  [`[[id:${ID(4)}][of that title]]`, '[of that title]([[pages/twin]])'],
  ['[[file:sub/a.org][of that name]]', '[of that name]([[pages/sub/a]])'],
  ['[[file:named.md][with a title]]', '[with a title]([[Named]])'],
  ['[[file:../journals/2026_11_20.org][a day]]', '[a day]([[Fri, 20-11-2026]])'],
])('[M1] %s leads to the page of its file', async (line, expected) => {
  const note = await noteOf(line, {
    'logseq/config.edn': '{:journal/page-title-format "EEE, dd-MM-yyyy"}',
    'pages/twin.org': OTHER.replace(ID(1), ID(4)).replace(ID(2), ID(5)),
    'pages/sub/a.org': '* x\n',
    'pages/named.md': 'title:: Named\n\n- x\n',
    'journals/2026_11_20.org': '* x\n',
  })
  expect(outlineOf(note!)[0]).toBe(expected)
})

test('links to files and ids that are not there are reported with their lines', async () => {
  const lines = `[[file:other.org]]\n* [[file:../gone.org::*x][a file]] [[id:${ID(3)}]]\n* [[./no.md]]`
  const { missing, findings } = (await noteOf(lines))!
  expect(missing.map(({ line, asset }) => [line, asset])).toEqual([
    [2, '../gone.org'],
    [3, './no.md'],
  ])
  expect(findings).toContainEqual({ kind: 'block_missing', count: 1, lines: [2] })
})

test('a folder with more Org files than others is read as Logseq reads Org', () => {
  const { style, notes } = planFolder(['a.org', 'deep/b.org', 'x.png', '.git/readme.md'])
  expect([style, notes.map(({ path }) => path)]).toEqual(['logseq', ['a.org', 'deep/b.org']])
  expect(planFolder(['a.org', 'b.md'])).toMatchObject({ style: 'notes', unread: [{ file: 'a.org' }] })
  expect(planFolder(['a.org', 'b.org', 'README.md'])).toMatchObject({ style: 'logseq', unread: [] })
})
