import { describe, expect, test } from 'vitest'
import { PAGES } from '../src/pages/index.ts'
import { openWeb } from './open.ts'

const web = await openWeb()
await web.operators.createAccount('none', { plan: 'none' })
await web.operators.setAccount('me', { isAdmin: true })
await web.operators.createAccount('unlisted', { allowed: false })
const paths = PAGES.map(({ path }) => path)

async function as<T>(id: string | undefined, act: () => Promise<T>): Promise<T> {
  web.who.id = id
  try {
    return await act()
  } finally {
    web.who.id = 'me'
  }
}

describe.each(paths)('%s', (path) => {
  test('is shown to its visitor, as whole HTML that nobody keeps', async () => {
    const { status, headers, html } = await web.get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toMatch(/^<!doctype html>/i)
    expect(html.match(/aria-current="page"/g)).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('holds no script, style or handler of its own, as a strict policy wants', async () => {
    const { html } = await web.get(path)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i)
  })

  test('sends a signed-out visitor to sign in, and back', async () => {
    const { status, headers } = await as(undefined, () => web.get(`${path}?a=1&b=%2F`))
    expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
    const to = new URL(headers.get('location')!, 'https://notes.example')
    expect([to.pathname, to.searchParams.get('to')]).toEqual(['/sign-in', `${path}?a=1&b=%2F`])
  })

  test('says so where the account is on no plan, or not on the list', async () => {
    const { alwaysOpen } = PAGES.find((page) => page.path === path)!
    const none = await as('none', () => web.get(path))
    expect([none.status, none.text.includes('not on the cloud sync plan')]).toEqual(
      alwaysOpen ? [200, none.text.includes('not on the cloud sync plan')] : [402, true],
    )
    if (alwaysOpen) return
    const unlisted = await as('unlisted', () => web.get(path))
    expect([unlisted.status, unlisted.text]).toEqual([
      403,
      expect.stringContaining('unlisted is not on the list'),
    ])
  })
})

test('a form of somebody who is not signed in does nothing', async () => {
  const { status, headers } = await as(undefined, () =>
    web.post('/settings/assistants', { name: 'x', scope: 'write' }),
  )
  expect([status, headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsettings%2Fassistants'])
  expect(await web.store.tokens.list('me')).toEqual([])
})

test.each(['/', '/pages', '/map', '/map/p1', '/page/p1/Boat', '/page?name=Boat', '/block/b1'])(
  '[O1.2] %s is the shell of the outliner, the same for everyone',
  async (path) => {
    const inside = await web.get(path)
    const outside = await as(undefined, () => web.get(path))
    expect([inside.status, outside.status, inside.html]).toEqual([200, 200, outside.html])
    expect(inside.html).toContain('<div id="app"></div>')
    expect(inside.html).toContain("require-trusted-types-for 'script'")
  },
)

test.each([['/settings', '/settings/assistants']])('%s goes to %s', async (path, to) => {
  const { status, headers } = await web.get(path)
  expect([status, headers.get('location')]).toEqual([303, to])
})

test.each(['/settings/none', '/settings/', '/graph/none', '/assets/style-0.css'])(
  '%s is no page: 404, in the frame',
  async (path) => {
    const { status, text, headers } = await web.get(path)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(text).toContain('There is no page at this address.')
    expect((await web.post('/', {})).status).toBe(404)
    const outside = await as(undefined, () => web.get(path))
    expect([outside.status, outside.html.includes('<nav')]).toEqual([404, false])
  },
)

test('a form of more than 64 KB is refused before it is read', async () => {
  const { status } = await web.post('/settings/assistants', { name: 'x'.repeat(70_000), scope: 'read' })
  expect(status).toBe(413)
})

test.each([
  ['application/json', '{"name":"x"}'],
  ['multipart/form-data; boundary=x', 'name'],
  ['multipart/form-data', 'name'],
])('a body of %s that is no form is refused in words', async (type, body) => {
  const { status, text } = await web.send('/settings/assistants', type, body)
  expect([status, text]).toEqual([
    400,
    expect.stringContaining('The server did not receive the complete form.'),
  ])
})

test('styles, script and icon are kept for good, under the hash of what they say', async () => {
  const { html } = await web.get('/settings/assistants')
  const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  expect(new Set(assets).size).toBe(4)
  for (const path of assets) {
    const { status, headers } = await web.get(path)
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(path).toMatch(/-[\w-]{12}\.(css|js|svg|png)$/)
  }
})

test('a first load takes less than 100 KB', async () => {
  for (const page of paths) {
    const { html } = await web.get(page)
    const assets = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!))
    let bytes = Buffer.byteLength(html)
    for (const path of assets) bytes += Buffer.byteLength((await web.get(path)).html)
    expect([page, bytes < 100_000]).toEqual([page, true])
  }
})
