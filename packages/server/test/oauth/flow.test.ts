/** @module-tag both-stores */
import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '../mcp.ts'
import {
  answerPage,
  authorizePath,
  codeOf,
  connect,
  DOCUMENT,
  DOCUMENT_URL,
  exchangeCode,
  openBrowser,
  openOauth,
  REDIRECT,
  refresh,
  register,
  signedIn,
  textOf,
  toPage,
  verifier,
  statusOfMcp,
  type OauthApi,
  type Person,
} from '../oauth.ts'
import { BASE } from '../web-browser.ts'

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

describe('[A9.1] the flow', () => {
  test('an app that a person allowed reads and writes over MCP, under its name', async () => {
    const { access_token: token, scope } = await connect(api)
    expect(scope).toBe('notes:read notes:write')
    const { body } = await call(api, 'add_block', { page: 'today', text: 'from the app' }, { token })
    expect(body.result.isError).not.toBe(true)
    const { changes } = await api.graph.changes.list({ since: 0 }, { limit: 1, offset: 0 })
    expect(changes[0]).toMatchObject({ token: 'Example App' })
  })

  test('an app with a long address connects and refreshes', async () => {
    const clientId = `https://app.example/${'x'.repeat(3_000)}.json`
    api.documents.set(clientId, { ...DOCUMENT, client_id: clientId })
    const asked = { verifier: verifier(), clientId }
    const { body } = await exchangeCode(api, await codeOf(api, asked), asked)
    const again = await refresh(api, String(body['refresh_token']), { client_id: clientId })
    expect(await statusOfMcp(api, String(again.body['access_token']))).toBe(200)
    expect(await api.store.connectedApps.list('me', Date.now())).toMatchObject([{ clientId }])
  })

  test('the answer to the app has the state, the code and the issuer', async () => {
    const browser = await signedIn(api)
    const back = await answerPage(browser, await toPage(browser, { verifier: verifier() }))
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^ngc_/),
      state: 'the state',
      iss: BASE,
    })
  })

  test('a person who is not signed in signs in first, and returns to the page that asks', async () => {
    const browser = openBrowser(api)
    const page = await toPage(browser, { verifier: verifier() })
    const sent = await browser.get(page)
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/sign-in?to=${encodeURIComponent(page)}`,
    ])
  })

  test('a person who signs in with a link meanwhile goes on by a reload, as the page says', async () => {
    const browser = openBrowser(api)
    const page = await toPage(browser, { verifier: verifier() })
    const signIn = (await browser.get(page)).headers.get('location') ?? ''
    expect(await textOf(await browser.get(signIn))).toContain('then reload this page to go on')
    await browser.post((await api.operators.createSignInLink('me')).path)
    const reloaded = await browser.get(signIn)
    expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, page])
    expect((await browser.get(page)).status).toBe(200)
  })

  test('a person who denies sends the app an error, and no app is connected', async () => {
    const browser = await signedIn(api)
    const back = await answerPage(browser, await toPage(browser, { verifier: verifier() }), {
      answer: 'deny',
    })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
      iss: BASE,
    })
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test.each([
    ['the app asks for less', { scope: 'notes:read' }, 'write', 'notes:read'],
    ['the person allows less', {}, 'read', 'notes:read'],
    ['the app names no scope', { scope: undefined }, 'write', 'notes:read notes:write'],
    ['the app names other scopes too', { scope: 'openid notes:read offline_access' }, 'write', 'notes:read'],
    ['the app names other scopes alone', { scope: 'openid email' }, 'read', 'notes:read'],
  ] as const)('if %s, the token has the smaller scope', async (_, parameters, scope, expected) => {
    const asked = { verifier: verifier(), parameters }
    const { body } = await exchangeCode(api, await codeOf(api, asked, { scope }), asked)
    expect(body.scope).toBe(expected)
    const written = await call(api, 'add_block', { page: 'today', text: 'x' }, { token: body.access_token })
    expect([written.body.error !== undefined, JSON.stringify(written.body).includes('read-only')]).toEqual(
      expected.includes('write') ? [false, false] : [true, true],
    )
  })

  const PUBLISHING = 'notes:read notes:write notes:publish'
  test.each<[what: string, scope: string | undefined, person: Person, may: string[] | undefined, granted: string]>([
    ['ticked', PUBLISHING, { may: 'publish' }, ['publish'], PUBLISHING],
    ['not ticked', PUBLISHING, {}, undefined, 'notes:read notes:write'],
    ['a box that was not there', PUBLISHING, { may: 'organize' }, undefined, 'notes:read notes:write'],
    ['not asked for', undefined, { may: 'publish' }, undefined, 'notes:read notes:write'],
    ['for an app that only reads', PUBLISHING, { scope: 'read', may: 'publish' }, undefined, 'notes:read'],
  ])('[S8] the right to publish: %s', async (_, scope, person, may, granted) => {
    const asked = { verifier: verifier(), parameters: { scope } }
    const { body } = await exchangeCode(api, await codeOf(api, asked, person), asked)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    expect([app?.may, body.scope]).toEqual([may, granted])
  }) // prettier-ignore

  test('[S8] the page has a box for each right that the app asks for, and none is ticked', async () => {
    const browser = await signedIn(api)
    const plain = await (await browser.get(await toPage(browser, { verifier: verifier() }))).text()
    expect(plain).not.toContain('name="may"')
    const asked = { verifier: verifier(), parameters: { scope: PUBLISHING } }
    const page = await (await browser.get(await toPage(browser, asked))).text()
    expect(page).toContain('May change published pages')
    expect(page.match(/<input type="checkbox"[^>]*>/g)).toEqual([expect.not.stringContaining('checked')])
  })

  test('[S8] a write that lacks the right is a result of the tool, in the words of the API', async () => {
    const { access_token: token } = await connect(api)
    const page = (await api.get('/pages/Plans')).body['page'] as { id: string }
    const share = { id: 'x'.repeat(22), accountId: 'me', pageId: page.id, quotes: false, createdAt: api.clock.now } // prettier-ignore
    expect(await api.store.shares.create(share, { open: 9, closed: 9 })).toBe(true)
    const refused = await call(api, 'add_block', { page: 'Plans', text: 'x' }, { token })
    expect(refused.body.result).toMatchObject({ isError: true })
    expect(JSON.stringify(refused.body.result)).toContain('This app lacks the right publish')
    const [app] = await api.store.connectedApps.list('me', Date.now())
    const browser = await signedIn(api)
    const path = `/settings/assistants/apps/${app!.id}/rights`
    expect(await textOf(await browser.get(path))).toContain('May change published pages')
    expect((await browser.post(path, { may: 'publish' })).status).toBe(303)
    const written = await call(api, 'add_block', { page: 'Plans', text: 'x' }, { token })
    expect(written.body.result.isError).toBeUndefined()
  })

  test('an app that asks for writing alone may also read', async () => {
    const asked = { verifier: verifier(), parameters: { scope: 'notes:write' } }
    const { body } = await exchangeCode(api, await codeOf(api, asked), asked)
    const read = await call(api, 'list_pages', {}, { token: body.access_token })
    const written = await call(api, 'add_block', { page: 'today', text: 'x' }, { token: body.access_token })
    expect([body.scope, read.body.result.isError, written.body.result.isError]).toEqual([
      'notes:write',
      undefined,
      undefined,
    ])
  })

  test('an app that may only read learns how to get more', async () => {
    const { access_token: token } = await connect(api, { scope: 'read' })
    for (const [tool, args] of [
      ['list_changes', {}],
      ['add_block', { page: 'today', text: 'x' }],
    ] as const) {
      const { body } = await call(api, tool, args, { token })
      expect(body.error).toMatchObject({
        message: expect.stringContaining('This app is connected as read-only. Disconnect the app'),
        data: { code: 'read_only_token' },
      })
    }
  })

  test('the zone of the browser is that of the today of the app', async () => {
    await connect(api, { zone: 'Asia/Tokyo' })
    expect(await api.store.connectedApps.list('me', Date.now())).toMatchObject([
      { zone: 'Asia/Tokyo', host: 'app.example', clientId: DOCUMENT_URL, scope: 'write' },
    ])
  })

  test('an app that registered itself connects, and its registration is kept', async () => {
    const { status, body } = await register(api, {
      client_name: 'Own name',
      redirect_uris: ['https://elsewhere.example/back'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    })
    expect([status, body]).toMatchObject([
      201,
      { client_name: 'Own name', token_endpoint_auth_method: 'none' },
    ])
    expect(body.client_secret).toBeUndefined()
    const asked = {
      clientId: body.client_id,
      redirect: 'https://elsewhere.example/back',
      verifier: verifier(),
    }
    const tokens = await exchangeCode(api, await codeOf(api, asked), asked)
    expect(await statusOfMcp(api, tokens.body.access_token)).toBe(200)
    await api.store.connectedApps.removeExpired(Date.now() + 30 * 86_400_000)
    const again = await openBrowser(api).get(authorizePath(asked))
    expect(again.status).toBe(303)
  })
})

describe('[A9.1] an app that names', () => {
  test.each([
    ['no grants gets refresh tokens', undefined, true],
    ['an empty list of grants gets refresh tokens', [], true],
    ['codes alone gets none', ['authorization_code'], false],
  ])('%s', async (_, grants, refreshes) => {
    const given = { client_name: 'Plain', redirect_uris: [REDIRECT], ...(grants && { grant_types: grants }) }
    const { body } = await register(api, given)
    expect(body.grant_types).toEqual(['authorization_code', ...(refreshes ? ['refresh_token'] : [])])
    const asked = { clientId: body.client_id, verifier: verifier() }
    const tokens = await exchangeCode(api, await codeOf(api, asked), asked)
    expect([tokens.status, 'refresh_token' in tokens.body]).toEqual([200, refreshes])
  })
})

describe('[A9.2] the page that asks', () => {
  test('shows who asks, where the answer goes, what it may do and the zone, and can’t be framed', async () => {
    const browser = await signedIn(api)
    const shown = await browser.get(await toPage(browser, { verifier: verifier() }))
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(shown.headers.get('x-frame-options')).toBe('DENY')
    const text = await textOf(shown)
    for (const words of [
      'Example App',
      'app.example , which confirmed the name',
      '127.0.0.1:4567',
      'a program on this computer',
      'Read only',
      'Read and write',
      'time zone UTC',
    ])
      // prettier-ignore
      expect(text).toContain(words)
  })

  test('says that the name of an app that registered itself is not verified', async () => {
    const { body } = await register(api, { client_name: 'Claude', redirect_uris: ['https://evil.example/'] })
    const browser = await signedIn(api)
    const asked = { clientId: body.client_id, redirect: 'https://evil.example/', verifier: verifier() }
    const text = await textOf(await browser.get(await toPage(browser, asked)))
    expect(text).toContain('Unverified')
    expect(text).toContain('Your browser returns to evil.example')
  })

  test('offers no more than the app asks for, whatever the form says', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier(), parameters: { scope: 'notes:read' } })
    expect(await textOf(await browser.get(page))).not.toContain('Read and write')
    await answerPage(browser, page, { scope: 'write' })
    expect(await api.store.connectedApps.list('me', Date.now())).toMatchObject([{ scope: 'read' }])
  })

  test.each([
    ['another browser', async () => signedIn(api)],
    ['a browser with another request', async () => {
      const browser = await signedIn(api)
      await toPage(browser, { verifier: verifier() })
      return browser
    }],
  ])('opens nothing in %s', async (_, open) => {
    const page = await toPage(await signedIn(api), { verifier: verifier() })
    const other = await open()
    expect((await other.get(page)).status).toBe(404)
    expect((await other.post(page, { answer: 'allow', scope: 'write' })).status).toBe(404)
    expect((await other.post(page, { answer: 'deny' })).status).toBe(404)
  }) // prettier-ignore

  test('is answered once', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier() })
    await answerPage(browser, page)
    expect((await browser.post(page, { answer: 'allow', scope: 'write' })).status).toBe(404)
    expect(await api.store.connectedApps.list('me', Date.now())).toHaveLength(1)
  })

  test('is answered once, also before the app has the answer', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier() })
    expect((await browser.post(page, { answer: 'deny' })).status).toBe(200)
    expect((await browser.get(page)).status).toBe(404)
    expect((await browser.post(page, { answer: 'allow', scope: 'write' })).status).toBe(404)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test('takes no form of another site', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier() })
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await browser.post(page, { answer: 'allow', scope: 'write' }, foreign)).status).toBe(403)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test('asks a person who signed in long ago to sign in again', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier() })
    api.clock.now += 16 * 60_000
    expect((await browser.post(page, { answer: 'allow', scope: 'write' })).status).toBe(403)
    const text = await textOf(await browser.get(page))
    expect(text).toContain('Confirm your identity')
    expect(text).toContain('Open the link in this browser, then reload this page.')
    await browser.post((await api.operators.createSignInLink('me')).path)
    expect(await textOf(await browser.get(page))).toContain('Allow')
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test('takes a zone that is none from the browser instead', async () => {
    await connect(api, { zone: 'x'.repeat(9_000) })
    expect(await api.store.connectedApps.list('me', Date.now())).toMatchObject([{ zone: 'UTC' }])
  })

  test('connects no app in grace, as it creates no token', async () => {
    const browser = await signedIn(api)
    const page = await toPage(browser, { verifier: verifier() })
    await api.operators.setAccount('me', { plan: 'grace' })
    const sent = await browser.post(page, { answer: 'allow', scope: 'read' })
    expect([sent.status, await textOf(sent)]).toEqual([402, expect.stringContaining('plan of this account')])
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
    expect((await browser.post(page, { answer: 'deny' })).status).toBe(200)
  })

  test('refuses more apps than an account may have', async () => {
    for (let n = 0; n < 100; n++)
      await api.store.connectedApps.create({ id: `a${n}`, accountId: 'me', clientId: 'c', name: 'n', host: 'h', scope: 'read', createdAt: n, expiresAt: 9e15 }, 100) // prettier-ignore
    const browser = await signedIn(api)
    const sent = await browser.post(await toPage(browser, { verifier: verifier() }), { answer: 'allow' })
    expect([sent.status, await textOf(sent)]).toEqual([409, expect.stringContaining('100 connected apps')])
  })
})
