/**
 * Links to shared pages, made, listed, changed and ended with a device session. @see sharing 1, 6, 7
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import { NOON } from './notes.ts'
import { says, statusOf, useSettings } from './settings.ts'
import { signedIn } from './web-browser.ts'

const SHARES = '/api/v1/settings/shares'
const ID = /^[\w-]{22}$/

const it = useSettings(SHARES)

const { list, send } = it
const make = (body: unknown, call?: Call) => send('POST', '', body, call)
const change = (id: string, body: unknown, call?: Call) => send('PATCH', `/${id}`, body, call)
const end = (id: string, call?: Call) => it.post(`/${id}/end`, call)

describe('[S1] a page is shared', () => {
  test.each([
    [{ page: 'Plans' }, { quotes: false, hasPassword: false }],
    [
      { page: 'PLANS', quotes: true },
      { quotes: true, hasPassword: false },
    ],
    [
      { page: 'Plans', password: 'low river' },
      { quotes: false, hasPassword: true },
    ],
    [
      { page: 'Plans', expires: '2026-11-20' },
      { quotes: false, hasPassword: false, expiresAt: Date.UTC(2026, 10, 21) },
    ],
    // [D1.2] The calendar has no day after this one.
    [
      { page: 'Plans', expires: '9999-12-31' },
      { quotes: false, hasPassword: false, expiresAt: Date.UTC(10_000, 0) },
    ],
  ])('%j', async (body, made) => {
    const reply = await make(body)
    const { id, pageId } = reply.body
    expect(reply.body).toEqual({
      id: expect.stringMatching(ID),
      url: `https://notes.example/s/${id}`,
      pageId: expect.any(String),
      page: 'Plans',
      createdAt: NOON,
      ...made,
    })
    expect((await make({ page: pageId })).body['page']).toBe('Plans')
    expect((await list()).body['total']).toBe(2)
  })

  test('its last day ends in the zone of the account', async () => {
    await it.api.operators.setAccount('me', { zone: 'Asia/Tokyo' })
    const { body } = await make({ page: 'Plans', expires: '2026-11-21' })
    expect(body['expiresAt']).toBe(Date.UTC(2026, 10, 21, 15))
  })

  test('no answer and no list holds the password or its hash', async () => {
    const made = await make({ page: 'Plans', password: 'low river' })
    const [share] = await it.api.store.shares.list('me')
    for (const { text } of [made, await list(), await change(share!.id, { quotes: true })]) {
      expect(text).not.toContain('low river')
      expect(text).not.toContain(share!.password)
    }
    expect(share!.password).toMatch(/^scrypt-sha256\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  })

  const UNFIT =
    'The password of a shared page must not contain control characters or half of a surrogate pair.'
  test.each([
    [{}, 400, 'page is missing.'],
    [{ page: 'Plants' }, 404, 'No page is called "Plants"; did you mean "Plans"?'],
    [{ page: 'Plans', expires: '2026-11-19' }, 400, 'expires must be today or a later day, not 2026-11-19.'],
    [{ page: 'Plans', expires: 'soon' }, 400, 'expires must be a date such as 2026-11-20, not "soon".'],
    [
      { page: 'Plans', password: 'low riv' },
      400,
      'The password of a shared page takes 8 to 200 characters, not 7.',
    ],
    [
      { page: 'Plans', password: 'x'.repeat(201) },
      400,
      'The password of a shared page takes 8 to 200 characters, not 201.',
    ],
    [{ page: 'Plans', password: 'low\nriver' }, 400, UNFIT],
    [{ page: 'Plans', password: 'low river\ud800' }, 400, UNFIT],
    [{ page: 'Plans', quotes: 1 }, 400, 'quotes takes true or false, not 1.'],
    [
      { page: 'Plans', id: 'mine' },
      400,
      'This route has no key "id". Use page, quotes, expires or password.',
    ],
  ])('%j is refused with %i', async (body, status, error) => {
    expect(says(await make(body))).toEqual([status, error])
    expect((await list()).body['total']).toBe(0)
  })
})

describe('[S1] a link changes and ends', () => {
  test('members that a change leaves out stay, and null removes', async () => {
    const { id, pageId, url } = (await make({ page: 'Plans', password: 'low river', expires: '2026-11-20' }))
      .body
    const shown = { id, pageId, url, page: 'Plans', createdAt: NOON, expiresAt: Date.UTC(2026, 10, 21) }
    expect((await change(id, { quotes: true })).body).toEqual({ ...shown, quotes: true, hasPassword: true })
    const { expiresAt: _, ...lasting } = shown
    expect((await change(id, { expires: null, password: null })).body).toEqual({
      ...lasting,
      quotes: true,
      hasPassword: false,
    })
    expect((await change(id, { expires: '2026-11-21' })).body['expiresAt']).toBe(Date.UTC(2026, 10, 22))
    expect(says(await change(id, { expires: '2026-11-01' }))[0]).toBe(400)
    expect(says(await change(id, { password: '' }))[0]).toBe(400)
  })

  test('it ends at once, once, and changes no more', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    expect((await end(id)).body['endedAt']).toBe(NOON)
    it.api.clock.now += 5
    expect((await end(id)).body['endedAt']).toBe(NOON)
    expect(says(await change(id, { quotes: true }))).toEqual([409, 'This link has ended.'])
    expect((await list()).body['shares']).toMatchObject([{ id, endedAt: NOON }])
  })

  test('the list comes in parts, newest first, and leaves out the name of a deleted page', async () => {
    const first = (await make({ page: 'Plans' })).body['id']
    it.api.clock.now++
    const second = (await make({ page: 'Plans' })).body['id']
    const shown = await list('?limit=1')
    expect(shown.body).toMatchObject({ shares: [{ id: second, page: 'Plans' }], total: 2, next: 1 })
    expect((await list('?offset=1')).body).toMatchObject({ shares: [{ id: first }], total: 2, next: null })
    const page = (await it.api.graph.records.find(shown.body['shares'][0].pageId))!
    await it.api.graph.commits.commit({
      puts: [{ record: { ...page.record, deleted: NOON }, from: page.seq }],
    })
    expect((await list('?limit=1')).body['shares'][0]).not.toHaveProperty('page')
  })
})

describe('[S7] access', () => {
  test('a token opens none of the routes', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    const token = { token: it.api.token }
    const replies = [list('', token), make({ page: 'Plans' }, token), change(id, {}, token), end(id, token)]
    for (const reply of await Promise.all(replies)) expect(reply.status).toBe(403)
    expect((await list()).body).toMatchObject({ total: 1, shares: [{ id }] })
  })

  test('an account has no part in the links of another', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    await it.api.operators.createAccount('other', {})
    const other = { token: (await it.api.operators.createSession('other', { device: 'Mac' })).session }
    const missing = [404, 'No shared page of this account has this id.']
    expect(says(await change(id, { quotes: true }, other))).toEqual(missing)
    expect(says(await end(id, other))).toEqual(missing)
    expect((await list('', other)).body['total']).toBe(0)
    const browser = await signedIn(it.api, 'other')
    const own = `/settings/sharing/${id}`
    const pages = [browser.get(own), browser.get(`${own}/end`), browser.post(own, { quotes: '1' }), browser.post(`${own}/end`)] // prettier-ignore
    for (const { status } of await Promise.all(pages)) expect(status).toBe(404)
    const [share] = (await list()).body['shares']
    expect(share).toMatchObject({ quotes: false })
    expect(share).not.toHaveProperty('endedAt')
  })

  test('in grace a link can end, and none is made or changed', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    await it.api.operators.setAccount('me', { plan: 'grace' })
    expect((await make({ page: 'Plans' })).status).toBe(402)
    expect((await change(id, { quotes: true })).status).toBe(402)
    expect((await end(id)).status).toBe(200)
  })
})

test('[S6] an account shares at most 100 pages at once', async () => {
  const share = { accountId: 'me', pageId: 'p', quotes: false, createdAt: NOON }
  for (let n = 0; n < 100; n++)
    await it.api.store.shares.create({ ...share, id: `s${n}`.padEnd(22, '-') }, { open: 100, closed: 1 })
  const refusal = [409, 'This account already shares 100 pages, which is the limit.']
  expect(says(await make({ page: 'Plans' }))).toEqual(refusal)
  await end('s7'.padEnd(22, '-'))
  expect((await make({ page: 'Plans' })).status).toBe(200)
})

test('the security log has each link by its page, never by its id', async () => {
  const { id, pageId } = (await make({ page: 'Plans' })).body
  await change(id, { quotes: true })
  await end(id)
  const log = await it.api.call('/api/v1/settings/audit', { token: it.session })
  expect(log.body['events'].slice(0, 3)).toMatchObject([
    { event: 'share_ended', by: 'device', subject: pageId },
    { event: 'share_changed', by: 'device', subject: pageId },
    { event: 'page_shared', by: 'device', subject: pageId },
  ])
  expect(log.text).not.toContain(id)
})

describe('[D9.10] after a restore', () => {
  const open = (id: string) => it.post(`/${id}/open`)

  test('a closed link opens for nobody, until its owner opens it again', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    const seen = async () => statusOf(it.api, `/s/${id}`)
    expect(await seen()).toBe(200)
    await it.api.store.accounts.endAccess('me', NOON, { published: true })
    const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
    const call = { token: session }
    expect(await seen()).toBe(410)
    expect((await list('', call)).body['shares']).toMatchObject([{ id, endedAt: NOON, closedAt: NOON }])
    const opened = await it.post(`/${id}/open`, call)
    expect([opened.status, opened.body]).toEqual([200, expect.not.objectContaining({ endedAt: NOON })])
    expect(await seen()).toBe(200)
    expect((await it.post(`/${id}/open`, call)).body).toEqual(opened.body)
    const { entries } = await it.api.store.audit.list('me', { limit: 100, offset: 0 })
    expect(entries.filter(({ event }) => event === 'share_reopened')).toHaveLength(1)
  })

  test('a link that its owner ended stays ended', async () => {
    const { id } = (await make({ page: 'Plans' })).body
    await end(id)
    expect(says(await open(id))).toEqual([409, 'This link has ended.'])
    expect(says(await open('x'.repeat(22)))[0]).toBe(404)
  })
})
