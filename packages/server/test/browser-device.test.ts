/**
 * A signed-in browser is a device: sync, live, files and settings take its cookie.
 *
 * @module-tag both-stores
 */
import { ACCOUNT_HEADER, DEVICE_HEADER, SIGNED_OUT_COOKIE } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call, type Reply } from './api.ts'
import { eventReader } from './event-reader.ts'
import { aPage, whole } from './syncing.ts'
import { cookieHeaders, openBrowser, signedIn, type WebBrowser } from './web-browser.ts'

const OWN = '/api/v1/settings/device'

let api: Api
let browser: WebBrowser
let named: { account: string; device: string }
beforeEach(async () => {
  api = await openApi()
  browser = await signedIn(api)
  const { body } = await ask(OWN, { device: 'new' })
  named = { account: body['account'], device: body['id'] }
})

/** A request of a page of this server. @param changes an empty value leaves the header out */
async function ask(
  path: string,
  names: { account?: string; device?: string } = named,
  changes: Readonly<Record<string, string>> = {},
  call: Call = {},
): Promise<Reply> {
  const all = { ...cookieHeaders(browser, names), ...changes }
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return api.call(path, { token: null, ...call, headers: { ...headers, ...call.headers } })
}

const push = async (names = named, changes: Readonly<Record<string, string>> = {}) => {
  const { epoch } = await api.graph.feed.state()
  const body = JSON.stringify({ epoch, device: 'page', records: [whole(aPage('p1', 'Tea'))] })
  const call = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  return ask('/api/sync', names, changes, call)
}

describe('[O1.1] a browser with its cookie', () => {
  test('learns its account and its device, which has the name of browser and system', async () => {
    const { status, body } = await ask(OWN, { device: 'new' })
    expect([status, body]).toEqual([200, { account: 'me', id: named.device, device: 'Firefox on Linux' }])
    expect((await ask(OWN)).body).toEqual(body)
  })

  test('pulls, pushes as a device, reads settings and files, and listens', async () => {
    expect((await ask('/api/sync')).body['account']).toBe('me')
    expect((await push()).body['results']).toMatchObject([{ id: 'p1', outcome: 'applied' }])
    expect((await ask('/api/v1/settings/devices')).body['own']).toBe(named.device)
    const call = { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }
    const { body } = await ask('/api/files?name=a.txt', named, {}, call)
    expect((await ask(`/api/files/${body['id']}`)).status).toBe(200)
    const history = await ask('/api/v1/settings/pages/p1/history')
    expect(JSON.stringify(history.body)).toContain('Firefox on Linux')
  })

  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ['no header of our own', { [ACCOUNT_HEADER]: '', [DEVICE_HEADER]: '' }, 403, 'forbidden'],
    ['no account', { [ACCOUNT_HEADER]: '' }, 403, 'forbidden'],
    ['no device', { [DEVICE_HEADER]: '' }, 403, 'forbidden'],
    ['a device that does not know itself', { [DEVICE_HEADER]: 'new' }, 401, 'unauthorized'],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'forbidden'],
    ['another origin of this site', { 'Sec-Fetch-Site': 'same-site' }, 403, 'forbidden'],
    ['an address that a person typed', { 'Sec-Fetch-Site': 'none' }, 403, 'forbidden'],
    ['a browser that does not say', { 'Sec-Fetch-Site': '' }, 403, 'forbidden'],
    ['the cookie of another account', { [ACCOUNT_HEADER]: 'you' }, 403, 'other_account'],
    ['another device of the account', { [DEVICE_HEADER]: 'other' }, 401, 'unauthorized'],
    ['a wrong cookie', { Cookie: '__Host-notegraph_session=ngb_x' }, 401, 'unauthorized'],
  ])('%s is refused, and nothing is written', async (_, changes, status, code) => {
    const head = await api.graph.commits.head()
    const replies = [
      await push(named, changes),
      await ask('/api/sync', named, changes),
      await ask('/api/sync/archive', named, changes),
      await ask('/api/sync/live', named, changes),
      await ask('/api/v1/settings/devices', named, changes),
      await ask('/api/v1/settings/export', named, changes),
      await ask('/api/files?name=a.txt', named, changes, { method: 'POST', body: 'x' }),
    ]
    expect(replies.map((reply) => [reply.status, reply.body['code']])).toEqual(
      replies.map(() => [status, code]),
    )
    expect(await api.graph.commits.head()).toBe(head)
  })

  test('which account a page of another site would learn of stays unknown', async () => {
    const reply = await ask(OWN, { device: 'new' }, { 'Sec-Fetch-Site': 'cross-site' })
    expect([reply.status, JSON.stringify(reply.body).includes(named.device)]).toEqual([403, false])
  })

  test('a session or token in the header comes first, and works as before', async () => {
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    const cross = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await ask('/api/sync', {}, cross, { token: session })).status).toBe(200)
    expect((await ask('/api/sync', named, {}, { token: api.token })).status).toBe(403)
    expect((await ask('/api/v1/notes/tasks', {}, cross, { token: api.token })).status).toBe(200)
    expect((await ask('/api/v1/notes/tasks')).status).toBe(401)
  })

  test('a file that a page shows comes with the cookie, and names nobody', async () => {
    const call = { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }
    const { body } = await ask('/api/files?name=a.txt', named, {}, call)
    expect((await ask(`/api/files/${body['id']}`, {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'ends itself',
      async () => ask(`/api/v1/settings/devices/${named.device}/end`, named, {}, { method: 'POST' }),
    ],
    [
      'is ended under Devices',
      async () => (await signedIn(api)).post(`/settings/devices/browsers/${named.device}/end`),
    ],
    ['signs out', async () => browser.post('/api/sign-out')],
    [
      'signed out without a network, as its page noted',
      async () => void browser.cookies.set(SIGNED_OUT_COOKIE, named.device),
    ],
    ['is not used for too long', async () => void (api.clock.now += 31 * 86_400_000)],
  ])('a browser that %s is no device any more, and no page opens', async (_, end) => {
    const cookies = new Map(browser.cookies)
    await end()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await ask('/api/sync')).status).toBe(401)
    expect((await browser.get('/settings/devices')).status).toBe(303)
  })

  test.each<[string, () => Promise<{ readonly status: number }>]>([
    ['a page', async () => browser.get('/settings/devices')],
    ['the sign-in page', async () => browser.get('/sign-in')],
    ['the page after a sign-out', async () => browser.get('/signed-out')],
    ['sync', async () => ask('/api/sync')],
    ['the first question of a page', async () => ask(OWN, { device: 'new' })],
  ])('[O1.4] a sign-out without a network ends the session at a request for %s', async (_, request) => {
    browser.cookies.set(SIGNED_OUT_COOKIE, named.device)
    const { status } = await request()
    expect([200, 303, 401]).toContain(status)
    browser.cookies.delete(SIGNED_OUT_COOKIE)
    expect((await browser.get('/settings/devices')).status).toBe(303)
  })

  test('[O1.4] a sign-out without a network ends no later session', async () => {
    browser.cookies.set(SIGNED_OUT_COOKIE, named.device)
    const { path } = await api.operators.createSignInLink('me')
    await browser.post(path)
    expect((await browser.get('/settings/devices')).status).toBe(200)
    expect((await ask(OWN, { device: 'new' })).status).toBe(200)
  })

  test('signing in again makes another device, and the page of the earlier one is refused', async () => {
    const { path } = await api.operators.createSignInLink('me')
    await browser.post(path)
    expect((await ask('/api/sync')).status).toBe(401)
    const { body } = await ask(OWN, { device: 'new' })
    expect([body['account'], body['id'] === named.device]).toEqual(['me', false])
  })

  test('what needs a recent sign-in names the page that confirms, which is in the browser', async () => {
    api.clock.now += 3_600_000
    const refused = await ask('/api/v1/settings/export')
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
    expect(refused.body['hint']).toContain(`/settings/devices/${named.device}/confirm`)
    const page = await browser.get(`/settings/devices/${named.device}/confirm`)
    expect([page.status, (await page.text()).includes('Confirm your identity')]).toEqual([200, true])
  })

  test('a live stream ends when the browser signs out', async () => {
    const headers = cookieHeaders(browser, named)
    const opened = await api.app.request('https://notes.example/api/sync/live', { headers })
    const reader = eventReader(opened)
    expect(await reader.event()).toHaveProperty('head')
    await browser.post('/api/sign-out')
    await api.graph.commits.commit({ puts: [{ record: aPage('p9', 'Late'), from: 0 }] })
    expect(await reader.event()).toBeUndefined()
  })
})

test.each<[string, Readonly<Record<string, string>>, number]>([
  ['without Sec-Fetch-Site, which browsers leave out there', {}, 200],
  ['from another origin', { Origin: 'http://evil.example' }, 403],
  ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
])('[O1.1] over plain http, a request %s', async (_, changes, status) => {
  const plain = await openApi({ baseUrl: 'http://notes.example' })
  const visitor = openBrowser(plain, 'http://notes.example')
  await visitor.post((await plain.operators.createSignInLink('me')).path)
  const { 'Sec-Fetch-Site': _site, ...headers } = cookieHeaders(visitor, { device: 'new' })
  expect((await plain.call(OWN, { token: null, headers: { ...headers, ...changes } })).status).toBe(status)
})
