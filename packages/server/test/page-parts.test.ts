/**
 * [2] A part of a page, and several pages at once.
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import { makeBlock, makePage, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

let time = NOON
const page = (id: string, name: string): GraphRecord => makePage({ id, name, now: time++ })
const block = (id: string, content: string, order: number, parentId: string | null = null): BlockRecord =>
  makeBlock({ id, content, rev: `r-${id}`, pageId: 'trip', parentId, order, now: time++ })

/** The trip: packing (list of clothes, of papers), the route, and notes in two places. */
const RECORDS: readonly GraphRecord[] = [
  page('trip', 'Trip'),
  block('packing', '## Packing', 1),
  block('clothes', 'TODO [#A] clothes\nowner:: Ada', 1, 'packing'),
  block('coat', 'coat', 1, 'clothes'),
  block('lining', 'with lining', 1, 'coat'),
  block('papers', 'papers', 2, 'packing'),
  block('route', 'Route over [[Hauptstraße]]', 2),
  block('stop', 'stop at the mill', 1, 'route'),
  block('notes-1', 'Notes on packing', 3),
  block('note', 'first note', 1, 'notes-1'),
  block('notes-2', '# Notes', 4),
  block('notes-3', '# notes', 5),
  block('last', 'the last', 1, 'notes-3'),
  block('flat', '## Flat', 6),
  block('day-1', 'eat', 7),
  block('bread', 'bread', 1, 'day-1'),
  block('next', '# Next', 8),
  page('comma', 'Tea, black'),
]

let api: Api
beforeAll(async () => {
  api = await openApi()
  const committed = await api.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
})

const read = async (query: string) => (await api.get(`/pages/Trip?${query}`)).body
const folded = (blocks: readonly { readonly id: string; readonly folded?: number }[]) =>
  blocks.map((one) => (one.folded === undefined ? one.id : `${one.id} ${one.folded}`))

describe('[A4.4] depth', () => {
  test.each([
    [1, ['packing 4', 'route 1', 'notes-1 1', 'notes-2', 'notes-3 1', 'flat', 'day-1 1', 'next']],
    [
      2,
      [
        'packing',
        'clothes 2',
        'papers',
        'route',
        'stop',
        'notes-1',
        'note',
        'notes-2',
        'notes-3',
        'last',
        'flat',
        'day-1',
        'bread',
        'next',
      ],
    ],
  ])('%i shows so many levels, and how many blocks are folded away', async (depth, shown) => {
    const { blocks, total, next } = await read(`depth=${depth}`)
    expect(folded(blocks)).toEqual(shown)
    expect([total, next]).toEqual([shown.length, null])
  })

  test('windows count the blocks that are shown', async () => {
    const first = await read('depth=1&limit=2')
    expect([folded(first['blocks']), first['total'], first['next']]).toEqual([['packing 4', 'route 1'], 8, 2])
    expect(folded((await read('depth=1&limit=2&offset=6'))['blocks'])).toEqual(['day-1 1', 'next'])
  })

  test('of more levels than there are is the whole page, as without it', async () => {
    expect(await read('depth=1000')).toEqual(await read(''))
  })
})

describe('[A4.4] section', () => {
  test.each([
    ['Packing', 'packing', ['clothes', 'coat', 'lining', 'papers']],
    ['## packing', 'packing', ['clothes', 'coat', 'lining', 'papers']],
    ['clothes', 'clothes', ['coat', 'lining']],
    ['TODO [#A] CLOTHES', 'clothes', ['coat', 'lining']],
    ['route over', 'route', ['stop']], // how its words begin
    ['Route over [[Hauptstraße]]', 'route', ['stop']],
    ['[[hauptstrasse]]', 'route', ['stop']], // words inside
    ['notes', 'notes-2', []], // headings with these words first, then the order of the page
    ['flat', 'flat', ['day-1', 'bread']],
    ['notes on', 'notes-1', ['note']],
    ['stop at the mill', 'stop', []],
  ])('%s is the block %s, with %j under it', async (section, id, under) => {
    const { section: found, blocks, total, page } = await read(`section=${encodeURIComponent(section)}`)
    expect(page.id).toBe('trip')
    expect(found.id).toBe(id)
    expect(ids(blocks)).toEqual(under)
    expect(total).toBe(under.length)
  })

  test('takes a depth, counted from its block', async () => {
    expect(folded((await read('section=packing&depth=1'))['blocks'])).toEqual(['clothes 2', 'papers'])
  })

  test('is found however many later blocks have the words', async () => {
    const other = await openApi()
    const on = (id: string, content: string, order: number) => ({ ...block(id, content, order), id })
    const records = [
      page('trip', 'Trip'),
      on('heading', '# Notes', 1),
      ...Array.from({ length: 300 }, (_, n) => on(`more-${n}`, `the notes of day ${n}`, n + 2)),
    ]
    await other.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    expect((await other.get('/pages/Trip?section=notes')).body['section'].id).toBe('heading')
  })

  test('without a block of these words is 404', async () => {
    expect(await api.get('/pages/Trip?section=Weather')).toMatchObject({
      status: 404,
      body: {
        error: 'No block on "Trip" has the words "Weather".',
        code: 'not_found',
        hint: 'Read the page with depth 2 to find its sections.',
      },
    })
    // The words are on another page.
    expect((await api.get('/pages/Trip?section=oil%20the%20mill')).status).toBe(404)
  })
})

describe('[A4.4] several names', () => {
  test('more adds further pages, each as read by itself', async () => {
    const names = encodeURIComponent('Plans, [[Tea, black]], countess')
    const { more, ...first } = await read(`more=${names}&depth=1&limit=3`)
    expect(first).toEqual(await read('depth=1&limit=3'))
    const alone = ['Plans', 'Tea, black', 'Ada Lovelace'].map(
      async (name) => (await api.get(`/pages/${encodeURIComponent(name)}?depth=1&limit=3`)).body,
    )
    expect(more).toEqual(await Promise.all(alone))
  })

  test('an unknown name is 404', async () => {
    expect(await api.get('/pages/Trip?more=Plans,Nobody')).toMatchObject({
      status: 404,
      body: { error: 'No page is called "Nobody".' },
    })
  })

  test('an answer stays below its size, however long the pages are', async () => {
    const many = Array.from({ length: 190 }, (_, n) =>
      makeBlock({
        id: `big-${n}`,
        content: `${n} ${'x'.repeat(9_000)}`,
        rev: `r-${n}`,
        pageId: 'big',
        parentId: null,
        order: n,
        now: NOON,
      }),
    )
    const committed = await api.graph.commits.commit({
      puts: [makePage({ id: 'big', name: 'Big', now: NOON }), ...many].map((record) => ({ record, from: 0 })),
    })
    expect(committed.ok).toBe(true)
    const { text, body } = await api.get('/pages/Big?more=Plans,Big')
    expect(Buffer.byteLength(text)).toBeLessThan(4_000_000)
    expect(body['more']).toMatchObject([
      { page: { id: 'plans' }, blocks: [], total: 6, next: 0 },
      { page: { id: 'big' }, blocks: [], total: 190, next: 0 },
    ])
  })

  test.each([
    ['of long pages', 100, 9],
    ['of further pages that do not all fit', 1_000, 5],
  ])('[D6.1] an answer %s stays below its size, and has blocks of the first page', async (_, keys, count) => {
    const props = Array.from({ length: keys }, (__, n) => [`key-${n}`, 'x'.repeat(500)] as const)
    const names = Array.from({ length: 9 }, (__, n) => `Wide ${keys} ${n}`)
    const wide = names.map((name) => makePage({ id: name.replaceAll(' ', '-'), name, props, now: NOON }))
    const lines = Array.from({ length: 300 }, (__, n) => block(`${keys}-${n}`, 'x'.repeat(9_000), n))
    const long = page(`long-${keys}`, `Long ${keys}`)
    const own = lines.map((line) => ({ ...line, place: { ...line.place, pageId: long.id } }))
    const puts = [...wide, long, ...own].map((record) => ({ record, from: 0 }))
    expect(await api.graph.commits.commit({ puts })).toMatchObject({ ok: true })
    const { text, body } = await api.get(
      `/pages/Long%20${keys}?more=${encodeURIComponent(names.join())}&limit=1000`,
    )
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMITS.answerBytes)
    expect(body['blocks'].length).toBeGreaterThan(10)
    expect(body['next']).toBe(body['blocks'].length)
    expect(body['more'].map((one: { page: { name: string } }) => one.page.name)).toEqual(
      names.slice(0, count),
    )
  })
})

test.each([
  ['depth=0', 'depth takes a whole number from 1 to 1000, not "0".'],
  ['depth=x', 'depth takes a whole number from 1 to 1000, not "x".'],
  ['section=%20', 'section is empty. Set it to a heading or the words of a block, or leave it out.'],
  [`section=${'x'.repeat(1_001)}`, 'section takes at most 1000 characters, not 1001.'],
  ['more=', 'more is empty. Set it to names, or leave it out.'],
  ['more=a,b,c,d,e,f,g,h,i,j', 'more takes up to 9 names, not 10.'],
])('[A4.4] 400 for %s', async (query, error) =>
  expect(await api.get(`/pages/Trip?${query}`)).toMatchObject({ status: 400, body: { error } }),
)
