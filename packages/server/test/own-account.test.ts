/**
 * [D9.10] The owner signs out everywhere, and closes the account: as a device, and as a browser.
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { says, statusOf, useSettings } from './settings.ts'
import { signedIn } from './web-browser.ts'

const it = useSettings('/api/v1/settings')
const WHILE = 15 * 60_000
const noted = async (account: string | undefined, event: string) =>
  (await it.api.store.audit.list(account, { limit: 100, offset: 0 })).entries.filter(
    (entry) => entry.event === event,
  )
const readsNotes = async () => (await it.api.get('/pages/Plans')).status
const sessionOpens = async (token: string) => (await it.list('/devices', { token })).status

describe('[D9.10] a device signs out everywhere', () => {
  test('and stays signed in alone; tokens stay', async () => {
    const browser = await signedIn(it.api)
    const { session: other } = await it.api.operators.createSession('me', { device: 'Tablet' })
    await it.api.operators.createSignInLink('me')
    const reply = await it.send('POST', '/sign-out', {})
    expect([reply.status, reply.body]).toEqual([
      200,
      { browsers: 1, devices: 1, apps: 0, links: 1, tokens: 0 },
    ])
    expect(await sessionOpens(it.session)).toBe(200)
    expect(await sessionOpens(other)).toBe(401)
    expect((await browser.get('/settings/devices')).status).toBe(303)
    expect(await readsNotes()).toBe(200)
    expect(await noted('me', 'access_ended')).toMatchObject([
      { by: 'device', detail: '1 browser, 1 device, 1 sign-in link' },
    ])
    expect((await it.send('POST', '/sign-out', {})).body).toMatchObject({ devices: 0 })
    expect(await noted('me', 'access_ended')).toHaveLength(2)
  })

  test('and its tokens too, if the body says so; in grace too', async () => {
    const endedAt = it.api.clock.now
    await it.api.operators.setAccount('me', { plan: 'grace', endedAt })
    expect((await it.send('POST', '/sign-out', { tokens: true })).body).toMatchObject({ tokens: 1 })
    expect(await readsNotes()).toBe(401)
  })

  test('but not with another account', async () => {
    await it.api.operators.createAccount('ada', {})
    const browser = await signedIn(it.api, 'ada')
    await it.send('POST', '/sign-out', { tokens: true })
    expect((await browser.get('/settings/devices')).status).toBe(200)
  })
})

test('[D9.10] a browser signs out everywhere, and stays signed in alone', async () => {
  const [browser, other] = [await signedIn(it.api), await signedIn(it.api)]
  const posted = await browser.post('/settings/account/sign-out', {})
  expect([posted.status, posted.headers.get('location')]).toEqual([303, '/settings/account'])
  expect(await (await browser.get('/settings/account')).text()).toContain('You are signed in as')
  expect((await other.get('/settings/account')).status).toBe(303)
  expect(await sessionOpens(it.session)).toBe(401)
  expect(await readsNotes()).toBe(200)
  expect(await noted('me', 'access_ended')).toMatchObject([{ by: 'browser' }])
})

describe('[D9.10] a device closes the account', () => {
  const close = async (name: string) => it.send('POST', '/account/close', { name })

  test.each(['', 'you', 'Me'])('not by the name %j', async (name) => {
    expect(says(await close(name))).toEqual([400, 'name must be "me", the id of this account.'])
    expect(await readsNotes()).toBe(200)
  })

  test('with everything of it, and the operator sees that', async () => {
    const { id } = (await it.send('POST', '/shares', { page: 'Plans' })).body
    await it.send('POST', '/sites', { slug: 'garden', title: 'Garden', pages: ['Plans'] })
    const file = await it.api.call('/api/files?name=a.txt', {
      token: it.session,
      method: 'POST',
      body: 'words',
    })
    expect(file.status).toBe(200)
    const reply = await close('me')
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    expect(await it.api.store.accounts.find('me')).toBeUndefined()
    expect(await it.api.store.hasGraph('me')).toBe(false)
    expect([await readsNotes(), await sessionOpens(it.session)]).toEqual([401, 401])
    expect([await statusOf(it.api, `/s/${id}`), await statusOf(it.api, '/p/garden')]).toEqual([404, 404])
    for await (const file of it.api.blobs.list('me')) expect(file).toBeUndefined()
    expect(await noted('me', 'account_removed')).toEqual([])
    const [entry, ...more] = await noted(undefined, 'account_removed')
    expect([entry, more]).toEqual([
      expect.objectContaining({ by: 'device', subject: expect.stringMatching(/^[\w-]{16}$/) }),
      [],
    ])
  })

  test.each(['imports', 'restores'] as const)('not while one of its %s runs', async (kind) => {
    const job = { accountId: 'me', id: 'j1', state: 'running', startedAt: NOON, seenAt: NOON, done: 0, total: 9 } // prettier-ignore
    await it.api.store[kind].begin({ ...job, state: 'running' }, NOON)
    expect((await close('me')).status).toBe(409)
    it.api.clock.now += 60_000 // it was cut off
    expect((await close('me')).status).toBe(200)
  })
})

describe('[D9.10] a browser closes the account', () => {
  const CLOSE = '/settings/account/close'

  test('once the name is typed, with everything of it', async () => {
    const browser = await signedIn(it.api)
    const shown = await (await browser.get(CLOSE)).text()
    for (const words of ['href="/settings/transfer"', 'Type the name of the account'])
      expect(shown).toContain(words)
    const refused = await browser.post(CLOSE, { name: 'you' })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('the id of this account'),
    ])
    const closed = await browser.post(CLOSE, { name: ' me ' })
    expect([closed.status, closed.headers.get('location')]).toEqual([303, '/signed-out?closed=1'])
    expect(closed.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(await (await browser.get('/signed-out?closed=1')).text()).toContain('Account closed')
    expect(await it.api.store.accounts.find('me')).toBeUndefined()
    expect(await noted(undefined, 'account_removed')).toMatchObject([{ by: 'browser' }])
  })

  test('not without a recent sign-in, and neither does it sign out everywhere', async () => {
    const browser = await signedIn(it.api)
    it.api.clock.now += WHILE
    for (const path of [CLOSE, '/settings/account/sign-out']) {
      const asked = await browser.post(path, { name: 'me' })
      expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining('Confirm your identity')]) // prettier-ignore
    }
    expect(await (await browser.get(CLOSE)).text()).not.toContain('Delete everything')
    expect(await it.api.store.accounts.find('me')).toBeDefined()
    expect(await noted('me', 'access_ended')).toEqual([])
  })
})
