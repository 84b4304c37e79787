import { foldForSearch, parseBlock, searchText, visibleLine } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { block, envOf, NOW, ORIGIN, PAPER, PICTURE } from '../test/builders.ts'
import { anyContent } from '../test/any-content.ts'
import { blockJson } from './answer.ts'
import { deriveBlock, markedWords, searchedWords, type BlockRow } from './block-row.ts'
import { blockLine, referringText, type ReadEnv } from './referring-block.ts'

type View = { readonly [member: string]: unknown }
/** The row with its references replaced. */
const readRow = (row: BlockRow, env: ReadEnv): BlockRow => {
  const { places, ...rest } = row
  return places === undefined ? row : { ...rest, text: referringText({ ...row, places }, env) }
}
/** The API's members of a block, without its page. */
const viewOf = (row: BlockRow, env = envOf()): View => {
  const {
    id: _,
    page: _page,
    pageId: _pageId,
    ...view
  } = JSON.parse(blockJson(readRow(row, env), '')) as View
  return view
}

const OTHER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const THIRD = '3f2504e0-4f89-41d3-9a0c-0305e82c3302'

const ALWAYS = {
  parentId: null,
  order: 1,
  refs: [],
  tags: [],
  blockRefs: [],
  createdAt: NOW - 1000,
  updatedAt: NOW,
}

test.each<[string, string, View]>([
  ['D2.5', '', { content: '', text: '' }],
  ['D2.5', 'Knead', { content: 'Knead', text: 'Knead' }],
  ['D2.2', 'TODO [#A] x', { content: 'TODO [#A] x', text: 'TODO [#A] x', marker: 'TODO', priority: 'A' }],
  ['D2.2', '## Oven', { content: '## Oven', text: '## Oven', heading: 2 }],
  [
    'D2.3',
    'x\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>',
    {
      content: 'x\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>',
      text: 'x',
      scheduled: 20261120,
      deadline: 20261121,
    },
  ],
  [
    'D2.4',
    'x\nOven:: hot, [[Gas]]\nid:: b1\ncollapsed:: true\n2:: two',
    {
      content: 'x\nOven:: hot, [[Gas]]\nid:: b1\ncollapsed:: true\n2:: two',
      text: 'x',
      properties: { oven: 'hot, [[Gas]]', 2: 'two' },
      collapsed: true,
      refs: ['Gas'],
    },
  ],
  [
    'D2.5',
    '[[Rye]] #bread',
    { content: '[[Rye]] #bread', text: '[[Rye]] #bread', refs: ['Rye', 'bread'], tags: ['bread'] },
  ],
  ['D2.7', `((${OTHER}))`, { content: `((${OTHER}))`, text: `((${OTHER}))`, blockRefs: [OTHER] }],
  [
    'D2.8',
    `![](/api/files/${PICTURE}) ${ORIGIN}/api/files/${PAPER} /api/files/none`,
    {
      content: '[picture: loaf.png] [file: recipe.pdf] [file: unknown]',
      text: '[picture: loaf.png] [file: recipe.pdf] [file: unknown]',
    },
  ],
  [
    'D2.8',
    `[[/api/files/${PAPER}]] #/api/files/${PICTURE}\nsource:: /api/files/${PAPER}`,
    {
      content: '[[[file: recipe.pdf]]] #[picture: loaf.png]\nsource:: [file: recipe.pdf]',
      text: '[[[file: recipe.pdf]]] #[picture: loaf.png]',
      properties: { source: '[file: recipe.pdf]' },
      refs: ['[file: recipe.pdf]', '[picture: loaf.png]'],
      tags: ['[picture: loaf.png]'],
    },
  ],
])('[%s] the view of %j', (_, content, expected) => {
  expect(viewOf(deriveBlock(block(content), envOf()))).toEqual({ ...ALWAYS, ...expected })
})

test('the view has the members in the order of the table, and omits empty optional members', () => {
  const full = `## TODO [#A] [[a]] #b ((${OTHER}))\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-20 Fri>\nk:: v\ncollapsed:: true`
  expect(Object.keys(viewOf(deriveBlock(block(full, { parentId: 'b0' }), envOf())))).toEqual([
    'parentId',
    'order',
    'content',
    'text',
    'marker',
    'priority',
    'scheduled',
    'deadline',
    'heading',
    'properties',
    'collapsed',
    'refs',
    'tags',
    'blockRefs',
    'createdAt',
    'updatedAt',
  ])
  expect(viewOf(deriveBlock(block('x', { parentId: 'b0', order: -0.5 }), envOf()))).toEqual({
    ...ALWAYS,
    content: 'x',
    text: 'x',
    parentId: 'b0',
    order: -0.5,
  })
})

describe('[D2.7] the line of a reference', () => {
  const other = block(`## DOING [#B] the *words* ((${THIRD})) ![](/api/files/${PICTURE}) end\nmore`, {
    id: OTHER,
  })
  const third = block('> TODO third\nk:: v', { id: THIRD })

  test('is the first line of the text without head marks, also within nested references', () => {
    const env = envOf(other, third)
    const row = deriveBlock(block(`see ((${OTHER})).`), env)
    expect(viewOf(row, env)).toMatchObject({
      text: 'see the *words* third [picture: loaf.png] end.',
      blockRefs: [OTHER],
    })
    expect(viewOf(row)['content']).toBe(`see ((${OTHER})).`)
  })

  test('keeps references to a deleted block and in a circle', () => {
    expect(viewOf(deriveBlock(block(`((${OTHER}))`), envOf()), envOf(third))['text']).toBe(`((${OTHER}))`)
    const self = block(`me ((${OTHER}))`, { id: OTHER })
    expect(viewOf(deriveBlock(self, envOf()), envOf(self))['text']).toBe(`me ((${OTHER}))`)
  })

  test('names files and keeps the places of references', () => {
    const env = envOf(other, third)
    const { text, blockRefs } = blockLine(other, env)
    expect(text).toBe(`the *words* ((${THIRD})) [picture: loaf.png] end`)
    expect(blockRefs.map(({ start, end, id }) => [text.slice(start, end), id])).toEqual([
      [`((${THIRD}))`, THIRD],
    ])
  })

  test('keeps the places of references before and after a file', () => {
    const both = block(`((${OTHER})) /api/files/${PAPER} ((${THIRD}))`)
    const { text, blockRefs } = blockLine(both, envOf())
    expect(text).toBe(`((${OTHER})) [file: recipe.pdf] ((${THIRD}))`)
    expect(blockRefs.map(({ start, end, id }) => [text.slice(start, end), id])).toEqual([
      [`((${OTHER}))`, OTHER],
      [`((${THIRD}))`, THIRD],
    ])
  })

  test('expands references in the label of a file', () => {
    const row = deriveBlock(block(`![((${THIRD}))](/api/files/${PICTURE})`), envOf())
    expect(viewOf(row, envOf(third))['text']).toBe('[picture: loaf.png]')
  })
})

test.each<[string, string, { readonly [column in keyof BlockRow]?: unknown }]>([
  ['D5.6', 'TODO x [[2026-11-22]] [[Nov 21st, 2026]]', { linkedDay: 20261121, due: 20261121 }],
  ['D5.6', 'TODO x #2026_11_23', { linkedDay: 20261123, due: 20261123 }],
  ['D5.6', 'TODO x [[2026-02-30]]', { linkedDay: undefined, due: undefined }],
  ['D5.6', 'x\nSCHEDULED: <2026-12-01 Tue>\nday:: [[2026-11-22]]', { linkedDay: 20261122, due: 20261201 }],
  ['D5.6', 'x\nSCHEDULED: <2026-11-01 Sun>\nDEADLINE: <2026-12-01 Tue>', { due: 20261201 }],
  ['D1.2', '[[Nov 20th, 2026]] [[2026-11-20]] [[RYE]] [[rye]]', { links: ['2026-11-20', 'rye'], tags: [] }],
  ['D3.2', '[[Rye]] #rye #Bread', { links: ['rye'], tags: ['rye', 'bread'] }],
  [
    'D2.8',
    `/api/files/${PAPER} \`/api/files/${PICTURE}\` /api/files/${PAPER} /api/files/x`,
    { files: [PAPER, PICTURE, 'x'] },
  ],
  [
    'query VALUE',
    'x\nid:: b1\nOven:: [[Gas]], hot',
    { properties: [{ key: 'oven', values: ['[[gas]], hot', '[[gas]]', 'hot', 'gas'] }] },
  ],
  [
    'D3.3',
    'TODO [#A] bake rye',
    { counts: { blocks: 1, words: 2, sentences: 1, paragraphs: 1, characters: 8 } },
  ],
  [
    'D3.3',
    '## Oven\nk:: v\n\nhot',
    { counts: { blocks: 1, words: 2, sentences: 2, paragraphs: 2, characters: 7 } },
  ],
  ['D3.3', 'TODO', { counts: { blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 } }],
])('[%s] the row of %j', (_, content, expected) => {
  const row = deriveBlock(block(content), envOf())
  expect({ ...row }).toEqual({ ...row, ...expected })
})

test.each([
  ['Straße\nid:: abc\ncollapsed:: true\nOven:: Hot', 'strasse\noven:: hot'],
  [`see /api/files/${PAPER}`, 'see [file: recipe.pdf]'],
  ['Rye BREAD ', 'rye bread'],
  ['ÉTÉ à la Mer', 'ete a la mer'],
  ['l’été', "l'ete"],
  ['日本 Oven', '日本 oven'],
])('[D5.1] the search text of %j is %j', (content, words) => {
  expect(searchedWords(deriveBlock(block(content), envOf()))).toBe(words)
})

test('[D5.1] the names of files are searched with their marks', () => {
  const row = deriveBlock(block(`id:: é\n/api/files/${PAPER} é`), {
    file: () => ({ name: 'café.pdf', type: '' }),
  })
  expect(searchedWords(row)).toBe(markedWords(row).words)
  expect(markedWords(row).marks.size).toBe(2)
})

test('[D5.1] the search text is always the folded visible text', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const record = block(content)
      const row = deriveBlock(record, { file: () => undefined })
      fc.pre(row.files.length === 0)
      expect(searchedWords(row)).toBe(foldForSearch(searchText(parseBlock(content)).trim()))
      expect(markedWords(row).words).toBe(searchedWords(row))
      // The check of marks leaves out rows of their content alone.
      expect(markedWords(row).marks.size === 0 || row.folded !== undefined).toBe(true)
    }),
  )
})

test('an empty column is omitted', () => {
  expect(Object.keys(deriveBlock(block('x'), envOf())).toSorted()).toEqual(
    [
      'id',
      'pageId',
      'parentId',
      'order',
      'createdAt',
      'updatedAt',
      'links',
      'tags',
      'blockRefs',
      'files',
      'properties',
      'content',
      'counts',
    ].toSorted(),
  )
})

describe('any content', () => {
  const around = [
    block(`a line ((${THIRD})) /api/files/${PICTURE}`, { id: OTHER }),
    block('TODO third', { id: THIRD }),
  ]

  test('a row is deterministic, and its view is JSON', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const row = deriveBlock(block(content), envOf(...around))
        expect(deriveBlock(block(content), envOf(...around))).toEqual(row)
        const view = viewOf(row, envOf(...around))
        expect(Object.keys(view).slice(-5)).toEqual(['refs', 'tags', 'blockRefs', 'createdAt', 'updatedAt'])
      }),
      { numRuns: 3_000 },
    )
  })

  test('[D2.8] no id of a file is shown or searched', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const env = envOf(...around)
        const { files: _, ...row } = readRow(deriveBlock(block(content), env), env)
        const all = JSON.stringify(row).toLowerCase()
        for (const id of [PICTURE, PAPER, 'unknownfile']) expect(all).not.toContain(id.toLowerCase())
      }),
      { numRuns: 3_000 },
    )
  })

  test('[D2.8] without files and references, content is the written text and the line is the visible text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB#[]: \n>TODO-`|é'.split('')) }), (content) => {
        const row = deriveBlock(block(content), envOf())
        expect(viewOf(row)['content']).toBe(content)
        expect(blockLine(block(content), envOf())).toEqual(visibleLine(parseBlock(content)))
      }),
    )
  })
})
