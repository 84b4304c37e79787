/**
 * A program that becomes a device by signing in.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  answerPage,
  authorizePath,
  exchangeCode,
  fetchJson,
  openBrowser,
  openOauth,
  register,
  signedIn,
  statusOfMcp,
  textOf,
  toPage,
  verifier,
  type Answer,
  type Asked,
  type OauthApi,
} from '../oauth.ts'

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

const LOOPBACK = 'http://127.0.0.1:5000/callback'
const SCHEME = 'com.example.outliner:/callback'

/** A program that registered itself, and its request. */
async function program(redirect = LOOPBACK, scope = 'sync'): Promise<Asked> {
  const { status, body } = await register(api, { client_name: 'Desk Outliner', redirect_uris: [redirect] })
  expect(status).toBe(201)
  const parameters = { scope, resource: undefined }
  return { clientId: body.client_id as string, verifier: verifier(), redirect, parameters }
}

async function codeFor(asked: Asked): Promise<string> {
  const browser = await signedIn(api)
  return (await answerPage(browser, await toPage(browser, asked))).searchParams.get('code') ?? ''
}

const exchanged = async (asked: Asked, code: string): Promise<Answer> =>
  exchangeCode(api, code, asked, { resource: '' })
const pull = async (session: string): Promise<number> =>
  (await fetchJson(api, '/api/sync', { headers: { Authorization: `Bearer ${session}` } })).status
const devices = async () => (await api.operators.listSessions('me')).map(({ device }) => device)

describe('[A9.6] a program that signs in for sync', () => {
  test.each([
    ['a loopback address', LOOPBACK],
    ['a scheme of its own', SCHEME],
  ])('with a redirect to %s gets the session of a device', async (_, redirect) => {
    const asked = await program(redirect)
    const { status, body, headers } = await exchanged(asked, await codeFor(asked))
    expect([status, body]).toEqual([
      200,
      { access_token: expect.stringMatching(/^ngs_/), token_type: 'Bearer', scope: 'sync' },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await pull(body.access_token)).toBe(200)
    expect(await statusOfMcp(api, body.access_token)).toBe(401)
    expect(await devices()).toEqual(['Desk Outliner'])
    expect(await api.store.connectedApps.list('me', Date.now())).toEqual([])
    const [device] = await api.operators.listSessions('me')
    await api.operators.revokeSession(device!.id)
    expect(await pull(body.access_token)).toBe(401)
  })

  test('the page names the device, and says that it gets all notes and may change them', async () => {
    const browser = await signedIn(api)
    const words = await textOf(await browser.get(await toPage(browser, await program())))
    expect(words).toContain('Add a device?')
    expect(words).toContain('Desk Outliner asks to become a device of the account me')
    expect(words).toContain('all your notes and files , and may change and delete them')
    expect(words).not.toContain('Read only')
  })

  test('a person who denies adds no device', async () => {
    const browser = await signedIn(api)
    const back = await answerPage(browser, await toPage(browser, await program()), { answer: 'deny' })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(await devices()).toEqual([])
  })

  test('the scope is asked for alone', async () => {
    const back = await openBrowser(api).get(authorizePath(await program(LOOPBACK, 'sync notes:read')))
    const { searchParams } = new URL(back.headers.get('location') ?? '')
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
      'invalid_scope',
      'the scope sync is asked for alone',
    ])
  })

  test('a redirect to a host is refused on a page', async () => {
    const refused = await openBrowser(api).get(authorizePath(await program('https://app.example/callback')))
    expect(refused.status).toBe(400)
    expect(await textOf(refused)).toContain('needs a redirect to this computer or to a scheme of the app')
  })

  test('a code that is used twice ends the device', async () => {
    const asked = await program()
    const code = await codeFor(asked)
    const { body } = await exchanged(asked, code)
    const again = await exchanged(asked, code)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(await pull(body.access_token)).toBe(401)
    expect(await devices()).toEqual([])
  })

  test('of two exchanges at once, one gets a session', async () => {
    const asked = await program()
    const code = await codeFor(asked)
    const answers = await Promise.all([exchanged(asked, code), exchanged(asked, code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('another verifier gets nothing', async () => {
    const asked = await program()
    const refused = await exchanged({ ...asked, verifier: verifier() }, await codeFor(asked))
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    expect(await devices()).toEqual([])
  })

  test('an account with the most devices gets no other, and the answer says so', async () => {
    const asked = await program()
    const code = await codeFor(asked)
    for (let n = 0; n < 100; n++) await api.operators.createSession('me', { device: `d${n}` })
    const { status, body } = await exchanged(asked, code)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(body.error_description).toContain('devices')
  })

  test('the metadata of the server names the scope, that of the resource does not', async () => {
    const server = await fetchJson(api, '/.well-known/oauth-authorization-server')
    const resource = await fetchJson(api, '/.well-known/oauth-protected-resource/api/mcp')
    expect(server.body.scopes_supported).toContain('sync')
    expect(resource.body.scopes_supported).not.toContain('sync')
  })
})
