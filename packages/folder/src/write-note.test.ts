import { describe, expect, test } from 'vitest'
import { exported, imported, type TestGraph } from '../test/graph.ts'

const written = (graph: TestGraph, path: string): string | undefined => exported(graph).get(path)

test('a note is written as a person would write', () => {
  const graph: TestGraph = {
    pages: [
      {
        id: 'p1',
        name: 'Books/Dune',
        props: [
          ['type', 'book'],
          ['author', '[[Frank Herbert]]'],
        ],
        blocks: [
          { depth: 0, content: '## Notes' },
          { depth: 1, content: 'TODO read\nSCHEDULED: <2026-11-20 Fri>' },
          { depth: 2, content: '```js\n- code\n\n  x\n```' },
          { depth: 0, content: '' },
          { depth: 0, content: '![cover](/api/files/f1)' },
        ],
      },
    ],
    files: [['f1', 'my cover.png']],
    referenced: ['p1.1', 'p1.2'],
  }
  expect(written(graph, 'pages/Books___Dune.md')).toBe(
    [
      'type:: book',
      'author:: [[Frank Herbert]]',
      '',
      '- ## Notes',
      '\t- TODO read',
      '\t  id:: p1.1',
      '\t  SCHEDULED: <2026-11-20 Fri>',
      '\t\t- id:: p1.2',
      '\t\t  ```js',
      '\t\t  - code',
      '\t\t  ',
      '\t\t    x',
      '\t\t  ```',
      '-',
      '- ![cover](../assets/my%20cover.png)',
      '',
    ].join('\n'),
  )
})

describe('names', () => {
  test.each([
    ['p1', 'Plain', 'pages/Plain.md', ''],
    ['p1', 'What? a/b', 'pages/What%3F a___b.md', ''],
    ['journal-20261120', '2026-11-20', 'journals/2026_11_20.md', ''],
    ['journal-20261120', 'Nov 20th, 2026', 'journals/2026_11_20.md', 'title:: Nov 20th, 2026\n'],
  ])('%s %j is written to %s', (id, name, path, text) =>
    expect(written({ pages: [{ id, name }] }, path)).toBe(text),
  )

  test('names that differ by case alone get files of their own, and titles', () => {
    const pages = [
      { id: 'p1', name: 'ab\u0308c' },
      { id: 'p2', name: 'AB\u0308C' },
      { id: 'p3', name: 'x'.repeat(200) },
    ]
    const folder = exported({ pages })
    const paths = [...folder.keys()].map((path) => path.toLowerCase().normalize('NFC'))
    expect(new Set(paths).size).toBe(paths.length)
    expect(exported({ pages: pages.toReversed() })).toEqual(folder)
    expect(
      imported(folder)
        .pages.map(({ name }) => name)
        .toSorted(),
    ).toEqual(pages.map(({ name }) => name).toSorted())
    expect([...folder.values()].filter((text) => text.startsWith('title:: '))).toHaveLength(2)
  })
})

const needsWords = (content: string): boolean =>
  exported({
    pages: [
      {
        id: 'p1',
        name: 'A',
        blocks: [
          { depth: 0, content },
          { depth: 1, content: 'b' },
        ],
      },
    ],
  })
    .get('logseq/notegraph.json')!
    .includes('"words"')

describe('text that the manifest stores', () => {
  test.each([
    ['words', false],
    ['a\n\nb\n  c', false],
    ['trailing  \nspaces  ', false],
    ['```\n- x\n# y\n\n```', false],
    ['key:: value\n# not a heading of its own\n* x\n1. y', false],
    ['#+BEGIN_QUOTE\n- x\n#+END_QUOTE', false],
    ['a\n- b', true],
    [' leading', true],
    ['a\n', true],
    ['id:: x', true],
    ['```\nunclosed', false],
  ])('%j: %s', (content, expected) => expect(needsWords(content)).toBe(expected))
})
