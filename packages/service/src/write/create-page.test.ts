/** @module-tag both-stores */
import { CreatePageAnswer, LIMITS } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { outlineOf } from '../../test/memory.ts'
import { add, NOON, page } from '../../test/notes.ts'
import { desk, ORIGIN, refused, taken, type Desk } from '../../test/writes.ts'

type Body = Parameters<Desk['writes']['createPage']>[1]

let it: Desk
beforeEach(async () => {
  it = await desk()
})

const makes = async (body: Body) => taken(CreatePageAnswer, await it.writes.createPage(it.caller, body))

describe('[9] a page', () => {
  test('is made with its type, properties and blocks', async () => {
    const answer = await makes({
      name: ' Ada Lovelace ',
      type: 'Person',
      properties: {
        Birthday: 'Dec 10th, 1815',
        'works at': 'Analytical Society',
        Mood: 'glad',
        alias: 'Countess',
      },
      blocks: ['first', 'TODO second\nSCHEDULED: 2026-11-20', ' third '],
    })
    expect(answer).toMatchObject({ ok: true, changed: true, existed: false })
    expect(answer.ids.pageId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(answer.page).toMatchObject({
      id: answer.ids.pageId,
      name: 'Ada Lovelace',
      type: 'person',
      declaredType: 'person',
      fields: { Birthday: '1815-12-10', 'Works at': ['Analytical Society'] },
      aliases: ['Countess'],
      createdAt: NOON,
      updatedAt: NOON,
    })
    expect(Object.entries(answer.page.props)).toEqual([
      ['type', 'person'], // [D3.4] in the order of the request
      ['birthday', '1815-12-10'],
      ['works-at', '[[Analytical Society]]'],
      ['mood', 'glad'],
      ['alias', 'Countess'],
    ])
    expect(await outlineOf(it.graph, 'Ada Lovelace')).toEqual([
      'first',
      'TODO second⏎SCHEDULED: <2026-11-20 Fri>',
      'third',
    ])
    const { blocks } = await it.graph.blocks.listByPage(answer.ids.pageId, { limit: 10, offset: 0 })
    expect(answer.ids.blockIds).toEqual(blocks.map(({ id }) => id))
  })

  test('takes its name alone', async () => {
    expect(await makes({ name: 'x' })).toMatchObject({
      page: { type: 'page', props: {} },
      ids: { blockIds: [] },
    })
  })

  test('takes its type among the properties too', async () => {
    const { page } = await makes({ name: 'x', properties: { Rating: '3', TYPE: 'TV show' } })
    expect(page).toMatchObject({ type: 'tv-show', fields: { Rating: '3' } })
  })

  test.each(['Ada', 'ADA', ' ada ', 'Countess', 'countess'])(
    '[D3.9] by the name %j is there already; the rest of the body is not looked at',
    async (name) => {
      const first = await makes({ name: 'Ada', properties: { alias: 'Countess' }, blocks: ['one'] })
      const body = { name, type: 'nonsense', properties: { id: '\u0000' }, blocks: ['', '/api/files/x'] }
      const again = await makes(body)
      expect(again).toEqual({
        ok: true,
        changed: false,
        existed: true,
        ids: { pageId: first.ids.pageId, blockIds: [] },
        page: first.page,
      })
      expect(await it.graph.changes.countOpen(0)).toBe(1)
    },
  )
})

describe('[D3.9] [D1.4] a name that no new page can have is 400', () => {
  test.each([
    ['', /empty/],
    [' \t\n', /empty/],
    ['x'.repeat(201), /^name takes at most 200 characters, not 201\.$/],
    ['a\u0000b', /control characters/],
    ['a\nb', /control characters/],
    ['a\u0085b', /control characters/],
    ['a\ud800', /half of a surrogate pair/],
    ['a [[b', /\[\[ or \]\]/],
    ['a]]', /\[\[ or \]\]/],
    ['.', /must be text/],
    ['..', /must be text/],
    ['2026-11-20', /name of a day/],
    ['2026_11_20', /name of a day/],
    ['Nov 20th, 2026', /name of a day/],
    ['november 20, 2026', /name of a day/],
    ['2026-02-30', /name of a day/],
    ['today', /name of a day/],
    ['Yesterday', /name of a day/],
    [' TOMORROW ', /name of a day/],
    ['see /api/files/abc', /names a file/],
    [`${ORIGIN}/api/files/abc`, /names a file/],
    ['[file: x]', /names a file/],
  ])('%j', async (name, words) => {
    const refusal = refused(await it.writes.createPage(it.caller, { name }))
    expect(refusal).toMatchObject({ code: 'bad_request', error: expect.stringMatching(words) })
  })

  test('also where a page has it', async () => {
    await add(it.graph, page('journal-20261120', '2026-11-20'))
    expect(refused(await it.writes.createPage(it.caller, { name: '2026-11-20' })).code).toBe('bad_request')
  })

  test.each([
    'x'.repeat(200),
    ` ${'x'.repeat(200)} `,
    '...',
    'a [b] c',
    '20 November',
    '2026-11',
    '/api/files/',
    '图',
  ])('%j is taken', async (name) => {
    expect((await makes({ name })).page.name).toBe(name.trim())
  })
})

const filled = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`.padEnd(64, 'x'), 'v'.repeat(2_000)]))

describe('[9] the body is checked before anything is created', () => {
  test.each<[Omit<Body, 'name'>, RegExp]>([
    [{ type: 'recipe' }, /^type takes person, .* or tag, not "recipe"\.$/],
    [{ type: '' }, /"type" is blank/],
    [{ type: 'person', properties: { Type: 'person' } }, /"type" and "Type" are one property/],
    [{ properties: { type: 'person', TYPE: 'book' } }, /are one property/],
    [{ properties: { mood: ' ' } }, /"mood" is blank/],
    [{ properties: { id: '7' } }, /"id" is kept by the service/],
    [{ properties: { 'a:b': '7' } }, /made of letters/],
    [{ properties: { mood: 'a\nb' } }, /one line/],
    [{ properties: { mood: '\u000b' } }, /one line/],
    [{ type: 'person\n' }, /^type takes one line/],
    [{ properties: { mood: '![x](/api/files/abc)' } }, /names a file/],
    [{ properties: { '/api/files/abc': 'x' } }, /names a file/],
    [{ properties: { mood: 'x'.repeat(2_001) } }, /at most 2000 characters, not 2001/],
    [{ type: 'person', properties: { Birthday: 'soon' } }, /^Birthday takes a day/],
    [{ type: 'person', properties: { Birthday: '1815-12-10', birthday: '1815-12-11' } }, /are one property/],
    [{ type: 'person', properties: { 'Works at': 'a', 'works-at': 'b' } }, /are one property/],
    [{ blocks: ['ok', ''] }, /^blocks\[1\] is empty/],
    [{ blocks: ['x'.repeat(20_001)] }, /^blocks\[0\] takes at most 20000 characters, not 20001\.$/],
    [{ blocks: ['[picture: x]'] }, /^blocks\[0\] names a file/],
  ])('%j is 400', async (body, words) => {
    const refusal = refused(await it.writes.createPage(it.caller, { name: 'Ada', ...body }))
    expect(refusal).toMatchObject({ code: 'bad_request', error: expect.stringMatching(words) })
    expect(await it.graph.commits.head()).toBe(0)
  })

  test('as much as fits is taken', async () => {
    const properties = filled(LIMITS.newPageProperties)
    const blocks = Array.from({ length: LIMITS.newPageBlocks }, (_, n) => `block ${n}`)
    const { page, ids } = await makes({ name: 'Full', type: 'person', properties, blocks })
    expect(Object.keys(page.props)).toHaveLength(31)
    expect(ids.blockIds).toHaveLength(100)
    expect(page.counts.blocks).toBe(100)
  })
})
