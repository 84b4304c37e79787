/**
 * Signing browsers in over HTTP, by a link and with a real identity provider.
 *
 * @module-tag both-stores
 */
import { makeLog } from '@notegraph/host'
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { BASE, openBrowser, signedIn, type WebBrowser } from './web-browser.ts'
import { locationOf, pathOf, SESSION, SIGN_IN, toCallback, withProvider } from './with-provider.ts'

const MINUTE = 60_000

describe('[operations] a link', () => {
  test('signs in as its account, in a cookie that no script and no other site can use', async () => {
    const api = await openApi()
    const browser = openBrowser(api)
    const { path } = await api.operators.createSignInLink('me')
    const entered = await browser.post(path)
    expect([entered.status, locationOf(entered)]).toEqual([303, '/settings/devices/passkeys/add'])
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-notegraph_session=ngb_\w{49}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-notegraph_sign_in=; Max-Age=0; /),
      expect.stringMatching(/^__Host-notegraph_passkey_offered=1; /),
    ])
    expect(entered.headers.get('cache-control')).toBe('no-store')
    const page = await browser.get('/settings/assistants')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Signed in as me')])
  })

  test('signs in once', async () => {
    const api = await openApi()
    const { path } = await api.operators.createSignInLink('me')
    await openBrowser(api).post(path)
    const again = openBrowser(api)
    const refused = await again.post(path)
    expect([refused.status, await refused.text()]).toEqual([
      410,
      expect.stringContaining('This sign-in link was already used or has expired.'),
    ])
    expect(again.cookies.size).toBe(0)
  })

  test('is not used up by who only looks', async () => {
    const api = await openApi()
    const { path } = await api.operators.createSignInLink('me')
    const head = await api.app.request(BASE + path, { method: 'HEAD' })
    expect([head.status, head.headers.getSetCookie()]).toEqual([200, []])
    const ahead = await openBrowser(api).get(path, { 'Sec-Purpose': 'prefetch;prerender' })
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([503, []])
    for (let n = 0; n < 2; n++) {
      const looked = await openBrowser(api).get(path)
      expect([looked.status, looked.headers.getSetCookie()]).toEqual([200, []])
    }
    expect((await openBrowser(api).post(path)).status).toBe(303)
  })

  test('shows whom it signs in, and whom it signs out', async () => {
    const api = await openApi()
    await api.operators.createAccount('ada', {})
    const { path } = await api.operators.createSignInLink('ada')
    const fresh = await (await openBrowser(api).get(path)).text()
    expect(fresh).toMatch(/to the account\s+<strong dir="auto">ada<\/strong>/)
    expect(fresh).toContain(`<form method="post" action="${path}"`)
    expect(fresh).not.toContain('You are')
    const browser = await signedIn(api)
    const page = await (await browser.get(path)).text()
    expect(page).toMatch(/You are signed in as\s+<strong dir="auto">me<\/strong>/)
    expect(await (await browser.get('/settings/security')).text()).toContain('Signed in as me')
    expect((await browser.post(path)).status).toBe(303)
    expect(await (await browser.get('/settings/security')).text()).toContain('Signed in as ada')
    const own = await api.operators.createSignInLink('ada')
    expect(await (await browser.get(own.path)).text()).toContain('You are already signed in to this account.')
  })

  test('signs in nobody by a form of another site, and is not used up', async () => {
    const api = await openApi()
    const browser = openBrowser(api)
    const { path } = await api.operators.createSignInLink('me')
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const refused = await browser.post(path, {}, foreign)
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []])
    expect((await browser.post(path)).status).toBe(303)
  })

  test.each(['x', 'ngl_', '%00', `ngl_${'0'.repeat(49)}`, "'%20OR%201=1", 'a/b'])(
    '%s is none',
    async (link) => {
      const browser = openBrowser(await openApi())
      for (const method of ['get', 'post'] as const) {
        const response = await browser[method](`/api/sign-in/link/${link}`)
        expect(response.status).toBe(link === 'a/b' ? 404 : 410)
        expect(response.headers.getSetCookie()).toEqual([])
      }
    },
  )

  test('on http the cookie is plain, since browsers take no other there', async () => {
    const api = await openApi({ baseUrl: 'http://127.0.0.1:8787' })
    const { path } = await api.operators.createSignInLink('me')
    const entered = await openBrowser(api, 'http://127.0.0.1:8787').post(path)
    expect(entered.headers.getSetCookie()[0]).toMatch(
      /^notegraph_session=ngb_\w{49}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('[D9] through the provider', () => {
  test('somebody signs in and comes to the page that they wanted', async () => {
    const api = await withProvider()
    await api.operators.assignIdentity('me', { issuer: api.idp.settings.issuer, subject: 'ada' })
    const browser = openBrowser(api)
    const asked = await browser.get('/settings/devices')
    expect([asked.status, locationOf(asked)]).toEqual([303, '/sign-in?to=%2Fsettings%2Fdevices'])
    const page = await browser.get(locationOf(asked))
    expect(await page.text()).toContain('href="/api/sign-in?to=%2Fsettings%2Fdevices"')
    const callback = await toCallback(browser, '/settings/devices')
    expect(browser.cookies.has(SIGN_IN)).toBe(true)
    const entered = await browser.get(callback)
    expect([entered.status, locationOf(entered)]).toEqual([303, '/settings/devices'])
    expect([...browser.cookies.keys()]).toEqual([SESSION])
    expect((await browser.get('/settings/devices')).status).toBe(200)
    const signIn = await browser.get('/sign-in?to=/settings/devices')
    expect([signIn.status, locationOf(signIn)]).toEqual([303, '/settings/devices'])
  })

  test('an unknown person gets an account off the list, which the operator puts on it', async () => {
    const api = await withProvider()
    const browser = openBrowser(api)
    await browser.get(await toCallback(browser, '/settings', { as: 'grace' }))
    const closed = await browser.get('/settings/assistants')
    expect(closed.status).toBe(403)
    const made = (await api.operators.listAccounts()).find(({ id }) => id !== 'me')!
    expect(made).toMatchObject({ plan: 'none', allowed: false })
    expect(await closed.text()).toContain(made.id)
    await api.operators.setAccount(made.id, { allowed: true, plan: 'active' })
    expect((await browser.get('/settings/assistants')).status).toBe(200)
  })

  test('if it declines, nobody is signed in', async () => {
    const browser = openBrowser(await withProvider())
    const declined = await browser.get(await toCallback(browser, '/settings', { answer: 'no' }))
    expect([declined.status, await declined.text()]).toEqual([403, expect.stringContaining('declined')])
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  test.each<[string, number, (query: URLSearchParams, browser: WebBrowser) => void]>([
    ['another state', 400, (query) => query.set('state', 'other')],
    ['no state', 400, (query) => query.delete('state')],
    ['a browser that never left', 400, (_, browser) => browser.cookies.clear()],
    ['a cookie that is none', 400, (_, browser) => browser.cookies.set(SIGN_IN, 'e30')],
    ['a cookie of no JSON', 400, (_, browser) => browser.cookies.set(SIGN_IN, 'x')],
    ['another nonce', 502, (_, browser) => change(browser, { nonce: 'other' })],
    ['another verifier', 400, (_, browser) => change(browser, { verifier: 'x'.repeat(43) })],
    ['another issuer', 502, (query) => query.set('iss', 'https://elsewhere.example')],
    ['no code', 502, (query) => query.delete('code')],
  ])('with %s nobody is signed in: %i', async (_, status, spoil) => {
    const browser = openBrowser(await withProvider())
    const callback = new URL(await toCallback(browser, '/settings'), BASE)
    spoil(callback.searchParams, browser)
    const refused = await browser.get(pathOf(callback))
    expect(refused.status).toBe(status)
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await refused.text()).toContain('Try again')
  })

  test('a code that was used signs in nobody, though the browser is the same', async () => {
    const browser = openBrowser(await withProvider())
    const callback = await toCallback(browser, '/settings')
    const kept = browser.cookies.get(SIGN_IN)!
    await browser.get(callback)
    browser.cookies.delete(SESSION)
    browser.cookies.set(SIGN_IN, kept)
    expect((await browser.get(callback)).status).toBe(400)
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  test('a sign-in that took more than ten minutes is over', async () => {
    const api = await withProvider()
    const browser = openBrowser(api)
    const callback = await toCallback(browser, '/settings')
    api.clock.now += 10 * MINUTE
    expect((await browser.get(callback)).status).toBe(400)
  })

  test('if it is down, the page says so, with a way to try again', async () => {
    const api = await withProvider()
    await api.idp.close()
    const browser = openBrowser(api)
    const failed = await browser.get('/api/sign-in?to=/settings/devices')
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '60'])
    const text = await failed.text()
    expect(text).toContain('The identity provider did not answer.')
    expect(text).toContain('href="/api/sign-in?to=%2Fsettings%2Fdevices"')
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/api/sign-out',
    'javascript:alert(1)',
  ])('nobody is led to %s', async (to) => {
    const browser = openBrowser(await withProvider())
    const page = await (await browser.get(`/sign-in?to=${encodeURIComponent(to)}`)).text()
    expect(page).toContain('href="/api/sign-in?to=%2F"')
    const entered = await browser.get(await toCallback(browser, to))
    expect([entered.status, locationOf(entered)]).toEqual([303, '/'])
    const again = await browser.get(`/sign-in?to=${encodeURIComponent(to)}`)
    expect([again.status, locationOf(again)]).toEqual([303, '/'])
  })
})

/** Changes the sign-in cookie of the browser. */
function change(browser: WebBrowser, members: Readonly<Record<string, string>>): void {
  const held: unknown = JSON.parse(Buffer.from(browser.cookies.get(SIGN_IN)!, 'base64url').toString())
  const text = JSON.stringify({ ...(held as object), ...members })
  browser.cookies.set(SIGN_IN, Buffer.from(text).toString('base64url'))
}

describe('a request from another site does nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['of another origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['of a sister host', { Origin: 'https://evil.notes.example', 'Sec-Fetch-Site': 'same-site' }],
    ['of no origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['of the same name over http', { Origin: 'http://notes.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['of another port', { Origin: 'https://notes.example:8443', 'Sec-Fetch-Site': 'same-site' }],
    ['of an old browser, of another origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' }],
  ])('a form %s', async (_, headers) => {
    const api = await openApi()
    const browser = await signedIn(api)
    const made = await browser.post('/settings/assistants', { name: 'Mallory', scope: 'write' }, headers)
    expect(made.status).toBe(403)
    expect(made.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await api.operators.listTokens('me')).map(({ name }) => name)).not.toContain('Mallory')
    expect((await browser.post('/api/sign-out', {}, headers)).status).toBe(403)
    expect((await browser.get('/settings/assistants')).status).toBe(200)
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'image/png', ''])(
    'whatever its content is, such as %j',
    async (type) => {
      const api = await openApi()
      const browser = await signedIn(api)
      const sent = await api.app.request('/api/sign-out', {
        method: 'POST',
        headers: {
          Origin: 'https://evil.example',
          'Sec-Fetch-Site': 'cross-site',
          ...(type !== '' && { 'Content-Type': type }),
        },
        body: '{}',
      })
      expect(sent.status).toBe(403)
      expect((await browser.get('/settings/assistants')).status).toBe(200)
    },
  )

  test('while a form of its own does, by either sign', async () => {
    const browser = await signedIn(await openApi())
    const form = { name: 'Mine', scope: 'read' }
    expect((await browser.post('/settings/assistants', form, { 'Sec-Fetch-Site': '' })).status).toBe(303)
    expect((await browser.post('/settings/assistants', form, { Origin: 'null' })).status).toBe(303)
  })
})

describe('the rates of signing in', () => {
  test('thirty steps in a minute from one address, and no more for its tries', async () => {
    const api = await openApi({ rates: { requestsPerAddress: 120 } })
    const browser = openBrowser(api)
    const link = `/api/sign-in/link/ngl_${'0'.repeat(49)}`
    for (let i = 0; i < 30; i++) expect((await browser.get(link)).status).toBe(410)
    const often = await browser.get(link)
    expect([often.status, often.headers.get('retry-after')]).toEqual([429, '60'])
    const { path } = await api.operators.createSignInLink('me')
    expect((await browser.get(path)).status).toBe(429)
    expect((await browser.post(path)).status).toBe(429)
    api.clock.now += MINUTE
    expect((await browser.post(path)).status).toBe(303)
  })
})

test('the log names each sign-in and its way, and no secret', async () => {
  let text = ''
  const log = makeLog('info', { write: (line) => (text += line) })
  const api = await withProvider({ log })
  const browser = openBrowser(api)
  const callback = await toCallback(browser, '/settings')
  const transaction = Buffer.from(browser.cookies.get(SIGN_IN)!, 'base64url').toString()
  await browser.get(callback)
  const secret = browser.cookies.get(SESSION)!
  await browser.get(callback)
  const { path } = await api.operators.createSignInLink('me')
  await browser.get(path)
  await browser.post(path)
  await browser.post('/api/sign-out')
  expect(text).toMatch(/"by":"browser","event":"sign_in".*"detail":"provider"/)
  expect(text).toMatch(/"by":"browser","event":"sign_in".*"detail":"link"/)
  expect(text).toMatch(/"by":"nobody","event":"sign_in_refused".*"detail":"expired"/)
  expect(text).toContain('"fault":"expired","msg":"a sign-in failed"')
  expect(text).toContain('"route":"/api/sign-in/link/{link}"')
  expect(text).toContain('"event":"sign_out"')
  const { state, nonce, verifier } = JSON.parse(transaction) as Record<string, string>
  const { code = '' } = Object.fromEntries(new URL(callback, BASE).searchParams)
  for (const word of [
    secret,
    path.slice(-40),
    state!,
    nonce!,
    verifier!,
    code,
    api.idp.settings.clientSecret,
  ])
    expect(text).not.toContain(word)
})
