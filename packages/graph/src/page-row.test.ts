import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyContent } from '../test/any-content.ts'
import { envOf, page, PAPER, PICTURE } from '../test/builders.ts'
import { derivePage, type PageRow } from './page-row.ts'
import type { PageRecord } from './record.ts'

type View = { readonly [member: string]: unknown }

const rowOf = (record: PageRecord): PageRow => derivePage(record, envOf())

test.each<[string, PageRecord, { readonly [column in keyof PageRow]?: unknown }]>([
  ['D1.1', page({ alias: 'Loaf, STRASSE, straße' }), { names: ['rye bread', 'loaf', 'strasse'] }],
  [
    'D1.2',
    page({}, { id: 'journal-20261120', name: 'Nov 20th, 2026' }),
    { names: ['nov 20th, 2026', '2026-11-20'], day: 20261120 },
  ],
  ['D1.2', page({}, { id: 'journal-20261120', name: '2026-11-20' }), { names: ['2026-11-20'] }],
  ['D1.2', page({ alias: '[[Nov 20th, 2026]]' }), { names: ['rye bread', 'nov 20th, 2026', '2026-11-20'] }],
  ['D1.2', page({ alias: 'Nov 20th, 2026' }), { names: ['rye bread', 'nov 20th, 2026', '2026-11-20'] }],
  ['D3.2', page({ type: 'Person' }), { declared: 'person', pdf: false }],
  ['D3.2', page({ pdf: `/api/files/${PAPER}` }), { pdf: true, declared: undefined, properties: [] }],
  ['D3.2', page({ pdf: '' }), { pdf: false }],
  [
    'D3.2',
    page({
      alias: '[[Loaf]]',
      tags: '#food, [[dark bread]], rye',
      city: 'in [[Vienna]] #warm',
      type: '[[Book]]',
      pdf: '[[x]]',
    }),
    { links: ['vienna', 'book'], tags: ['food', 'dark bread', 'rye', 'warm'] },
  ],
  ['D1.2', page({ met: '[[Nov 20th, 2026]]' }), { links: ['2026-11-20'] }],
  [
    'D2.8',
    page({
      image: `![x](/api/files/${PICTURE})`,
      pdf: `/api/files/${PAPER}`,
      note: `/api/files/${PAPER} /api/files/none`,
    }),
    { files: [PICTURE, PAPER, 'none'] },
  ],
  [
    'D2.8',
    page({}, { name: `see /api/files/${PAPER}` }),
    { files: [PAPER], name: 'see [file: recipe.pdf]', names: ['see [file: recipe.pdf]'] },
  ],
  [
    'query VALUE',
    page({ city: '[[Vienna]], Graz', pdf: 'x', image: `/api/files/${PICTURE}`, tags: 'Food' }),
    {
      properties: [
        { key: 'city', values: ['[[vienna]], graz', '[[vienna]]', 'graz', 'vienna'] },
        { key: 'tags', values: ['food'] },
      ],
    },
  ],
])('[%s] the row of a page, case %#', (_, record, expected) => {
  const row = rowOf(record)
  expect({ ...row }).toEqual({ ...row, ...expected })
})

test('the row has the times of the record', () => {
  expect(rowOf(page({}, { now: 9, createdAt: 3 }))).toMatchObject({ id: 'p1', createdAt: 3, updatedAt: 9 })
})

describe('any properties', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'type',
      'alias',
      'tags',
      'image',
      'pdf',
      'snapshot',
      'snapshot-url',
      'url',
      'knows',
      'author',
      '__proto__',
      'Tags',
      '7',
    ),
    anyContent.filter((text) => text !== '' && text !== 'name' && !text.startsWith(':')),
  )
  const value = fc.oneof(anyContent, fc.constantFrom('website', 'person', '[[Book]]'))
  const anyPage = fc
    .tuple(fc.array(fc.tuple(key, value), { maxLength: 8 }), anyContent)
    .map(([props, name]) => page({}, { props, name }))

  test('a row is deterministic, and its view is JSON', () => {
    fc.assert(
      fc.property(anyPage, (record) => {
        const row = rowOf(record)
        expect(rowOf(record)).toEqual(row)
        expect(Object.keys(JSON.parse(row.view) as View).slice(0, 2)).toEqual(['name', 'kind'])
        expect(row.names).toEqual([...new Set(row.names)])
      }),
      { numRuns: 2_000 },
    )
  })

  test('[D2.8] no id of a file is shown or searched', () => {
    fc.assert(
      fc.property(anyPage, (record) => {
        const { files: _, ...row } = rowOf(record)
        const all = JSON.stringify(row).toLowerCase()
        for (const id of [PICTURE, PAPER, 'unknownfile']) expect(all).not.toContain(id.toLowerCase())
      }),
      { numRuns: 2_000 },
    )
  })
})
