/**
 * [D9.2] Devices are listed and signed out with the session of one of them.
 *
 * @module-tag both-stores
 */
import { beforeEach, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const DEVICES = '/api/v1/settings/devices'

let api: Api
let phone: { session: string; id: string }
let laptop: { session: string; id: string }

beforeEach(async () => {
  api = await openApi()
  phone = await api.operators.createSession('me', { device: 'Phone' })
  api.clock.now += 60_000
  laptop = await api.operators.createSession('me', { device: 'Laptop' })
})

const list = (query = '', token = phone.session) => api.call(`${DEVICES}${query}`, { token })
const end = (id: string, token = phone.session) => api.call(`${DEVICES}/${id}/end`, { method: 'POST', token })

test('those that came last first, and which of them asks', async () => {
  const { status, body } = await list()
  expect([status, body]).toEqual([
    200,
    {
      own: phone.id,
      devices: [
        { id: laptop.id, device: 'Laptop', createdAt: NOON + 60_000 },
        { id: phone.id, device: 'Phone', createdAt: NOON, lastUsedAt: NOON + 60_000 },
      ],
      total: 2,
      next: null,
    },
  ])
  expect((await list('?limit=1')).body).toMatchObject({ devices: [{ id: laptop.id }], total: 2, next: 1 })
  expect((await list('?limit=0')).status).toBe(400)
})

test('one that is signed out opens nothing any more, and is listed no more', async () => {
  expect((await list('', laptop.session)).status).toBe(200)
  expect((await end(laptop.id)).body).toMatchObject({ id: laptop.id, device: 'Laptop' })
  expect((await list('', laptop.session)).status).toBe(401)
  expect((await list()).body['total']).toBe(1)
  const again = await end(laptop.id)
  expect([again.status, again.body['code']]).toEqual([404, 'not_found'])
})

test('a device may sign itself out, in grace too', async () => {
  await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
  expect((await end(phone.id)).status).toBe(200)
  expect((await list()).status).toBe(401)
})

test.each([
  ['none', 404],
  ['%ff', 400],
])('%s: %i', async (id, status) => {
  expect((await end(id)).status).toBe(status)
})

test('a device of another account is as none', async () => {
  await api.operators.createAccount('other', {})
  const theirs = await api.operators.createSession('other', { device: 'Phone' })
  expect((await end(phone.id, theirs.session)).status).toBe(404)
  expect((await list('', theirs.session)).body).toMatchObject({ total: 1, own: theirs.id })
  expect((await list()).body['total']).toBe(2)
})

test('a token is 403', async () => {
  expect([(await list('', api.token)).status, (await end(phone.id, api.token)).status]).toEqual([403, 403])
})
