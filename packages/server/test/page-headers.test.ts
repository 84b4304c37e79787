/** The headers of all web pages. */
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { openBrowser, signedIn } from './web-browser.ts'

const POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'self'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
]

const api = await openApi()
const browser = await signedIn(api)
const nobody = openBrowser(api)
const asset = /\/assets\/style-[^"]+/.exec(await (await nobody.get('/sign-in')).text())![0]

describe.each([
  ['a page', () => browser.get('/settings/devices')],
  ['a page that is none', () => browser.get('/settings/none')],
  ['a redirect', () => browser.get('/settings')],
  ['the page to sign in', () => nobody.get('/sign-in')],
  ['what nobody may see', () => nobody.get('/settings/devices')],
  ['a link that is none', () => nobody.get('/api/sign-in/link/x')],
  ['a style sheet', () => nobody.get(asset)],
  ['a method that is none', () => nobody.get('/api/sign-out')],
])('%s', (_, get) => {
  test('lets nothing run, load or frame that is not its own', async () => {
    const { headers } = await get()
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual(POLICY)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('sends other sites no referrer, and requires https', async () => {
    const { headers } = await get()
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=(), ')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is kept by nobody but where it says nothing of anybody', async () => {
    const { headers } = await get()
    const isAsset = headers.get('content-type')?.startsWith('text/css') === true
    expect(headers.get('cache-control')).toBe(isAsset ? 'public, max-age=31536000, immutable' : 'no-store')
  })
})

test.each([
  ['a page', '/sign-in'],
  ['an answer of the API', '/api/v1/notes/pages'],
  ['an open document', '/api/v1/openapi.json'],
  ['a path that is none', '/api/none'],
  ['the health', '/healthz'],
  ['a shared page that is none', '/s/none'],
  ['a site that is none', '/p/none'],
  ['a method that is none', '/api/v1/notes/tags', 'PUT'],
])(
  '%s requires https, of this host alone, and its type is taken as it says',
  async (_, path, method = 'GET') => {
    const { headers } = await api.app.request(path, { method })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('signing out clears what the browser keeps, below a path or for a script the copies of pages alone', async () => {
  const kept = async (baseUrl: string, path = '/api/sign-out') => {
    const left = await (await signedIn(await openApi({ baseUrl }))).post(path, {})
    return left.headers.get('clear-site-data')
  }
  expect(await kept('https://notes.example')).toBe('"cache", "storage"')
  expect(await kept('https://notes.example/notes')).toBe('"cache"')
  expect(await kept('https://notes.example', '/api/sign-out?keep')).toBe('"cache"')
})

test('on http, https is not asked for', async () => {
  const plain = await openApi({ baseUrl: 'http://127.0.0.1:8787' })
  const { headers } = await openBrowser(plain, 'http://127.0.0.1:8787').get('/sign-in')
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('pages are counted for their address', async () => {
  const rated = await openApi({ rates: { requestsPerAddress: 120 } })
  const one = openBrowser(rated)
  for (let i = 0; i < 600; i++) await one.get(asset)
  const over = await one.get('/sign-in')
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
  expect(over.headers.get('content-security-policy')).toContain("default-src 'none'")
  rated.clock.now += 60_000
  expect((await one.get('/sign-in')).status).toBe(200)
})

test('an internal error is a page with its request id and a way on, without details', async () => {
  const broken = await openApi({
    wrap: (store) => ({
      ...store,
      browsers: {
        ...store.browsers,
        findByHash: async () => {
          throw new TypeError('Sesame4711')
        },
      },
    }),
  })
  const failed = await openBrowser(broken).get('/sign-in', {
    Cookie: `__Host-notegraph_session=${browser.cookies.get('__Host-notegraph_session')}`,
  })
  const html = await failed.text()
  expect(failed.status).toBe(500)
  expect(html).not.toContain('Sesame')
  expect(html).toContain(`Request id: <code>${failed.headers.get('x-request-id')}</code>`)
  expect(html).toContain('<a class="button quiet" href="/">')
  expect(failed.headers.get('content-security-policy')).toContain("default-src 'none'")
})
