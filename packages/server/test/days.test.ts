/** @module-tag both-stores */
import { makePage } from '@notegraph/graph'
import { beforeAll, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test.each([
  ['today', '2026-11-20', 'journal-20261120', ['today-1']],
  ['2026-11-20', '2026-11-20', 'journal-20261120', ['today-1']],
  ['%32026-11-20', '2026-11-20', 'journal-20261120', ['today-1']],
  ['yesterday', '2026-11-19', 'journal-20261119', ['yesterday-1']],
  ['%79esterday', '2026-11-19', 'journal-20261119', ['yesterday-1']],
  ['20261120', '2026-11-20', 'journal-20261120', ['today-1']],
  ['-1d', '2026-11-19', 'journal-20261119', ['yesterday-1']],
  ['tomorrow', '2026-11-21', undefined, []],
  ['%2B2w', '2026-12-04', undefined, []],
  ['+1m', '2026-12-20', undefined, []],
  ['-1y', '2025-11-20', undefined, []],
  ['friday', '2026-11-27', undefined, []], // today is one
  ['Saturday', '2026-11-21', undefined, []],
  ['2026-11-21', '2026-11-21', undefined, []],
  ['1000-01-01', '1000-01-01', undefined, []],
  ['9999-12-31', '9999-12-31', undefined, []],
  ['2024-02-29', '2024-02-29', undefined, []],
])('[3, A6] %s is %s', async (date, iso, id, blocks) => {
  const { status, body } = await api.get(`/days/${date}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ date: iso, total: blocks.length, next: null })
  expect(body['page']?.id).toBe(id)
  expect(ids(body['blocks'])).toEqual(blocks)
})

test('[3] a day nobody wrote on has no page, and is not started by reading it', async () => {
  const { body } = await api.get('/days/2026-11-21?limit=1&offset=5')
  expect(body).toEqual({ date: '2026-11-21', page: null, blocks: [], total: 0, next: null })
  expect((await api.get('/pages/2026-11-21')).status).toBe(404)
})

test.each([
  'Todays',
  'now',
  'fri',
  '3d',
  '20260230',
  'today%20',
  '%20today',
  '2026-02-30',
  '2025-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-01',
  '2026-01-00',
  '0000-01-01',
  '0999-12-31',
  '10000-01-01',
  '-2026-01-01',
  '2026-1-1',
  '26-11-20',
  '2026-11-20%20',
  '2026-11-20T00:00:00Z',
  '2026_11_20',
  '2026/11/20'.replaceAll('/', '%2F'),
  'Nov%2020th,%202026',
  'journal-20261120',
  '%EF%BC%92026-11-20', // a full-width digit
  '2026%E2%80%9311%E2%80%9320',
  '%00',
  '1795169100000',
])('[3] 400 for %s', async (date) => {
  const { status, body } = await api.get(`/days/${date}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'bad_request', hint: 'Fix the request.' })
  expect(body['error']).toContain(
    'is not a day on the calendar. Send a day such as 2026-11-20, today, friday or +3d.',
  )
})

test.each(['%', '%ff', '%E0%A4%A'])('[3] 400 for %s, which is no percent-encoding', async (date) => {
  const { status, body } = await api.get(`/days/${date}`)
  expect(status).toBe(400)
  expect(body['error']).toBe('The day in the path is not valid percent-encoding of UTF-8.')
})

test.each([
  ['Pacific/Kiritimati', undefined, '2026-11-21'], // 14 hours ahead
  ['Pacific/Honolulu', undefined, '2026-11-20'],
  ['Pacific/Honolulu', 'Pacific/Kiritimati', '2026-11-20'], // the token's zone wins
  [undefined, 'Pacific/Kiritimati', '2026-11-21'],
  [undefined, undefined, '2026-11-20'],
])(
  '[D1.6] today where the token is in %s and the digest in %s is %s',
  async (tokenZone, accountZone, iso) => {
    const { operators } = api
    const id = `zone-${tokenZone?.length}-${accountZone?.length}`
    await operators.createAccount(id, accountZone === undefined ? {} : { zone: accountZone })
    const { token } = await operators.createToken(id, {
      name: 'Zone',
      scope: 'read',
      ...(tokenZone !== undefined && { zone: tokenZone }),
    })
    expect((await api.get('/days/today', { token })).body['date']).toBe(iso)
  },
)

test('[D1.6] yesterday is the day before today where the token is', async () => {
  await api.operators.createAccount('east', {})
  const { token } = await api.operators.createToken('east', {
    name: 'East',
    scope: 'read',
    zone: 'Pacific/Kiritimati',
  })
  expect((await api.get('/days/yesterday', { token })).body['date']).toBe('2026-11-20')
})

test('[D1.3] a day that the service starts has its ISO name, and one of a device keeps its own', async () => {
  const own = await openApi()
  expect((await own.post('/pages/Dec%201st%2C%202026/blocks', { text: 'x' })).status).toBe(404)
  const started = await own.post('/pages/2026-12-01/blocks', { text: 'x' })
  expect(started.body['block']).toMatchObject({ page: '2026-12-01', pageId: 'journal-20261201' })
  const page = makePage({
    id: 'journal-20261202',
    name: 'Dec 2nd, 2026',
    kind: 'journal',
    now: own.clock.now,
  })
  await own.graph.commits.commit({ puts: [{ record: page, from: 0 }] })
  const added = await own.post('/pages/2026_12_02/blocks', { text: 'y' })
  expect(added.body['block']).toMatchObject({ page: 'Dec 2nd, 2026', pageId: 'journal-20261202' })
  for (const name of ['2026-12-02', 'december%202%2C%202026', 'DEC%202ND%2C%202026'])
    expect((await own.get(`/pages/${name}`)).body['page']).toMatchObject({ name: 'Dec 2nd, 2026' })
})
