/**
 * The six writes of the API: each complete answer, and the state afterwards.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { ids, openApi, type Api, type Reply } from './api.ts'
import { holdPicture, NOON } from './notes.ts'

let api: Api
beforeEach(async () => {
  api = await openApi()
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The contents of a page in outline order. */
const onPage = async (name: string): Promise<string[]> =>
  (await api.get(`/pages/${encodeURIComponent(name)}`)).body['blocks'].map(
    ({ content }: { content: string }) => content,
  )

const blockOf = async (id: string) => (await api.get(`/blocks/${id}`)).body['block']

function expectWritten({ status, body }: Reply, changed = true): void {
  expect(status).toBe(200)
  expect(body).toMatchObject({ ok: true, changed })
}

describe('[8] adding a block', () => {
  test('the answer is whole, and what is read is what was answered', async () => {
    const reply = await api.post('/pages/countess/blocks', { text: 'TODO call on [[Babbage]] #visit' })
    expectWritten(reply)
    const { ids, block, ...rest } = reply.body
    expect(rest).toEqual({ ok: true, changed: true })
    expect(ids).toEqual({ pageId: 'ada', blockId: expect.stringMatching(UUID) })
    expect(block).toMatchObject({
      id: ids.blockId,
      page: 'Ada Lovelace',
      pageId: 'ada',
      parentId: null,
      content: 'TODO call on [[Babbage]] #visit',
      text: 'TODO call on [[Babbage]] #visit',
      marker: 'TODO',
      refs: ['Babbage', 'visit'],
      tags: ['visit'],
      createdAt: NOON,
      updatedAt: NOON,
    })
    const read = await api.get(`/blocks/${ids.blockId}`)
    expect(read.body['block']).toEqual(block)
    expect(read.headers.get('etag')).toBe(reply.headers.get('etag'))
    expect((await onPage('Ada Lovelace')).at(-1)).toBe(block.content)
  })

  test.each([
    [{}, ['line 0', 'line 6', 'new']],
    [{ position: 'end' }, ['line 0', 'line 6', 'new']],
    [{ position: 'start' }, ['new', 'line 0', 'line 6']],
    [{ parentId: null }, ['line 0', 'line 6', 'new']],
    [{ parentId: 'long-0' }, ['line 0', 'new', 'line 6']],
    [{ parentId: 'long-6', position: 'start' }, ['line 0', 'line 6', 'new']],
  ])('with %j it gets that place', async (where, order) => {
    const { body } = await api.post('/pages/Long/blocks', { text: 'new', ...where })
    const among = new Set(['line 0', 'line 6', 'new'])
    expect((await onPage('Long')).filter((content) => among.has(content))).toEqual(order)
    expect(body['block'].parentId).toBe(('parentId' in where && where.parentId) || null)
  })

  test('the same text twice is two blocks', async () => {
    const [one, two] = [
      await api.post('/pages/Long/blocks', { text: 'again' }),
      await api.post('/pages/Long/blocks', { text: 'again' }),
    ]
    expectWritten(two)
    expect(one.body['ids'].blockId).not.toBe(two.body['ids'].blockId)
  })

  test.each([
    ['today', 'journal-20261120', { date: '2026-11-20', zone: 'UTC' }],
    ['yesterday', 'journal-20261119', { date: '2026-11-19', zone: 'UTC' }],
    ['tomorrow', 'journal-20261121', { date: '2026-11-21', zone: 'UTC' }],
    ['2026-11-21', 'journal-20261121', undefined],
    ['20261123', 'journal-20261123', { date: '2026-11-23', zone: 'UTC' }],
    ['+3d', 'journal-20261123', { date: '2026-11-23', zone: 'UTC' }],
    ['-2w', 'journal-20261106', { date: '2026-11-06', zone: 'UTC' }],
    ['friday', 'journal-20261127', { date: '2026-11-27', zone: 'UTC' }],
    ['1000-01-01', 'journal-10000101', undefined],
  ])('%s is %s, started if need be; day %j', async (name, pageId, day) => {
    const { body } = await api.post(`/pages/${name}/blocks`, { text: 'written' })
    expect(body['ids'].pageId).toBe(pageId)
    expect(body['day']).toEqual(day)
    const read = await api.get(`/days/${body['day']?.date ?? name}`)
    expect(read.body['page'].id).toBe(pageId)
    expect(read.body['blocks'].at(-1)).toEqual(body['block'])
  })

  test.each(['Friday', '+3d', '20261123'])('[A6] no page can be made under the name %s', async (name) => {
    const { status, body } = await api.post('/pages', { name })
    expect([status, body['code']]).toEqual([400, 'bad_request'])
  })

  test("[D1.6] tomorrow is the token's", async () => {
    const zone = 'Pacific/Kiritimati' // a zone in which it is the 21st
    const { token } = await api.operators.createToken('me', { name: 'Far', scope: 'write', zone })
    const { body } = await api.post('/pages/tomorrow/blocks', { text: 'early' }, { token })
    expect(body).toMatchObject({ day: { date: '2026-11-22', zone }, ids: { pageId: 'journal-20261122' } })
  })

  test.each([
    ['Notes%2F2026', 'slash'],
    ['HAUPTSTRASSE', 'street'],
    ['%E6%97%A5%E6%9C%AC%E3%81%AE%E6%97%85', 'japan'],
    ['100%25%20sure', 'percent'],
    ['a+b', 'plus'],
    ['who%3F%20%231%20%26%20co%3B%20%22x%22%20%3Cy%3E', 'marks'],
    ['back\\slash', 'back'],
    ['..', 'dots'],
    ['A%20board', 'board'],
    ['Nov%2019th%2C%202026', 'journal-20261119'],
  ])('the path names any page as it was sent: %s', async (name, pageId) => {
    const reply = await api.post(`/pages/${name}/blocks`, { text: 'here' })
    expectWritten(reply)
    expect(reply.body['ids'].pageId).toBe(pageId)
  })

  test.each([
    ['/pages/Nobody/blocks', { text: 'x' }, 404, 'not_found'],
    ['/pages/Nobody/blocks', { text: '' }, 404, 'not_found'],
    ['/pages/2026-02-30/blocks', { text: 'x' }, 400, 'bad_request'],
    ['/pages/%ff/blocks', { text: 'x' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: '' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: ' \n\t ' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'a\u0007b' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: '\ud800' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: '![x](/api/files/abc)' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'see [picture: map.png]' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'https://notes.example/api/files/abc' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'x\nDEADLINE: <2026-02-30>' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'x', parentId: 'ada-1' }, 400, 'bad_request'],
    ['/pages/Long/blocks', { text: 'x', parentId: 'nobody' }, 400, 'bad_request'],
    ['/pages/2030-01-01/blocks', { text: 'x', parentId: 'long-1' }, 400, 'bad_request'],
  ])('%s with %j: %i', async (target, body, status, code) => {
    const before = await api.get('/pages')
    const reply = await api.post(target, body)
    expect([reply.status, reply.body['code']]).toEqual([status, code])
    expect((await api.get('/pages')).text).toBe(before.text)
  })
})

describe('[9] making a page', () => {
  test('the answer is whole, and what is read is what was answered', async () => {
    const reply = await api.post('/pages', {
      name: ' Grace Hopper ',
      type: 'Person',
      properties: { Birthday: '1906-12-09', knows: 'Ada Lovelace', mood: 'bright' },
      blocks: ['found a [[moth]]', 'TODO nanoseconds'],
    })
    expectWritten(reply)
    const { ids: made, page, existed, ...rest } = reply.body
    expect(rest).toEqual({ ok: true, changed: true })
    expect(existed).toBe(false)
    expect(made).toEqual({
      pageId: expect.stringMatching(UUID),
      blockIds: [expect.stringMatching(UUID), expect.stringMatching(UUID)],
    })
    expect(page).toMatchObject({
      id: made.pageId,
      name: 'Grace Hopper',
      kind: 'page',
      type: 'person',
      declaredType: 'person',
      fields: { Birthday: '1906-12-09', Knows: ['Ada Lovelace'] },
      props: { type: 'person', birthday: '1906-12-09', knows: '[[Ada Lovelace]]', mood: 'bright' },
      counts: { blocks: 2 },
    })
    const read = await api.get('/pages/grace%20hopper')
    expect(read.body['page']).toEqual(page)
    expect(ids(read.body['blocks'])).toEqual(made.blockIds)
    expect(read.headers.get('etag')).toBe(reply.headers.get('etag'))
  })

  test.each(['ada lovelace', 'COUNTESS', ' Ada Lovelace ', '\u0041da Lovelace'])(
    'a name or an alias that is a page answers that page: %j',
    async (name) => {
      const reply = await api.post('/pages', { name, type: 'nonsense', blocks: ['\u0000'] })
      expectWritten(reply, false)
      expect(reply.body).toMatchObject({ existed: true, ids: { pageId: 'ada', blockIds: [] } })
      expect(reply.body['page']).toEqual((await api.get('/pages/Ada%20Lovelace')).body['page'])
    },
  )

  test.each([
    { name: '' },
    { name: '  ' },
    { name: '.' },
    { name: '..' },
    { name: 'a [[b]]' },
    { name: 'a\nb' },
    { name: 'today' },
    { name: 'Tomorrow' },
    { name: '2026-11-20' },
    { name: 'Nov 20th, 2026' },
    { name: '2026-02-30' },
    { name: '/api/files/abc' },
    { name: 'New', type: 'planet' },
    { name: 'New', type: 'person', properties: { type: 'person' } },
    { name: 'New', type: 'person', properties: { Birthday: 'soon' } },
    { name: 'New', type: 'person', properties: { birthday: '1906-12-09', Birthday: '1906-12-09' } },
    { name: 'New', properties: { mood: ' ' } },
    { name: 'New', properties: { id: 'x' } },
    { name: 'New', properties: { 'a b,': 'x' } },
    { name: 'New', blocks: ['fine', ''] },
  ])('%j is 400, and nothing is made', async (body) => {
    const { total } = (await api.get('/pages')).body
    const reply = await api.post('/pages', body)
    expect([reply.status, reply.body['code']]).toEqual([400, 'bad_request'])
    expect((await api.get('/pages')).body['total']).toBe(total)
  })
})

describe('[10] setting a task', () => {
  test.each([
    ['late', 'doing', 'DOING [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>'],
    ['done', 'todo', 'TODO print the cards'],
    ['long-1', 'waiting', 'WAITING line 1'],
    ['ada-3', 'now', '## NOW Notes\nsource:: Menabrea'],
  ])('%s to %s', async (id, state, content) => {
    const reply = await api.post(`/tasks/${id}`, { state })
    expectWritten(reply)
    expect(reply.body['ids']).toEqual({ pageId: expect.any(String), blockId: id })
    expect(reply.body['block']).toMatchObject({ id, content, marker: state.toUpperCase(), updatedAt: NOON })
    expect(await blockOf(id)).toEqual(reply.body['block'])
  })

  test('one that is in that state already is not written', async () => {
    const before = await api.get('/blocks/late')
    const reply = await api.post('/tasks/late', { state: 'todo' })
    expectWritten(reply, false)
    expect(reply.body['block']).toEqual(before.body['block'])
    expect(reply.headers.get('etag')).toBe(before.headers.get('etag'))
  })

  test.each(['nobody', 'LATE', 'late%20', 'ada'])('%s is no block: 404', async (id) => {
    expect((await api.post(`/tasks/${id}`, { state: 'done' })).status).toBe(404)
  })
})

describe('[11] rewriting a block', () => {
  test.each([
    ['late', 'grease the mill', 'TODO [#A] grease the mill\nSCHEDULED: <2026-11-18 Wed>'],
    ['late', 'DONE grease it', 'DONE [#A] grease it\nSCHEDULED: <2026-11-18 Wed>'],
    ['late', 'SCHEDULED: 2026-12-01', 'TODO [#A] oil the mill\nSCHEDULED: <2026-12-01 Tue>'],
    ['ada-3', 'source:: Babbage', '## Notes\nsource:: Babbage'],
    ['ada-1', 'her words', 'her words'],
  ])('%s as %j', async (id, text, content) => {
    const before = await blockOf(id)
    const reply = await api.patch(`/blocks/${id}`, { text })
    expectWritten(reply)
    expect(reply.body['ids']).toEqual({ pageId: before.pageId, blockId: id })
    const { parentId, order, createdAt } = before
    expect(reply.body['block']).toMatchObject({ id, content, parentId, order, createdAt, updatedAt: NOON })
    expect(await blockOf(id)).toEqual(reply.body['block'])
    expect(ids((await api.get('/pages/Ada%20Lovelace')).body['blocks'])).toEqual(['ada-1', 'ada-2', 'ada-3'])
  })

  test.each(['oil the mill', 'TODO [#A] oil the mill\nSCHEDULED: 2026-11-18'])(
    'a text that the block has already is not written: %j',
    async (text) => {
      const before = await blockOf('late')
      const reply = await api.patch('/blocks/late', { text })
      expectWritten(reply, false)
      expect(reply.body['block']).toEqual(before)
    },
  )

  test.each([
    ['nobody', { text: 'x' }, 404],
    ['late', { text: '' }, 400],
    ['late', { text: 'id:: other' }, 400],
    ['late', { text: '[file: x]' }, 400],
  ])('%s with %j: %i', async (id, body, status) => {
    expect((await api.patch(`/blocks/${id}`, body)).status).toBe(status)
  })
})

describe('[12] setting a property', () => {
  test.each([
    ['Birthday', '1815-12-11', 'birthday', '1815-12-11'],
    ['birthday', 'Dec 11th, 1815', 'birthday', '1815-12-11'],
    ['birthday', 'yesterday', 'birthday', '2026-11-19'],
    ['died', '+1y', 'died', '2027-11-20'],
    ['mood', 'today', 'mood', 'today'], // not a field of dates
    [
      'works%20at',
      'Analytical Society, [[Babbage & Co]]',
      'works-at',
      '[[Analytical Society]], [[Babbage & Co]]',
    ],
    ['Mood', ' bright ', 'mood', 'bright'],
    ['%E6%B0%97%E5%88%86', 'good', '気分', 'good'],
    ['type', 'Artist', 'type', 'artist'],
    ['image', 'https://example.org/ada.png', 'image', 'https://example.org/ada.png'],
  ])('%s to %j is kept as %s', async (key, value, kept, stored) => {
    const reply = await api.patch(`/pages/countess/properties/${key}`, { value })
    expectWritten(reply)
    expect(reply.body['ids']).toEqual({ pageId: 'ada' })
    expect(reply.body['key']).toBe(kept)
    expect(reply.body['page'].props[kept]).toBe(stored)
    expect((await api.get('/pages/Ada%20Lovelace')).body['page']).toEqual(reply.body['page'])
  })

  test.each([null, '', '  '])('%j takes it off', async (value) => {
    const reply = await api.patch('/pages/countess/properties/Birthday', { value })
    expectWritten(reply)
    expect(reply.body['page'].props).not.toHaveProperty('birthday')
    expectWritten(await api.patch('/pages/countess/properties/Birthday', { value }), false)
  })

  test('a value that is held already is not written', async () => {
    expectWritten(await api.patch('/pages/countess/properties/Birthday', { value: 'Dec 10th, 1815' }), false)
  })

  test.each([
    ['Nobody', 'mood', 'x', 404],
    ['countess', 'Birthday', 'soon', 400],
    ['countess', 'type', 'planet', 400],
    ['countess', 'title', 'x', 400],
    ['countess', '%ff', 'x', 400],
    ['countess', 'mood', 'a\nb', 400],
    ['countess', 'mood', '/api/files/abc', 400],
  ])('%s, %s to %j: %i', async (page, key, value, status) => {
    expect((await api.patch(`/pages/${page}/properties/${key}`, { value })).status).toBe(status)
  })
})

describe('[13] setting several properties', () => {
  test('an untyped page becomes a person and gets its birthday in one call', async () => {
    const reply = await api.patch('/pages/Plans/properties', {
      properties: { Birthday: 'Dec 10th, 1815', Knows: 'Ada Lovelace', mood: 'calm', type: 'person' },
    })
    expectWritten(reply)
    expect(reply.body['ids']).toEqual({ pageId: 'plans' })
    expect(reply.body['keys']).toEqual(['type', 'birthday', 'knows', 'mood'])
    expect(reply.body['page']).toMatchObject({
      declaredType: 'person',
      fields: { Birthday: '1815-12-10', Knows: ['Ada Lovelace'] },
      props: { mood: 'calm' },
    })
    expect((await api.get('/pages/Plans')).body['page']).toEqual(reply.body['page'])
    const again = await api.patch('/pages/Plans/properties', { properties: { mood: 'calm', nothing: null } })
    expectWritten(again, false)
  })

  test.each([
    { Birthday: 'soon', mood: 'calm' },
    { mood: 'calm', birthday: '1815-12-10', Birthday: '1815-12-10' },
    { mood: 'calm', type: 'planet' },
    { mood: 'calm', 'no:key': 'x' },
  ])('%j is 400, and nothing is written', async (properties) => {
    const before = await api.get('/pages/countess')
    const reply = await api.patch('/pages/countess/properties', { properties })
    expect([reply.status, reply.body['code']]).toEqual([400, 'bad_request'])
    expect((await api.get('/pages/countess')).text).toBe(before.text)
  })
})

describe('a block that the service keeps is left alone: 409', () => {
  beforeEach(() => holdPicture(api.graph))

  test.each([
    [
      '/blocks/long-2',
      { text: 'other words' },
      'This block contains a file or a picture, so its text cannot be rewritten.',
    ],
    [
      '/blocks/long-2',
      { text: 'mood:: calm' },
      'This block contains a file or a picture, so its text cannot be rewritten.',
    ],
    [
      '/pages/Long/properties/image',
      { value: null },
      'The service keeps the picture of this page, so this property cannot be changed.',
    ],
    [
      '/pages/Long/properties',
      { properties: { mood: 'calm', image: 'https://example.org/x.png' } },
      'The service keeps the picture of this page, so this property cannot be changed.',
    ],
  ])('%s with %j', async (target, body, words) => {
    const before = await api.get('/pages/Long')
    const reply = await api.patch(target, body)
    expect([reply.status, reply.body['code'], reply.body['error']]).toEqual([409, 'conflict', words])
    expect((await api.get('/pages/Long')).text).toBe(before.text)
  })

  test('its task can be set', async () => {
    const reply = await api.post('/tasks/long-2', { state: 'done' })
    expectWritten(reply)
    expect(reply.body['block'].content).toBe('DONE a map [picture: map.png]')
  })
})
