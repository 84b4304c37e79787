/** @module-tag both-stores */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  connect,
  openOauth,
  refresh,
  RESOURCE,
  signedIn,
  statusOfMcp,
  textOf,
  type OauthApi,
} from '../oauth.ts'

let api: OauthApi
beforeEach(async () => {
  api = await openOauth()
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
    expect(await statusOfMcp(api, token)).toBe(401)
    expect(await textOf(await browser.get('/settings/assistants'))).toContain('Example App is disconnected')
    expect((await browser.post(path)).status).toBe(404)
  })

  test('shows when an app was last used', async () => {
    const { access_token: token } = await connect(api)
    await statusOfMcp(api, token)
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
    expect(await statusOfMcp(api, token)).toBe(200)
  })

  test('an app ends with its account', async () => {
    const { access_token: token, refresh_token: again } = await connect(api)
    await api.store.accounts.remove('me')
    expect(await statusOfMcp(api, token)).toBe(401)
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
