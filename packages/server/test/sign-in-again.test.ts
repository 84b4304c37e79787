/**
 * A browser that signed in a while ago signs in again before sensitive steps.
 *
 * @module-tag both-stores
 */
import { visit } from '@notegraph/identity-provider-tests'
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'
import { locationOf, pathOf, toCallback, withProvider } from './with-provider.ts'

const MINUTE = 60_000

describe('[operations] a person who signed in a while ago signs in again', () => {
  const WHILE = 15 * MINUTE
  const make = async (browser: WebBrowser): Promise<number> =>
    (await browser.post('/settings/assistants', { name: 'x', scope: 'read' })).status
  const takeOut = async (browser: WebBrowser): Promise<number> => {
    const response = await browser.get('/settings/transfer/export')
    await response.arrayBuffer()
    return response.status
  }

  test('at the provider, before a token or a device is made or the graph is taken out', async () => {
    const api = await withProvider()
    await api.operators.assignIdentity('me', { issuer: api.idp.settings.issuer, subject: 'ada' })
    const browser = openBrowser(api)
    await browser.get(await toCallback(browser, '/settings'))
    expect([await make(browser), await takeOut(browser)]).toEqual([303, 200])
    api.clock.now += WHILE
    for (const page of ['/settings/assistants', '/settings/devices', '/settings/transfer']) {
      const html = await (await browser.get(page)).text()
      expect(html).toContain(`href="/api/sign-in?again=1&amp;to=${encodeURIComponent(page)}"`)
      expect(html).not.toMatch(/<button class="button">(?:Create token|Add device)|Download your notes/)
    }
    expect([await make(browser), await takeOut(browser)]).toEqual([403, 403])
    expect((await browser.post('/settings/devices', { device: 'x' })).status).toBe(403)
    expect((await browser.get('/settings/changes')).status).toBe(200)

    const start = await browser.get('/api/sign-in?again=1&to=/settings/assistants')
    expect(new URL(locationOf(start)).searchParams.get('max_age')).toBe('60')
    const entered = await browser.get(pathOf(await visit(locationOf(start))))
    expect([entered.status, locationOf(entered)]).toEqual([303, '/settings/assistants'])
    expect([await make(browser), await takeOut(browser)]).toEqual([303, 200])
  })

  test('by a new link, where links sign in', async () => {
    const api = await openApi()
    const browser = await signedIn(api)
    api.clock.now += WHILE - 1
    expect([await make(browser), await takeOut(browser)]).toEqual([303, 200])
    api.clock.now += 1
    expect([await make(browser), await takeOut(browser)]).toEqual([403, 403])
    const html = await (await browser.get('/settings/assistants')).text()
    expect(html).toContain('<code>notegraph sign-in-link --account me')
    const { path } = await api.operators.createSignInLink('me')
    await browser.post(path)
    expect([await make(browser), await takeOut(browser)]).toEqual([303, 200])
  })
})
