/**
 * [D9.6] The routes of passkeys, without a browser that has one. The tests in `browser/passkeys.test.ts` have one.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'

const PROOF = '/api/sign-in/passkey'
const ADD = '/settings/devices/passkeys'
const PASSKEY = {
  publicKey: 'pQECAyYgASFYIA',
  counter: 0,
  transports: 'internal',
  name: 'Laptop',
  createdAt: 1,
}

let api: Api
beforeEach(async () => {
  api = await openApi()
  await api.store.passkeys.create({ ...PASSKEY, id: 'cGFzc2tleQ', accountId: 'me' }, 9)
})

describe('[D9.6] a question', () => {
  test('names the passkeys of the person who is signed in, and to others none', async () => {
    const own = await (await signedIn(api)).post(`${PROOF}/question`)
    expect(await own.json()).toMatchObject({
      rpId: 'notes.example',
      userVerification: 'required',
      allowCredentials: [{ id: 'cGFzc2tleQ', transports: ['internal'] }],
    })
    const stranger = await openBrowser(api).post(`${PROOF}/question`)
    expect(await stranger.json()).toMatchObject({ allowCredentials: [] })
    expect(stranger.headers.get('cache-control')).toBe('no-store')
  })

  test('about a new passkey needs a recent sign-in, and leaves out those that are there', async () => {
    const browser = await signedIn(api)
    expect(await (await browser.post(`${ADD}/question`)).json()).toMatchObject({
      rp: { id: 'notes.example' },
      user: { name: 'me' },
      excludeCredentials: [{ id: 'cGFzc2tleQ' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    api.clock.now += 15 * 60_000
    expect((await browser.post(`${ADD}/question`)).status).toBe(403)
    expect((await browser.post(ADD, { name: 'x', answer: '{}' })).status).toBe(403)
  })

  test('counts at the rate of sign-ins', async () => {
    const browser = openBrowser(api)
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await browser.post(`${PROOF}/question`)).status)
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]))
    expect(statuses[30]).toBe(429)
  })
})

const CLIENT_DATA = Buffer.from(
  JSON.stringify({ type: 'webauthn.get', challenge: 'x', origin: 'https://notes.example' }),
)
describe('[D9.6] an answer that proves nothing opens nothing', () => {
  test.each([
    [''],
    ['null'],
    ['[]'],
    ['{'],
    ['{"id":"cGFzc2tleQ"}'],
    ['{"id":"unknown"}'],
    [`{"id":"${'x'.repeat(2_000)}"}`],
    [
      JSON.stringify({
        id: 'cGFzc2tleQ',
        rawId: 'cGFzc2tleQ',
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: CLIENT_DATA.toString('base64url'),
          authenticatorData: Buffer.alloc(37, 5).toString('base64url'),
          signature: 'c2ln',
        },
      }),
    ],
  ])('%s', async (answer) => {
    const browser = openBrowser(api)
    const { status } = await browser.post(PROOF, { answer })
    expect([status, browser.cookies.size]).toEqual([403, 0])
    expect((await (await signedIn(api)).post(ADD, { name: 'x', answer })).status).toBe(400)
    expect(await api.store.passkeys.list('me')).toHaveLength(1)
  })

  test('from a page of another site', async () => {
    const sent = await openBrowser(api).post(`${PROOF}/question`, {}, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }) // prettier-ignore
    expect(sent.status).toBe(403)
  })
})

describe('[D9.6] after a sign-in by link', () => {
  const OFFER = `${ADD}/add`
  const DAY = 86_400_000

  const byLink = async (browser: WebBrowser, accountId = 'other'): Promise<string | null> => {
    const { path } = await api.operators.createSignInLink(accountId)
    return (await browser.post(path)).headers.get('location')
  }

  beforeEach(() => api.operators.createAccount('other', {}))

  test('a person without a passkey is offered one, and can put it off for 30 days', async () => {
    const browser = openBrowser(api)
    expect(await byLink(browser)).toBe(OFFER)
    const offer = await browser.get(OFFER)
    const page = await offer.text()
    expect([offer.status, page]).toEqual([200, expect.stringContaining('data-passkey="add"')])
    expect(page).toContain('<a class="button quiet" href="/">Not now</a>')
    expect(await byLink(browser)).toBe('/')
    await browser.post('/api/sign-out')
    expect(await byLink(browser)).toBe('/')
    expect(await byLink(openBrowser(api))).toBe(OFFER)
  })

  test('the browser forgets after 30 days that it was offered one', async () => {
    const { path } = await api.operators.createSignInLink('other')
    const cookies = (await openBrowser(api).post(path)).headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.includes('passkey_offered'))).toBe(
      `__Host-notegraph_passkey_offered=1; Max-Age=${(30 * DAY) / 1_000}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
  })

  test('nothing is offered to a person who has one', async () => {
    const browser = openBrowser(api)
    expect(await byLink(browser, 'me')).toBe('/')
    expect([...browser.cookies.keys()]).toEqual(['__Host-notegraph_session'])
  })

  test('nothing is offered where browsers have none', async () => {
    const baseUrl = 'http://127.0.0.1:8787'
    const there = await openApi({ baseUrl })
    const browser = openBrowser(there, baseUrl)
    const { path } = await there.operators.createSignInLink('me')
    expect((await browser.post(path)).headers.get('location')).toBe('/')
    expect((await browser.get(OFFER)).headers.get('location')).toBe('/settings/devices')
  })

  test('the offer asks a person who comes late to sign in again, and keeps the name', async () => {
    const browser = await signedIn(api, 'other')
    const named = `${OFFER}?name=${encodeURIComponent('<b>"Laptop"')}`
    api.clock.now += 15 * 60_000
    const late = await (await browser.get(named)).text()
    expect(late).toContain('Confirm your identity')
    expect(late).not.toContain('data-passkey="add"')
    await byLink(browser)
    expect(await (await browser.get(named)).text()).toContain('value="&lt;b&gt;&quot;Laptop&quot;"')
  })
})

test.each([
  ['other', 'https://notes.example', ['Use a sign-in link.', 'Then add a passkey']],
  ['me', 'https://notes.example', ['Use a passkey', 'Without the passkey, use a sign-in link.']],
  ['me', 'http://127.0.0.1:8787', ['Use a sign-in link.', 'Passkeys need https']],
])('[D9.6] a person comes late: %s at %s reads every way to confirm', async (accountId, baseUrl, ways) => {
  const there = await openApi({ baseUrl })
  await there.operators.createAccount('other', {})
  await there.store.passkeys.create({ ...PASSKEY, id: 'cGFzc2tleQ', accountId: 'me' }, 9)
  const browser = openBrowser(there, baseUrl)
  const { path } = await there.operators.createSignInLink(accountId)
  await browser.post(path)
  there.clock.now += 15 * 60_000
  const asking = await (await browser.get('/settings/transfer')).text()
  const keeping = await (await browser.post('/settings/assistants', { name: 'Helper', scope: 'read' })).text()
  for (const page of [asking, keeping]) {
    expect(ways.filter((way) => !page.includes(way))).toEqual([])
    expect(page).toContain(`notegraph sign-in-link --account ${accountId}`)
  }
})

test('[D9.6] passkeys are listed, and removed by their own account alone, without a recent sign-in', async () => {
  await api.operators.createAccount('other', {})
  const other = await signedIn(api, 'other')
  expect((await other.post(`${ADD}/cGFzc2tleQ/remove`)).status).toBe(404)
  const browser = await signedIn(api)
  api.clock.now += 15 * 60_000
  const page = await (await browser.get('/settings/devices')).text()
  expect(page).toContain('Laptop')
  expect(page).toContain('Use a passkey')
  expect((await browser.post(`${ADD}/cGFzc2tleQ/remove`)).status).toBe(303)
  expect(await api.store.passkeys.list('me')).toEqual([])
  expect(await (await browser.get('/settings/devices')).text()).not.toContain('Use a passkey')
})

test.each([
  ['https://notes.example', true],
  ['http://localhost:8787', true],
  ['http://127.0.0.1:8787', false],
  ['https://[2001:db8::1]', false],
  ['http://notes.example', false],
])('[D9.6] at %s passkeys are offered: %s', async (baseUrl, offered) => {
  const there = await openApi({ baseUrl })
  const browser = openBrowser(there, baseUrl)
  const page = await (await browser.get('/sign-in')).text()
  expect(page.includes('Sign in with a passkey')).toBe(offered)
  const { path } = await there.operators.createSignInLink('me')
  await browser.post(path)
  const devices = await (await browser.get('/settings/devices')).text()
  expect(devices.includes('Passkeys need https')).toBe(!offered)
})
