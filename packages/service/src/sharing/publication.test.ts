import { expect, test } from 'vitest'
import { readPublication } from './publication.ts'

test('[S5] a publication of an earlier version shows no comment in percent signs', () => {
  const line = { depth: 0, content: 'oars %%unsaid%% tiller' }
  const part = {
    offset: 0,
    lines: [line],
    total: 1,
    shown: 1,
    words: [['a', 'quoted %%unsaid%%']],
    own: [],
    embeddedBlocks: [['b', [line]]],
    embeddedPages: [['c', [line]]],
    quotedFrom: [],
    files: [],
  }
  const listed = { id: 'p', name: '100%% rye', aliases: [], editedAt: 1 }
  const state = { listed, page: { id: 'p', view: '{"a":"%%"}' }, parts: [part], texts: [line.content], linkedFrom: [], files: [] } // prettier-ignore
  const read = readPublication(JSON.stringify([state])).get('p')
  expect(JSON.stringify(read)).not.toContain('unsaid')
  expect([read?.listed, read?.page]).toEqual([state.listed, state.page])
  expect(read?.texts).toEqual(['oars  tiller'])
})
