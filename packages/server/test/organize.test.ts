/**
 * Blocks are moved and deleted by callers with the right `organize`, each in one change. @see assistants, Rights and 11
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
    const [words = '', text = `words of ${words.trim()}`] = line.split(': ')
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

describe('[A, Rights] without the right `organize`', () => {
  const ROUTES = [`/blocks/${idOf('a')}/move`, `/blocks/${idOf('a')}/delete`]

  test.each(ROUTES)('POST %s is 403 missing_right, and nothing is written', async (route) => {
    api = await open({ may: ['publish'] })
    const { status, body } = await api.post(route, route.endsWith('move') ? { page: 'To' } : {})
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
