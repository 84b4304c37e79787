/** [D9.6] What reaches beyond the account needs a recent sign-in, alike for devices and browsers. */
import { useCheapPasswords } from './cheap-passwords.ts'
import { APP_ROUTES } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSettings } from './settings.ts'
import { signedIn, type WebBrowser } from './web-browser.ts'

useCheapPasswords()

const it = useSettings('/api/v1/settings')
const WHILE = 15 * 60_000
const URL_OF_HOOK = 'https://hook.example/notes'

let share: string
let hook: string
let device: string

beforeEach(async () => {
  share = (await it.send('POST', '/shares', { page: 'Plans', expires: '2026-12-01' })).body['id']
  hook = (await it.send('POST', '/webhooks', { url: URL_OF_HOOK, tag: 'work' })).body['id']
  await it.send('POST', '/sites', { slug: 'garden', title: 'Garden', pages: ['Plans'], except: 'private' })
  device = (await it.list('/devices')).body['own']
})

/** To make a hash of a password takes half a second, so that few tests have one. */
const withPassword = async () => it.send('PATCH', `/shares/${share}`, { password: 'low river' })

const at = (path: string): string => path.replace('SHARE', share).replace('HOOK', hook)

const WIDENS: [method: string, path: string, body?: object][] = [
  ['POST', '/tokens', { name: 'x' }],
  ['POST', '/shares', { page: 'Plans' }],
  ['POST', '/shares/SHARE/open'],
  ['PATCH', '/shares/SHARE', { quotes: true }],
  ['PATCH', '/shares/SHARE', { expires: '2027-01-01' }],
  ['PATCH', '/shares/SHARE', { expires: null }],
  ['PATCH', '/shares/SHARE', { password: null }],
  ['PATCH', '/shares/SHARE', { password: 'a word of mine' }],
  ['POST', '/sites', { slug: 'other', title: 'Other', pages: ['Plans'] }],
  ['POST', '/sites/garden/open'],
  ['PATCH', '/sites/garden', { pages: ['Plans', 'Ada Lovelace'] }],
  ['PATCH', '/sites/garden', { tag: 'diary' }],
  ['PATCH', '/sites/garden', { type: 'page' }],
  ['PATCH', '/sites/garden', { query: 'a' }],
  ['PATCH', '/sites/garden', { journals: true }],
  ['PATCH', '/sites/garden', { except: null }],
  ['PATCH', '/sites/garden', { except: 'other' }],
  ['POST', '/webhooks', { url: URL_OF_HOOK }],
  ['PATCH', '/webhooks/HOOK', { url: 'https://other.example/' }],
  ['PATCH', '/webhooks/HOOK', { blocks: true }],
  ['PATCH', '/webhooks/HOOK', { tag: null }],
  ['PATCH', '/webhooks/HOOK', { by: 'tokens' }],
  ['POST', '/webhooks/HOOK/secret'],
  ['PATCH', '/digest', { email: 'ada@example.org' }],
  ['POST', '/digest/browsers', { endpoint: 'https://push.example/x', keys: { p256dh: 'x', auth: 'x' } }],
  ['POST', '/plugins', { url: 'https://plugin.example/manifest.json', version: '1' }],
  ['POST', '/restore', { seq: 1 }],
  ['POST', '/sign-out'],
  ['POST', '/account/close', { name: 'you' }],
  ['POST', '/history/forget', { page: 'none' }],
  ['GET', '/export'],
  ['GET', '/snapshots/none/archive'],
]

const NARROWS: [method: string, path: string, body?: object][] = [
  ['PATCH', '/shares/SHARE', { quotes: false, expires: '2026-11-30' }],
  ['POST', '/shares/SHARE/end'],
  ['PATCH', '/sites/garden', { title: 'My garden', except: 'private', journals: false }],
  ['PATCH', '/sites/garden', { follows: false }],
  ['POST', '/sites/garden/end'],
  ['PATCH', '/webhooks/HOOK', { on: false }],
  ['PATCH', '/webhooks/HOOK', { url: URL_OF_HOOK, tag: 'work', blocks: false }],
  ['POST', '/webhooks/HOOK/remove'],
  ['PATCH', '/digest', { hour: 7 }],
  ['PATCH', '/digest', { email: null }],
  ['POST', '/restore', { seq: 1, preview: true }],
  ['POST', '/snapshots', { name: 'before' }],
]

describe('[D9.6] a device that signed in 15 minutes ago', () => {
  beforeEach(() => {
    it.api.clock.now = NOON + WHILE
  })

  test.each(WIDENS)(
    '%s %s %j is refused until the person confirmed the device',
    async (method, path, body) => {
      if (body && 'password' in body) {
        it.api.clock.now = NOON
        await withPassword()
        it.api.clock.now = NOON + WHILE
      }
      const asked = async () =>
        method === 'GET'
          ? it.api.call(`/api/v1/settings${path}`, { token: it.session })
          : it.send(method, at(path), body ?? {})
      const refused = await asked()
      expect([refused.status, refused.body]).toEqual([
        403,
        {
          error: 'This needs a sign-in of the last minutes.',
          code: 'forbidden',
          hint: `Confirm the device at https://notes.example/settings/devices/${device}/confirm, then repeat the request.`,
        },
      ])
      const browser = await signedIn(it.api)
      expect((await browser.post(`/settings/devices/${device}/confirm`)).status).toBe(303)
      expect((await asked()).status).not.toBe(403)
    },
  )

  test('is confirmed for 15 minutes, by its own account alone', async () => {
    const make = async () => (await it.send('POST', '/tokens', { name: 'x' })).status
    await it.api.operators.createAccount('other', {})
    const other = await signedIn(it.api, 'other')
    expect((await other.post(`/settings/devices/${device}/confirm`)).status).toBe(404)
    expect((await other.get(`/settings/devices/${device}/confirm`)).status).toBe(404)
    expect(await make()).toBe(403)
    const browser = await signedIn(it.api)
    expect(await (await browser.get(`/settings/devices/${device}/confirm`)).text()).toContain(
      'Confirm device',
    )
    await browser.post(`/settings/devices/${device}/confirm`)
    it.api.clock.now += WHILE - 1
    expect(await make()).toBe(200)
    it.api.clock.now += 1
    expect(await make()).toBe(403)
    const page = await (await browser.get(`/settings/devices/${device}/confirm`)).text()
    expect(page).not.toContain('Confirm device</button>')
  })

  test.each(['read', 'write'])('[D9.8] makes no token of the scope %s', async (scope) => {
    expect((await it.send('POST', '/tokens', { name: 'x', scope })).status).toBe(403)
  })

  test.each(NARROWS)('%s %s %j goes on', async (method, path, body) => {
    const done = await (body ? it.send(method, at(path), body) : it.post(at(path)))
    expect(done.status).toBe(200)
  })

  test('a site that publishes by hand publishes again, and does not follow the graph unasked', async () => {
    await it.send('PATCH', '/sites/garden', { follows: false })
    expect((await it.send('PATCH', '/sites/garden', { title: 'Later' })).status).toBe(200)
    expect((await it.send('PATCH', '/sites/garden', { follows: true })).status).toBe(403)
  })
})

test('[D9.6] the routes that ask are these', () => {
  const asking = APP_ROUTES.flatMap(({ operationId, recent }) => (recent ? [`${operationId} ${recent}`] : []))
  expect(asking.toSorted()).toEqual([
    'addDigestBrowser always',
    'changeDigest to_widen',
    'changePerson to_widen',
    'changeShare to_widen',
    'changeSite to_widen',
    'changeToken to_widen',
    'changeWebhook to_widen',
    'closeAccount always',
    'exportGraph always',
    'exportSnapshot always',
    'forget always',
    'installPlugin always',
    'invitePerson always',
    'makePerson always',
    'makeToken always',
    'makeWebhook always',
    'openShare always',
    'openSite always',
    'publishSite always',
    'removePerson always',
    'renewWebhookSecret always',
    'restore to_widen',
    'sharePage always',
    'signOutEverywhere always',
  ])
})

describe('[D9.6] a browser that signed in 15 minutes ago', () => {
  let browser: WebBrowser
  beforeEach(async () => {
    browser = await signedIn(it.api)
    it.api.clock.now += WHILE
  })

  test.each<[path: string, form: Record<string, string>]>([
    ['/settings/sharing/new', { page: 'Plans' }],
    ['/settings/sharing/SHARE', { quotes: '1', expires: '2026-12-01' }],
    ['/settings/sharing/SHARE', { expires: '2026-12-01', without: '1' }],
    ['/settings/sites/new', { slug: 'other', title: 'Other', pages: 'Plans', checked: '1' }],
    ['/settings/sites/site/garden', { title: 'Garden', pages: 'Plans', except: '', checked: '1' }],
    ['/settings/webhooks', { url: URL_OF_HOOK }],
    ['/settings/webhooks/HOOK', { url: 'https://other.example/', part: 'tag', value: 'work' }],
    ['/settings/webhooks/HOOK', { url: URL_OF_HOOK, part: 'tag', value: 'work', blocks: '1' }],
    ['/settings/webhooks/HOOK/secret', {}],
    ['/settings/assistants', { name: '<b>"x"', scope: 'read' }],
    ['/settings/devices', { device: 'Tablet' }],
    ['/settings/devices/DEVICE/confirm', {}],
    ['/settings/digest/email', { email: 'ada@example.org' }],
    ['/settings/plugins/look', { url: 'https://plugin.example/manifest.json' }],
    ['/settings/snapshots/none/restore', {}],
  ])('%s asks, and keeps what was filled in: %j', async (path, form) => {
    if ('without' in form) {
      it.api.clock.now -= WHILE
      await withPassword()
      it.api.clock.now += WHILE
    }
    const target = at(path).replace('DEVICE', device)
    const refused = await browser.post(target, form)
    const page = await refused.text()
    expect([refused.status, page]).toEqual([403, expect.stringContaining('Confirm your identity')])
    expect(page).toContain(`<form method="post" action="${target}"`)
    expect(hiddenIn(page)).toEqual(form)
    const { path: link } = await it.api.operators.createSignInLink('me')
    await browser.post(link)
    expect((await browser.post(target, hiddenIn(page))).status).not.toBe(403)
  })

  test.each<[path: string, form: Record<string, string>]>([
    ['/settings/sharing/SHARE', { expires: '2026-11-30', password: '' }],
    ['/settings/sharing/SHARE/end', {}],
    ['/settings/sites/site/garden', { title: 'Garden', pages: 'Plans', except: 'private', checked: '1' }],
    ['/settings/sites/site/garden/end', {}],
    ['/settings/webhooks/HOOK', { url: URL_OF_HOOK, part: 'tag', value: 'work' }],
    ['/settings/webhooks/HOOK/off', {}],
    ['/settings/webhooks/HOOK/remove', {}],
    ['/settings/devices/DEVICE/end', {}],
  ])('%s goes on: %j', async (path, form) => {
    expect((await browser.post(at(path).replace('DEVICE', device), form)).status).toBe(303)
  })
})

/** The hidden fields of a page. */
function hiddenIn(page: string): Record<string, string> {
  const found = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const text = (value: string) =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name!, text(value!)]))
}
