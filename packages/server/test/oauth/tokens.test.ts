/** @module-tag both-stores */
import { hashSecret } from '@notegraph/service'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { call } from '../mcp.ts'
import {
  codeOf,
  connect,
  DOCUMENT_URL,
  exchangeCode,
  openOauth,
  REDIRECT,
  refresh,
  register,
  sendForm,
  verifier,
  statusOfMcp,
  type OauthApi,
} from '../oauth.ts'
import { BASE } from '../web-browser.ts'

/** One sentence for every cause, so that it helps no thief. */
const WORDS =
  'The code or refresh token is unknown, expired or already used, or the app was disconnected. Connect the app again.'
const NO_GRANT = { error: 'invalid_grant', error_description: WORDS }

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
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
    expect([stolen.status, stolen.body]).toEqual([400, NO_GRANT])
  })

  test('that is used twice ends the app', async () => {
    const code = await codeOf(api, asked)
    const { body } = await exchangeCode(api, code, asked)
    expect(await statusOfMcp(api, body.access_token)).toBe(200)
    expect((await exchangeCode(api, code, asked)).body).toEqual(NO_GRANT)
    expect(await statusOfMcp(api, body.access_token)).toBe(401)
    expect((await refresh(api, body.refresh_token)).body).toEqual(NO_GRANT)
  })

  test('that is used twice at once works for one caller at most', async () => {
    const code = await codeOf(api, asked)
    const tried = await Promise.all([1, 2, 3].map(async () => exchangeCode(api, code, asked)))
    expect(tried.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('that two callers found before either used it ends the app', async () => {
    const both = Promise.withResolvers<void>()
    let uses = 0
    api = await openOauth({
      wrap: (store) => ({
        ...store,
        connectedApps: {
          ...store.connectedApps,
          async useSecret(...secret) {
            if (++uses === 2) both.resolve()
            await both.promise
            return store.connectedApps.useSecret(...secret)
          },
        },
      }),
    })
    const code = await codeOf(api, asked)
    const tried = await Promise.all([1, 2].map(async () => exchangeCode(api, code, asked)))
    expect(tried.map(({ status }) => status)).toContain(400)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
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
    expect(await statusOfMcp(api, body.access_token)).toBe(200)
  })

  test('that two callers use at once answers both, in a row or not', async () => {
    const first = await connect(api)
    const both = await Promise.all([1, 2].map(async () => refresh(api, first.refresh_token)))
    const third = await refresh(api, first.refresh_token)
    const answers = [...both, third]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(3)
    for (const { body } of answers) expect(await statusOfMcp(api, body.access_token)).toBe(200)
    for (const { body } of both) expect((await refresh(api, body.refresh_token)).status).toBe(200)
    expect(await api.store.connectedApps.list('me', Date.now())).toHaveLength(1)
  })

  test('that two callers found before either used it answers both', async () => {
    const both = Promise.withResolvers<void>()
    let uses = 0
    api = await openOauth({
      wrap: (store) => ({
        ...store,
        connectedApps: {
          ...store.connectedApps,
          async useSecret(kind, ...secret) {
            if (kind === 'refresh' && ++uses === 2) both.resolve()
            if (kind === 'refresh') await both.promise
            return store.connectedApps.useSecret(kind, ...secret)
          },
        },
      }),
    })
    const first = await connect(api)
    const tried = await Promise.all([1, 2].map(async () => refresh(api, first.refresh_token)))
    expect(tried.map(({ status }) => status)).toEqual([200, 200])
  })

  test('that the next one replaced already ends the whole app', async () => {
    const first = await connect(api)
    const { body: second } = await refresh(api, first.refresh_token)
    const { body: third } = await refresh(api, second.refresh_token)
    expect((await refresh(api, first.refresh_token)).body).toEqual(NO_GRANT)
    expect(await statusOfMcp(api, third.access_token)).toBe(401)
    expect((await refresh(api, third.refresh_token)).body).toEqual(NO_GRANT)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test('that is used again later ends the whole app, also the newest tokens', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await connect(api)
    await refresh(api, first.refresh_token)
    vi.setSystemTime(Date.now() + 60_000)
    const { status, body: second } = await refresh(api, first.refresh_token)
    expect(status).toBe(200)
    vi.setSystemTime(Date.now() + 1)
    const replayed = await refresh(api, first.refresh_token)
    expect([replayed.status, replayed.body]).toEqual([400, NO_GRANT])
    expect(await statusOfMcp(api, second.access_token)).toBe(401)
    expect((await refresh(api, second.refresh_token)).status).toBe(400)
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
  })

  test.each([
    ['of another app', { client_id: 'https://other.example/' }, 'invalid_grant'],
    ['of an app that is none', { client_id: 'other' }, 'invalid_client'],
    ['for more than was allowed', { scope: 'notes:read notes:write' }, 'invalid_scope'],
    ['for another resource', { resource: 'https://evil.example/' }, 'invalid_target'],
  ])('%s is refused', async (_, more, error) => {
    const { refresh_token: token } = await connect(api, { scope: 'read' })
    const { status, body } = await refresh(api, token, more)
    expect([status >= 400, body.error]).toEqual([true, error])
  })

  test('keeps the registration of its app, so that unused ones make room first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { body: client } = await register(api, { redirect_uris: [REDIRECT] })
    const asked = { clientId: client.client_id, verifier: verifier() }
    const { body: first } = await exchangeCode(api, await codeOf(api, asked), asked)
    const expiresAt = async () =>
      (await api.store.connectedApps.findRecord('client', hashSecret(client.client_id)))!.expiresAt
    const before = await expiresAt()
    vi.setSystemTime(Date.now() + 86_400_000)
    const { status } = await refresh(api, first.refresh_token, { client_id: client.client_id })
    expect([status, (await expiresAt()) - before]).toEqual([200, 86_400_000])
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

  test('and a revocation work while the host of the app is down', async () => {
    const first = await connect(api)
    api.documents.clear()
    vi.useFakeTimers({ now: Date.now() + 15 * 60_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { status, body } = await refresh(api, first.refresh_token)
    expect([status, body.scope]).toEqual([200, first.scope])
    const form = { token: body.refresh_token, client_id: DOCUMENT_URL }
    expect((await sendForm(api, '/oauth/revoke', form)).status).toBe(200)
    expect(await statusOfMcp(api, first.access_token)).toBe(401)
    expect(api.fetched).toEqual([DOCUMENT_URL])
  })

  test('that an app revokes ends the app', async () => {
    const { access_token: access, refresh_token: token } = await connect(api)
    const { status } = await sendForm(api, '/oauth/revoke', { token, client_id: DOCUMENT_URL })
    expect(status).toBe(200)
    expect(await statusOfMcp(api, access)).toBe(401)
  })
})

describe('[A9.3] an access token', () => {
  test('opens MCP alone: not the API, sync, files or settings', async () => {
    const { access_token: token } = await connect(api)
    expect(await statusOfMcp(api, token)).toBe(200)
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
    expect(await statusOfMcp(api, token)).toBe(401)
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
    expect(await statusOfMcp(api, token)).toBe(200)
    api.clock.now = Date.now() + 3_600_001
    expect(await statusOfMcp(api, token)).toBe(401)
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
    expect(await statusOfMcp(api, token)).toBe(402)
    await api.operators.setAccount('me', { plan: 'active', allowed: false })
    expect(await statusOfMcp(api, token)).toBe(403)
  })

  test('counts for the rates of writes as a token does', async () => {
    api = await openOauth({ rates: { writesPerToken: 1 } })
    const { access_token: token } = await connect(api)
    const write = async () => call(api, 'add_block', { page: 'today', text: 'x' }, { token })
    expect((await write()).body.result.isError).not.toBe(true)
    expect(JSON.stringify((await write()).body)).toContain('This token made more than 1 writes')
  })
})
