import { makeBlock, makePage } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { pageMarkdown } from './export-page.ts'

const row = (id: string, content: string, depth: number) => ({
  record: makeBlock({ id, content, rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 }),
  depth,
})

test.each([
  [[], [], '\n'],
  [[], [row('a', 'tea', 0), row('b', 'green\nleaves', 1)], '- tea\n\t- green\n\t  leaves\n'],
  [[['mood', 'calm']], [row('a', 'tea\nid:: a', 0)], 'mood:: calm\n\n- tea\n'],
] as const)('[O2.7] the file of a page with %j and %j', (props, blocks, text) => {
  expect(pageMarkdown(makePage({ id: 'p', name: 'Tea', props, now: 1 }), blocks)).toBe(text)
})
