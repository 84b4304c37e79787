/**
 * Signing browsers out over HTTP, here and at a real identity provider.
 *
 * @module-tag both-stores
 */
import { SIGNED_OUT_COOKIE } from '@notegraph/contract'
import { describe, expect, test, vi } from 'vitest'
import { openApi, type Api } from './api.ts'
import { BASE, openBrowser, signedIn, type WebBrowser } from './web-browser.ts'
import { locationOf, SESSION, toCallback, withProvider, type WithProvider } from './with-provider.ts'

describe('signing out', () => {
  test('ends the session, and takes its cookie away', async () => {
    const api = await openApi()
    const browser = await signedIn(api)
    const kept = browser.cookies.get(SESSION)!
    const out = await browser.post('/api/sign-out')
    expect([out.status, locationOf(out)]).toEqual([303, '/signed-out'])
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await (await browser.get('/signed-out')).text()).toContain('This browser is signed out.')
    browser.cookies.set(SESSION, kept)
    expect((await browser.get('/settings/assistants')).status).toBe(303)
  })

  test('goes on to the provider, which comes back', async () => {
    const api = await withProvider()
    await api.operators.assignIdentity('me', { issuer: api.idp.settings.issuer, subject: 'ada' })
    const browser = openBrowser(api)
    await browser.get(await toCallback(browser, '/settings', { as: 'ada' }))
    // The outliner notes it first.
    const [session] = await api.store.browsers.list('me')
    browser.cookies.set(SIGNED_OUT_COOKIE, session!.id)
    const out = await browser.post('/api/sign-out')
    expect(out.status).toBe(303)
    const there = new URL(locationOf(out))
    expect(there.origin).toBe(api.idp.settings.issuer)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${BASE}/sign-in`)
    // A form may redirect there.
    const policy = (await browser.get('/sign-in')).headers.get('content-security-policy')
    expect(policy).toContain(`form-action 'self' ${api.idp.settings.issuer};`)
  })

  test('of nobody is no error', async () => {
    expect((await openBrowser(await openApi()).post('/api/sign-out')).status).toBe(303)
  })

  test('the page after it leads a person who is signed in to the notes', async () => {
    const shown = await (await signedIn(await openApi())).get('/signed-out')
    expect([shown.status, locationOf(shown)]).toEqual([303, '/'])
  })

  test('takes a form: following a link does not sign out', async () => {
    const browser = await signedIn(await openApi())
    const got = await browser.get('/api/sign-out')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await browser.get('/settings/assistants')).status).toBe(200)
  })
})

describe('[operations] signing out at the provider signs out here', () => {
  const LOGOUT = '/api/sign-in/backchannel-logout'

  /** A person with a session of their own at the provider. */
  async function comesIn(api: WithProvider, as = 'ada'): Promise<{ browser: WebBrowser; sid: string }> {
    const browser = openBrowser(api)
    const before = new Set((await api.store.browsers.list('me')).map(({ id }) => id))
    await browser.get(await toCallback(browser, '/settings', { as }))
    const session = (await api.store.browsers.list('me')).find(({ id }) => !before.has(id))
    return { browser, sid: session?.sid ?? '' }
  }
  const isIn = async ({ browser }: { browser: WebBrowser }): Promise<boolean> =>
    (await browser.get('/settings/assistants')).status === 200
  // Logout tokens contain the machine's time.
  const opened = async (): Promise<WithProvider> => {
    const api = await withProvider()
    api.clock.now = Date.now()
    for (const subject of ['ada', 'bob'])
      await api.operators.assignIdentity('me', { issuer: api.idp.settings.issuer, subject })
    return api
  }
  const send = async (api: Api, body: string, type = 'application/x-www-form-urlencoded'): Promise<number> =>
    (await api.app.request(BASE + LOGOUT, { method: 'POST', headers: { 'Content-Type': type }, body })).status

  test('the session that ended there, and no other; a device stays', async () => {
    const api = await opened()
    const [first, second, other] = [await comesIn(api), await comesIn(api), await comesIn(api, 'bob')]
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    expect(first.sid).not.toBe(second.sid)
    await api.idp.signOut('ada', first.sid)
    expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([false, true, true])
    await api.idp.signOut('bob', second.sid) // the session belongs to someone else
    expect(await isIn(second)).toBe(true)
    expect((await api.call('/api/v1/settings/tokens', { token: session })).status).toBe(200)
  })

  test('with the same token again, if the sessions could not be ended at first', async () => {
    const api = await opened()
    const first = await comesIn(api)
    const sent = vi.spyOn(api.app, 'request')
    vi.spyOn(api.store.browsers, 'endByProvider').mockRejectedValueOnce(new Error('the disk is away'))
    await api.idp.signOut('ada', first.sid).catch(() => {})
    expect(await isIn(first)).toBe(true)
    const [, request] = sent.mock.calls.find(([to]) => to === BASE + LOGOUT)!
    const body = request?.body as string
    expect([await send(api, body), await isIn(first), await send(api, body)]).toEqual([200, false, 400])
  })

  test.each<[string, string, string?]>([
    ['nothing', ''],
    ['no token', 'logout_token='],
    ['words', 'logout_token=words'],
    ['two tokens', 'logout_token=a.b.c&logout_token=a.b.c'],
    [
      'a token that nobody signed',
      `logout_token=${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    ],
    ['JSON', '{"logout_token":"a.b.c"}', 'application/json'],
  ])('%s is 400', async (_, body, type) => {
    expect(await send(await opened(), body, type)).toBe(400)
  })

  test('by a form alone, and there is no such path without a provider', async () => {
    const api = await withProvider()
    const got = await api.app.request(BASE + LOGOUT)
    expect([got.status, got.headers.get('allow'), got.headers.get('cache-control')]).toEqual([
      405,
      'POST',
      'no-store',
    ])
    expect(await send(await openApi(), 'logout_token=a.b.c')).toBe(404)
  })

  test('without the keys it is 503, so that the provider tries again', async () => {
    const api = await opened()
    await api.idp.close()
    expect(await send(api, 'logout_token=a.b.c')).toBe(503)
  })
})
