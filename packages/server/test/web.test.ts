import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { openBrowser, signedIn } from './web-browser.ts'

const { app } = await openApi()
const get = (target: string, method = 'GET') =>
  app.request(`http://notes.example${target}`, { method }, { incoming: { url: target } })

describe('the server serves the pages beside the API', () => {
  test.each([
    ['/settings/assistants', '/sign-in?to=%2Fsettings%2Fassistants'],
    ['/settings', '/settings/assistants'],
  ])('%s goes to %s where nobody is signed in', async (path, to) => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([303, to])
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['/settings/none', '/settings/a/b', '/graph/none', '/assets/none.css'])(
    '%s is a page that says there is none',
    async (path) => {
      const response = await get(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=UTF-8',
      ])
    },
  )

  test.each([
    ['/', 'POST', 'GET, HEAD'],
    ['/settings', 'DELETE', 'GET, HEAD'],
    ['/settings/assistants', 'PUT', 'GET, HEAD, POST'],
    ['/settings/assistants/x/revoke', 'OPTIONS', 'GET, HEAD, POST'],
    ['/settings/changes', 'POST', 'GET, HEAD'],
    ['/settings/changes/x', 'POST', 'GET, HEAD'],
    ['/settings/changes/revert', 'GET', 'POST'],
    ['/settings/conflicts/x', 'HEAD', 'POST'],
    ['/settings/transfer/export', 'POST', 'GET, HEAD'],
    ['/graph', 'PATCH', 'GET, HEAD'],
    ['/sign-in', 'POST', 'GET, HEAD'],
    ['/api/sign-out', 'GET', 'POST'],
  ])('[D6.2] %s by %s is 405; it takes %s', async (path, method, allow) => {
    for (let n = 0; n < 2; n++) {
      const response = await get(path, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  test.each([
    ['a browser', '/none', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=UTF-8'],
    ['a program', '/none', '*/*', 'application/json; charset=utf-8'],
    ['a browser, below /api', '/api/none', 'text/html', 'application/json; charset=utf-8'],
  ])('an unknown address: %s at %s that accepts %s gets %s', async (_, path, accept, type) => {
    const response = await app.request(`http://notes.example${path}`, { headers: { accept } })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, type])
    expect((await response.text()).includes('href="/"')).toBe(type.startsWith('text/html'))
  })

  test('a browser that reloads the address of a form gets a page', async () => {
    const headers = { accept: 'text/html' }
    const response = await app.request('http://notes.example/settings/changes/revert', { headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.text()).toContain('href="/"')
  })

  test('pages are compressed', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await app.request('http://notes.example/sign-in', { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await response.arrayBuffer()).toString()).toContain('<h1 dir="auto">Sign in</h1>')
    expect((await app.request('http://notes.example/sign-in')).headers.get('content-encoding')).toBeNull()
  })

  test.each(['/settings/none', '/graph/none', '/assets/none.css'])(
    '%s is 404 by a method that no page takes, too',
    async (path) => {
      const own = {
        method: 'PUT',
        headers: { Origin: 'http://notes.example', 'Sec-Fetch-Site': 'same-origin' },
      }
      const response = await app.request(`http://notes.example${path}`, own, { incoming: { url: path } })
      expect(response.status).toBe(404)
    },
  )

  test('HEAD is answered where GET is', async () => {
    const response = await get('/settings/none', 'HEAD')
    expect([response.status, await response.text()]).toEqual([404, ''])
  })
})

describe('[operations] if the address that people use has a path', () => {
  const BASE = 'https://notes.example/our%22"notes&co'

  test('every address of a page is below it, and so is where a redirect leads', async () => {
    const api = await openApi({ baseUrl: new URL(BASE).href })
    const base = new URL(BASE).pathname
    const browser = await signedIn(api)
    await api.post('/pages', { name: 'Quotes', blocks: ['<a href="/x"> and `src="/y"`'] })
    for (const path of ['/settings/assistants', '/settings/api/notes', '/graph', '/graph/page?name=Quotes']) {
      const html = await (await browser.get(path)).text()
      const addresses = [...html.matchAll(/\s(?:href|src|action|data-document)="(\/[^"]*)"/g)].map(
        ([, to]) => to!,
      )
      expect(addresses.length).toBeGreaterThan(10)
      expect(addresses.filter((to) => !to.startsWith(`${base.replaceAll('&', '&amp;')}/`))).toEqual([])
    }
    const written = await (await browser.get('/graph/page?name=Quotes')).text()
    expect(written).toContain('&lt;a href=&quot;/x&quot;&gt;')
    const posted = await browser.post('/settings/assistants', { name: 'x', scope: 'read' })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${base}/settings/assistants`])
    expect(await (await browser.get('/settings/assistants')).text()).toContain('Your token')
    const sheet = /href="[^"]*(\/assets\/style[^"]+)"/.exec(await (await browser.get('/graph')).text())![1]!
    expect((await browser.get(sheet)).headers.get('content-type')).toContain('text/css')
    const nobody = await openBrowser(api).get('/graph')
    expect(nobody.headers.get('location')).toBe(`${base}/sign-in?to=%2Fgraph`)
  })

  test('every page that links lead to has all its addresses there', async () => {
    const api = await openApi({ baseUrl: 'https://notes.example/notes' })
    const browser = await signedIn(api)
    await api.post('/pages', { name: 'Quotes', blocks: ['TODO a [[Boat]]'] })
    const waiting = ['/graph', '/settings/transfer']
    const seen = new Set(waiting)
    /** Attributes with a text that can begin with a slash. */
    const isText = (name: string) => ['value', 'placeholder', 'data-key', 'alt', 'title'].includes(name)
    const elsewhere: string[] = []
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const html = await (await browser.get(path)).text()
      for (const [, name = '', to = ''] of html.matchAll(/\s([\w-]+)="(\/[^"]*)"/g)) {
        if (!to.startsWith('/notes/') && to !== '/notes' && !isText(name))
          elsewhere.push(`${path}: ${name}="${to}"`)
        const page = to.slice('/notes'.length).split(/[?#]/)[0]!
        if (name !== 'href' || !/^\/(?:graph|settings)(?:\/|$)/.test(page) || seen.has(page)) continue
        seen.add(page)
        waiting.push(page)
      }
    }
    expect(elsewhere).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })

  test('its cookies are valid there alone, so that servers below other paths keep their own', async () => {
    const api = await openApi({ baseUrl: 'https://notes.example/notes' })
    const { path } = await api.operators.createSignInLink('me')
    const browser = openBrowser(api)
    const signed = await browser.post(path)
    expect(signed.headers.getSetCookie().map((one) => one.replace(/=[^;]*;/, '=…;'))).toEqual([
      '__Secure-notegraph_session=…; Max-Age=31536000; Path=/notes; HttpOnly; Secure; SameSite=Lax',
      '__Secure-notegraph_sign_in=…; Max-Age=0; Path=/notes; HttpOnly; Secure; SameSite=Lax',
      '__Secure-notegraph_passkey_offered=…; Max-Age=2592000; Path=/notes; HttpOnly; Secure; SameSite=Lax',
    ])
  })
})
