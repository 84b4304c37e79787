/**
 * [D9.11] People: an account looks after the others, and never sees their notes.
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import type { Mail } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { signedIn } from './web-browser.ts'

const DAY = 86_400_000
const WHILE = 15 * 60_000
const ROOT = '/api/v1/settings/people'
const LINK = /^https:\/\/notes\.example(\/api\/sign-in\/link\/ngl_\w+)$/

let api: Api
let session: string
let mails: Mail[]
let mailFault: string | undefined
beforeEach(async () => {
  mails = []
  mailFault = undefined
  api = await openApi({
    mail: async (mail) => {
      mails.push(mail)
      return mailFault === undefined ? 'sent' : { fault: mailFault, next: 'gone' as const }
    },
  })
  await api.operators.setAccount('me', { isAdmin: true })
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

const list = async (query = '', token = session) => api.call(ROOT + query, { token })
const send = async (method: string, path: string, body: object, token = session): Promise<Reply> =>
  api.call(ROOT + path, {
    token,
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const make = async (id: string) => send('POST', '', { id })
const invite = async (id: string, body: object = {}) => send('POST', `/${id}/invite`, body)
const code = ({ status, body }: Reply): unknown[] => [status, body['code']]
const says = ({ status, body }: Reply): unknown[] => [status, body['error']]
const noted = async (account: string | undefined) =>
  (await api.store.audit.list(account, { limit: 100, offset: 0 })).entries.map(({ event, by, detail }) => [
    event,
    by,
    ...(detail === undefined ? [] : [detail]),
  ])
const pathOf = (reply: Reply): string => LINK.exec(reply.body['link'] as string)![1]!
/** Signs a browser in, as the form of the link does. @returns the status */
const useLink = async (path: string): Promise<string | undefined> => {
  const answer = await api.app.request(`https://notes.example${path}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  return /[\w-]+=ngb_\w+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
}

describe('[D9.11] the routes', () => {
  const ROUTES: [method: string, path: string, body: object][] = [
    ['POST', '', { id: 'eve' }],
    ['PATCH', '/ada', { disabled: true }],
    ['PATCH', '/me', { quota: 9 }],
    ['POST', '/ada/invite', {}],
    ['POST', '/ada/sign-out', {}],
    ['POST', '/ada/remove', { name: 'ada' }],
  ]

  test.each(ROUTES)(
    '%s %s %j is for an account that looks after people alone',
    async (method, path, body) => {
      await make('ada')
      const { session: other } = await api.operators.createSession('ada', { device: 'Phone' })
      expect(says(await send(method, path, body, other))).toEqual([403, 'This account does not look after people.']) // prettier-ignore
      await api.operators.setAccount('me', { isAdmin: false })
      expect(code(await send(method, path, body))).toEqual([403, 'forbidden'])
      expect((await api.operators.listAccounts()).map(({ id, allowed }) => [id, allowed])).toEqual([
        ['ada', true],
        ['me', true],
      ])
    },
  )

  test.each(ROUTES)('%s %s %j is never for a token', async (method, path, body) => {
    await make('ada')
    expect(code(await send(method, path, body, api.token))).toEqual([403, 'forbidden'])
  })

  test('an account that does not exist is 404, for one that looks after people alone', async () => {
    await make('ada')
    const { session: other } = await api.operators.createSession('ada', { device: 'Phone' })
    expect(says(await invite('nobody'))).toEqual([404, 'No account has the id "nobody".'])
    expect((await send('POST', '/nobody/invite', {}, other)).status).toBe(403)
    expect((await list('', other)).status).toBe(403)
  })

  test.each<[string, string, object, number]>([
    ['POST', '', { id: 'eve' }, 403],
    ['POST', '/ada/invite', {}, 403],
    ['POST', '/ada/remove', { name: 'ada' }, 403],
    ['PATCH', '/ada', { disabled: false }, 403],
    ['PATCH', '/ada', { quota: 2e10 }, 403],
    ['PATCH', '/ada', { quota: 9 }, 200],
    ['PATCH', '/ada', { disabled: true }, 200],
    ['POST', '/ada/sign-out', {}, 200],
  ])('[D9.6] %s %s %j, 15 minutes after the sign-in, is %i', async (method, path, body, status) => {
    await make('ada')
    await api.operators.setAccount('ada', { allowed: false })
    api.clock.now += WHILE
    expect((await send(method, path, body)).status).toBe(status)
  })
})

describe('[D9.11] a new account', () => {
  test('is empty, of the usual size, and in the list with nothing of its notes', async () => {
    const made = await make('eve')
    const eve = {
      id: 'eve',
      createdAt: api.clock.now,
      admin: false,
      disabled: false,
      isNew: true,
      quota: LIMITS.storageBytes,
      used: 0,
    }
    expect([made.status, made.body]).toEqual([200, eve])
    const { body } = await list()
    expect(body).toEqual({
      people: [eve, expect.objectContaining({ id: 'me', admin: true, isNew: false })],
      total: 2,
      next: null,
    })
    expect((await list('?limit=1&offset=1')).body).toMatchObject({ people: [{ id: 'me' }], total: 2 })
    expect(await noted('eve')).toEqual([['account_made', 'admin']])
  })

  test.each(['.', '..'])('[D9.11] is not made with the id %j, which no address can have', async (id) => {
    expect(says(await make(id))).toEqual([400, `id must not be ${id}`])
  })

  test.each(['', 'a b', '../x', 'x'.repeat(65)])('is not made with the id %j', async (id) => {
    expect(says(await make(id))).toEqual([400, 'id takes 1 to 64 characters of A-Z a-z 0-9 . _ -'])
  })

  test('is not made twice', async () => {
    expect(says(await make('me'))).toEqual([409, 'An account with the id "me" already exists.'])
  })
})

describe('[D9.11] an invitation', () => {
  beforeEach(async () => void (await make('eve')))

  test('is a link that is good for seven days, once', async () => {
    const invited = await invite('eve')
    expect([invited.status, invited.body]).toEqual([
      200,
      { id: 'eve', link: expect.stringMatching(LINK), expiresAt: api.clock.now + 7 * DAY },
    ])
    api.clock.now += 7 * DAY - 1
    expect(await useLink(pathOf(invited))).toBeDefined()
    expect(await useLink(pathOf(invited))).toBeUndefined()
    expect(await noted('eve')).toEqual(expect.arrayContaining([['link_made', 'admin']]))
  })

  test('ends after seven days', async () => {
    const invited = await invite('eve')
    api.clock.now += 7 * DAY
    expect(await useLink(pathOf(invited))).toBeUndefined()
  })

  test('ends the ones before', async () => {
    const before = await invite('eve')
    const after = await invite('eve')
    expect(await useLink(pathOf(before))).toBeUndefined()
    expect(await useLink(pathOf(after))).toBeDefined()
  })

  test('is never for an account that somebody has used', async () => {
    const first = await invite('eve')
    await useLink(pathOf(first))
    const refused = [409, 'Somebody has used this account, so it cannot be invited again.']
    expect(says(await invite('eve'))).toEqual(refused)
    await send('POST', '/eve/sign-out', { tokens: true })
    expect(says(await invite('eve'))).toEqual(refused)
    expect(says(await invite('me'))).toEqual(refused)
    expect(await api.store.signInLinks.find('none', 0)).toBeUndefined()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a token', () => api.operators.createToken('eve', { name: 'x', scope: 'read' })],
    ['a device', () => api.operators.createSession('eve', { device: 'x' })],
    ['an identity', () => api.operators.assignIdentity('eve', { issuer: 'https://i.example', subject: 's' })],
  ])('is not for an account with %s', async (_, add) => {
    await add()
    expect((await invite('eve')).status).toBe(409)
  })

  test('goes by e-mail, and is then not in the answer, nor the address in a log', async () => {
    const invited = await invite('eve', { email: ' eve@example.org ' })
    expect(invited.body).toEqual({ id: 'eve', expiresAt: api.clock.now + 7 * DAY })
    expect(mails).toMatchObject([{ to: 'eve@example.org', subject: 'Your account for Notegraph' }])
    const path = /https:\/\/notes\.example(\/api\/sign-in\/link\/\S+)/.exec(mails[0]!.text)![1]!
    expect(JSON.stringify(await noted('eve'))).not.toMatch(/example\.org|ngl_/)
    expect(await useLink(path)).toBeDefined()
  })

  test.each(['eve', 'a@b.example\r\nBcc: c@d.example'])('does not go to %j', async (email) => {
    expect(says(await invite('eve', { email }))).toEqual([
      400,
      'email takes an address such as ada@example.org.',
    ])
    expect(mails).toEqual([])
  })

  test('goes by e-mail five times in a day', async () => {
    for (const n of [1, 2, 3, 4, 5])
      expect((await invite('eve', { email: `e${n}@example.org` })).status).toBe(200)
    expect((await invite('eve', { email: 'e6@example.org' })).status).toBe(429)
  })

  test('that the mail server refuses is 409', async () => {
    mailFault = 'refused'
    expect((await invite('eve', { email: 'eve@example.org' })).status).toBe(409)
    expect(await useLink(/(\/api\/sign-in\/link\/\S+)/.exec(mails[0]!.text)![1]!)).toBeUndefined()
  })

  test('does not go by e-mail from a server that sends none', async () => {
    const plain = await openApi()
    await plain.operators.setAccount('me', { isAdmin: true })
    const { session: token } = await plain.operators.createSession('me', { device: 'Phone' })
    await plain.operators.createAccount('eve', {})
    const asked = await plain.call(`${ROOT}/eve/invite`, {
      token,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"eve@example.org"}',
    })
    expect(says(asked)).toEqual([409, 'This server sends no e-mail.'])
  })
})

describe('[D9.11] an account', () => {
  beforeEach(async () => void (await make('eve')))

  test('is disabled and enabled, and keeps what it has', async () => {
    const { session: eve } = await api.operators.createSession('eve', { device: 'Phone' })
    const reads = async () => (await api.call('/api/v1/settings/devices', { token: eve })).status
    expect((await send('PATCH', '/eve', { disabled: true })).body).toMatchObject({ disabled: true })
    expect(await reads()).toBe(403)
    expect((await send('PATCH', '/eve', { disabled: false, quota: 7 })).body).toMatchObject({
      disabled: false,
      quota: 7,
    })
    expect(await reads()).toBe(200)
    expect(await noted('eve')).toEqual(
      expect.arrayContaining([
        ['account_changed', 'admin', 'disabled'],
        ['account_changed', 'admin', 'enabled, quota'],
      ]),
    )
  })

  test('[D9.9] learns what was done to it, from a notice', async () => {
    const { session: eve } = await api.operators.createSession('eve', { device: 'Phone' })
    await send('PATCH', '/eve', { quota: 7 })
    await api.operators.setAccount('eve', { quota: 8 })
    const { body } = await api.call('/api/v1/settings/notices', { token: eve })
    expect(body['notices']).toMatchObject([{ kind: 'new_access', event: 'account_changed' }])
  })

  test.each([{ quota: -1 }, { quota: 1.5 }, { quota: '9' }, { disabled: 1 }, { admin: true }, { id: 'x' }])(
    'is not changed by %j',
    async (body) => expect((await send('PATCH', '/eve', body)).status).toBe(400),
  )

  test('is signed out everywhere', async () => {
    const browser = await signedIn(api, 'eve')
    await api.operators.createSession('eve', { device: 'Phone' })
    expect((await send('POST', '/eve/sign-out', {})).body).toEqual({
      browsers: 1,
      devices: 1,
      apps: 0,
      links: 0,
      tokens: 0,
    })
    expect((await browser.get('/settings/account')).status).toBe(303)
    expect(await noted('eve')).toEqual(
      expect.arrayContaining([['access_ended', 'admin', '1 browser, 1 device']]),
    )
  })

  test('is deleted once its id is typed, and the log without an account notes it', async () => {
    expect(says(await send('POST', '/eve/remove', { name: 'ada' }))).toEqual([
      400,
      'name must be "eve", the id of this account.',
    ])
    expect((await send('POST', '/eve/remove', { name: 'eve' })).body).toEqual({ ok: true })
    expect(await api.store.accounts.find('eve')).toBeUndefined()
    expect(await noted(undefined)).toEqual([['account_removed', 'admin']])
  })

  test('that looks after people is not disabled, signed out or deleted here', async () => {
    for (const [method, path, body] of [
      ['PATCH', '/me', { disabled: true }],
      ['POST', '/me/sign-out', {}],
      ['POST', '/me/remove', { name: 'me' }],
    ] as const)
      expect(says(await send(method, path, body))).toEqual([409, 'This account looks after people itself.'])
    expect((await list()).status).toBe(200)
  })
})
