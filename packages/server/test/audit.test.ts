/**
 * The audit log over HTTP: callers, credentials and actions, without secrets.
 *
 * @module-tag both-stores
 */
import { useCheapPasswords } from './cheap-passwords.ts'
import { makeLog } from '@notegraph/host'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { openBrowser, signedIn } from './web-browser.ts'

useCheapPasswords()

const AUDIT = '/api/v1/settings/audit'

let api: Api
let text: string
let session: string
beforeEach(async () => {
  text = ''
  api = await openApi({ log: makeLog('info', { write: (line) => (text += line) }) })
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

const list = async (query = '', token = session): Promise<Reply> => api.call(AUDIT + query, { token })
const events = async (): Promise<string[]> =>
  (await list('?limit=1000')).body['events'].map(
    ({ event, by, detail }: Record<string, string>) =>
      `${event} by ${by}${detail === undefined ? '' : `: ${detail}`}`,
  )
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const send = async (path: string, body?: object) =>
  api.call(`/api/v1/settings${path}`, {
    method: 'POST',
    token: session,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })

describe('audit log: what is done is noted, by whatever door', () => {
  test('a browser', async () => {
    const browser = await signedIn(api)
    await browser.post('/settings/assistants', { name: 'Laptop script', scope: 'read' })
    await browser.post('/settings/devices', { device: 'Tablet' })
    await (await browser.get('/settings/transfer/export')).arrayBuffer()
    await browser.post('/api/sign-out')
    expect(await events()).toEqual([
      'sign_out by browser',
      'export by browser',
      'device_added by browser',
      'token_made by browser: read',
      'sign_in by browser: link',
    ])
  })

  test('a device', async () => {
    const { body } = await send('/tokens', { name: 'Laptop script', scope: 'write' })
    const { id, token } = body as { id: string; token: string }
    await api.post('/pages/Plans/blocks', { text: 'words' }, { token })
    const { body: changes } = await api.call('/api/v1/settings/changes', { token: session })
    await send(`/changes/${changes['changes'][0].id}/revert`)
    await send(`/tokens/${id}/revoke`)
    await api.get('/tasks', { token })
    await api.get('/tasks', { token })
    const device = (await api.call('/api/v1/settings/devices', { token: session })).body['own']
    const { session: other } = await api.operators.createSession('me', { device: 'Other' })
    await send(`/devices/${device}/end`)
    await list()
    session = other
    expect(await events()).toEqual([
      'device_refused by device: ended',
      'device_ended by device',
      'token_refused by token: revoked',
      'token_revoked by device',
      'revert by device',
      'token_made by device: write',
    ])
    const [first] = (await list('?limit=1&offset=2')).body['events']
    expect(first).toMatchObject({
      event: 'token_refused',
      subject: id,
      address: expect.stringMatching(/^[\w-]{16}$/),
    })
  })

  test('[D9.9] webhooks, snapshots, restores and the whole graph', async () => {
    const { body: hook } = await send('/webhooks', { url: 'https://hook.example' })
    await api.call(`/api/v1/settings/webhooks/${hook['id']}`, {
      method: 'PATCH',
      token: session,
      body: JSON.stringify({ blocks: true }),
      headers: { 'Content-Type': 'application/json' },
    })
    const { body: snapshot } = await send('/snapshots', { name: 'Before' })
    await send('/restore', { snapshot: snapshot['id'], preview: true })
    await send('/restore', { snapshot: snapshot['id'] })
    await api.call(`/api/v1/settings/snapshots/${snapshot['id']}`, { method: 'DELETE', token: session })
    await (await api.app.request('/api/sync/archive', { headers: bearer(session) })).text()
    expect(await events()).toEqual([
      'graph_pulled by device',
      'snapshot_removed by device',
      'restore by device: whole graph',
      'snapshot_made by device',
      'webhook_changed by device',
      'webhook_made by device',
    ])
  })

  test('[D9.9] a token that is refused for its scope or its route, and an app that is not connected', async () => {
    const { token } = await api.operators.createToken('me', { name: 'Reader', scope: 'read' })
    await api.post('/pages/Plans/blocks', { text: 'words' }, { token })
    expect((await list('', token)).status).toBe(403)
    await api.get('/tasks', { token: `nga_${'0'.repeat(49)}` })
    expect(await events()).toEqual(['token_refused by token: route', 'token_refused by token: scope'])
  })

  test('[D9.9] right and wrong passwords of a shared page', async () => {
    await api.operators.createToken('me', { name: 'W', scope: 'write' })
    await api.post('/pages', { name: 'Quay' })
    const { body: share } = await send('/shares', { page: 'Quay', password: 'low river' })
    for (const password of ['high river', 'low river', 'low river'])
      await openBrowser(api).post(new URL(share['url']).pathname, { password })
    expect((await events()).slice(0, 3)).toEqual([
      'share_opened by nobody: password',
      'share_refused by nobody: password',
      'page_shared by device',
    ])
  })

  test('[D9.9] a form of the pages that notes nothing itself leaves its path', async () => {
    const browser = await signedIn(api)
    await browser.post('/settings/digest/time', { hour: '7', zone: 'Asia/Tokyo' })
    expect((await events())[0]).toBe('settings_changed by browser: /settings/digest/time')
  })

  test('a refused sign-in', async () => {
    await openBrowser(api).get(`/api/sign-in/link/ngl_${'0'.repeat(49)}`)
    expect(await api.store.audit.list(undefined, { limit: 9, offset: 0 })).toMatchObject({
      entries: [{ event: 'sign_in_refused', by: 'nobody', detail: 'link' }],
    })
    expect(await events()).toEqual([])
  })
})

test('audit log: an account sees its own alone, and a token nothing of it', async () => {
  await api.operators.createAccount('you', {})
  const { session: theirs } = await api.operators.createSession('you', { device: 'Theirs' })
  await send('/tokens', { name: 'x' })
  expect((await list('', theirs)).body).toEqual({ events: [], total: 0, next: null })
  expect((await list('', api.token)).status).toBe(403)
})

test('audit log: the server log has each event too: by hashes, without a name, secret or address', async () => {
  const { body } = await send('/tokens', { name: 'Laptop script' })
  await send(`/tokens/${body['id']}/revoke`)
  await signedIn(api)
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>)
  const noted = lines.filter(({ msg }) => msg === 'audit')
  expect(noted.map(({ event }) => event)).toEqual(['token_made', 'token_revoked', 'sign_in'])
  expect(new Set(noted.map(({ account }) => account)).size).toBe(1)
  // A request of the account has the same hash.
  const request = lines.find(({ msg, route }) => msg === 'request' && route === '/api/v1/settings/tokens')
  expect(request!['account']).toBe(noted[0]!['account'])
  const key = Buffer.from(await api.store.audit.key())
  for (const word of [
    'Laptop',
    body['token'],
    session,
    '"me"',
    '192.0.2',
    key.toString('hex'),
    key.toString('base64'),
  ])
    expect(text).not.toContain(word)
})
