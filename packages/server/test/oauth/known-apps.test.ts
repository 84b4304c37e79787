/**
 * Popular apps with the metadata that they publish or register, in November 2026.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, exchangeCode, openOauth, register, verifier, type OauthApi } from '../oauth.ts'

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
})

const GRANTS = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
const NATIVE = { ...GRANTS, token_endpoint_auth_method: 'none' }
const LOOPBACK = ['http://127.0.0.1/callback', 'http://localhost/callback']

/** Connects an app, and reports what the list of apps shows. */
async function connected(clientId: string, redirect: string): Promise<unknown> {
  const asked = { clientId, redirect, verifier: verifier() }
  const { status, body } = await exchangeCode(api, await codeOf(api, asked), asked)
  expect([status, typeof body.refresh_token]).toEqual([200, 'string'])
  const [app] = await api.store.connectedApps.list('me', Date.now())
  return [app?.name, app?.host]
}

describe('[A9.1] an app with a metadata document connects:', () => {
  test.each([
    ['Claude', 'https://claude.ai/oauth/mcp-oauth-client-metadata', 'https://claude.ai/api/mcp/auth_callback',
      { ...NATIVE, redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'] }],
    ['Claude Code', 'https://claude.ai/oauth/claude-code-client-metadata', 'http://localhost:53682/callback',
      { ...NATIVE, redirect_uris: LOOPBACK }],
    ['ChatGPT', 'https://chatgpt.com/oauth/client.json', 'https://chatgpt.com/connector_platform_oauth_redirect',
      { ...GRANTS, redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        token_endpoint_auth_signing_alg: 'RS256', jwks_uri: 'https://chatgpt.com/oauth/jwks.json' }],
    ['Codex', 'https://chatgpt.com/oauth/codex/client.json', 'http://127.0.0.1:5555/callback',
      { ...NATIVE, redirect_uris: LOOPBACK }],
    ['Visual Studio Code', 'https://vscode.dev/oauth/client-metadata.json', 'http://127.0.0.1:59656/',
      { ...NATIVE, redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'] }],
    ['opencode', 'https://opencode.ai/oauth/opencode/client.json', 'http://127.0.0.1:19876/mcp/oauth/callback',
      { ...NATIVE, application_type: 'native', redirect_uris: [...LOOPBACK, 'http://127.0.0.1/mcp/oauth/callback'] }],
  ])('%s', async (name, clientId, redirect, metadata) => {
    api.documents.set(clientId, { client_id: clientId, client_name: name, ...metadata })
    expect(await connected(clientId, redirect)).toEqual([name, new URL(clientId).host])
  }) // prettier-ignore
})

describe('[A9.1] an app that registers itself connects:', () => {
  test.each([
    ['Cursor', 'http://localhost:8787/callback', ['http://localhost:8787/callback']],
    ['an older Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', ['cursor://anysphere.cursor-mcp/oauth/callback']],
    ['Cursor, hosted', 'https://www.cursor.com/agents/mcp/oauth/callback', ['https://www.cursor.com/agents/mcp/oauth/callback']],
    ['Visual Studio Code', 'https://vscode.dev/redirect',
      ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/']],
    ['Gemini CLI', 'http://localhost:7777/oauth/callback', ['http://localhost:7777/oauth/callback']],
  ])('%s', async (name, redirect, redirects) => {
    const { status, body } = await register(api, { ...NATIVE, client_name: name, redirect_uris: redirects })
    expect(status).toBe(201)
    expect(await connected(body.client_id, redirect)).toEqual([name, expect.any(String)])
  }) // prettier-ignore
})
