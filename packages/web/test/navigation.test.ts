import type { Caller } from '@notegraph/service'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, NOON, openWeb, type Web } from './open.ts'

let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const DAY = 86_400_000
const CHANGES = '/settings/changes'

/** The pages of the navigation with a number, and the sum on the button More. */
async function counts(path = '/graph'): Promise<Record<string, string>> {
  const { html } = await web.get(path)
  const nav = /<nav class="main-nav" aria-label="Pages">.*?<\/nav>/s.exec(html)![0]
  const found = nav.matchAll(/<span>([^<]+)<\/span> <span class="news">([^<]+)</g)
  return Object.fromEntries(Array.from(found, ([, title, count]) => [title!, count!]))
}

async function callerOf(tokenId: string): Promise<Caller> {
  const account = (await web.store.accounts.find('me'))!
  return { account, plan: 'active', tokenId, tokenName: 'x', scope: 'write', zone: 'UTC' }
}

async function write(times: number, tokenId = 't'): Promise<void> {
  const caller = await callerOf(tokenId)
  web.clock.now += 1_000
  for (let n = 0; n < times; n++) await web.writes.addBlock(caller, 'today', { text: `${n}` })
}

describe('[V4] the navigation counts', () => {
  test('nothing on an account without news', async () => {
    expect(await counts()).toEqual({})
  })

  test('changes of programs since the last look, until Changes is opened', async () => {
    await write(3)
    expect(await counts()).toEqual({ Changes: '3', More: '3' })
    expect(await counts(`${CHANGES}?token=x`)).toEqual({})
    expect(await counts()).toEqual({})
    await write(1)
    expect(await counts()).toEqual({ Changes: '1', More: '1' })
  })

  test('no change of the person', async () => {
    await write(2, 'browser')
    expect(await counts()).toEqual({})
  })

  test('no more than 99', async () => {
    await write(101)
    expect(await counts()).toEqual({ Changes: '99+', More: '99+' })
  })

  test('conflicts, whatever was looked at', async () => {
    const block = makeBlock({
      id: 'b',
      content: 'a',
      rev: 'r',
      pageId: 'p',
      parentId: null,
      order: 1,
      now: NOON,
    })
    const versions = [{ text: 'b', rev: 's', at: NOON, device: 'phone' }]
    const records = [makePage({ id: 'p', name: 'Quay', now: NOON }), { ...block, versions }]
    await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    expect(await counts('/settings/conflicts')).toEqual({ Conflicts: '1', More: '1' })
    expect(await counts()).toEqual({ Settings: '1', More: '1' })
  })

  test('devices that were not seen for two weeks, and a plan that ends', async () => {
    await web.operators.createSession('me', { device: 'Phone' })
    web.clock.now += 15 * DAY
    await web.operators.setAccount('me', { plan: 'grace', endedAt: web.clock.now - DAY })
    expect(await counts()).toEqual({ Settings: '2', More: '2' })
    expect(await counts('/settings/api')).toEqual({ Devices: '1', 'Storage and plan': '1', More: '2' })
  })

  test('nothing for an account without access', async () => {
    await write(3)
    await web.operators.setAccount('me', { plan: 'none' })
    expect(await counts()).toEqual({})
  })
})

/** The links of the navigation, by their lists. */
async function navigationOf(path: string): Promise<string[]> {
  const { html } = await web.get(path)
  const [nav] = /<nav class="main-nav" aria-label="Pages">.*?<\/nav>/s.exec(html)!
  return Array.from(
    nav.matchAll(/<h2 id="[^"]+">([^<]+)|<a[^>]*>(?:<svg.*?<\/svg>)?<span>([^<]+)/gs),
    ([, head, link]) => (head === undefined ? `- ${link!}` : head),
  )
}

test('[O5.4] notes come first, and the settings are one entry that lists its pages when one is open', async () => {
  const notes = ['Notes', '- Journals', '- Tasks', '- Search', '- Pages']
  for (const path of ['/graph', '/graph/tasks', '/graph/day'])
    expect(await navigationOf(path)).toEqual([...notes, '- Changes', '- Settings'])
  const settings = await navigationOf('/settings/devices')
  expect(settings.slice(0, 8)).toEqual([...notes, 'Settings', '- Assistants', '- Changes'])
  expect(settings).toContain('- Devices')
})

describe('an installed app', () => {
  test('has a manifest whose icons are there, with relative addresses', async () => {
    const { html } = await web.get('/graph')
    const [, path] = /<link rel="manifest" href="([^"]+)"/.exec(html)!
    const response = await web.app.request(BASE_URL + path!)
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = (await response.json()) as { icons: { src: string; type: string; purpose: string }[] }
    expect(manifest).toMatchObject({ name: 'Notegraph', start_url: './', scope: './', display: 'standalone' })
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'any', 'maskable'])
    for (const { src, type } of manifest.icons) {
      expect(src).toMatch(/^assets\//)
      const icon = await web.app.request(`${BASE_URL}/${src}`)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type])
    }
  })

  test('has a color for light and for dark', async () => {
    const { html } = await web.get('/graph')
    expect(html).toMatch(
      /<meta\s+name="theme-color"\s+media="\(prefers-color-scheme: light\)"\s+content="#ffffff"/,
    )
    expect(html).toMatch(
      /<meta\s+name="theme-color"\s+media="\(prefers-color-scheme: dark\)"\s+content="#201e1c"/,
    )
  })
})
