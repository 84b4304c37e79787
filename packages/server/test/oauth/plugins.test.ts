/** How the program of a plug-in connects, what it gets, and how it ends. @see events 5 */
import { describe, expect, test } from 'vitest'
import { documentFetcher } from '../../src/oauth/metadata-document.ts'
import { here } from '../document-server.ts'
import { call } from '../mcp.ts'
import {
  codeOf,
  connect,
  exchangeCode,
  openOauth,
  refresh,
  statusOfMcp,
  verifier,
  type Person,
  type Tokens,
} from '../oauth.ts'
import { MANIFEST_URL, openPlugins, REDIRECT_URL, usePlugins } from '../plugins.ts'
import { says } from '../settings.ts'

const it = usePlugins()

type PluginTokens = Tokens & { readonly notegraph_webhook_secret?: string }

async function connectPlugin(person: Person = {}): Promise<PluginTokens> {
  const asked = { clientId: MANIFEST_URL, redirect: REDIRECT_URL, verifier: verifier() }
  const { body } = await exchangeCode(it.api, await codeOf(it.api, asked, person), asked)
  return body as PluginTokens
}

describe('[V5] the program of a plug-in', () => {
  test('connects as any app, and gets the secret of its webhook with each token answer', async () => {
    await it.install()
    const tokens = await connectPlugin()
    const [webhook] = await it.api.store.webhooks.list('me')
    expect(tokens).toMatchObject({
      scope: 'notes:read notes:write',
      notegraph_webhook_secret: webhook?.secret,
    })
    const again = await refresh(it.api, tokens.refresh_token, { client_id: MANIFEST_URL })
    expect(again.body.notegraph_webhook_secret).toBe(webhook?.secret)
  })

  test('writes over MCP under its own name, and the list of plug-ins shows that it is connected', async () => {
    await it.install()
    const { access_token: token } = await connectPlugin()
    const { body } = await call(it.api, 'create_page', { name: 'Soup', type: 'recipe' }, { token })
    expect(body.result.isError).not.toBe(true)
    const { changes } = await it.api.graph.changes.list({ since: 0 }, { limit: 1, offset: 0 })
    expect(changes[0]).toMatchObject({ token: 'Recipes', page: 'Soup' })
    const [plugin] = (await it.call('')).body['plugins']
    expect(plugin).toMatchObject({ connected: true, lastUsedAt: expect.any(Number) })
  })

  test('never gets more access than the account agreed to', async () => {
    it.publish({ scope: 'notes:read' })
    await it.install()
    it.publish()
    expect((await connectPlugin({ scope: 'write' })).scope).toBe('notes:read')
    await it.install()
    expect((await connectPlugin({ scope: 'write' })).scope).toBe('notes:read notes:write')
    expect((await connectPlugin({ scope: 'read' })).scope).toBe('notes:read')
  })

  test('keeps no more access than the account agrees to later', async () => {
    await it.install()
    const { access_token: token, refresh_token } = await connectPlugin({ scope: 'write' })
    it.publish({ scope: 'notes:read' })
    await it.install()
    await call(it.api, 'create_page', { name: 'Soup' }, { token })
    expect((await it.api.get('/pages/Soup')).status).toBe(404)
    expect(await statusOfMcp(it.api, token)).toBe(200)
    const again = await refresh(it.api, refresh_token, { client_id: MANIFEST_URL })
    expect(again.body.scope).toBe('notes:read')
  })

  test('ends at once with its plug-in: its tokens, its refresh tokens and its webhook', async () => {
    const { body } = await it.install()
    const first = await connectPlugin()
    const second = await connectPlugin()
    const other = await connect(it.api)
    await it.call(`/${body['id']}/stop`, { method: 'POST' })
    for (const { access_token: token, refresh_token } of [first, second]) {
      expect(await statusOfMcp(it.api, token)).toBe(401)
      expect((await refresh(it.api, refresh_token, { client_id: MANIFEST_URL })).status).toBe(400)
    }
    expect(await it.api.store.webhooks.list('me')).toEqual([])
    expect(await statusOfMcp(it.api, other.access_token)).toBe(200)
  })

  test('that is not installed, or has no webhook, gets no secret', async () => {
    expect(await connectPlugin()).not.toHaveProperty('notegraph_webhook_secret')
    it.publish({ notegraph: {} })
    await it.install()
    expect(await connectPlugin()).not.toHaveProperty('notegraph_webhook_secret')
    expect(await connect(it.api)).not.toHaveProperty('notegraph_webhook_secret')
  })
})

test('[V5, A9.4] a manifest is not fetched from a private address', async () => {
  const own = await openPlugins(await openOauth({ fetchDocument: documentFetcher({ resolve: here }) }))
  expect(says(await own.look())).toEqual([
    400,
    'The manifest cannot be used. Its host has an address that is not public.',
  ])
})
