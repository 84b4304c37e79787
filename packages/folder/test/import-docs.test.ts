/** The examples in docs/import.md: each row must be true. A row is an example if its first two cells contain code. */
import { readFileSync } from 'node:fs'
import { parseBlock } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { flatten, planFolder, readSource, withFiles } from '../src/index.ts'
import { outlineOf, read } from './graph.ts'

const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
const obsidian = page.slice(page.indexOf('## Obsidian'))

const NOTES = new Map([['folder/Note.md', '# Heading\n\n## Below\n\ntext ^id\n']])
const PATHS = ['Home.md', 'folder/Note.md', 'Board.canvas', 'image.png', 'report.pdf']
const plan = planFolder(PATHS, undefined, undefined, {}, undefined, '{"format":"DD.MM.YYYY"}')

/** The properties and blocks of a note with this text. */
function readAs(text: string): string {
  const note = withFiles(read(plan, 'Home.md', text, NOTES), () => '…')
  const props = note.props.map(([key, value]) => `${key}:: ${value}`)
  const blocks = outlineOf(note).map((block) => block.replaceAll('⏎', '\n'))
  return [...props, ...blocks].join('\n').replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'uuid')
}

const codesOf = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, code]) => code!)
const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/u)
    .slice(1)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())

/** Pairs each code of the first cell with its own code in the second cell, or with the only one there. */
function examplesOf(title: string): (readonly [written: string, becomes: string])[] {
  const from = obsidian.indexOf(`\n### ${title}\n`)
  const end = obsidian.indexOf('\n### ', from + 1)
  const rows = obsidian.slice(from, end).match(/^\|.*$/gmu) ?? []
  return rows.flatMap((row) => {
    const [first = '', second = ''] = cellsOf(row)
    const [written, becomes] = [codesOf(first), codesOf(second)]
    const isExample = first.startsWith('`') && !first.includes('…')
    if (!isExample || (becomes.length !== 1 && becomes.length !== written.length)) return []
    return written.map((code, i) => [code, becomes[i] ?? becomes[0]!] as const)
  })
}

const dated = (part: string): string => `${part}${part.startsWith('🔁') ? ' 📅 2026-11-20' : ''}`

describe.each<[title: string, count: number, note: (code: string) => string]>([
  ['Front matter', 11, (code) => `---\n${code.includes(':') ? code : `${code}: x`}\n---\n`],
  ['Links and embeds', 52, (code) => code],
  ['Blocks', 12, (code) => `${code} x`],
  ['Tasks plugin', 11, (code) => `- [ ] x ${dated(code)}`],
  ['Dataview', 4, (code) => `x\n\n${code}`],
])('docs/import.md, %s', (title, count, note) => {
  const examples = examplesOf(title)

  test('the tests cover every example', () => expect(examples).toHaveLength(count))

  test.each(examples)('%s becomes %s', (written, becomes) => {
    const text = readAs(note(written))
    // A link is the whole note; any other example is a part of a note.
    const isWhole = title === 'Links and embeds' || !text.includes(becomes)
    expect(isWhole ? text : becomes).toBe(becomes)
  })
})

const UUID = '64fee82e-c031-436a-add0-0ea0d494fad0'
const AT_HOME = { 'folder/Note.md': '# Heading\n\ntext ^id\n', 'x.png': '' }
const GRAPH = {
  'logseq/config.edn': '{}',
  'pages/Note.md': `- block\n  id:: ${UUID}\n`,
  'assets/x.png': '',
}
const LAYOUTS: Readonly<Record<string, readonly [path: string, others: Readonly<Record<string, string>>]>> = {
  'Logseq': ['pages/Home.md', GRAPH],
  'Org files of Logseq': ['Home.org', { 'Note.org': `:PROPERTIES:\n:ID: ${UUID}\n:END:\n`, 'x.png': '' }],
  'Obsidian': ['Home.md', AT_HOME],
  'Dendron': ['Home.md', { 'dendron.yml': '', 'Note.md': '## Heading\n\n## Below\n' }],
  'Foam': ['Home.md', AT_HOME],
  'Plain Markdown': ['Home.md', AT_HOME],
} // prettier-ignore

async function leads(layout: string, text: string): Promise<ReadonlySet<string>> {
  const [path, others] = LAYOUTS[layout]!
  const files: Readonly<Record<string, string>> = { ...others, [path]: text }
  const { notes } = await readSource({
    paths: async () => Object.keys(files),
    read: async (one) => ({ bytes: Buffer.from(files[one]!), modifiedAt: 0 }),
  })
  const led = new Set<string>()
  for await (const read of notes()) {
    if (!read.ok || read.note.path !== path) continue
    for (const asset of read.note.assets) led.add(asset)
    for (const { content } of flatten(read.note.blocks)) {
      const { refs, tags, blockRefs } = parseBlock(content)
      for (const name of [...refs, ...tags, ...blockRefs]) led.add(name)
    }
  }
  return led
}

describe('docs/import.md, Links by layout', () => {
  const section = page.slice(page.indexOf('\n## Links by layout\n'), page.indexOf('\n## Logseq\n'))
  const rows = (section.match(/^\|.*$/gmu) ?? []).slice(2).map(cellsOf)

  test('the table has each layout, and where its makers document it', () => {
    expect(rows.map(([layout]) => layout)).toEqual(Object.keys(LAYOUTS))
    for (const [, , makers = ''] of rows) expect(makers).toMatch(/^\[[^\]]+\]\(https:/u)
  })

  test.each(
    rows.flatMap(([layout = '', taken = '']) => codesOf(taken).map((code) => [layout, code] as const)),
  )('%s: %s leads to a page, a block or a file', async (layout, code) => {
    const bullet = layout.startsWith('Org') ? '*' : '-'
    const led = await leads(layout, `${bullet} ${code.replace('uuid', UUID)}\n`)
    expect([...led]).toEqual([expect.stringMatching(/^(?:Note|tag|(?:assets\/)?x\.png|[0-9a-f-]{36})$/u)])
  })
})
