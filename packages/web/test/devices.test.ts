import { authenticateSession } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/devices'
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const add = (device = 'Phone') => web.post(PATH, { device })
const only = async () => (await web.store.sessions.list('me'))[0]!

describe('[D9.2] a device is added on the page', () => {
  test('and its session shown once, which opens the account', async () => {
    const posted = await add(' Phone ')
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    expect([...posted.headers].join()).not.toMatch(/ngs_|cookie/)
    const shown = await web.get(PATH)
    const [secret] = /ngs_\w{49}/.exec(shown.text) ?? []
    const caller = await authenticateSession(web.store, `Bearer ${secret}`, web.clock.now)
    expect(caller).toMatchObject({ ok: true, value: { account: { id: 'me' }, device: 'Phone' } })
    expect((await web.get(PATH)).html).not.toContain('ngs_')
  })

  test.each([
    [' ', 'The device has no name'],
    ['x'.repeat(101), 'The name of a device takes at most 100 characters, not 101.'],
  ])('%j is refused in words, and the form keeps it', async (device, words) => {
    const shown = await add(device)
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(words)])
    expect(shown.html).toContain(`value="${device}"`)
    expect(await web.store.sessions.list('me')).toEqual([])
  })

  test('and what it is called stays words', async () => {
    await add('<img src=x onerror=alert(1)>')
    const { html } = await web.get(PATH)
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toContain('<img src=x')
  })
})

describe('[D9.2] a device is signed out on the page', () => {
  test('once that is confirmed', async () => {
    await add()
    const { id } = await only()
    const asked = await web.get(`${PATH}/${id}/end`)
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Phone stops syncing at once')])
    expect((await only()).endedAt).toBeUndefined()
    const ended = await web.post(`${PATH}/${id}/end`, {})
    expect([ended.status, ended.headers.get('location')]).toEqual([303, PATH])
    expect((await only()).endedAt).toBe(NOON)
    expect((await web.get(PATH, cookieOf(ended))).text).toContain('Phone is signed out.')
  })

  test.each(['none', "'", '%00'])('of the id %s there is none: 404', async (id) => {
    expect((await web.get(`${PATH}/${id}/end`)).status).toBe(404)
    expect((await web.post(`${PATH}/${id}/end`, {})).status).toBe(404)
    expect((await web.post(`${PATH}/browsers/${id}/end`, {})).status).toBe(404)
  })
})

describe('browsers', () => {
  const browser = {
    id: 'other',
    accountId: 'me',
    hash: 'h',
    name: 'Firefox on Linux',
    signedInBy: 'link',
    createdAt: NOON,
    lastUsedAt: NOON,
  } as const

  test('are listed, the one that looks as itself, and every other can be signed out', async () => {
    await web.store.browsers.create(browser, 0)
    await web.store.browsers.create({ ...browser, id: 'browser', hash: 'i', name: 'Safari on iPhone' }, 0)
    const shown = await web.get(PATH)
    expect(shown.text).toMatch(/Safari on iPhone .* this browser/)
    expect(shown.html).toContain(`action="${PATH}/browsers/other/end"`)
    expect(shown.html).not.toContain('browsers/browser/end')
    const ended = await web.post(`${PATH}/browsers/other/end`, {})
    expect(ended.status).toBe(303)
    expect((await web.get(PATH)).text).not.toContain('Firefox')
  })
})
