import { expect, test } from 'vitest'
import { exported, imported, type TestGraph } from '../test/graph.ts'

const FILES = [['f1', 'x y.png']] as const
const graph: TestGraph = {
  pages: [
    {
      id: 'w1',
      name: 'Plan/one',
      whiteboard: true,
      favorite: true,
      props: [
        ['type', 'event'],
        ['image', '/api/files/f1'],
      ],
      blocks: [
        { depth: 0, content: 'a\n- b' },
        { depth: 1, content: '![x](/api/files/f1)' },
      ],
      shapes: [
        {
          text: 'words /api/files/f1',
          props: { kind: 'box', at: [1, 2.5], style: { fill: null, picture: '/api/files/f1' } },
        },
        { text: '', props: {} },
      ],
    },
  ],
  files: FILES,
}

test('a whiteboard reads back with its shapes, blocks, files and place', () => {
  const folder = exported(graph)
  const text = folder.get('whiteboards/Plan___one.json')!
  expect(text).toContain('"picture": "../assets/x%20y.png"')
  expect(text).not.toContain('/api/files/')
  const back = imported(folder, FILES)
  const { blocks = [], ...page } = back.pages[0]!
  expect(page).toEqual({ ...graph.pages[0], blocks: undefined })
  const [first, second] = graph.pages[0]!.blocks!
  expect(blocks).toEqual([
    { ...first, id: 'w1.0' },
    { ...second, id: 'w1.1' },
  ])
  expect(exported(back)).toEqual(folder)
})

test('a whiteboard of another program may have few members', () => {
  const { pages } = imported(
    new Map([
      ['pages/a.md', ''],
      ['whiteboards/w.json', '{"shapes":[{},7],"blocks":[{"content":"x"}],"props":{"a":1}}'],
    ]),
  )
  expect(pages[1]).toEqual({
    id: 'whiteboards/w.json',
    name: 'w',
    whiteboard: true,
    props: [['a', '1']],
    blocks: [{ depth: 0, content: 'x' }],
    shapes: [{ text: '', props: {} }],
  })
})
