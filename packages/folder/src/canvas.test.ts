import { describe, expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { flatten } from './outline-draft.ts'
import { planFolder } from './plan.ts'
import { readNote } from './read-note.ts'
import { notesWithParts } from './read-parts.ts'

const PATHS = [
  'Boards/Plan.canvas',
  'Boards/Note.md',
  'Note.md',
  'a/Deep.md',
  'pic.png',
  'Twin.canvas',
  'a/Twin.md',
]
const NOTES = new Map([['a/Deep.md', '# Part\n\ntext ^x\n']])
const plan = planFolder(PATHS)

let count = 0
const node = (type: string, y: number, more: object, x = 0): object => ({ id: `n${count++}`, type, x, y, width: 9, height: 9, ...more }) // prettier-ignore
const canvas = (nodes: object[], edges: object[] = []): string => JSON.stringify({ nodes, edges })
const draft = (text: string) => read(plan, 'Boards/Plan.canvas', text, NOTES)
const outline = (nodes: object[], edges?: object[]): string[] =>
  outlineOf(draft(canvas(nodes, edges))).slice(1)

describe('a canvas of Obsidian', () => {
  test('becomes a whiteboard page that links to the file', () => {
    expect(plan.assets).toContain('Boards/Plan.canvas')
    const note = draft(canvas([]))
    expect(note).toMatchObject({
      name: 'Plan',
      kind: 'whiteboard',
      assets: ['Boards/Plan.canvas'],
      unread: [],
    })
    expect(outlineOf(note)).toEqual(['[Plan.canvas](Plan.canvas)'])
    expect(outlineOf(draft(''))).toEqual(['[Plan.canvas](Plan.canvas)'])
  })

  test('is named after its path if a note has its name', () => {
    expect(plan.index.nameOf('Twin.canvas')).toBe('Twin.canvas')
    expect(plan.index.nameOf('a/Twin.md')).toBe('Twin')
  })

  test.each<[string, object[], string[]]>([
    ['the text of a node', [node('text', 0, { text: 'an idea for [[Note|it]] #tag' })], ['an idea for [it]([[Note]]) #tag']],
    ['paragraphs of a node', [node('text', 0, { text: 'one\ntwo\n\nthree' })], ['one⏎two⏎⏎three']],
    ['a list', [node('text', 0, { text: '- [ ] one\n\t- two\n- three' })], ['TODO one', '\ttwo', 'three']],
    ['headings that end with their node', [node('text', 0, { text: '# A\n\nx' }), node('text', 1, { text: 'y' })], ['# A', '\tx', 'y']],
    ['code that ends with its node', [node('text', 0, { text: '```\na' }), node('text', 1, { text: 'b\n```' })], ['```⏎a', 'b⏎```']],
    ['dashes and what follows', [node('text', 0, { text: '---\nk: v\n---\nx' }), node('text', 1, { text: '---' })], ['---⏎k: v⏎---⏎x', '---']],
    ['words like a property', [node('text', 0, { text: 'key:: value' })], ['key:: value']],
    ['a note', [node('file', 0, { file: 'Note.md' }), node('file', 1, { file: 'a/Deep.md' })], ['[[Note]]', '[[Deep]]']],
    ['a note that is not there', [node('file', 0, { file: 'gone.md' })], ['[[gone]]']],
    ['a picture', [node('file', 0, { file: 'pic.png' })], ['![pic.png](pic.png)']],
    ['a picture that is not there', [node('file', 0, { file: 'gone.png' })], ['![gone.png](gone.png)']],
    ['another canvas', [node('file', 0, { file: 'Twin.canvas' })], ['[[Twin.canvas]]']],
    ['a web page', [node('link', 0, { url: 'https://a.example/x' })], ['https://a.example/x']],
    ['the label of a group, above what is in it', [node('text', 5, { text: 'in' }, 5), node('group', 0, { label: 'Group' })], ['Group', 'in']],
    ['nodes from the top to the bottom, then from left to right', [node('text', 10, { text: 'c' }), node('text', -5, { text: 'b' }, 9), node('text', -5, { text: 'a' }, 3)], ['a', 'b', 'c']],
    ['nothing of a node without words', [node('text', 0, { text: ' ' }), node('group', 1, {}), node('later', 2, {})], []],
    ['a name that no link can have', [node('file', 0, { file: 'a [b].md' })], ['a [b].md']],
  ])('gives %s', (_, nodes, expected) => expect(outline(nodes)).toEqual(expected)) // prettier-ignore

  test('puts labels of edges after the node where they begin', () => {
    const nodes = [
      { ...node('text', 0, { text: 'one' }), id: 'a' },
      { ...node('text', 5, { text: 'two' }), id: 'b' },
    ]
    const edges = [
      { id: 'e', fromNode: 'a', toNode: 'b', label: 'leads to' },
      { id: 'f', fromNode: 'b', toNode: 'a' },
    ]
    expect(outline(nodes, edges)).toEqual(['one', 'leads to', 'two'])
  })

  test('shows a part of a note', () => {
    const text = canvas([
      node('file', 0, { file: 'a/Deep.md', subpath: '#Part' }),
      node('file', 1, { file: 'a/Deep.md', subpath: '#^x' }),
      node('file', 2, { file: 'a/Deep.md', subpath: '#Gone' }),
    ])
    const [part, x] = flatten(read(plan, 'a/Deep.md', NOTES.get('a/Deep.md')!).blocks)
    expect(outlineOf(draft(text)).slice(1)).toEqual([
      `{{embed ((${part!.id}))}}`,
      `{{embed ((${x!.id}))}}`,
      '[/a/Deep#Gone]([[Deep]])',
    ])
    expect(notesWithParts(plan, 'Boards/Plan.canvas', text)).toEqual(['a/Deep.md'])
  })

  test.each([['[1, 2]'], ['{"nodes": [']])(
    '[P1] %s is none: its page has the file, and it is reported',
    (text) => {
      const read = readNote(plan, 'Boards/Plan.canvas', text)
      if (!read.ok) throw new Error('it was not read')
      expect(outlineOf(read.note)).toEqual(['[Plan.canvas](Plan.canvas)'])
      expect(read.note).toMatchObject({
        name: 'Plan',
        assets: ['Boards/Plan.canvas'],
        findings: [{ kind: 'file_unreadable' }],
        unread: [{ file: 'Boards/Plan.canvas', line: 1, why: expect.stringContaining('The file was kept') }],
      })
      expect(notesWithParts(plan, 'Boards/Plan.canvas', text)).toEqual([])
    },
  )

  test.each([
    ['nodes', 'null'],
    ['nodes', '[null, 3, "x", [], {"text": 5, "x": "a", "y": null}]'],
    ['edges', '[null, {"label": "x", "fromNode": 7}]'],
  ])('with odd %s is read as far as possible: %s', (key, value) => {
    expect(readNote(plan, 'Boards/Plan.canvas', `{"${key}": ${value}}`)).toMatchObject({ ok: true })
  })

  test('is read within the limits', () => {
    const limited = planFolder(PATHS, undefined, undefined, { blocks: 3, nesting: 10 })
    const many = canvas(Array.from({ length: 4 }, () => node('text', 0, { text: 'x' })))
    const long = canvas([node('text', 0, { text: '- a\n- b\n- c' })])
    for (const text of [many, long, `{"nodes": ${'['.repeat(50)}`])
      expect(readNote(limited, 'Boards/Plan.canvas', text)).toMatchObject({
        ok: false,
        unread: [{ line: 1 }],
      })
    expect(notesWithParts(limited, 'Boards/Plan.canvas', `{"nodes": ${'['.repeat(50)}# ^`)).toEqual([])
  })

  test('has a page that links lead to', () => {
    const words = (text: string) => outlineOf(read(plan, 'Note.md', text)).join('¶')
    expect(words('[[Plan.canvas]] [[Plan.canvas|the plan]] ![[Plan.canvas]]')).toBe(
      '[[Plan]] [the plan]([[Plan]]) {{embed [[Plan]]}}',
    )
  })
})
