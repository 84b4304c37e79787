/**
 * The change list, and what each change touched.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import { CHANGES, openChanges, type ChangesApi } from './changing.ts'

const DAY = 86_400_000

let api: ChangesApi
beforeEach(async () => {
  api = await openChanges()
})

describe('[D8.1] the items of a change, before and after', () => {
  const read = (id: string, call: Call = {}) => api.call(`${CHANGES}/${id}`, { token: api.session, ...call })

  test.each([
    [
      'update_block',
      () => api.patch('/blocks/late', { text: 'grease the mill' }),
      [
        {
          kind: 'block',
          id: 'late',
          before: expect.stringContaining('oil the mill'),
          after: expect.stringContaining('grease the mill'),
        },
      ],
    ],
    [
      'add_block',
      () => api.post('/pages/Long/blocks', { text: 'new' }),
      [{ kind: 'block', id: expect.any(String), after: 'new' }],
    ],
    [
      'create_page',
      () => api.post('/pages', { name: 'New', properties: { mood: 'calm' }, blocks: ['a'] }),
      [
        { kind: 'page', id: expect.any(String), after: 'New\nmood:: calm' },
        { kind: 'block', id: expect.any(String), after: 'a' },
      ],
    ],
    [
      'set_properties',
      () => api.patch('/pages/Countess/properties', { properties: { birthday: null, mood: 'calm' } }),
      [
        { kind: 'property', id: 'ada', key: 'birthday', before: '1815-12-10' },
        { kind: 'property', id: 'ada', key: 'mood', after: 'calm' },
      ],
    ],
  ])('%s', async (_, write, touched) => {
    expect((await write()).status).toBe(200)
    const entry = await api.latest()
    expect(entry).not.toHaveProperty('touched')
    const whole = { ...entry, touched }
    expect((await api.list('?touched=true')).body).toMatchObject({
      changes: [whole],
      open: 1,
      total: 1,
      next: null,
    })
    expect((await read(entry.id)).body).toEqual({ change: whole })
    expect((await api.list('?touched=false')).body['changes']).toEqual([entry])
  })

  test('an answer of long texts ends at a whole change, and next leads on', async () => {
    api = await openChanges({ rates: { writesPerToken: 0, writesPerAddress: 0, requestsPerAddress: 0 } })
    for (let n = 0; n < 30; n++) await api.patch('/blocks/late', { text: `${n} ${'long '.repeat(3_900)}` })
    const first = (await api.list('?touched=true')).body
    const count = first['changes'].length
    expect(first).toMatchObject({ total: 30, next: count })
    expect(JSON.stringify(first['changes']).length).toBeLessThanOrEqual(1_000_100)
    const rest = (await api.list(`?touched=true&offset=${count}`)).body
    expect(rest['changes']).toHaveLength(30 - count)
  })

  test('a hundred at a time, however many are asked for', async () => {
    api = await openChanges({ rates: { writesPerToken: 0, writesPerAddress: 0, requestsPerAddress: 0 } })
    for (let n = 0; n < 101; n++) await api.post('/pages/Long/blocks', { text: `${n}` })
    expect((await api.list('?touched=true&limit=1000')).body).toMatchObject({ total: 101, next: 100 })
    expect((await api.list('?limit=1000')).body).toMatchObject({ total: 101, next: null })
  })

  test.each([
    ['none', 404, 'No change in the list has the id "none".'],
    ['%ff', 400, 'The change id in the path is not valid percent-encoding of UTF-8.'],
  ])('%s is %i', async (id, status, words) => {
    const { status: answered, body } = await read(id)
    expect([answered, body['error']]).toEqual([status, words])
  })

  test('after 30 days it is 404, and to a token 403', async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    expect((await read(id, { token: api.token })).status).toBe(403)
    api.clock.now += 30 * DAY + 1
    expect((await read(id)).status).toBe(404)
  })
})

describe('[D8] the list', () => {
  beforeEach(async () => {
    const { token } = await api.operators.createToken('me', { name: 'Other script', scope: 'write' })
    for (let n = 0; n < 5; n++) {
      api.clock.now += 1
      await api.post(
        `/pages/${n % 2 === 0 ? 'Long' : 'Plans'}/blocks`,
        { text: `${n}` },
        n < 2 ? { token } : {},
      )
    }
  })

  test.each([
    ['', 5, 5, null],
    ['?limit=2', 5, 2, 2],
    ['?limit=2&offset=2', 5, 2, 4],
    ['?limit=2&offset=4', 5, 1, null],
    ['?offset=9', 5, 0, null],
    ['?token=Other%20script', 2, 2, null],
    ['?token=Nobody', 0, 0, null],
    ['?page=long', 3, 3, null],
    ['?page=Plans&token=Other+script', 1, 1, null],
    ['?page=Nowhere', 0, 0, null],
    ['?unknown=1&unknown=2', 5, 5, null],
  ])('%s: of %i, %i answered, next %j', async (query, total, count, next) => {
    const { body } = await api.list(query)
    expect(body['changes']).toHaveLength(count)
    expect(body).toMatchObject({ total, next })
    const times: number[] = body['changes'].map(({ at }: { at: number }) => at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test.each([
    ['limit=0', 'limit takes a whole number from 1 to 1000, not "0".'],
    ['limit=1001', 'limit takes a whole number from 1 to 1000, not "1001".'],
    ['offset=-1', 'offset takes a whole number from 0 to 9007199254740991, not "-1".'],
    ['token=', 'token is empty. Set a name, or leave the parameter out.'],
    ['page=%20', 'page is empty. Set a name, or leave the parameter out.'],
    ['page=a&page=b', 'page is repeated. Send it once.'],
    ['touched=1', 'touched takes true or false, not "1".'],
    ['token=%ff', 'The value of token is not valid percent-encoding of UTF-8.'],
  ])('%s is 400', async (query, words) => {
    const { status, body } = await api.list(`?${query}`)
    expect([status, body['error']]).toEqual([400, words])
  })
})
