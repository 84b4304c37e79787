import { APP_SCOPES } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { DocumentFault } from '../src/oauth/metadata-document.ts'
import { openApi } from './api.ts'
import { call, message, post } from './mcp.ts'
import {
  answerPage,
  authorizePath,
  codeOf,
  connect,
  DOCUMENT,
  DOCUMENT_URL,
  exchangeCode,
  fetchJson,
  openBrowser,
  openOauth,
  REDIRECT,
  refresh,
  register,
  RESOURCE,
  sendForm,
  signedIn,
  toPage,
  verifier,
  type OauthApi,
} from './oauth.ts'
import { BASE } from './web-browser.ts'

const METADATA_URL = `${BASE}/.well-known/oauth-protected-resource/api/mcp`
const INITIALIZE = message('tools/list')

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

const isOpen = async (token: string): Promise<number> => (await post(api, INITIALIZE, { token })).status
const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('[A9.5] without the setting', () => {
  test.each([
    ['GET', '/.well-known/oauth-protected-resource/api/mcp'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/oauth/authorize?client_id=x'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/revoke'],
  ])('%s %s is not there', async (method, path) => {
    const plain = await openApi()
    expect((await plain.app.request(BASE + path, { method })).status).toBe(404)
  })

  test('a 401 of MCP names no document, and no page shows apps', async () => {
    const plain = await openApi()
    const { headers } = await post(plain, INITIALIZE, { token: null })
    expect(headers.get('www-authenticate')).toBe('Bearer')
    const page = await (await signedIn(plain)).get('/settings/assistants')
    expect(await page.text()).not.toContain('Connected apps')
  })
})

describe('[A9.1] discovery', () => {
  test.each([
    ['without a token', null, ''],
    ['with an unknown token', `ngo_${'a'.repeat(49)}`, 'error="invalid_token", '],
  ])('a 401 of MCP %s names the document of the resource and the scopes', async (_, token, error) => {
    const { status, headers } = await post(api, INITIALIZE, { token })
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer ${error}resource_metadata="${METADATA_URL}", scope="notes:read notes:write"`,
    ])
  })

  test('a 401 of the API stays as it is', async () => {
    const { headers } = await api.get('/pages', { token: null })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test('the document of the resource names the authorization server', async () => {
    const { status, headers, body } = await fetchJson(api, new URL(METADATA_URL).pathname)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body).toEqual({
      resource: RESOURCE,
      resource_name: 'Notegraph',
      authorization_servers: [BASE],
      scopes_supported: Object.values(APP_SCOPES),
      bearer_methods_supported: ['header'],
    })
  })

  test('the metadata of the server has PKCE, the issuer in answers, and documents of clients', async () => {
    const { status, body } = await fetchJson(api, '/.well-known/oauth-authorization-server')
    expect([status, body]).toMatchObject([
      200,
      {
        issuer: BASE,
        authorization_endpoint: `${BASE}/oauth/authorize`,
        token_endpoint: `${BASE}/oauth/token`,
        registration_endpoint: `${BASE}/oauth/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      },
    ])
  })

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/other',
    '/.well-known/oauth-authorization-server/other',
    '/.well-known/openid-configuration',
  ])('%s is not there', async (path) => {
    expect((await fetchJson(api, path)).status).toBe(404)
  })

  test('a public address with a path puts that path after the well-known part', async () => {
    const baseUrl = `${BASE}/notes`
    api = await openOauth({ baseUrl })
    const { headers } = await post(api, INITIALIZE, { token: null })
    const document = `${BASE}/.well-known/oauth-protected-resource/notes/api/mcp`
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${document}"`)
    const { body } = await fetchJson(api, new URL(document).pathname)
    expect(body).toMatchObject({ resource: `${baseUrl}/api/mcp`, authorization_servers: [baseUrl] })
    const server = await fetchJson(api, '/.well-known/oauth-authorization-server/notes')
    expect(server.body).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` })
    const asked = { verifier: verifier(), parameters: { resource: `${baseUrl}/api/mcp` } }
    const sent = await openBrowser(api).get(authorizePath(asked))
    expect(sent.headers.get('location')).toMatch(
      /^https:\/\/notes\.example\/notes\/settings\/assistants\/connect\//,
    )
    const cookies = sent.headers.getSetCookie().map((cookie) => /path=([^;]+)/i.exec(cookie)?.[1])
    expect(cookies).toEqual([
      expect.stringMatching(/^\/notes\/settings\/assistants\/connect\//),
      expect.stringMatching(/^\/notes\/oauth\/authorize\//),
    ])
  })
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
  ] as const)('where %s, the token has the smaller scope', async (_, parameters, scope, expected) => {
    const asked = { verifier: verifier(), parameters }
    const { body } = await exchangeCode(api, await codeOf(api, asked, { scope }), asked)
    expect(body.scope).toBe(expected)
    const written = await call(api, 'add_block', { page: 'today', text: 'x' }, { token: body.access_token })
    expect([written.body.error !== undefined, JSON.stringify(written.body).includes('read-only')]).toEqual(
      expected.includes('write') ? [false, false] : [true, true],
    )
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
    expect(await isOpen(tokens.body.access_token)).toBe(200)
    await api.store.connectedApps.removeExpired(Date.now() + 30 * 86_400_000)
    const again = await openBrowser(api).get(authorizePath(asked))
    expect(again.status).toBe(303)
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
    expect(await textOf(await browser.get(page))).toContain('Confirm your identity')
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test('takes a zone that is none from the browser instead', async () => {
    await connect(api, { zone: 'x'.repeat(9_000) })
    expect(await api.store.connectedApps.list('me', Date.now())).toMatchObject([{ zone: 'UTC' }])
  })

  test('refuses more apps than an account may have', async () => {
    for (let n = 0; n < 100; n++)
      await api.store.connectedApps.create({ id: `a${n}`, accountId: 'me', clientId: 'c', name: 'n', host: 'h', scope: 'read', createdAt: n, expiresAt: 9e15 }, 100) // prettier-ignore
    const browser = await signedIn(api)
    const sent = await browser.post(await toPage(browser, { verifier: verifier() }), { answer: 'allow' })
    expect([sent.status, await textOf(sent)]).toEqual([409, expect.stringContaining('100 connected apps')])
  })
})

describe('[A9.1] the request of an app is refused in words:', () => {
  /** A person sees the reason, and nothing goes to the app. */
  test.each([
    ['an address that is not registered', { redirect: 'https://evil.example/callback' }, 400, 'did not register'],
    ['an address with another path', { redirect: 'http://127.0.0.1:4567/other' }, 400, 'did not register'],
    ['http beyond this computer', { redirect: 'http://app.example/callback' }, 400, 'did not register'],
    ['an unknown app', { clientId: 'nobody' }, 400, 'The app is not known here'],
    ['a document that cannot be fetched', { clientId: 'https://gone.example/c.json' }, 400, 'Its host cannot be reached'],
    ['no app', { parameters: { client_id: undefined } }, 400, 'client_id'],
    ['too much', { parameters: { state: 'x'.repeat(4_000) } }, 414, 'more than 4000 characters'],
    ['two apps', { parameters: { redirect_uri: undefined } }, 400, 'redirect_uri'],
  ])('%s', async (_, asked, status, words) => {
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier(), ...asked }))
    expect([sent.status, sent.headers.get('location')]).toEqual([status, null])
    expect(sent.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await textOf(sent)).toContain(words)
  }) // prettier-ignore

  /** The app gets the error with its state and the issuer. */
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['no question to the person', { prompt: 'none' }, 'consent_required'],
  ])('%s', async (_, parameters, error) => {
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier(), parameters }))
    const to = new URL(sent.headers.get('location') ?? '')
    expect(to.origin + to.pathname).toBe(REDIRECT)
    const answer = new URLSearchParams(to.search || to.hash.slice(1))
    expect(Object.fromEntries(answer)).toMatchObject({ error, state: 'the state', iss: BASE })
  })

  test.each([
    [
      'names another client_id',
      { client_id: 'https://other.example/' },
      'Its client_id is not its own address.',
    ],
    ['has a secret', { client_secret: 'x' }, 'It contains a client_secret.'],
    ['wants a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'is not none.'],
    ['has no name', { client_name: 7 }, 'It has no client_name.'],
    ['has no redirect', { redirect_uris: [] }, 'It has no redirect_uris.'],
  ])('a document that %s', async (_, members, words) => {
    api.documents.set(DOCUMENT_URL, { ...DOCUMENT, ...members })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, await textOf(sent)]).toEqual([400, expect.stringContaining(words)])
  })

  test.each(['[]', 'null', '"x"', 'no JSON', ''])('a document that is %j', async (text) => {
    api = await openOauth({ fetchDocument: async () => ({ text }) })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, await textOf(sent)]).toEqual([
      400,
      expect.stringContaining('It is not a JSON object.'),
    ])
  })

  test('a document on a private address', async () => {
    api = await openOauth({
      fetchDocument: async () => {
        throw new DocumentFault('Its host has an address that is not public.')
      },
    })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect(await textOf(sent)).toContain('The metadata document of the app can’t be used. Its host has an address that is not public.') // prettier-ignore
  })

  test.each(['http://app.example/c.json', 'https://app.example/a/../c.json', 'https://u:p@app.example/', 'https://app.example/#a'])(
    'the id %j fetches nothing', async (clientId) => {
      const sent = await openBrowser(api).get(authorizePath({ clientId, verifier: verifier() }))
      expect([sent.status, api.fetched]).toEqual([400, []])
    }) // prettier-ignore
})

describe('[A9.4] a metadata document', () => {
  test('is fetched once while its headers allow, and no longer', async () => {
    const page = async () => openBrowser(api).get(authorizePath({ verifier: verifier() }))
    await page()
    await page()
    expect(api.fetched).toEqual([DOCUMENT_URL])
  })

  test('is cached in the store with the members that have an effect', async () => {
    api.documents.set(DOCUMENT_URL, {
      ...DOCUMENT,
      jwks_uri: 'https://app.example/jwks',
      logo_uri: 'https://x/',
    })
    await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(DOCUMENT_URL).digest('hex')
    const record = await api.store.connectedApps.findRecord('document', hash)
    expect(JSON.parse(record?.payload ?? '')).toEqual({
      client_id: DOCUMENT_URL,
      client_name: 'Example App',
      redirect_uris: DOCUMENT.redirect_uris,
      grant_types: DOCUMENT.grant_types,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    })
    expect(record!.expiresAt - Date.now()).toBeGreaterThan(590_000)
  })
})

describe('[A9.1] a registration', () => {
  test.each<[string, unknown]>([
    ['no JSON', 'x'],
    ['an array', []],
    ['no redirect', { client_name: 'x' }],
    ['http beyond this computer', { redirect_uris: ['http://app.example/'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://app.example/#a'] }],
  ])('with %s is refused', async (_, metadata) => {
    const { status, body } = await register(api, metadata)
    expect([status, Object.keys(body)]).toEqual([400, ['error', 'error_description']])
  })

  test('of more than 8 KB is refused', async () => {
    const { status } = await register(api, {
      client_name: 'x'.repeat(9_000),
      redirect_uris: ['https://a.example/'],
    })
    expect(status).toBe(413)
  })

  test('cannot be repeated without an end', async () => {
    const statuses = []
    for (let n = 0; n < 21; n++)
      statuses.push((await register(api, { redirect_uris: ['https://a.example/'] })).status)
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([20, 429])
  })

  test('that nobody uses is gone after a day', async () => {
    const { body } = await register(api, { redirect_uris: ['https://a.example/'] })
    await api.store.connectedApps.removeExpired(Date.now() + 86_400_000)
    const asked = { clientId: body.client_id, redirect: 'https://a.example/', verifier: verifier() }
    expect((await openBrowser(api).get(authorizePath(asked))).status).toBe(400)
  })
})

describe('[A9.1] a code', () => {
  const asked = { verifier: verifier() }

  test.each([
    ['with another verifier', { code_verifier: verifier() }],
    ['without a verifier', { code_verifier: '' }],
    ['for another redirect', { redirect_uri: 'http://127.0.0.1:9999/callback' }],
    ['for another resource', { resource: 'https://evil.example/mcp' }],
    ['that is made up', { code: 'ngc_x' }],
  ])('%s is refused', async (_, more) => {
    const { status, body } = await exchangeCode(api, await codeOf(api, asked), asked, more)
    expect([status, body.access_token, typeof body.error]).toEqual([400, undefined, 'string'])
  })

  test('that another app stole is refused', async () => {
    const { body: thief } = await register(api, { redirect_uris: ['http://127.0.0.1/callback'] })
    const code = await codeOf(api, asked)
    const stolen = await exchangeCode(api, code, asked, { client_id: thief.client_id })
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('that is used twice ends the app', async () => {
    const code = await codeOf(api, asked)
    const { body } = await exchangeCode(api, code, asked)
    expect(await isOpen(body.access_token)).toBe(200)
    expect((await exchangeCode(api, code, asked)).body.error).toBe('invalid_grant')
    expect(await isOpen(body.access_token)).toBe(401)
    expect((await refresh(api, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('that is used twice at once works for one caller at most', async () => {
    const code = await codeOf(api, asked)
    const tried = await Promise.all([1, 2, 3].map(async () => exchangeCode(api, code, asked)))
    expect(tried.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('is not exchanged in an app that the person ended meanwhile', async () => {
    const code = await codeOf(api, asked)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    await api.store.connectedApps.end(app!.id)
    expect((await exchangeCode(api, code, asked)).body.error).toBe('invalid_grant')
  })
})

describe('[A9.1] a refresh token', () => {
  test('gives new tokens of the same scope, and rotates', async () => {
    const first = await connect(api)
    const { status, body } = await refresh(api, first.refresh_token)
    expect([status, body.scope]).toEqual([200, first.scope])
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect(await isOpen(body.access_token)).toBe(200)
  })

  test('that is used twice ends the whole app, also the newest tokens', async () => {
    const first = await connect(api)
    const { body: second } = await refresh(api, first.refresh_token)
    const replayed = await refresh(api, first.refresh_token)
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant'])
    expect(await isOpen(second.access_token)).toBe(401)
    expect((await refresh(api, second.refresh_token)).status).toBe(400)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test.each([
    ['of another app', { client_id: 'https://other.example/' }, 'invalid_client'],
    ['for more than was allowed', { scope: 'notes:read notes:write' }, 'invalid_scope'],
    ['for another resource', { resource: 'https://evil.example/' }, 'invalid_target'],
  ])('%s is refused', async (_, more, error) => {
    const { refresh_token: token } = await connect(api, { scope: 'read' })
    const { status, body } = await refresh(api, token, more)
    expect([status >= 400, body.error]).toEqual([true, error])
  })

  test('can ask for less', async () => {
    const { refresh_token: token } = await connect(api)
    const { body } = await refresh(api, token, { scope: 'notes:read' })
    const { body: answer } = await call(
      api,
      'add_block',
      { page: 'Boat', text: 'x' },
      { token: body.access_token },
    )
    expect(JSON.stringify(answer)).toContain('read-only')
  })

  test('that an app revokes ends the app', async () => {
    const { access_token: access, refresh_token: token } = await connect(api)
    const { status } = await sendForm(api, '/oauth/revoke', { token, client_id: DOCUMENT_URL })
    expect(status).toBe(200)
    expect(await isOpen(access)).toBe(401)
  })
})

describe('[A9.3] an access token', () => {
  test('opens MCP alone: not the API, sync, files or settings', async () => {
    const { access_token: token } = await connect(api)
    expect(await isOpen(token)).toBe(200)
    const refused = await api.get('/pages', { token })
    expect([refused.status, refused.body['error']]).toEqual([
      401,
      'An access token of a connected app does not give access to this route.',
    ])
    for (const path of ['/api/v1/settings/tokens', '/api/sync/live'])
      expect((await api.call(path, { token })).status).toBe(401)
  })

  test('of one address does not open another', async () => {
    const { access_token: token } = await connect(api)
    const { hashSecret } = await import('@notegraph/service')
    const holder = await api.store.connectedApps.findSecret('access', hashSecret(token))
    const payload = JSON.stringify({
      ...JSON.parse(holder!.secret.payload),
      aud: 'https://other.example/api/mcp',
    })
    await api.store.connectedApps.removeSecret('access', hashSecret(token))
    await api.store.connectedApps.addSecret(
      { ...holder!.secret, payload },
      { now: 0, most: 10, replaces: true },
    )
    expect(await isOpen(token)).toBe(401)
  })

  test('is accepted in the header alone', async () => {
    const { access_token: token } = await connect(api)
    const sent = await api.app.request(`${BASE}/api/mcp?access_token=${token}`, {
      method: 'POST',
      body: '{}',
    })
    expect(sent.status).toBe(401)
  })

  test('works for an hour', async () => {
    const { access_token: token } = await connect(api)
    api.clock.now = Date.now() + 3_590_000
    expect(await isOpen(token)).toBe(200)
    api.clock.now = Date.now() + 3_600_001
    expect(await isOpen(token)).toBe(401)
  })

  test('is stored as a hash, like the code and the refresh token', async () => {
    const stored: unknown[] = []
    const spy = await openOauth({
      wrap: (store) => ({
        ...store,
        connectedApps: {
          ...store.connectedApps,
          addSecret: async (secret, limit) => {
            stored.push(secret)
            return store.connectedApps.addSecret(secret, limit)
          },
        },
      }),
    })
    const { access_token: access, refresh_token: again } = await connect(spy)
    const text = JSON.stringify(stored)
    expect(stored).toHaveLength(3)
    expect(text).not.toMatch(/ng[cor]_/)
    expect([text.includes(access), text.includes(again)]).toEqual([false, false])
  })

  test('is refused like a token once the account has no plan or is off the list', async () => {
    const { access_token: token } = await connect(api)
    await api.operators.setAccount('me', { plan: 'none' })
    expect(await isOpen(token)).toBe(402)
    await api.operators.setAccount('me', { plan: 'active', allowed: false })
    expect(await isOpen(token)).toBe(403)
  })

  test('counts for the rates of writes as a token does', async () => {
    api = await openOauth({ rates: { writesPerToken: 1 } })
    const { access_token: token } = await connect(api)
    const write = async () => call(api, 'add_block', { page: 'today', text: 'x' }, { token })
    expect((await write()).body.result.isError).not.toBe(true)
    expect(JSON.stringify((await write()).body)).toContain('This token made more than 1 writes')
  })
})

describe('[A9.3] the page Assistants', () => {
  test('lists an app with its host and access, and ends it at once', async () => {
    const { access_token: token } = await connect(api)
    const browser = await signedIn(api)
    const text = await textOf(await browser.get('/settings/assistants'))
    for (const words of ['Connected apps', RESOURCE, 'Example App', 'app.example', 'Read and write', 'never'])
      expect(text).toContain(words)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    const path = `/settings/assistants/apps/${app!.id}/disconnect`
    expect(await textOf(await browser.get(path))).toContain('loses access at once')
    expect((await browser.post(path)).status).toBe(303)
    expect(await isOpen(token)).toBe(401)
    expect(await textOf(await browser.get('/settings/assistants'))).toContain('Example App is disconnected')
    expect((await browser.post(path)).status).toBe(404)
  })

  test('shows when an app was last used', async () => {
    const { access_token: token } = await connect(api)
    await isOpen(token)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    expect(app?.lastUsedAt).toBe(api.clock.now - (api.clock.now % 60_000))
  })

  test('ends no app of another account', async () => {
    await api.operators.createAccount('other', {})
    const { access_token: token } = await connect(api)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    const browser = await signedIn(api, 'other')
    const path = `/settings/assistants/apps/${app!.id}/disconnect`
    expect([(await browser.get(path)).status, (await browser.post(path)).status]).toEqual([404, 404])
    expect(await isOpen(token)).toBe(200)
  })

  test('an app ends with its account', async () => {
    const { access_token: token, refresh_token: again } = await connect(api)
    await api.store.accounts.remove('me')
    expect(await isOpen(token)).toBe(401)
    expect((await refresh(api, again)).status).toBe(400)
  })

  test('the audit log has the connection and its end, without a name', async () => {
    await connect(api)
    const [app] = await api.store.connectedApps.list('me', Date.now())
    await (await signedIn(api)).post(`/settings/assistants/apps/${app!.id}/disconnect`)
    const { entries } = await api.store.audit.list('me', { limit: 100, offset: 0 })
    expect(entries.filter(({ event }) => event.startsWith('app_'))).toMatchObject([
      { event: 'app_ended', by: 'browser', subject: app!.id },
      { event: 'app_connected', by: 'browser', subject: app!.id, detail: 'write' },
    ])
    expect(JSON.stringify(entries)).not.toContain('Example')
  })
})
