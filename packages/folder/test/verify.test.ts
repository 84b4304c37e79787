/** Every word of the sample folders is in the graph or in the report, and a word that is in neither is found. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decodeText, flatten, LEFT_OUT, lostWords, wordsOf, type NoteDraft } from '../src/index.ts'
import { diskFolder, readFolder } from '../src/node/index.ts'

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url))
const DOCS = fileURLToPath(new URL('../../../../shared/graphs/logseq-docs/', import.meta.url))
const folders = readdirSync(FIXTURES).map((kind) => [kind, `${FIXTURES}${kind}/source`] as const)

const textsOf = ({ name, id = '', assets, props, blocks, shapes = [] }: NoteDraft): string[] => [
  name,
  id,
  ...assets,
  ...props.flat(),
  ...flatten(blocks).flatMap((block) => [block.content, block.id ?? '']),
  ...shapes.map(({ text }) => text),
]

async function lostIn(folder: string): Promise<string[]> {
  const { notes } = await readFolder(folder)
  const drafts = new Map<string, NoteDraft[]>()
  for await (const read of notes())
    if (read.ok) drafts.set(read.path, [...(drafts.get(read.path) ?? []), read.note])
  const source = diskFolder(folder)
  const lost: string[] = []
  for (const [path, pages] of drafts) {
    const decoded = decodeText((await source.read(path)).bytes)
    if (!('text' in decoded)) throw new Error(decoded.why)
    const findings = pages.flatMap((page) => page.findings ?? [])
    const left = findings.filter(({ kind }) => LEFT_OUT.has(kind))
    const read = {
      kept: new Set(pages.flatMap(textsOf).flatMap(wordsOf)),
      reported: new Set([
        ...left.flatMap(({ lines }) => lines),
        ...pages.flatMap((page) => page.unread.map(({ line }) => line)),
      ]),
      findings: new Set(findings.map(({ kind }) => kind)),
    }
    for (const { line, word } of lostWords(path, decoded.text, read)) lost.push(`${path}:${line} ${word}`)
  }
  return lost
}

describe('words of a folder − words of the graph − words of the report = nothing', () => {
  test.each([...folders, ...(existsSync(DOCS) ? [['the documentation of Logseq', DOCS] as const] : [])])(
    '%s',
    async (_, folder) => expect(await lostIn(folder)).toEqual([]),
  )
})

const nothing = { kept: new Set<string>(), reported: new Set<number>(), findings: new Set<string>() }
const lostOf = (path: string, text: string, more: object = {}): string[] =>
  lostWords(path, text, { ...nothing, ...more }).map(({ line, word }) => `${line} ${word}`)

test.each<[what: string, path: string, text: string, lost: string[]]>([
  ['words of a block', 'pages/a.md', '- boat\n  oar', ['1 boat', '2 oar']],
  ['a key and its value', 'pages/a.md', 'colour:: red', ['1 colour', '1 red']],
  ['a comment in front matter', 'a.md', '---\n# why\n---', ['2 why']],
  ['a field of front matter', 'a.md', '---\ntitle: Boat\nkey: x\n---', ['2 boat', '3 key', '3 x']],
  ['no value in a list of front matter', 'a.md', '---\nkey:\n  - null\n  - nulls\n---', ['2 key', '4 nulls']],
  ['a field that a key begins', 'a.md', '---\nidea: x\n---', ['2 idea', '2 x']],
  ['a key of front matter in the text', 'a.md', 'title: x', ['1 title', '1 x']],
  ['a link', 'a.md', '[[folder/Boat#Heading|label]]', ['1 boat', '1 label']],
  ['an address', 'a.md', '![alt](img/my%20boat.png)', ['1 alt', '1 my', '1 boat', '1 png']],
  ['a bracket before a path', 'a.md', 'and/or [x] y', ['1 and', '1 or', '1 x', '1 y']],
  ['a checked box', 'a.md', '- [x] boat', ['1 boat']],
  ['a task field', 'a.md', '- [ ] boat 🔁 every week 📅 2026-11-20', ['1 boat', '1 2026', '1 11', '1 20']],
  ['a checked box before a marker', 'a.md', '- [x] WAITING boat', ['1 boat']],
  [
    'fields in round brackets',
    'a.md',
    '- [ ] boat (due:: 2026-11-20), (priority:: low)',
    ['1 boat', '1 2026', '1 11', '1 20'],
  ],
  ['an id', 'pages/a.md', '- boat\n  id:: abc', ['1 boat', '2 abc']],
  ['an outliner’s line', 'pages/a.md', '- boat\n  collapsed:: true', ['1 boat']],
  ['a keyword of Org', 'pages/a.org', '#+TITLE: Boat\n#+author: Ada', ['1 boat', '2 author', '2 ada']],
  ['a link of Org', 'pages/a.org', '[[id:abc][the boat]] [fn:1]', ['1 the', '1 boat', '1 1']],
  ['text of a canvas', 'a.canvas', '{"nodes":[{"id":"x","text":"boat"}]}', ['1 boat']],
  [
    'text of a Roam export',
    'a.json',
    '[{"title":"T","uid":"u","children":[{"string":"b"}]}]',
    ['1 t', '2 b'],
  ],
  [
    'an embed of Roam',
    'a.json',
    '[{"title":"T","string":"{{[[embed-path]]: ((abcdefghi))}}"}]',
    ['1 t', '2 embed'],
  ],
  [
    'a place in a file of Org',
    'pages/a.org',
    '[[file:a.pdf::5]] [[roam:Boat]]',
    ['1 a', '1 pdf', '1 5', '1 boat'],
  ],
  [
    'text of an outline',
    'a.opml',
    '<outline text="f&#252;r&nbsp;&lt;b&gt;x&lt;/b&gt;" _note="n&mdash;m"/>',
    ['1 für', '1 x', '2 n', '2 m'],
  ],
  ['text of a whiteboard', 'whiteboards/a.edn', '{:text "boat" :point [0 0]}', ['1 boat']],
  ['words of any script', 'a.md', '小船 лодка नाव', ['1 小船', '1 лодка', '1 नाव']],
])('%s', (_, path, text, lost) => expect(lostOf(path, text)).toEqual(lost))

test('a word that the page has, or whose line the report names, is not lost', () => {
  expect(lostOf('a.md', 'Boat\noar', { kept: wordsSet('a boat') })).toEqual(['2 oar'])
  expect(lostOf('a.md', 'Boat\noar', { reported: new Set([2]) })).toEqual(['1 boat'])
  expect(lostOf('a.md', '[[a/b c#^d|e]] ![[b#h i]] [[b#j]]', { kept: wordsSet('b') })).toEqual(['1 e'])
  expect(lostOf('a.json', '[{"title":"T"},{"children":[{"string":"b"}]},{"title":" "}]')).toEqual(['1 t'])
  expect(lostOf('a.md', '![[a|300]]', { findings: new Set(['embed_size']), kept: wordsSet('a') })).toEqual([])
  expect(lostOf('a.org', ':ROAM_ALIASES: "a b"', { kept: wordsSet('a b') })).toEqual([])
  expect(lostOf('a.md', '[[Fri 20.11.2026]]', { findings: new Set(['link_day']) })).toEqual([])
})

const wordsSet = (text: string): Set<string> => new Set(wordsOf(text))
