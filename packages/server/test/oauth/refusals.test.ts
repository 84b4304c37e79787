import { hashSecret } from '@notegraph/service'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { documentFetcher } from '../../src/oauth/metadata-document.ts'
import { fetching, here, HUGE, NEVER_BEGINS, NEVER_ENDS } from '../document-server.ts'
import {
  authorizePath,
  DOCUMENT,
  DOCUMENT_URL,
  openBrowser,
  openOauth,
  REDIRECT,
  register,
  textOf,
  verifier,
  type OauthApi,
} from '../oauth.ts'
import { BASE } from '../web-browser.ts'

/** A busy machine may take longer than the second that is usual. */
const WAIT = { timeout: 120_000 }

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

describe('[A9.1] the request of an app is refused in words:', () => {
  /** A person sees the reason, and nothing goes to the app. */
  test.each([
    ['an address that is not registered', { redirect: 'https://evil.example/callback' }, 400, 'did not register'],
    ['an address with another path', { redirect: 'http://127.0.0.1:4567/other' }, 400, 'did not register'],
    ['http beyond this computer', { redirect: 'http://app.example/callback' }, 400, 'did not register'],
    ['an unknown app', { clientId: 'nobody' }, 400, 'This server doesn’t know the app'],
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

  /** Anybody can register an address, so no link to this server leads there before a person answered. */
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'requires PKCE'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported response_type'],
    ['no question to the person', { prompt: 'none' }, 'The app needs the consent of a person.'],
  ])('%s, where the app is on another host', async (_, parameters, words) => {
    const redirect = 'https://app.example/callback'
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier(), redirect, parameters }))
    expect([sent.status, sent.headers.get('location')]).toEqual([400, null])
    expect(await textOf(sent)).toContain(words)
  })

  /** A program of this computer gets the error with its state and the issuer. */
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
    ['wants a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'does not allow the token_endpoint_auth_method none.'],
    ['lists no method but keys', { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'does not allow the token_endpoint_auth_method none.'],
    ['lists its methods as a word', { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: 'none' }, 'does not allow the token_endpoint_auth_method none.'],
    ['has no name', { client_name: 7 }, 'It has no client_name.'],
    ['has no redirect', { redirect_uris: [] }, 'It has no redirect_uris.'],
  ])('a document that %s', async (_, members, words) => {
    api.documents.set(DOCUMENT_URL, { ...DOCUMENT, ...members })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, await textOf(sent)]).toEqual([400, expect.stringContaining(words)])
  }) // prettier-ignore

  test.each(['[]', 'null', '"x"', 'no JSON', ''])('a document that is %j', async (text) => {
    api = await openOauth({ fetchDocument: async () => ({ text }) })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, await textOf(sent)]).toEqual([
      400,
      expect.stringContaining('It is not a JSON object.'),
    ])
  })

  test.each([
    ['on a private address', () => documentFetcher({ resolve: here }), 'Its host has an address that is not public.'],
    ['that is huge', async () => fetching(HUGE), 'It has more than 5120 bytes.'],
    ['that does not begin', async () => fetching(NEVER_BEGINS, 50), 'Its host took more than 3 seconds.'],
    ['that does not end', async () => fetching(NEVER_ENDS, 50), 'Its host took more than 3 seconds.'],
  ])('a document %s', async (_, open, words) => {
    api = await openOauth({ fetchDocument: await open() })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, sent.headers.get('location')]).toEqual([400, null])
    expect(await textOf(sent)).toContain(`The metadata document of the app can’t be used. ${words}`)
  }) // prettier-ignore

  test.each(['http://app.example/c.json', 'https://app.example/a/../c.json', 'https://u:p@app.example/', 'https://app.example/#a'])(
    'the id %j fetches nothing', async (clientId) => {
      const sent = await openBrowser(api).get(authorizePath({ clientId, verifier: verifier() }))
      expect([sent.status, api.fetched]).toEqual([400, []])
    }) // prettier-ignore
})

describe('[D7] requests of apps from one address', () => {
  test.each([
    ['are thirty a minute, beside sign-ins', 120, [30, 429, '60']],
    ['have no limit where the operator lifted the rate of requests', 0, [31, 303, null]],
  ])('%s', async (_, requestsPerAddress, expected) => {
    api = await openOauth({ rates: { requestsPerAddress } })
    const answers = []
    for (let n = 0; n < 31; n++)
      answers.push(await openBrowser(api).get(authorizePath({ verifier: verifier() })))
    const led = answers.filter(({ status }) => status === 303).length
    const last = answers.at(-1)!
    expect([led, last.status, last.headers.get('retry-after')]).toEqual(expected)
    const { path } = await api.operators.createSignInLink('me')
    expect((await openBrowser(api).post(path)).status).toBe(303)
  })
})

describe('[A9.4] a metadata document', () => {
  test('is fetched once while its headers allow, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = async () => openBrowser(api).get(authorizePath({ verifier: verifier() }))
    await page()
    vi.setSystemTime(Date.now() + 590_000)
    await page()
    expect(api.fetched).toEqual([DOCUMENT_URL])
    vi.setSystemTime(Date.now() + 20_000)
    await page()
    expect(api.fetched).toEqual([DOCUMENT_URL, DOCUMENT_URL])
  })

  test('is cached in the store with the members that have an effect', async () => {
    api.documents.set(DOCUMENT_URL, {
      ...DOCUMENT,
      jwks_uri: 'https://app.example/jwks',
      logo_uri: 'https://x/',
    })
    await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    const record = await api.store.connectedApps.findRecord('document', hashSecret(DOCUMENT_URL))
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

describe('[A9.4] fetches of metadata documents', () => {
  /** Documents whose fetch ends when the test says so. */
  function heldDocuments() {
    const fetched: string[] = []
    const ends: PromiseWithResolvers<string>[] = []
    const fetchDocument = async (url: string) => {
      fetched.push(url)
      const end = Promise.withResolvers<string>()
      ends.push(end)
      return { text: await end.promise }
    }
    return { fetched, ends, fetchDocument }
  }
  const pageOf = async (clientId: string, address = '198.51.100.9') =>
    openBrowser(api, BASE, () => address).get(authorizePath({ clientId, verifier: verifier() }))
  const urls = (from: string, count: number) =>
    Array.from({ length: count }, (_, n) => `https://${from}${n}.example/c.json`)

  test.each([
    ['that does not begin', async () => fetching(NEVER_BEGINS, 50)],
    ['that does not end', async () => fetching(NEVER_ENDS, 50)],
    ['that is an array', async () => async () => ({ text: '[]' })],
    ['of another address', async () => async () => ({ text: JSON.stringify({ ...DOCUMENT, client_id: 'x' }) })],
  ])('ask once for a document %s, and not again for a minute', async (_, open) => {
    const fetchDocument = await open()
    const fetched: string[] = []
    api = await openOauth({
      fetchDocument: async (url) => {
        fetched.push(url)
        return fetchDocument(url)
      },
    })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await textOf(await pageOf(DOCUMENT_URL))
    expect(fetched).toEqual([DOCUMENT_URL])
    vi.setSystemTime(Date.now() + 59_000)
    expect(await textOf(await pageOf(DOCUMENT_URL))).toBe(first)
    expect(fetched).toEqual([DOCUMENT_URL])
    vi.setSystemTime(Date.now() + 1_000)
    await pageOf(DOCUMENT_URL)
    expect(fetched).toEqual([DOCUMENT_URL, DOCUMENT_URL])
  }) // prettier-ignore

  test('run once at a time for an address', async () => {
    const { fetched, ends, fetchDocument } = heldDocuments()
    api = await openOauth({ fetchDocument })
    const pages = [pageOf(DOCUMENT_URL, '198.51.100.1'), pageOf(DOCUMENT_URL, '198.51.100.2')]
    await vi.waitFor(() => expect(ends).toHaveLength(1), WAIT)
    ends[0]!.resolve(JSON.stringify(DOCUMENT))
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([303, 303])
    expect(fetched).toEqual([DOCUMENT_URL])
  })

  test('of some callers leave room for the others', async () => {
    const { fetched, ends, fetchDocument } = heldDocuments()
    api = await openOauth({ fetchDocument })
    const pages = urls('slow', 12).map(async (url) => pageOf(url, '198.51.100.1'))
    let answered = 0
    for (const page of pages) void page.then(() => answered++)
    await vi.waitFor(() => expect([fetched.length, answered]).toEqual([4, 8]), WAIT) // four for one caller
    const other = pageOf(DOCUMENT_URL, '198.51.100.2')
    await vi.waitFor(() => expect(fetched).toContain(DOCUMENT_URL), WAIT)
    ends.at(-1)!.resolve(JSON.stringify(DOCUMENT))
    expect((await other).status).toBe(303)
    for (const end of ends) end.resolve('[]')
    const words = await Promise.all(pages.map(async (page) => textOf(await page)))
    expect(words.filter((one) => one.includes('reads too many documents'))).toHaveLength(8)
  })
})

describe('[A9.5] a redirect is refused that has', () => {
  test.each([
    ['a user', 'https://me@app.example/callback', 'A redirect of it has a user or a password.'],
    ['a user and a password', 'https://me:secret@app.example/callback', 'A redirect of it has a user or a password.'],
    ['a user, in an app of this computer', 'com.example.app://me@callback', 'A redirect of it has a user or a password.'],
    ['a wildcard in its host', 'https://*.app.example/callback', 'A redirect of it has a wildcard.'],
    ['an encoded wildcard in its host', 'https://%2A.app.example/callback', 'A redirect of it has a wildcard.'],
    ['a wildcard in its path', 'https://app.example/*', 'A redirect of it has a wildcard.'],
  ])('%s', async (_, redirect, words) => {
    const redirects = { redirect_uris: ['https://app.example/callback', redirect] }
    const { status, body } = await register(api, redirects)
    expect([status, body]).toEqual([400, { error: 'invalid_redirect_uri', error_description: words }])
    api.documents.set(DOCUMENT_URL, { ...DOCUMENT, ...redirects })
    const sent = await openBrowser(api).get(authorizePath({ verifier: verifier() }))
    expect([sent.status, await textOf(sent)]).toEqual([400, expect.stringContaining(words)])
  }) // prettier-ignore
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

  test.each([
    ['cannot be repeated without an end', 120, [20, 429]],
    ['can be repeated where the operator lifted the rate of requests', 0, [21, 201]],
  ])('%s', async (_, requestsPerAddress, expected) => {
    api = await openOauth({ rates: { requestsPerAddress } })
    const statuses = []
    for (let n = 0; n < 21; n++)
      statuses.push((await register(api, { redirect_uris: ['https://a.example/'] })).status)
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual(expected)
  })

  test('that nobody uses is gone after a day', async () => {
    const { body } = await register(api, { redirect_uris: ['https://a.example/'] })
    await api.store.connectedApps.removeExpired(Date.now() + 86_400_000)
    const asked = { clientId: body.client_id, redirect: 'https://a.example/', verifier: verifier() }
    expect((await openBrowser(api).get(authorizePath(asked))).status).toBe(400)
  })
})
