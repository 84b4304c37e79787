/**
 * [D9.6] The routes of passkeys, without a browser that has one. The tests in `browser/passkeys.test.ts` have one.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { openBrowser, signedIn } from './web-browser.ts'

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
