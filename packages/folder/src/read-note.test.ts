import { describe, expect, test } from 'vitest'
import { exported, imported, logseq, outlineOf, planOf, read } from '../test/graph.ts'
import { planFolder } from './plan.ts'
import { readNote } from './read-note.ts'

const NEWER = '{:file/name-format :triple-lowbar}'

describe('names', () => {
  test.each([
    ['pages/a___b.md', '- x', NEWER, 'a/b', 'page', undefined],
    ['pages/sub/c.md', '- x', NEWER, 'c', 'page', undefined],
    ['pages/c.md', 'title:: Other name\n\n- x', NEWER, 'Other name', 'page', undefined],
    ['pages/c.md', '---\ntitle: Other name\n---\n- x', NEWER, 'Other name', 'page', undefined],
    ['pages/Nov 20th, 2026.md', '- x', NEWER, 'Nov 20th, 2026', 'journal', 20261120],
    ['journals/2026_11_20.md', '- x', NEWER, '2026_11_20', 'journal', 20261120],
    ['journals/2026_11_20.md', 'title:: Nov 20th, 2026\n\n- x', NEWER, 'Nov 20th, 2026', 'journal', 20261120],
    [
      'journals/2026_11_20.md',
      '- x',
      '{:journal/page-title-format "EEEE, dd.MM.yyyy"}',
      'Friday, 20.11.2026',
      'journal',
      20261120,
    ],
    [
      'journals/05-06-2020.md',
      '- x',
      '{:journal/file-name-format "dd-MM-yyyy"}',
      '05-06-2020',
      'journal',
      20200605,
    ],
    ['journals/05-06-2020.md', '- x', NEWER, '05-06-2020', 'page', undefined],
    ['journals/Ideas.md', '- x', NEWER, 'Ideas', 'page', undefined],
    ['whiteboards/w.md', '- x', NEWER, 'w', 'whiteboard', undefined],
  ])('[D1.2] %s with %j', (path, text, config, name, kind, day) => {
    const note = logseq(text, path, config)
    expect({ name: note.name, kind: note.kind, day: note.day }).toEqual({ name, kind, day })
    expect(outlineOf(note)).toEqual(['x'])
  })
})

describe('page properties', () => {
  test('keys, times, and the app’s own properties', () => {
    const note = logseq(
      'Alias:: A, B\nid:: 123\ncollapsed:: true\ncreated-at:: 1700000000000\nname:: x\nupdated-at:: soon\nempty::\ntags:: t',
    )
    expect(note.props).toEqual([
      ['alias', 'A, B, 123'],
      ['note-id', '123'],
      ['updated-at', 'soon'],
      ['tags', 't'],
    ])
    expect(note).toMatchObject({ createdAt: 1_700_000_000_000, unread: [] })
    expect(note.updatedAt).toBeUndefined()
    expect(outlineOf(note)).toEqual(['name:: x'])
  })

  test('[D2.4] the last line of a repeated property counts, and the first value stays as words', () => {
    const note = read(
      planFolder(['pages/Page.md']),
      'pages/Page.md',
      'mood:: calm\nMood:: brisk\nsame:: a\nsame:: a\n\n- x\n',
    )
    expect(note.props).toEqual([
      ['mood', 'brisk'],
      ['same', 'a'],
    ])
    expect(outlineOf(note)).toEqual(['mood:: calm', 'x'])
    expect(note.findings).toEqual([{ kind: 'property_repeated', count: 1, lines: [1] }])
  })

  test('the last value of a key counts, at its first place', () => {
    expect(logseq('a:: 1\nb:: 2\nA:: 3').props).toEqual([
      ['a', '3'],
      ['b', '2'],
    ])
  })

  test('a bulleted block of properties stays a block', () => {
    const note = logseq('- a:: 1\n  b:: 2')
    expect([note.props, outlineOf(note)]).toEqual([[], ['a:: 1⏎b:: 2']])
  })

  test('favorites by name and by alias', () => {
    const config = '{:favorites ["PAGE" "other"]}'
    expect(logseq('- x', 'pages/Page.md', config).favorite).toBe(true)
    expect(logseq('alias:: Other', 'pages/b.md', config).favorite).toBe(true)
    expect(logseq('- x', 'pages/b.md', config).favorite).toBeUndefined()
  })
})

describe('bookkeeping lines of blocks', () => {
  test.each([
    ['- a\n  id:: b-1\n  c', 'a⏎c', { id: 'b-1' }],
    ['- id:: b-1\n  ```\n  x\n  ```', '```⏎x⏎```', { id: 'b-1' }],
    ['- id:: b-1', '', { id: 'b-1' }],
    ['- a\n  id:: not an id', 'a⏎id:: not an id', {}],
    ['- a\n  ```\n  id:: b-1\n  ```', 'a⏎```⏎id:: b-1⏎```', {}],
    [
      '- a\n  created-at:: 1609230242742\n  updated-at:: 1609247076654',
      'a',
      { createdAt: 1_609_230_242_742, updatedAt: 1_609_247_076_654 },
    ],
    ['- a\n  created-at:: soon', 'a⏎created-at:: soon', {}],
    ['- a\n  collapsed:: true', 'a⏎collapsed:: true', {}],
    ['- a\n  id:: b-1\n  id:: b-2', 'a⏎id:: b-2', { id: 'b-1' }],
    ['## a\nid:: b-1', '## a', { id: 'b-1' }],
  ])('%j', (text, content, own) => {
    const note = logseq(text)
    expect(outlineOf(note)).toEqual([content])
    const { id, createdAt, updatedAt } = note.blocks[0]!
    expect({ id, createdAt, updatedAt }).toEqual({
      id: undefined,
      createdAt: undefined,
      updatedAt: undefined,
      ...own,
    })
  })
})

test('line ends and the byte order mark are not text', () => {
  const note = logseq('\uFEFFtags:: x\r\n\r\n- a\r\n  b\r\n\r\n')
  expect(note.props).toEqual([['tags', 'x']])
  expect(outlineOf(note)).toEqual(['a⏎b'])
})

test('notes keep the places of their files, and report missing files', () => {
  const note = logseq(
    'image:: ../assets/x.png\n\n- a\n  ![b](../assets/a%20b.png)\n  ![c](../assets/none.png)',
  )
  expect(note.assets).toEqual(['assets/x.png', 'assets/a b.png'])
  expect(note.missing).toEqual([{ file: 'pages/Page.md', line: 5, asset: '../assets/none.png' }])
})

test('blocks have line numbers', () => {
  const { blocks } = logseq('a:: 1\n\n- x\n  y\n\t- z')
  expect([blocks[0]!.line, blocks[0]!.children[0]!.line]).toEqual([3, 5])
})

test("the file's length alone limits the depth of an outline", () => {
  const text = Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}- ${depth}`).join('\n')
  expect(outlineOf(logseq(text)).at(-1)).toBe('\t'.repeat(2999) + 2999)
})

describe('the manifest', () => {
  const graph = {
    pages: [
      {
        id: 'p1',
        name: 'A',
        blocks: [
          { depth: 0, content: 'a\n- b' },
          { depth: 1, content: 'c' },
        ],
      },
    ],
  }
  const folder = exported(graph)
  const text = folder.get('pages/A.md')!

  test('gives ids, times, and text that the note lacks', () => {
    const note = read(planOf(folder), 'pages/A.md', text)
    expect(outlineOf(note)).toEqual(['a⏎- b', '\tc'])
    expect(note).toMatchObject({ id: 'p1', createdAt: 1_700_000_000_000 })
    expect(note.blocks[0]!.children[0]).toMatchObject({ id: 'p1.1', createdAt: 1_700_000_000_001 })
  })

  test('applies to a file with other line ends', () => {
    expect(read(planOf(folder), 'pages/A.md', text.replaceAll('\n', '\r\n')).id).toBe('p1')
  })

  test('does not apply to a file that was edited elsewhere', () => {
    const note = read(planOf(folder), 'pages/A.md', `${text}- d\n`)
    expect(note.id).toBeUndefined()
    expect(outlineOf(note)).toEqual(['a', '\tb', '\t\tc', 'd'])
  })

  test.each([
    '',
    'null',
    '[1, {"file": "pages/A.md"}]',
    '[{"file":"pages/A.md","hash":1,"page":["p",1,2],"blocks":[]}]',
  ])('can contain any text: %j', (manifest) =>
    expect(imported(new Map([...folder, ['logseq/notegraph.json', manifest]])).pages[0]!.id).toBe(
      'pages/A.md',
    ),
  )
})

test('a whiteboard that is not JSON is reported', () => {
  const plan = planFolder(['pages/a.md', 'whiteboards/w.json'])
  expect(readNote(plan, 'whiteboards/w.json', '{')).toMatchObject({
    ok: false,
    unread: [{ file: 'whiteboards/w.json', line: 1 }],
  })
})
