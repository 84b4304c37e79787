/**
 * The requirements of a provider's answers, tested with a real provider.
 *
 * @module-tag both-stores
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { NOON } from '../../test/notes.ts'
import {
  openIdentityProvider,
  visit,
  type IdentityProvider,
  type IdentityProviderOptions,
  type Visit,
} from '@notegraph/identity-provider-tests'
import { openProvider, type Provider, type ProviderSettings, type Transaction } from './provider.ts'

const BASE = 'https://notes.example/at'
const MINUTE = 60_000

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (one) => one.close()))
})

async function idp(configuration: IdentityProviderOptions['configuration'] = {}): Promise<IdentityProvider> {
  const made = await openIdentityProvider({ baseUrl: BASE, configuration })
  open.push(made)
  return made
}

const ours = (settings: ProviderSettings): Promise<Provider> => openProvider(settings, () => BASE)

async function started(provider: Provider): Promise<{ url: string; transaction: Transaction }> {
  const start = await provider.start('/settings', NOON)
  if (!start.ok) throw new Error(start.reason)
  return start.value
}

/** Visits the provider and returns. */
async function back(provider: Provider, as: Visit = {}) {
  const { url, transaction } = await started(provider)
  const returned = await visit(url, as)
  return { transaction, returned, query: returned.search.slice(1) }
}

test('a person that the provider knows comes back with their identity', async () => {
  const { settings } = await idp()
  const provider = await ours(settings)
  const { transaction, returned, query } = await back(provider, { as: 'grace' })
  expect(returned.origin + returned.pathname).toBe(`${BASE}/api/sign-in/callback`)
  expect(await provider.finish(query, transaction, NOON + MINUTE)).toEqual({
    ok: true,
    value: {
      issuer: settings.issuer,
      subject: 'grace',
      sid: expect.any(String),
      authenticatedAt: NOON + MINUTE,
    },
  })
})

test('the browser leaves with state, nonce and the challenge of a verifier that it keeps', async () => {
  const { settings } = await idp()
  const { url, transaction } = await started(await ours(settings))
  const sent = Object.fromEntries(new URL(url).searchParams)
  expect(sent).toEqual({
    client_id: 'notes',
    response_type: 'code',
    redirect_uri: `${BASE}/api/sign-in/callback`,
    scope: 'openid',
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    max_age: String(30 * 86_400),
  })
  expect(url).not.toContain(transaction.verifier)
  expect(url).not.toContain(settings.clientSecret)
  const again = await started(await ours(settings))
  for (const key of ['state', 'nonce', 'verifier'] as const)
    expect(again.transaction[key]).not.toBe(transaction[key])
})

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'the client says who it is by %s',
  async (method) => {
    const { settings } = await idp({
      clientAuthMethods: [method],
      clientDefaults: { token_endpoint_auth_method: method },
    })
    const provider = await ours(settings)
    const { transaction, query } = await back(provider)
    expect(await provider.finish(query, transaction, NOON)).toMatchObject({ ok: true })
  },
)

describe('nobody is signed in', () => {
  test('after they declined', async () => {
    const provider = await ours((await idp()).settings)
    const { transaction, query } = await back(provider, { answer: 'no' })
    expect(query).not.toContain('code=')
    expect(await provider.finish(query, transaction, NOON)).toMatchObject({ ok: false, fault: 'denied' })
  })

  test('and the reason that the browser gives is not repeated', async () => {
    const provider = await ours((await idp()).settings)
    const { transaction, query } = await back(provider, { answer: 'no' })
    const answer = new URLSearchParams(query)
    answer.set('error', 'Sesame 4711')
    expect(await provider.finish(answer.toString(), transaction, NOON)).toEqual({
      ok: false,
      fault: 'provider',
      reason: 'other',
    })
  })

  test.each<[string, (transaction: Transaction) => Transaction, string]>([
    ['another state', (t) => ({ ...t, state: 'other' }), 'expired'],
    ['another nonce', (t) => ({ ...t, nonce: 'other' }), 'provider'],
    ['another verifier', (t) => ({ ...t, verifier: 'x'.repeat(43) }), 'expired'],
    ['a start of too long ago', (t) => ({ ...t, startedAt: NOON - 10 * MINUTE }), 'expired'],
    ['a start to come', (t) => ({ ...t, startedAt: NOON + 1 }), 'expired'],
    ['a start at no time', (t) => ({ ...t, startedAt: NaN }), 'expired'],
  ])('with %s', async (_, changed, fault) => {
    const provider = await ours((await idp()).settings)
    const { transaction, query } = await back(provider)
    expect(await provider.finish(query, changed(transaction), NOON)).toMatchObject({ ok: false, fault })
    // This fault was the only one, unless finding it used up the code.
    expect((await provider.finish(query, transaction, NOON)).ok).toBe(fault === 'expired')
  })

  test('by a code that was used', async () => {
    const provider = await ours((await idp()).settings)
    const { transaction, query } = await back(provider)
    expect(await provider.finish(query, transaction, NOON)).toMatchObject({ ok: true })
    expect(await provider.finish(query, transaction, NOON)).toMatchObject({ ok: false, fault: 'expired' })
  })

  test('by the code of another sign-in', async () => {
    const provider = await ours((await idp()).settings)
    const [mine, theirs] = [await back(provider), await back(provider, { as: 'mallory' })]
    const swapped = new URLSearchParams(mine.query)
    swapped.set('code', new URLSearchParams(theirs.query).get('code')!)
    const result = await provider.finish(swapped.toString(), mine.transaction, NOON)
    expect(result).toMatchObject({ ok: false, fault: 'expired' })
  })

  test.each<[string, (query: URLSearchParams) => void]>([
    ['of another issuer', (query) => query.set('iss', 'https://elsewhere.example')],
    ['of no issuer, from one that says who it is', (query) => query.delete('iss')],
    ['without a code', (query) => query.delete('code')],
    ['with two states', (query) => query.append('state', 'other')],
    ['with two codes', (query) => query.append('code', 'other')],
  ])('by an answer %s', async (_, change) => {
    const provider = await ours((await idp()).settings)
    const { transaction, query } = await back(provider)
    const changed = new URLSearchParams(query)
    change(changed)
    expect((await provider.finish(changed.toString(), transaction, NOON)).ok).toBe(false)
    expect((await provider.finish(query, transaction, NOON)).ok).toBe(true)
  })

  test('with a client secret that is wrong', async () => {
    const { settings } = await idp()
    const provider = await ours({ ...settings, clientSecret: 'wrong' })
    const { transaction, query } = await back(provider)
    expect(await provider.finish(query, transaction, NOON)).toEqual({
      ok: false,
      fault: 'provider',
      reason: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
  })
})

/** A server that pretends to be a provider, with documents from the test. */
async function pretender(documents: (issuer: string) => Record<string, unknown>): Promise<ProviderSettings> {
  let issuer = ''
  const server: Server = createServer((request, response) => {
    const document = documents(issuer)[request.url!]
    response.writeHead(document === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  open.push({
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return { issuer, clientId: 'notes', clientSecret: 'a secret of the client, long enough' }
}

const DISCOVERY = '/.well-known/openid-configuration'
const metadataOf = async ({ issuer }: ProviderSettings) =>
  (await (await fetch(issuer + DISCOVERY)).json()) as Record<string, unknown>

/** A provider whose tokens a test alters. @param forge turns an honest token into another */
async function forger(
  forge: (honest: JWTPayload, key: CryptoKey, own: string) => string | Promise<string>,
): Promise<{ settings: ProviderSettings; transaction: Transaction; query: string }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' }] }
  let token = ''
  const settings = await pretender((issuer) => ({
    [DISCOVERY]: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': keys,
    '/token': { access_token: 'a', token_type: 'Bearer', id_token: token },
  }))
  const { transaction } = await started(await ours(settings))
  const now = Math.floor(Date.now() / 1_000)
  const { issuer: iss, clientId: aud } = settings
  const honest = { iss, aud, sub: 'ada', nonce: transaction.nonce, iat: now, exp: now + 60 }
  token = await forge(honest, privateKey, iss)
  return { settings, transaction, query: `code=c&state=${transaction.state}` }
}

const signed = (claims: JWTPayload, key: CryptoKey, alg = 'RS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key)

test('a token that says what it should is believed', async () => {
  const { settings, transaction, query } = await forger((honest, key) => signed(honest, key))
  expect(await (await ours(settings)).finish(query, transaction, NOON)).toMatchObject({
    value: { subject: 'ada' },
  })
})

describe('nobody is signed in by a token', () => {
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
  test.each<[string, JWTPayload]>([
    ['that has expired', { exp: hourAgo }],
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['for another client', { aud: 'another' }],
    ['for others beside this client, without saying for whom', { aud: ['notes', 'another'], azp: 'another' }],
    ['with another nonce', { nonce: 'other' }],
    ['of nobody', { sub: '' }],
    ['of a name that is too long', { sub: 'a'.repeat(256) }],
    ['that is for a time to come', { nbf: hourAgo + 7_200 }],
  ])('%s', async (_, claims) => {
    const { settings, transaction, query } = await forger((honest, key) =>
      signed({ ...honest, ...claims }, key),
    )
    expect(await (await ours(settings)).finish(query, transaction, NOON)).toMatchObject({
      ok: false,
      fault: 'provider',
    })
  })

  test.each<[string, (honest: JWTPayload) => string | Promise<string>]>([
    ['signed by another key', async (honest) => signed(honest, (await generateKeyPair('RS256')).privateKey)],
    [
      'that is not signed',
      (honest) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part(honest)}.`
      },
    ],
    [
      'signed with the secret that is shared',
      (honest) =>
        new SignJWT(honest)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from('a secret of the client, long enough')),
    ],
    ['that is none', () => 'token'],
  ])('%s', async (_, forge) => {
    const { settings, transaction, query } = await forger(forge)
    expect(await (await ours(settings)).finish(query, transaction, NOON)).toMatchObject({
      ok: false,
      fault: 'provider',
    })
  })
})

describe('nobody is signed in by another provider', () => {
  test("whose tokens say another issuer's name", async () => {
    const real = (await idp()).settings
    const metadata = await metadataOf(real)
    const settings = await pretender((issuer) => ({
      [DISCOVERY]: { ...metadata, issuer, authorization_response_iss_parameter_supported: false },
    }))
    const provider = await ours({ ...settings, clientSecret: real.clientSecret })
    const { transaction, query } = await back(provider)
    const answer = new URLSearchParams(query)
    answer.delete('iss')
    expect(await provider.finish(answer.toString(), transaction, NOON)).toMatchObject({
      ok: false,
      fault: 'provider',
    })
  })

  test('who names itself otherwise than it is asked', async () => {
    const settings = await pretender(() => ({
      [DISCOVERY]: {
        issuer: 'https://elsewhere.example',
        authorization_endpoint: 'https://elsewhere.example/',
      },
    }))
    expect(await (await ours(settings)).start('/settings', NOON)).toMatchObject({
      ok: false,
      fault: 'unreachable',
    })
  })
})

describe('a provider that is down', () => {
  test('is reported, and asked again for the next person', async () => {
    let up = false
    const real = (await idp()).settings
    const metadata = await metadataOf(real)
    const settings = await pretender((issuer) => (up ? { [DISCOVERY]: { ...metadata, issuer } } : {}))
    const provider = await ours(settings)
    expect(await provider.start('/settings', NOON)).toMatchObject({ ok: false, fault: 'unreachable' })
    up = true
    expect(await provider.start('/settings', NOON)).toMatchObject({ ok: true })
  })

  test('once the browser was there already', async () => {
    const away = await openIdentityProvider({ baseUrl: BASE })
    const provider = await ours(away.settings)
    const { transaction, query } = await back(provider)
    await away.close()
    expect(await provider.finish(query, transaction, NOON)).toMatchObject({
      ok: false,
      fault: 'unreachable',
    })
  })

  test('[operations] has the code of the system in the log', async () => {
    const away = await openIdentityProvider({ baseUrl: BASE })
    await away.close()
    const provider = await ours(away.settings)
    expect(await provider.start('/settings', NOON)).toEqual({
      ok: false,
      fault: 'unreachable',
      reason: 'ECONNREFUSED',
    })
  })

  test('holds up no signing out', async () => {
    const away = await openIdentityProvider({ baseUrl: BASE })
    await away.close()
    expect(await (await ours(away.settings)).signOutUrl()).toBeUndefined()
  })
})

describe('signing out at the provider', () => {
  test('begins at its address, and comes back', async () => {
    const { settings } = await idp()
    const url = new URL((await (await ours(settings)).signOutUrl())!)
    expect(url.origin).toBe(settings.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'notes',
      post_logout_redirect_uri: `${BASE}/sign-in`,
    })
    expect((await fetch(url)).status).toBe(200)
  })

  test('is none where the provider offers none', async () => {
    const { settings } = await idp({
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    })
    expect(await (await ours(settings)).signOutUrl()).toBeUndefined()
  })
})
