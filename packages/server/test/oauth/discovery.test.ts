import { APP_SCOPES } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi } from '../api.ts'
import { message, post } from '../mcp.ts'
import {
  authorizePath,
  fetchJson,
  openBrowser,
  openOauth,
  RESOURCE,
  signedIn,
  verifier,
  type OauthApi,
} from '../oauth.ts'
import { BASE } from '../web-browser.ts'

const METADATA_URL = `${BASE}/.well-known/oauth-protected-resource/api/mcp`
const INITIALIZE = message('tools/list')

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

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
        // The other document lists no rights: an app that takes all scopes of the resource gets none of them.
        scopes_supported: ['notes:read', 'notes:write', 'notes:organize', 'notes:publish', 'sync'],
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
