import { PAGE_TYPES } from '@notegraph/page-types'
import { describe, expect, test } from 'vitest'
import { envOf, NOW, ORIGIN, page, PAPER, PICTURE } from '../test/builders.ts'
import { derivePage } from './page-row.ts'
import type { PageRecord } from './record.ts'

type View = { readonly [member: string]: unknown }
type Props = { readonly [key: string]: string }

const viewOf = (record: PageRecord): View => JSON.parse(derivePage(record, envOf()).view) as View
const PLAIN = {
  name: 'Rye bread',
  kind: 'page',
  fields: {},
  props: {},
  hasPicture: false,
  aliases: [],
  tags: [],
  createdAt: NOW - 1000,
}

test.each<[string, PageRecord, View]>([
  ['service.md', page(), {}],
  ['service.md', page({}, { kind: 'whiteboard', favorite: true }), { kind: 'whiteboard', favorite: true }],
  [
    'D1.3',
    page({}, { id: 'journal-20261120', name: 'Nov 20th, 2026' }),
    { name: 'Nov 20th, 2026', kind: 'journal', day: 20261120 },
  ],
  ['D3.4', page({ oven: 'hot', city: '[[Vienna]]' }), { props: { oven: 'hot', city: '[[Vienna]]' } }],
  [
    'D3.4',
    page({ alias: 'Loaf, [[Bread, rye]], loaf, Rye Bread', tags: '#food, [[dark bread]]' }),
    {
      aliases: ['Loaf', 'Bread, rye'],
      tags: ['food', 'dark bread'],
      props: { alias: 'Loaf, [[Bread, rye]], loaf, Rye Bread', tags: '#food, [[dark bread]]' },
    },
  ],
  ['D3.7', page({ oven: '', city: ' ' }), {}],
  ['D2.8', page({ note: `see ${ORIGIN}/api/files/${PAPER}` }), { props: { note: 'see [file: recipe.pdf]' } }],
  ['D2.8', page({}, { name: `/api/files/${PAPER}` }), { name: '[file: recipe.pdf]' }],
  ['D2.8', page({ [`/api/files/${PAPER}`]: 'x' }), { props: { '[file: unknown]': 'x' } }],
  ['D2.8', page({ image: `![](/api/files/${PICTURE})` }), { hasPicture: true }],
  ['D2.8', page({ image: `${ORIGIN}/api/files/gone` }), { hasPicture: true }],
  [
    'D3.4',
    page({ image: 'https://x.example/loaf.png' }),
    { hasPicture: true, props: { image: 'https://x.example/loaf.png' } },
  ],
  ['D3.4', page({ image: '' }), {}],
  [
    'D3.4',
    page({
      pdf: 'a',
      file: 'b',
      'sketch-scene': 'c',
      snapshot: 'd',
      'snapshot-at': 'e',
      'snapshot-url': 'f',
      'picture-missed': 'g',
    }),
    {},
  ],
  ['D3.4', page({ PDF: PAPER, Oven: 'hot' }), { props: { oven: 'hot' } }],
  [
    'D4',
    page({ type: '[[Person]]', birthday: '1815-12-10', knows: '[[Charles Babbage]], [[Mary]]', shoes: '38' }),
    {
      declaredType: 'person',
      fields: { Birthday: '1815-12-10', Knows: ['Charles Babbage', 'Mary'] },
      props: {
        type: '[[Person]]',
        birthday: '1815-12-10',
        knows: '[[Charles Babbage]], [[Mary]]',
        shoes: '38',
      },
    },
  ],
  [
    'D4',
    page({ type: 'TV show', rating: '4', creator: `[[/api/files/${PAPER}]]` }),
    {
      declaredType: 'tv-show',
      fields: { Creator: ['[file: recipe.pdf]'], Rating: '4' },
      props: { type: 'TV show', rating: '4', creator: '[[[file: recipe.pdf]]]' },
    },
  ],
  [
    'D4',
    page({ type: 'album', label: 'Decca', artist: ' ' }),
    {
      declaredType: 'album',
      fields: { Label: 'Decca' },
      props: { type: 'album', label: 'Decca' },
    },
  ],
  [
    'D4',
    page({ type: 'gadget', birthday: '1815-12-10' }),
    { props: { type: 'gadget', birthday: '1815-12-10' } },
  ],
  [
    'D3.2',
    page({ type: 'tag' }, { kind: 'whiteboard' }),
    { kind: 'whiteboard', declaredType: 'tag', props: { type: 'tag' } },
  ],
])('[%s] the view of a page, case %#', (_, record, expected) => {
  expect(viewOf(record)).toEqual({ ...PLAIN, ...expected })
})

describe('[D3.4] the kept copy of a website', () => {
  const kept = { type: 'website', snapshot: `/api/files/${PAPER}` }
  test.each<[string, Props, unknown]>([
    ['none', { type: 'website', 'snapshot-at': '2026-11-20' }, null],
    ['no file', { type: 'website', snapshot: 'x', 'snapshot-at': '2026-11-20' }, null],
    [
      'a day',
      { ...kept, 'snapshot-at': '2026-11-19', 'snapshot-url': 'https://x.example' },
      { at: '2026-11-19', url: 'https://x.example' },
    ],
    [
      'a day in words',
      { ...kept, 'snapshot-at': 'Nov 19th, 2026', 'snapshot-url': 'x' },
      { at: '2026-11-19', url: 'x' },
    ],
    [
      'a time',
      { ...kept, 'snapshot-at': '2026-11-19T23:00:00.000Z', 'snapshot-url': 'x' },
      { at: '2026-11-19', url: 'x' },
    ],
    [
      'milliseconds',
      { ...kept, 'snapshot-at': String(Date.UTC(2026, 10, 19)), 'snapshot-url': 'x' },
      { at: '2026-11-19', url: 'x' },
    ],
    [
      'no day: the one on which it was set',
      { ...kept, url: 'https://y.example' },
      { at: '2026-11-20', url: 'https://y.example' },
    ],
    ['no address at all', { ...kept, 'snapshot-at': 'soon' }, { at: '2026-11-20', url: '' }],
    [
      'a file as address',
      { ...kept, 'snapshot-url': `/api/files/${PAPER}` },
      { at: '2026-11-20', url: '[file: recipe.pdf]' },
    ],
  ])('%s', (_, props, copy) => {
    expect(viewOf(page(props))['copy']).toEqual(copy)
  })

  test('belongs to websites only', () => {
    expect(viewOf(page({ ...kept, type: 'book' }))).not.toHaveProperty('copy')
    expect(viewOf(page({ snapshot: kept.snapshot }))).not.toHaveProperty('copy')
  })

  test('a time beyond the calendar gives no day', () => {
    const record = page(kept)
    const props = { ...record.props, snapshot: { v: kept.snapshot, at: 1e300 } }
    expect(viewOf({ ...record, props })['copy']).toEqual({ at: '', url: '' })
  })
})

test('the view has the members in order, and omits empty optional members', () => {
  const record = page({ type: 'website' }, { id: 'journal-20261120', favorite: true })
  expect(Object.keys(viewOf(record))).toEqual([
    'name',
    'kind',
    'declaredType',
    'fields',
    'props',
    'hasPicture',
    'aliases',
    'tags',
    'copy',
    'day',
    'favorite',
    'createdAt',
  ])
})

test('[D3.4] props keep the order in which the keys were first written', () => {
  const view = derivePage(page({ zebra: '1', oven: '2', alpha: '3' }), envOf()).view
  expect(view).toContain('"props":{"zebra":"1","oven":"2","alpha":"3"}')
})

test.each(PAGE_TYPES)('[D4] a $type shows its fields in the order of the type', ({ type, fields }) => {
  const filled = Object.fromEntries(fields.toReversed().map(({ key }) => [key, 'x']))
  const view = viewOf(page({ ...filled, type }))
  expect(Object.entries(view['fields'] as View)).toEqual(
    fields.map(({ label, kind }) => [label, kind === 'ref' ? ['x'] : 'x']),
  )
})

test('the view accepts any JSON and any case; the later of two spellings counts', () => {
  const { props, ...rest } = page()
  const record: PageRecord = {
    ...rest,
    props: {
      ...props,
      Oven: { v: 'cold', at: 1 },
      oven: { v: 'hot', at: 2 },
      City: { v: 'Vienna', at: 2 },
      city: { v: 'Graz', at: 1 },
      stars: { v: 4, at: 1 },
      tags: { v: ['food', 'rye'], at: 1 },
      more: { v: [1, { a: null }], at: 1 },
      shape: { v: { w: 2 }, at: 1 },
      gone: { v: null, at: 1 },
      Left: { v: 'over', at: 1 },
      left: { v: '', at: 2 },
    },
  }
  expect(viewOf(record)).toMatchObject({
    props: {
      oven: 'hot',
      city: 'Vienna',
      stars: '4',
      tags: 'food, rye',
      more: '1, {"a":null}',
      shape: '{"w":2}',
    },
    tags: ['food', 'rye'],
  })
  expect(viewOf(record)['props']).not.toHaveProperty('gone')
  expect(viewOf(record)['props']).not.toHaveProperty('left')
})
