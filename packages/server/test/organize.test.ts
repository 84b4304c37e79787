/**
 * Blocks are moved and deleted by callers with the right `organize`, each in one change. @see assistants, Rights and 10
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { call, message, post } from './mcp.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const idOf = (name: string): string => `${name.padEnd(8, '0')}-1111-4111-8111-111111111111`
const nameOf = (id: string): string => id.slice(0, 8).replace(/0+$/, '')

/** An outline: `a` at the top level, `  b` under it. */
function pageOf(id: string, name: string, lines: readonly string[]): GraphRecord[] {
  const path: string[] = []
  const blocks = lines.map((line, order): GraphRecord => {
    const [words = '', ...rest] = line.split(': ')
    const text = rest.length === 0 ? `words of ${words.trim()}` : rest.join(': ')
    const depth = words.search(/\S/) / 2
    path.length = depth
    const parentId = path.at(-1) ?? null
    path.push(idOf(words.trim()))
    return makeBlock({
      id: path.at(-1)!,
      content: text,
      rev: `r-${words}`,
      pageId: id,
      parentId,
      order: order + 1,
      now: NOON - DAY,
    })
  })
  return [makePage({ id, name, now: NOON - DAY }), ...blocks]
}

const RECORDS = [
  ...pageOf('from', 'From', ['a', '  b', '    c', '  d', 'e', `f: see ((${idOf('b')}))`]),
  ...pageOf('to', 'To', ['x', '  y', 'z']),
]

async function open(options = {}): Promise<Api> {
  const api = await openApi(options)
  const done = await api.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  expect(done.ok).toBe(true)
  return api
}

/** The blocks of a page, each with its depth. */
async function outlineOf(api: Api, page: string): Promise<string[]> {
  const { body } = await api.get(`/pages/${page}`)
  const depths = new Map<string | null, number>([[null, -1]])
  return (body['blocks'] as { id: string; parentId: string | null }[]).map(({ id, parentId }) => {
    const depth = depths.get(parentId)! + 1
    depths.set(id, depth)
    return '  '.repeat(depth) + nameOf(id)
  })
}

const FROM = ['a', '  b', '    c', '  d', 'e', 'f']
const TO = ['x', '  y', 'z']

let api: Api
beforeEach(async () => {
  api = await open()
})
const move = (name: string, body: object, options = {}): Promise<Reply> =>
  api.post(`/blocks/${idOf(name)}/move`, body, options)
const remove = (name: string, body: object = {}): Promise<Reply> =>
  api.post(`/blocks/${idOf(name)}/delete`, body)
const latest = async (): Promise<{ id: string; action: string; page: string }> =>
  ((await api.get('/changes')).body['changes'] as [{ id: string; action: string; page: string }])[0]
const revert = async (): Promise<Reply> => api.post(`/changes/${(await latest()).id}/revert`, {})

describe('[A10.1] a move', () => {
  test.each<[name: string, body: object, from: string[], to: string[]]>([
    ['a', { page: 'To' }, ['e', 'f'], [...TO, 'a', '  b', '    c', '  d']],
    ['a', { page: 'to', position: 'start' }, ['e', 'f'], ['a', '  b', '    c', '  d', ...TO]],
    ['b', { page: 'From' }, ['a', '  d', 'e', 'f', 'b', '  c'], TO],
    ['b', { page: 'From', position: 'start' }, ['b', '  c', 'a', '  d', 'e', 'f'], TO],
    ['b', { parentId: idOf('y') }, ['a', '  d', 'e', 'f'], ['x', '  y', '    b', '      c', 'z']],
    [
      'e',
      { parentId: idOf('x'), position: 'start' },
      ['a', '  b', '    c', '  d', 'f'],
      ['x', '  e', '  y', 'z'],
    ],
    [
      'e',
      { parentId: idOf('x'), position: 'end' },
      ['a', '  b', '    c', '  d', 'f'],
      ['x', '  y', '  e', 'z'],
    ],
    ['f', { before: idOf('a') }, ['f', 'a', '  b', '    c', '  d', 'e'], TO],
    ['f', { before: idOf('d') }, ['a', '  b', '    c', '  f', '  d', 'e'], TO],
    ['f', { after: idOf('b') }, ['a', '  b', '    c', '  f', '  d', 'e'], TO],
    ['b', { after: idOf('z') }, ['a', '  d', 'e', 'f'], [...TO, 'b', '  c']],
    ['d', { before: idOf('b') }, ['a', '  d', '  b', '    c', 'e', 'f'], TO],
  ])('of %s to %j takes along what is nested, and Revert puts all back', async (name, body, from, to) => {
    const { status, body: answer } = await move(name, body)
    expect([status, answer['changed'], answer['total']]).toEqual([200, true, { a: 4, b: 2 }[name] ?? 1])
    expect([await outlineOf(api, 'From'), await outlineOf(api, 'To')]).toEqual([from, to])
    expect(await latest()).toMatchObject({ action: 'move_blocks' })
    expect((await revert()).body).toMatchObject({ ok: true, left: [] })
    expect([await outlineOf(api, 'From'), await outlineOf(api, 'To')]).toEqual([FROM, TO])
  })

  test('[D6.4] takes a parent of null as left out', async () => {
    expect((await move('b', { page: 'To', parentId: null })).body).toMatchObject({ ok: true, changed: true })
    expect((await move('f', { after: idOf('b'), parentId: null })).body).toMatchObject({ changed: true })
    expect(await outlineOf(api, 'To')).toEqual([...TO, 'b', '  c', 'f'])
    expect((await move('f', { parentId: null })).status).toBe(400)
  })

  test('to where it is changes nothing', async () => {
    for (const [name, body] of [
      ['f', { page: 'From' }],
      ['b', { parentId: idOf('a'), position: 'start' }],
      ['e', { after: idOf('a') }],
      ['d', { after: idOf('b') }],
    ] as const) {
      expect((await move(name, body)).body).toMatchObject({ ok: true, changed: false })
    }
    expect((await api.get('/changes')).body['total']).toBe(0)
  })

  test('to a day makes the page of the day', async () => {
    const { body } = await move('e', { page: 'tomorrow' })
    expect(body).toMatchObject({
      changed: true,
      day: { date: '2026-11-21' },
      block: { pageId: 'journal-20261121', parentId: null },
    })
    await revert()
    expect((await api.get('/pages/2026-11-21')).status).toBe(404)
    expect(await outlineOf(api, 'From')).toEqual(FROM)
  })

  test.each<[name: string, body: object, words: string]>([
    ['a', {}, 'exactly one of page, parentId, before or after'],
    ['a', { page: 'To', parentId: idOf('x') }, 'exactly one of'],
    ['a', { position: 'end' }, 'exactly one of'],
    ['a', { before: idOf('x'), position: 'end' }, 'position goes with'],
    ['a', { parentId: idOf('a') }, 'is moved itself'],
    ['a', { parentId: idOf('c') }, 'is moved itself'],
    ['a', { after: idOf('a') }, 'is moved itself'],
    ['a', { before: idOf('b') }, 'is moved itself'],
    ['a', { page: 'To', colour: 'red' }, 'colour'],
    ['a', { page: 7 }, 'page takes a page name'],
  ])('of %s to %j is 400', async (name, body, words) => {
    const { status, body: answer } = await move(name, body)
    expect([status, answer['code']]).toEqual([400, 'bad_request'])
    expect(answer['error']).toContain(words)
    expect(await outlineOf(api, 'From')).toEqual(FROM)
  })

  test.each([
    ['nothing', { page: 'To' }],
    ['a', { page: 'Nobody' }],
    ['a', { parentId: 'nothing' }],
    ['a', { before: 'nothing' }],
  ])('of %s to %j is 404', async (name, body) => expect((await move(name, body)).status).toBe(404))

  test('deeper than 1,000 levels is 400', async () => {
    const deep = Array.from({ length: 999 }, (_, i) =>
      makeBlock({
        id: `deep-${i}`,
        content: 'x',
        rev: 'r',
        pageId: 'to',
        parentId: i === 0 ? null : `deep-${i - 1}`,
        order: 9,
        now: NOON - DAY,
      }),
    )
    await api.graph.commits.commit({ puts: deep.map((record) => ({ record, from: 0 })) })
    const refused = await move('b', { parentId: 'deep-998' })
    expect([refused.status, String(refused.body['error'])]).toEqual([400, expect.stringContaining('1,000')])
    expect((await move('e', { parentId: 'deep-998' })).status).toBe(200)
  })

  test('of more than 5,000 blocks is 409 with the count', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) =>
      makeBlock({
        id: `many-${i}`,
        content: 'x',
        rev: 'r',
        pageId: 'to',
        parentId: idOf('x'),
        order: 9 + i,
        now: NOON - DAY,
      }),
    )
    await api.graph.commits.commit({ puts: many.map((record) => ({ record, from: 0 })) })
    for (const refused of [await move('x', { page: 'From' }), await remove('x')])
      expect([refused.status, String(refused.body['error'])]).toEqual([409, expect.stringContaining('5,002')])
  })

  test('where there is no room between two, all siblings are numbered again', async () => {
    const near = ['m', 'n'].map((one, i) =>
      makeBlock({
        id: idOf(one),
        content: one,
        rev: 'r',
        pageId: 'to',
        parentId: null,
        order: 50 + i * 2 ** -30,
        now: NOON - DAY,
      }),
    )
    await api.graph.commits.commit({ puts: near.map((record) => ({ record, from: 0 })) })
    expect((await move('e', { after: idOf('m') })).status).toBe(200)
    expect(await outlineOf(api, 'To')).toEqual([...TO, 'm', 'e', 'n'])
    await revert()
    expect(await outlineOf(api, 'To')).toEqual([...TO, 'm', 'n'])
  })
})

describe('[A10.2] a delete', () => {
  test('takes what is nested, says how many and what refers to them, and Revert brings all back', async () => {
    const { status, body } = await remove('a')
    expect([status, body['changed'], body['total'], body['referringTotal']]).toEqual([200, true, 4, 1])
    expect(body['referring']).toMatchObject([{ id: idOf('f') }])
    expect(body['page']).toMatchObject({ id: 'from', counts: { blocks: 2 } })
    expect(await outlineOf(api, 'From')).toEqual(['e', 'f'])
    expect(await latest()).toMatchObject({ action: 'delete_blocks', page: 'From' })
    expect((await api.get(`/blocks/${idOf('c')}`)).status).toBe(404)
    expect((await revert()).body).toEqual({ ok: true, restored: 4, left: [] })
    expect(await outlineOf(api, 'From')).toEqual(FROM)
    expect((await api.get(`/blocks/${idOf('c')}`)).body['block']).toMatchObject({ content: 'words of c' })
  })

  test('takes no body, and a second one is 404', async () => {
    const { target, ...call } = { target: `/api/v1/notes/blocks/${idOf('b')}/delete`, method: 'POST' }
    expect((await api.call(target, call)).status).toBe(200)
    expect((await api.call(target, call)).status).toBe(404)
  })
})

describe('[A10.5] Revert of a move', () => {
  test('takes along what came under the block since', async () => {
    await move('b', { page: 'To' })
    const { id } = await latest()
    const added = await api.post('/pages/To/blocks', { text: 'new', parentId: idOf('c') })
    await move('e', { parentId: idOf('b') })
    const done = await api.post(`/changes/${id}/revert`, {})
    expect(done.body).toMatchObject({ left: [] })
    const made = nameOf((added.body['ids'] as { blockId: string }).blockId)
    expect(await outlineOf(api, 'From')).toEqual(['a', '  b', '    c', `      ${made}`, '    e', '  d', 'f'])
    expect(await outlineOf(api, 'To')).toEqual(TO)
  })

  test('keeps words that were edited since', async () => {
    await move('b', { page: 'To' })
    const { id } = await latest()
    await api.patch(`/blocks/${idOf('c')}`, { text: 'edited' })
    expect((await api.post(`/changes/${id}/revert`, {})).body).toMatchObject({ left: [] })
    expect(await outlineOf(api, 'From')).toEqual(FROM)
    expect((await api.get(`/blocks/${idOf('c')}`)).body['block']).toMatchObject({ content: 'edited' })
  })

  test('leaves a block that moved again, and brings back at top level one whose parent is gone', async () => {
    await move('b', { page: 'To' })
    const first = await latest()
    await remove('a')
    expect((await api.post(`/changes/${first.id}/revert`, {})).body).toMatchObject({ left: [] })
    expect(await outlineOf(api, 'From')).toEqual(['b', '  c', 'e', 'f'])
    await move('e', { page: 'To' })
    const second = await latest()
    await move('e', { page: 'From', position: 'start' })
    expect((await api.post(`/changes/${second.id}/revert`, {})).body).toMatchObject({
      restored: 0,
      left: [{ kind: 'block', id: idOf('e') }],
    })
  })

  test('whose old parent is under the block now brings it back at top level', async () => {
    await move('b', { page: 'From' })
    const first = await latest()
    await move('a', { parentId: idOf('c') })
    await api.post(`/changes/${first.id}/revert`, {})
    expect(await outlineOf(api, 'From')).toEqual(['b', '  c', '    a', '      d', 'e', 'f'])
  })
})

const PAGES = [
  ...pageOf('old', 'Old', ['p', '  q: see [[Old]]', 'r']),
  ...pageOf('refs', 'Refs', [
    's: #Old, [[old]] and {{embed [[OLD]]}}',
    't: call\ntags:: Old, x\nk:: [[Old]]',
    'u: {{query (and [[Old]] (task TODO))}}',
    'w: {{ query (and (page old) "Old") }}',
    'v: old words',
  ]),
  makePage({ id: 'sub', name: 'Old/Part', now: NOON - DAY }),
  makePage({
    id: 'field',
    name: 'Field',
    props: [
      ['knows', '[[Old]], #old'],
      ['tags', 'Old, y'],
      ['mood', 'old'],
    ],
    now: NOON - DAY,
  }),
  makePage({
    id: 'into',
    name: 'Into',
    props: [
      ['alias', 'Other'],
      ['mood', 'calm'],
    ],
    now: NOON - DAY,
  }),
]
const BEFORE = [
  '#Old, [[old]] and {{embed [[OLD]]}}',
  'call\ntags:: Old, x\nk:: [[Old]]',
  '{{query (and [[Old]] (task TODO))}}',
  '{{ query (and (page old) "Old") }}',
  'old words',
]
const textsOf = async (page: string): Promise<string[]> =>
  ((await api.get(`/pages/${page}`)).body['blocks'] as { content: string }[]).map(({ content }) => content)
const propsOf = async (page: string): Promise<unknown> =>
  ((await api.get(`/pages/${page}`)).body['page'] as { props: unknown }).props
const addPages = async (): Promise<void> =>
  void (await api.graph.commits.commit({ puts: PAGES.map((record) => ({ record, from: 0 })) }))
const rename = (page: string, body: object): Promise<Reply> => api.post(`/pages/${page}/rename`, body)

describe('[A10.3] a rename', () => {
  beforeEach(addPages)

  test('rewrites each reference in one change, and Revert puts all back', async () => {
    const { status, body } = await rename('old', { to: 'New name' })
    expect([status, body['changed'], body['references'], body['fields'], body['namespace']]).toEqual([
      200,
      true,
      5,
      1,
      1,
    ])
    expect(body['page']).toMatchObject({ id: 'old', name: 'New name' })
    expect(await textsOf('Refs')).toEqual([
      '#[[New name]], [[New name]] and {{embed [[New name]]}}',
      'call\ntags:: New name, x\nk:: [[New name]]',
      '{{query (and [[New name]] (task TODO))}}',
      '{{ query (and (page "New name") "Old") }}',
      'old words',
    ])
    expect(await textsOf('New%20name')).toEqual(['words of p', 'see [[New name]]', 'words of r'])
    expect(await propsOf('Field')).toMatchObject({
      knows: '[[New name]], #[[New name]]',
      tags: 'New name, y',
      mood: 'old',
    })
    expect((await api.get('/pages/Old')).status).toBe(404)
    expect((await api.get('/pages/Old%2FPart')).status).toBe(200)
    expect(await latest()).toMatchObject({ action: 'rename_page' })
    expect((await revert()).body).toMatchObject({ ok: true, left: [] })
    expect(await textsOf('Refs')).toEqual(BEFORE)
    expect(await propsOf('Field')).toMatchObject({ knows: '[[Old]], #old', tags: 'Old, y' })
    expect((await api.get('/pages/Old')).status).toBe(200)
  })

  test('with keep_alias touches no block', async () => {
    const { body } = await rename('Old', { to: 'New', keep_alias: true })
    expect([body['references'], body['fields']]).toEqual([0, 0])
    expect(body['page']).toMatchObject({ id: 'old', name: 'New', aliases: ['Old'] })
    expect(await textsOf('Refs')).toEqual(BEFORE)
    expect((await api.get('/pages/old')).body['page']).toMatchObject({ id: 'old' })
    await revert()
    expect((await api.get('/pages/old')).body['page']).toMatchObject({ name: 'Old', aliases: [] })
  })

  test('may change case alone', async () => {
    expect((await rename('Old', { to: 'OLD' })).body['page']).toMatchObject({ id: 'old', name: 'OLD' })
    expect((await textsOf('Refs'))[0]).toBe('#OLD, [[OLD]] and {{embed [[OLD]]}}')
    expect((await rename('old', { to: 'OLD' })).body['changed']).toBe(false)
  })

  test.each<[page: string, body: object, status: number, words: string]>([
    ['Old', {}, 400, 'to is missing'],
    ['Old', { to: 7 }, 400, 'to takes a name'],
    ['Old', { to: '2026-11-20' }, 400, 'name of a day'],
    ['Old', { to: 'a [[b' }, 400, 'to must not contain [[ or ]]'],
    ['today', { to: 'New' }, 400, 'page of a day'],
    ['Old', { to: 'into' }, 409, 'Another page is called "Into"'],
    ['Old', { to: 'other' }, 409, 'merge: true'],
    ['Nobody', { to: 'New' }, 404, 'No page'],
  ])('of %s to %j is %i', async (page, body, status, words) => {
    await api.post('/pages/today/blocks', { text: 'x' })
    const refused = await rename(page, body)
    expect(refused.status).toBe(status)
    expect(`${String(refused.body['error'])} ${String(refused.body['hint'])}`).toContain(words)
  })

  test('is left as it is by a revert where the old name is taken', async () => {
    await rename('Old', { to: 'New' })
    const { id } = await latest()
    await api.post('/pages', { name: 'Old' })
    const done = (await api.post(`/changes/${id}/revert`, {})).body
    expect([done['restored'], (done['left'] as unknown[]).length]).toEqual([0, 8])
    expect((await textsOf('Refs'))[0]).toBe('#New, [[New]] and {{embed [[New]]}}')
  })

  test('of more than 5,000 blocks is 409 that offers keep_alias', async () => {
    const many = Array.from({ length: 5_001 }, (_, i) =>
      makeBlock({
        id: `many-${i}`,
        content: '[[Old]]',
        rev: 'r',
        pageId: 'to',
        parentId: null,
        order: 9 + i,
        now: NOON - DAY,
      }),
    )
    await api.graph.commits.commit({ puts: many.map((record) => ({ record, from: 0 })) })
    const refused = await rename('Old', { to: 'New' })
    expect(refused.status).toBe(409)
    expect(String(refused.body['hint'])).toContain('{"to":"New","keep_alias":true}')
    expect((await rename('Old', { to: 'New', keep_alias: true })).status).toBe(200)
  })

  test('with merge moves the blocks to the end of the other page, and Revert moves them back', async () => {
    await api.post('/pages/Into/blocks', { text: 'first' })
    await api.patch('/pages/Old/properties', { properties: { mood: 'sad', effort: '2h', alias: 'Elder' } })
    const { body } = await rename('Old', { to: 'Other', merge: true })
    expect([body['merged'], body['changed']]).toEqual([3, true])
    expect(body['page']).toMatchObject({
      id: 'into',
      aliases: ['Other', 'Old', 'Elder'],
      props: { mood: 'calm', effort: '2h' },
    })
    expect(await textsOf('Old')).toEqual(['first', 'words of p', 'see [[Old]]', 'words of r'])
    expect(await textsOf('Refs')).toEqual(BEFORE)
    await api.patch(`/blocks/${idOf('q')}`, { text: 'edited' })
    const merged = (await api.get('/changes')).body['changes'] as { id: string; action: string }[]
    const { id } = merged.find(({ action }) => action === 'rename_page')!
    expect((await api.post(`/changes/${id}/revert`, {})).body).toMatchObject({ left: [] })
    expect(await textsOf('Into')).toEqual(['first'])
    expect(await outlineOf(api, 'Old')).toEqual(['p', '  q', 'r'])
    expect(await propsOf('Old')).toMatchObject({ mood: 'sad', effort: '2h', alias: 'Elder' })
    expect(await propsOf('Into')).toEqual({ alias: 'Other', mood: 'calm' })
  })
})

describe('[A10.4] a page', () => {
  beforeEach(addPages)

  test('is deleted with its blocks, links stay, and Revert brings all back', async () => {
    const { status, body } = await api.post('/pages/Old/delete', {})
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        changed: true,
        ids: { pageId: 'old' },
        name: 'Old',
        total: 3,
        references: 2,
        fields: 1,
        emptied: false,
      },
    ])
    expect((await api.get('/pages/Old')).status).toBe(404)
    expect((await api.get(`/blocks/${idOf('q')}`)).status).toBe(404)
    expect(await textsOf('Refs')).toEqual(BEFORE)
    expect(await latest()).toMatchObject({ action: 'delete_page', page: 'Old' })
    expect((await revert()).body).toEqual({ ok: true, restored: 4, left: [] })
    expect(await outlineOf(api, 'Old')).toEqual(['p', '  q', 'r'])
  })

  test('of a day is emptied and stays', async () => {
    await api.post('/pages/today/blocks', { text: 'x' })
    expect((await api.post('/pages/tomorrow/delete', {})).status).toBe(404)
    const { body } = await api.post('/pages/today/delete', {})
    expect([body['emptied'], body['changed']]).toEqual([true, true])
    expect(await textsOf('2026-11-20')).toEqual([])
    const again = await api.post('/pages/2026-11-20/delete', {})
    expect(again.body['changed']).toBe(false)
    // The answer to a relative day says which one it was.
    expect([body['day'], again.body['day']]).toEqual([{ date: '2026-11-20', zone: 'UTC' }, undefined])
  })

  test('whose name another page has since gives its blocks to that page', async () => {
    await api.post('/pages/Old/delete', {})
    const { id } = await latest()
    await api.post('/pages', { name: 'Old', blocks: ['new'] })
    const done = (await api.post(`/changes/${id}/revert`, {})).body
    expect(done).toMatchObject({ restored: 3, left: [{ kind: 'page', id: 'old' }] })
    expect(await textsOf('Old')).toEqual(['new', 'words of p', 'see [[Old]]', 'words of r'])
  })
})

describe('[A, Rights] without the right `organize`', () => {
  const ROUTES = [
    `/blocks/${idOf('a')}/move`,
    `/blocks/${idOf('a')}/delete`,
    '/pages/From/rename',
    '/pages/From/delete',
  ]

  test.each(ROUTES)('POST %s is 403 missing_right, and nothing is written', async (route) => {
    api = await open({ may: ['publish'] })
    const { status, body } = await api.post(
      route,
      route.endsWith('move') ? { page: 'To' } : route.endsWith('rename') ? { to: 'X' } : {},
    )
    expect([status, body]).toEqual([
      403,
      {
        error: 'This token lacks the right organize (“May move, rename and delete”).',
        code: 'missing_right',
        hint: 'The owner of the notes can give the right under Assistants.',
      },
    ])
    expect(await outlineOf(api, 'From')).toEqual(FROM)
  })

  test('[D6.1] a target that does not exist, and a wrong value, go before the right', async () => {
    api = await open({ may: ['publish'] })
    expect((await api.post('/blocks/nobody/delete', {})).body['code']).toBe('not_found')
    expect((await api.post('/pages/Nowhere/rename', { to: 'X' })).body['code']).toBe('not_found')
    expect((await api.post('/pages/From/rename', { to: '' })).body['code']).toBe('bad_request')
    expect((await api.post('/pages/From/rename', { to: 'To' })).body['code']).toBe('conflict')
    const { body } = await call(api, 'delete_blocks', { block_ids: ['nothing-there'] })
    expect(body.result).toMatchObject({ isError: true })
    expect(JSON.stringify(body.result)).not.toContain('lacks the right')
  })

  test('the tools are not listed, and a call is a result with isError; with it, they are', async () => {
    const names = async (): Promise<string[]> => {
      const { body } = await post(api, message('tools/list'))
      return body.result.tools.map(({ name }: { name: string }) => name)
    }
    const asked = [
      ['move_blocks', { block_ids: [idOf('e')], page: 'To' }],
      ['delete_blocks', { block_ids: [idOf('e')] }],
    ] as const
    expect(await names()).toEqual(expect.arrayContaining(asked.map(([name]) => name)))
    api = await open({ may: ['publish'] })
    for (const [name, args] of asked) {
      expect(await names()).not.toContain(name)
      const { body } = await call(api, name, args)
      expect(body.result).toMatchObject({ isError: true })
      expect(JSON.stringify(body.result)).toContain('lacks the right organize')
    }
    expect(await outlineOf(api, 'From')).toEqual(FROM)
  })
})

describe('[A10] as for each write', () => {
  test('If-Match and if_unchanged compare the block, and a key writes once', async () => {
    const tag = (await api.get(`/blocks/${idOf('e')}`)).headers.get('etag')!
    await api.patch(`/blocks/${idOf('e')}`, { text: 'other' })
    expect((await move('e', { page: 'To' }, { headers: { 'If-Match': tag } })).status).toBe(409)
    expect((await remove('e', { if_unchanged: 'aaaaaaaa' })).status).toBe(409)
    const now = (await api.get(`/blocks/${idOf('e')}`)).headers.get('etag')!
    const headers = { 'If-Match': now, 'Idempotency-Key': 'k' }
    const first = await move('e', { page: 'To' }, { headers })
    expect(first.status).toBe(200)
    expect((await move('e', { page: 'To' }, { headers })).body).toEqual(first.body)
    expect(await outlineOf(api, 'To')).toEqual([...TO, 'e'])
  })

  test('move_blocks moves several in the order given; one under another stays under it, and one unknown refuses all', async () => {
    const ids = ['f', 'c', 'a'].map(idOf)
    const refused = await call(api, 'move_blocks', { block_ids: [...ids, 'nothing-there'], page: 'To' })
    expect(refused.body.result).toMatchObject({ isError: true })
    expect(await outlineOf(api, 'From')).toEqual(FROM)
    const { body } = await call(api, 'move_blocks', { block_ids: ids, page: 'To', position: 'start' })
    expect(body.result.content[0].text).toContain(
      'Moved 3 blocks, 5 blocks with what is nested under them, to [[To]].',
    )
    expect(await outlineOf(api, 'To')).toEqual(['f', 'a', '  b', '    c', '  d', ...TO])
    const deleted = await call(api, 'delete_blocks', { block_ids: ['b', 'd', 'x'].map(idOf) })
    expect(deleted.body.result.content[0].text).toMatch(
      /^Deleted 5 blocks with what was nested under them\. 1 block still refers to them\./,
    )
    expect(await outlineOf(api, 'To')).toEqual(['f', 'a', 'z'])
    await revert()
    expect(await outlineOf(api, 'To')).toEqual(['f', 'a', '  b', '    c', '  d', ...TO])
  })
})
