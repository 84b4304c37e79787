/**
 * A token's own changes over the API: listed with their items, and reverted.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openChanges, WRITES, type ChangesApi } from './changing.ts'
import { NOON } from './notes.ts'

let api: ChangesApi
let other: string
beforeEach(async () => {
  api = await openChanges()
  other = (await api.operators.createToken('me', { name: 'Test', scope: 'write' })).token
})

const own = (query = '', token?: string) => api.get(`/changes${query}`, token === undefined ? {} : { token })
const undo = (id: string, token?: string) =>
  api.post(`/changes/${id}/revert`, undefined, token === undefined ? {} : { token })

describe.each(WRITES)('[A7] %s', (action, method, target, body) => {
  test('is listed with its items, and reverted once', async () => {
    await api[method](target, body)
    const listed = (await own()).body
    expect(listed).toMatchObject({ total: 1, next: null })
    const [change] = listed['changes']
    const whole = (await api.list('?touched=true')).body['changes'][0]
    expect(change).toEqual(whole)
    expect(change).toMatchObject({
      action,
      state: 'open',
      touched: expect.arrayContaining([expect.anything()]),
    })
    const reverted = await undo(change.id)
    expect(reverted).toMatchObject({ status: 200, body: { ok: true, left: [] } })
    expect((await own()).body['changes']).toMatchObject([{ id: change.id, state: 'reverted' }])
    expect(await undo(change.id)).toMatchObject({
      status: 409,
      body: { error: 'This change is already reverted.' },
    })
  })
})

test('[A7] the newest comes first, in parts, of one page if asked', async () => {
  for (const text of ['one', 'two', 'three']) await api.post('/pages/Plans/blocks', { text })
  await api.post('/pages/Long/blocks', { text: 'four' })
  const after = async (query: string) =>
    (await own(query)).body['changes'].map(
      ({ touched }: { touched: { after: string }[] }) => touched[0]!.after,
    )
  expect(await after('')).toEqual(['four', 'three', 'two', 'one'])
  expect(await after('?limit=2&offset=1')).toEqual(['three', 'two'])
  expect(await after('?page=plans')).toEqual(['three', 'two', 'one'])
  expect((await own('?limit=2&offset=1')).body).toMatchObject({ total: 4, next: 3 })
})

test("[A7] another token's change answers as one that is not there, even if the names are the same", async () => {
  await api.post('/pages/Plans/blocks', { text: 'mine' })
  const [{ id }] = (await own()).body['changes']
  expect((await own('', other)).body).toMatchObject({ changes: [], total: 0 })
  const [foreign, unknown] = [await undo(id, other), await undo('none', other)]
  expect(foreign.status).toBe(404)
  expect(JSON.stringify(foreign.body).replaceAll(id, 'none')).toBe(JSON.stringify(unknown.body))
  expect((await own()).body['changes']).toMatchObject([{ state: 'open' }])
})

test('[A7] a token that only reads gets 403', async () => {
  const { token } = await api.operators.createToken('me', { name: 'Reader', scope: 'read' })
  for (const reply of [await own('', token), await undo('none', token)])
    expect(reply).toMatchObject({ status: 403, body: { code: 'read_only_token' } })
})

test('[A7] an item that changed again stays, and a change of 30 days ago is not listed', async () => {
  await api.patch('/blocks/late', { text: 'first' })
  const [{ id }] = (await own()).body['changes']
  await api.patch('/blocks/late', { text: 'second' })
  expect((await undo(id)).body).toEqual({
    ok: true,
    restored: 0,
    left: [{ kind: 'block', id: 'late', why: 'Changed again after this change.' }],
  })
  api.clock.now = NOON + 31 * 86_400_000
  expect((await own()).body['total']).toBe(0)
})

test('[A7] a revert is no write of the minute', async () => {
  const rated = await openChanges({ rates: { writesPerToken: 1 } })
  await rated.post('/pages/Plans/blocks', { text: 'x' })
  expect((await rated.post('/pages/Plans/blocks', { text: 'y' })).status).toBe(429)
  const [{ id }] = (await rated.get('/changes')).body['changes']
  expect((await rated.post(`/changes/${id}/revert`, undefined)).status).toBe(200)
})
