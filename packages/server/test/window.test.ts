/** @module-tag both-stores */
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { LONG } from './notes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/**
 * Every route that returns a list: its number, the target with the start of its query, and the member with the list.
 */
const LISTS = [
  [1, '/pages?', 'pages'],
  [2, '/pages/Long?', 'blocks'],
  [3, '/days/today?', 'blocks'],
  [5, '/search?q=line&', 'blocks'],
  [6, '/tasks?status=all&', 'tasks'],
] as const

describe.each(LISTS)('[%i] %s', (_n, target, member) => {
  test.each([
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit',
    'limit=%20',
    'limit=1e2',
    'limit=0x10',
    'limit=+1',
    'limit=%2B1',
    'limit=١',
    'limit=%D9%A1',
    'limit=Infinity',
    'limit=NaN',
    'limit=null',
    'limit=1,2',
    `limit=${'9'.repeat(400)}`,
    'limit=99999999999999999999',
    'limit=1%00',
    'offset=-1',
    'offset=1.5',
    'offset=abc',
    'offset=',
    'offset',
    'offset=-0',
    'offset=9007199254740992',
    `offset=${'9'.repeat(400)}`,
  ])('400 for %s, naming it', async (query) => {
    const { status, body } = await api.get(target + query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_request', hint: 'Fix the request.' })
    expect(body['error']).toMatch(
      query.startsWith('limit')
        ? /^limit takes a whole number from 1 to 1000, not "/
        : /^offset takes a whole number from 0 to \d+, not "/,
    )
    expect(body['error'].length).toBeLessThan(200)
  })

  test.each(['limit=5&limit=5', 'offset=0&offset=0', 'limit=5&%6Cimit=5', 'limit=&limit=2'])(
    '[D6.4] 400 for %s, since it is repeated',
    async (query) => {
      const { status, body } = await api.get(target + query)
      expect(status).toBe(400)
      expect(body['error']).toMatch(/^(limit|offset) is repeated/)
    },
  )

  test.each(['limit=%ff', 'offset=%', 'limit=%E0%A4%A', 'limit=%zz'])(
    '400 for %s, since it is no text',
    async (query) => {
      const { status, body } = await api.get(target + query)
      expect(status).toBe(400)
      expect(body['error']).toMatch(/^The value of (limit|offset) is not valid percent-encoding/)
    },
  )

  test.each([
    'x=1&x=2',
    'LIMIT=0',
    '%ff=1',
    'x=%ff',
    '=',
    '&&&',
    '__proto__=1&constructor=2',
    'limit[]=0',
    'Offset=-1',
  ])('[D6.4] %s is not known, and passed over', async (query) => {
    const [plain, more] = [await api.get(target), await api.get(target + query)]
    expect(more.status).toBe(200)
    expect(more.text).toBe(plain.text)
  })

  test.each(['limit=1', 'limit=1000', 'limit=007', 'l%69mit=3', 'offset=0'])('200 for %s', async (query) => {
    expect((await api.get(target + query)).status).toBe(200)
  })

  test.each(['offset=500', 'offset=9007199254740991'])(
    '[D6.4] %s is beyond the end: an empty list',
    async (query) => {
      const { total } = (await api.get(target)).body
      const { body } = await api.get(target + query)
      expect(body).toMatchObject({ [member]: [], total, next: null })
    },
  )

  test('asked on from each next, the parts make up the whole', async () => {
    const whole = (await api.get(target)).body
    const parts: unknown[] = []
    for (let next: number | null = 0; next !== null;) {
      const { body }: { body: Record<string, any> } = await api.get(`${target}limit=2&offset=${next}`) // oxlint-disable-line typescript/no-explicit-any -- each list has its own shape
      expect(body['total']).toBe(whole['total'])
      expect(body[member].length).toBeLessThanOrEqual(2)
      parts.push(...body[member])
      next = body['next']
    }
    expect(parts).toEqual(whole[member])
    expect(parts).toHaveLength(whole['total'])
    expect(parts).not.toEqual([])
  })
})

test.each([
  ['limit=3', 3, 3],
  ['limit=3&offset=3', 3, 6],
  ['limit=3&offset=6', 1, null],
  ['limit=3&offset=7', 0, null],
  [`limit=${LONG}`, LONG, null],
  [`limit=${LONG - 1}`, LONG - 1, LONG - 1],
])('[2] %s answers %i blocks of seven, next %j', async (query, count, next) => {
  const { body } = await api.get(`/pages/Long?${query}`)
  expect(body['blocks']).toHaveLength(count)
  expect(body).toMatchObject({ total: LONG, next })
})
