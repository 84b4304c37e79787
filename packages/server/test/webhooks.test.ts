/**
 * Webhooks, made, listed, changed, deleted and repeated with a device session. @see events 2
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { says, useSettings } from './settings.ts'
import { NOON } from './notes.ts'
import type { Call } from './api.ts'

const it = useSettings('/api/v1/settings/webhooks')
const URL = 'https://hook.example/notes'
const { list, send } = it
const make = (body: object = {}, call?: Call) => send('POST', '', { url: URL, ...body }, call)
const change = (id: string, body: unknown, call?: Call) => send('PATCH', `/${id}`, body, call)
const read = (id: string) => list(`/${id}`)
const DAY = 86_400_000
const SECRET = /^whsec_[\w+/]{43}=$/

let pageId: string
beforeEach(async () => {
  await it.api.store.tokens.create({
    id: 't1',
    accountId: 'me',
    hash: 'hash',
    name: 'Script',
    scope: 'write',
    createdAt: NOON,
  })
  pageId = ((await it.api.get('/pages/Plans')).body['page'] as { id: string }).id
})

describe('[V2] a webhook is made', () => {
  test.each([
    [{}, {}],
    [
      { page: 'PLANS', blocks: true },
      { page: '', blocks: true },
    ],
    [
      { tag: '#[[Work]]', by: 'tokens' },
      { tag: 'Work', by: 'tokens' },
    ],
    [
      { type: 'person', by: 'devices' },
      { type: 'person', by: 'devices' },
    ],
    [
      { query: '(task TODO)', token: 't1' },
      { query: '(task TODO)', token: 't1' },
    ],
  ])('%j', async (body, made) => {
    const reply = await make(body)
    const { id } = reply.body as { id: string }
    const shown = { id, url: URL, blocks: false, state: 'on', createdAt: NOON, ...made }
    if ('page' in shown) shown.page = pageId
    expect(reply.body).toEqual({ ...shown, secret: expect.stringMatching(SECRET) })
    expect((await list()).body).toEqual({ webhooks: [shown], total: 1, next: null })
    expect((await read(id)).body).toEqual(shown)
  })

  const UNFIT_TAG = 'tag must not contain control characters or half of a surrogate pair.'
  test.each([
    [{ url: 'http://hook.example' }, 400, 'url must begin with https.'],
    [{ url: 'ftp://hook.example' }, 400, 'url must begin with https.'],
    [{ url: 'https://10.0.0.1/x' }, 400, 'url must name a public host, not 10.0.0.1.'],
    [{ url: 'https://0x7f.1/' }, 400, 'url must name a public host, not 127.0.0.1.'],
    [{ url: 'https://[::ffff:192.168.0.1]/' }, 400, 'url must name a public host, not [::ffff:c0a8:1].'],
    [{ url: 'https://localhost/' }, 400, 'url must name a public host, not localhost.'],
    [{ url: 'hook' }, 400, 'url takes an address such as https://hook.example/notes.'],
    [{ url: 'https://me:x@hook.example' }, 400, 'url must not contain a user or a password.'],
    [{ url: `https://a/${'x'.repeat(2_000)}` }, 400, 'url takes at most 2000 characters, not 2010.'],
    [{ page: 'Plants' }, 404, 'No page is called "Plants"; did you mean "Plans"?'],
    [{ tag: '#' }, 400, 'tag takes the name of a tag, up to 200 characters.'],
    [{ tag: '#a\u0000b' }, 400, UNFIT_TAG],
    [{ tag: 'a\ud800' }, 400, UNFIT_TAG],
    [
      { tag: 'a', type: 'person' },
      400,
      'A webhook takes one of page, tag, type and query. Set the others to null.',
    ],
    [{ token: 't2' }, 404, 'No token of this account has the id "t2".'],
    [{ by: 'tokens', token: 't1' }, 400, 'A webhook takes one of by and token. Set the other to null.'],
  ])('%j is refused with %i', async (body, status, error) => {
    expect(says(await make(body))).toEqual([status, error])
    expect((await list()).body['total']).toBe(0)
  })

  test('and no other answer has its secret', async () => {
    const { id } = (await make()).body
    const answers = [
      await list(),
      await read(id),
      await change(id, { on: false }),
      await it.list(`/${id}/deliveries`),
      await it.post(`/${id}/remove`),
    ]
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('whsec_')]) // prettier-ignore
  })

  test('up to ten times', async () => {
    for (let n = 0; n < 10; n++) expect((await make()).status).toBe(200)
    expect(says(await make())).toEqual([409, 'This account already has 10 webhooks, which is the limit.'])
  })

  test('with a session alone, and not in grace', async () => {
    expect((await make({}, { token: it.api.token })).status).toBe(403)
    const { id } = (await make()).body
    await it.api.operators.setAccount('me', { plan: 'grace' })
    expect([(await make()).status, (await it.post(`/${id}/remove`)).status]).toEqual([402, 200])
  })

  test('and the audit log notes it, without its address', async () => {
    const { id } = (await make()).body
    await it.post(`/${id}/remove`)
    const { text, body } = await it.api.call('/api/v1/settings/audit', { token: it.session })
    expect(body['events'].slice(0, 2).map((event: { event: string }) => event.event)).toEqual(['webhook_removed', 'webhook_made']) // prettier-ignore
    expect(text).not.toContain('hook.example')
  })
})

describe('[V2] a webhook changes', () => {
  test('members that are left out stay, and null removes one', async () => {
    const { id } = (await make({ tag: 'a', by: 'tokens' })).body
    expect((await change(id, { tag: null, query: 'x' })).body).toMatchObject({ query: 'x', by: 'tokens' })
    expect((await change(id, { by: null, token: 't1', url: `${URL}/2` })).body).toMatchObject({ token: 't1', url: `${URL}/2` }) // prettier-ignore
    expect(says(await change(id, { type: 'person' }))[0]).toBe(400)
    expect((await change(id, { token: 't2' })).status).toBe(404)
    expect((await read(id)).body).toMatchObject({ query: 'x', token: 't1' })
  })

  test('it keeps the filter on a token that is no longer there', async () => {
    const app = {
      clientId: 'https://app.example/',
      name: 'App',
      host: 'app.example',
      scope: 'write',
    } as const
    const times = { createdAt: NOON, expiresAt: NOON + 1_000 }
    await it.api.store.connectedApps.create({ id: 'a1', accountId: 'me', ...app, ...times }, 10)
    const { id } = (await make({ token: 'a1' })).body
    await it.api.store.connectedApps.end('a1', 'me')
    const sent = { url: `${URL}/2`, token: 'a1' }
    expect((await change(id, sent)).body).toMatchObject(sent)
    expect((await make({ token: 'a1' })).status).toBe(404)
  })

  test('it is switched off and on again', async () => {
    const { id } = (await make()).body
    it.api.clock.now += 5
    expect((await change(id, { on: false })).body).toMatchObject({
      state: 'off',
      offAt: NOON + 5,
      offWhy: 'owner',
    })
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(false)
    const on = await change(id, { on: true })
    expect(on.body).toMatchObject({ state: 'on' })
    expect(on.body).not.toHaveProperty('offAt')
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(true)
  })

  test('it gets a new secret, and says how long the former one signs too', async () => {
    const { id, secret } = (await make()).body
    const renewed = await it.post(`/${id}/secret`)
    expect(renewed.body).toMatchObject({
      id,
      secret: expect.stringMatching(SECRET),
      formerSecretUntil: NOON + DAY,
    })
    expect(renewed.body['secret']).not.toBe(secret)
    // A secret is encrypted for the id, and that takes no text of any length.
    for (const none of ['none', 'x'.repeat(2_000)])
      expect(says(await it.post(`/${none}/secret`))).toEqual([404, 'No webhook of this account has this id.'])
    expect((await read(id)).body).toMatchObject({ formerSecretUntil: NOON + DAY })
    it.api.clock.now += DAY
    expect((await read(id)).body).not.toHaveProperty('formerSecretUntil')
    const { body } = await it.api.call('/api/v1/settings/audit', { token: it.session })
    expect(body['events'][0]).toMatchObject({ event: 'webhook_changed', subject: id, detail: 'new secret' })
  })

  test('it is deleted, and the outbox closes with the last one', async () => {
    const ids = [(await make()).body['id'], (await make()).body['id']] as string[]
    await it.post(`/${ids[0]}/remove`)
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(true)
    expect((await it.post(`/${ids[1]}/remove`)).status).toBe(200)
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(false)
    expect((await list()).body['total']).toBe(0)
  })

  test('a webhook of another account is missing', async () => {
    const { id } = (await make()).body
    await it.api.operators.createAccount('other', {})
    const { session: token } = await it.api.operators.createSession('other', { device: 'x' })
    const none = [404, 'No webhook of this account has this id.']
    expect(says(await list(`/${id}`, { token }))).toEqual(none)
    expect(says(await list(`/${id}/deliveries`, { token }))).toEqual(none)
    expect(says(await change(id, { on: false }, { token }))).toEqual(none)
    expect(says(await it.post(`/${id}/remove`, { token }))).toEqual(none)
    expect(says(await it.post(`/${id}/deliveries/m/send`, { token }))).toEqual(none)
  })
})
