/** A whole graph as a folder, in each layout. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imported, read, planOf, recordsOf, type TestGraph, type TestPage } from '../test/graph.ts'
import { FILES, randomGraph, settled } from '../test/random-graph.ts'
import { assetPath, folderTexts, type FolderLayout } from './index.ts'

function written(graph: TestGraph, layout: FolderLayout): Map<string, string> {
  const files = new Map(graph.files ?? [])
  const folder = new Map<string, string>()
  for (const { path, text } of folderTexts(recordsOf(graph), { layout, files })) {
    expect([...folder.keys()]).not.toContain(path)
    folder.set(path, text)
  }
  for (const name of files.values()) folder.set(assetPath(name, layout), '')
  return folder
}

const A = '9b7e1d40-5c2a-4d86-b3f9-6a8c0e4d2b71'
const B = '1c7e1d40-5c2a-4d86-b3f9-6a8c0e4d2b72'
const IDS: { readonly [place: string]: string } = { a0: A, b0: B }
const page = (
  id: string,
  name: string,
  contents: readonly string[] = [],
  rest: Partial<TestPage> = {},
): TestPage => ({
  id,
  name,
  blocks: contents.map((content, i) => ({ depth: 0, content, id: IDS[`${id}${i}`] ?? `${id}-${i}` })),
  ...rest,
})

describe.each(['logseq', 'obsidian'] as const)('a folder for %s', (layout) => {
  test('gives the same graph when it is read, and the same bytes when that is written', () => {
    fc.assert(
      fc.property(randomGraph, (graph) => {
        const folder = written(graph, layout)
        const back = imported(folder, FILES, layout)
        expect(settled(back)).toEqual(settled(graph))
        expect(written(back, layout)).toEqual(folder)
      }),
      { numRuns: 300 },
    )
  })

  test('keeps whiteboards, favorites, days and files that look like notes', () => {
    const graph: TestGraph = {
      pages: [
        page('w', 'Plan', ['box'], { whiteboard: true, shapes: [{ text: 'circle', props: { x: 1 } }] }),
        page('journal-20261120', '2026-11-20', ['[a](/api/files/f1) [b](/api/files/f2)'], { favorite: true }),
        page('p', 'pages/Boat', ['x']),
      ],
      files: [
        ['f1', 'readme.md'],
        ['f2', 'data.json'],
      ],
    }
    const back = imported(written(graph, layout), graph.files, layout)
    expect(settled(back)).toEqual(settled(graph))
  })
})

test('[operations, Import and export] no file for Obsidian has the path of a folder or leads out of its own', () => {
  const names = ['a', 'a.md/b', 'A.MD/C', 'assets/map/b', '../x', '..', 'a/../../b', '/etc/x', 'C:\\x', 'x.']
  const graph: TestGraph = {
    pages: [
      ...names.map((name, n) => page(`p${n}`, name)),
      page('w1', 'w', ['box'], { whiteboard: true, shapes: [{ text: 'circle', props: { x: 1 } }] }),
      page('w2', 'whiteboards/w.json/b'),
    ],
    files: [['f1', 'map']],
  }
  const folder = written(graph, 'obsidian')
  const paths = [...folder.keys()].map((path) => path.toUpperCase())
  for (const path of paths) {
    expect(paths.filter((other) => other.startsWith(`${path}/`))).toEqual([])
    expect(path).not.toMatch(/^\/|(?:^|\/)\.{1,2}(?:\/|$)|[\\:]/)
  }
  expect(settled(imported(folder, graph.files, 'obsidian'))).toEqual(settled(graph))
})

describe('a folder that Obsidian opens', () => {
  const graph: TestGraph = {
    pages: [
      page(
        'a',
        'Books/Dune',
        ['TODO read', `DONE bought\nin ((${B}))`, `{{embed ((${B}))}} #[[What now?]] [[Tom]] \\#[[Tom]]`],
        {
          props: [
            ['alias', 'Desert, Sand'],
            ['author', '[[Frank Herbert]]'],
            ['rating', '5'],
          ],
        },
      ),
      page('b', 'What now?', [
        `a [line](((${A})))`,
        '[[desert]] {{embed [[Books/Dune]]}} `[[desert]]` [[Nov 20th, 2026]]',
      ]),
      page('journal-20261120', '2026-11-20', ['today', '![map](/api/files/f1)']),
    ],
    files: [['f1', 'map (1).png']],
  }
  const folder = written(graph, 'obsidian')

  test('has names, front matter, checkboxes, links, anchors and days in its form', () => {
    expect(folder.get('Books/Dune.md')).toBe(
      [
        '---',
        'title: "Books/Dune"',
        'aliases:',
        '  - Desert',
        '  - Sand',
        'author: "[[Frank Herbert]]"',
        'rating: 5',
        '---',
        '',
        `- [ ] read ^${A}`,
        '- [x] bought',
        `  in [[What now%3F#^${B}]]`,
        `- ![[What now%3F#^${B}]] [[What now%3F|What now?]] [[Tom]] \\#[[Tom]]`,
        '',
      ].join('\n'),
    )
    expect(folder.get('What now%3F.md')).toBe(
      [
        '---',
        'title: "What now?"',
        '---',
        '',
        `- a [[Books/Dune#^${A}|line]] ^${B}`,
        '- [[Books/Dune|desert]] ![[Books/Dune]] `[[desert]]` [[2026-11-20|Nov 20th, 2026]]',
        '',
      ].join('\n'),
    )
    expect(folder.get('2026-11-20.md')).toBe('- today\n- ![map](./assets/map%20%281%29.png)\n')
  })

  test('keeps what it says when somebody edits a note, and where the manifest is lost', () => {
    const edited = new Map(folder)
    edited.delete('.obsidian/notegraph.json')
    const plan = planOf(edited)
    const note = read(plan, 'Books/Dune.md', edited.get('Books/Dune.md')!, edited)
    expect(Object.fromEntries(note.props)).toMatchObject({ alias: 'Desert, Sand, Books/Dune', rating: '5' })
    expect(note.blocks.map(({ content }) => content)).toMatchObject([
      `TODO read ^${A}`,
      expect.stringMatching(/^DONE bought\nin \[/),
      expect.stringMatching(/^\{\{embed \(\(/),
    ])
  })
})
