import { expect, test } from 'vitest'
import { readSource, type FolderSource } from './index.ts'
import { outlineOf } from '../test/graph.ts'

const ID = (n: number): string => `d0000000-0000-4000-8000-00000000000${n}`
const OTHER = `:PROPERTIES:\n:ID: ${ID(1)}\n:END:\n#+title: Other page\n\n* head\n:PROPERTIES:\n:ID: ${ID(2)}\n:END:\n`
const FILES: Readonly<Record<string, string>> = {
  'pages/other.org': OTHER,
  'pages/plain.org': '* x\n:PROPERTIES:\n:CUSTOM_ID: intro\n:END:\n',
  'note.md': '- x\n',
}

async function words(line: string): Promise<string | undefined> {
  const files: Readonly<Record<string, string>> = {
    ...FILES,
    'pages/a.org': `* ${line}\n`,
    'logseq/config.edn': '{}',
  }
  const source: FolderSource = {
    paths: async () => Object.keys(files),
    read: async (path) => ({ bytes: new TextEncoder().encode(files[path]), modifiedAt: 1 }),
  }
  for await (const note of (await readSource(source)).notes())
    if (note.ok && note.path === 'pages/a.org') return outlineOf(note.note)[0]
  return undefined
}

test.each([
  ['[[file:other.org][a file]]', '[a file]([[Other page]])'],
  ['[[file:../pages/other.org::*head][a file]]', '[a file]([[Other page]])'],
  ['[[./other.org]]', '[[Other page]]'],
  ['[[file:other.org][Other page]]', '[[Other page]]'],
  ['*[[file:plain.org][bold]]*', '**[bold]([[plain]])**'],
  ['[[file:../note.md][a note]]', '[a note]([[note]])'],
  [`[[id:${ID(1)}][a page]]`, '[a page]([[Other page]])'],
  [`[[id:${ID(2)}][a heading]]`, `[a heading](((${ID(2)})))`],
  [`[[id:${ID(2)}]]`, `((${ID(2)}))`],
  ['[[id:intro][no UUID]]', '[no UUID]([[plain]])'],
  [`[[id:${ID(3)}][nothing]]`, `[nothing](id:${ID(3)})`],
  ['[[file:gone.org][nothing]]', '[nothing](gone.org)'],
])('%s becomes %s', async (line, expected) => expect(await words(line)).toBe(expected))
