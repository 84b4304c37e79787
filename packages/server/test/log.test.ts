import { makeLog, type Log } from '@notegraph/host'
import { auditLog } from '@notegraph/service'
import { StoreUnavailable, type Store } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { signedIn } from './web-browser.ts'

const SECRET = 'Sesame4711'

const accountTag = async ({ store, clock }: Api): Promise<string> =>
  auditLog(store, { clock: () => clock.now }).accountTag('me')

function listening(): { log: Log; lines: () => Record<string, unknown>[]; text: () => string } {
  let text = ''
  const log = makeLog('info', { write: (line) => (text += line) })
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, lines, text: () => text }
}

const CALLS: [name: string, template: string, status: number, call: (api: Api) => Promise<unknown>][] = [
  ['a list', '/api/v1/notes/pages', 200, (api) => api.get('/pages')],
  ['a name', '/api/v1/notes/pages/{name}', 404, (api) => api.get(`/pages/${SECRET}`)],
  ['a name that is none', '/api/v1/notes/pages/{name}', 400, (api) => api.get(`/pages/${SECRET}%ff`)],
  ['a day', '/api/v1/notes/days/{date}', 400, (api) => api.get(`/days/${SECRET}`)],
  ['an id', '/api/v1/notes/blocks/{id}', 404, (api) => api.get(`/blocks/${SECRET}`)],
  ['a search', '/api/v1/notes/search', 200, (api) => api.get(`/search?q=${SECRET}`)],
  ['a wrong parameter', '/api/v1/notes/tasks', 400, (api) => api.get(`/tasks?status=${SECRET}&${SECRET}=1`)],
  ['a bad token', '/api/v1/notes/tasks', 401, (api) => api.get('/tasks', { token: `ngp_${SECRET}` })],
  [
    'a header',
    '/api/v1/notes/tasks',
    200,
    (api) => api.get('/tasks', { headers: { 'X-Any': SECRET, Cookie: SECRET } }),
  ],
  ['an address', '/api/v1/notes/tasks', 200, (api) => api.get('/tasks', { from: SECRET })],
  [
    'a wrong method',
    '/api/v1/notes/pages/{name}',
    405,
    (api) => api.get(`/pages/${SECRET}`, { method: 'DELETE' }),
  ],
  [
    'a write',
    '/api/v1/notes/pages/{name}/blocks',
    200,
    (api) => api.post('/pages/Plans/blocks', { text: SECRET }, { headers: { 'Idempotency-Key': SECRET } }),
  ],
  [
    'a write that is refused',
    '/api/v1/notes/pages/{name}/properties/{key}',
    409,
    (api) =>
      api.patch(
        `/pages/Plans/properties/${SECRET}`,
        { value: SECRET },
        { headers: { 'If-Match': `"${SECRET}"` } },
      ),
  ],
  ['a body', '/api/v1/notes/tasks/{id}', 400, (api) => api.post(`/tasks/${SECRET}`, { [SECRET]: SECRET })],
  [
    'a session that is none',
    '/api/v1/settings/changes',
    401,
    (api) => api.call(`/api/v1/settings/changes?page=${SECRET}`, { token: `ngs_${SECRET}` }),
  ],
  [
    'a change',
    '/api/v1/settings/changes/{id}/revert',
    403,
    (api) => api.call(`/api/v1/settings/changes/${SECRET}/revert`, { method: 'POST' }),
  ],
  [
    'an id that the caller made up',
    '/api/v1/notes/tasks',
    200,
    (api) => api.get('/tasks', { headers: { 'X-Request-Id': SECRET } }),
  ],
  [
    'an id with something beside it',
    '/api/v1/notes/tasks',
    200,
    (api) => api.get('/tasks', { headers: { 'X-Request-Id': `4bf92f3577b34da6a3ce929d0e0e4736 ${SECRET}` } }),
  ],
  ['no such path', 'none', 404, (api) => api.call(`/${SECRET}/x?${SECRET}`)],
  ['the types', '/api/v1/notes/types', 200, (api) => api.call(`/api/v1/notes/types?${SECRET}`)],
  ['the description', '/api/v1/openapi.json', 200, (api) => api.call('/api/v1/openapi.json')],
]

describe('[operations] one JSON line a request, with the template of its route', () => {
  test.each(CALLS)('%s', async (_, route, status, call) => {
    const { log, lines, text } = listening()
    const api = await openApi({ log })
    await call(api)
    expect(lines().filter(({ msg }) => msg === 'request')).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: expect.stringMatching(/^(GET|DELETE|POST|PATCH)$/),
        route,
        status,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        ...(lines().at(-1)?.['account'] !== undefined && { account: await accountTag(api) }),
        msg: 'request',
      },
    ])
    expect(text()).not.toContain(SECRET)
    expect(text()).not.toContain(api.token)
    expect(text()).not.toContain('Ada')
  })
})

test.each(['4bf92f3577b34da6a3ce929d0e0e4736', '0F9619FF-8B86-4D01-B42D-00CF4FC964FF'])(
  'an id of the form of a trace or UUID is taken from the caller: %s',
  async (id) => {
    const { log, lines } = listening()
    const api = await openApi({ log })
    const headers = { 'X-Request-Id': id }
    for (const target of ['/api/v1/notes/tasks', '/api/v1/notes/types', '/nothing', '/healthz']) {
      const response = await api.app.request(target, { headers })
      expect(response.headers.get('x-request-id')).toBe(id)
    }
    expect(lines().map((line) => line['id'])).toEqual([id, id, id])
  },
)

test('every request has an id of its own, in its answer and in the log', async () => {
  const { log, lines } = listening()
  const api = await openApi({ log })
  const replies = [
    await api.get('/tasks'),
    await api.get('/tasks', { token: null }),
    await api.post('/tasks/late', { state: 'done' }),
    await api.call('/api/v1/openapi.json'),
    await api.call('/nothing'),
    await api.get('/tasks', { method: 'PUT' }),
    await api.call('/api/v1/notes/types', { method: 'OPTIONS' }),
  ]
  const ids = replies.map(({ headers }) => headers.get('x-request-id'))
  expect(lines().map((line) => line['id'])).toEqual(ids)
  expect(new Set(ids).size).toBe(replies.length)
})

test('a failure is logged with where it was, and without its words', async () => {
  const { log, lines, text } = listening()
  const broken = (store: Store): Store => ({
    ...store,
    graph: () => {
      throw new TypeError(`no page ${SECRET}\n    at ${SECRET} (file:///${SECRET}.ts:1:1)`)
    },
  })
  const api = await openApi({ log, wrap: broken })
  await api.get(`/pages/${SECRET}`)
  const [failure, request, ...others] = lines()
  expect(others).toEqual([])
  const route = '/api/v1/notes/pages/{name}'
  expect(failure).toMatchObject({ level: 50, route, fault: { name: 'TypeError' }, msg: 'a request failed' })
  expect(JSON.stringify(failure?.['fault'])).toContain('log.test.ts')
  expect(request).toMatchObject({ level: 30, route, status: 500, id: failure?.['id'] })
  expect(text()).not.toContain(SECRET)
})

test('[operations] a failed export is logged, also if no key for the hash of its account can be read', async () => {
  const { log, lines } = listening()
  const broken = (store: Store): Store => ({
    ...store,
    graph: () => { throw new TypeError('broken') },
    audit: { ...store.audit, key: async () => Promise.reject(new Error('away')) },
  }) // prettier-ignore
  const api = await openApi({ log, wrap: broken })
  const { session: token } = await api.operators.createSession('me', { device: 'Phone' })
  await api.call('/api/v1/settings/export', { token }).catch(() => {})
  await expect.poll(() => lines().map(({ msg }) => msg)).toContain('an export failed')
  expect(lines().find(({ msg }) => msg === 'an export failed')).toMatchObject({
    fault: { name: 'TypeError' },
  })
})

describe('[operations] the line of a request says', () => {
  const last = (lines: () => Record<string, unknown>[]) => lines().findLast(({ msg }) => msg === 'request')!

  test('its account, as a hash that stays the same, if a token opened one', async () => {
    const { log, lines } = listening()
    const api = await openApi({ log })
    const account = await accountTag(api)
    await api.get('/tasks')
    expect(last(lines)).toMatchObject({ account })
    await api.get('/tasks', { token: null })
    expect(last(lines)).not.toHaveProperty('account')
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    await api.call('/api/v1/settings/tokens', { token: session })
    expect(last(lines)).toMatchObject({ account })
    const browser = await signedIn(api)
    await (await browser.get('/settings/devices')).text()
    expect(last(lines)).toMatchObject({ route: '/settings/devices', account })
  })

  test('how long the answer is, a page and an archive too', async () => {
    const { log, lines } = listening()
    const api = await openApi({ log })
    const { text } = await api.get('/tasks')
    expect(last(lines)['bytes']).toBe(Buffer.byteLength(text))
    await api.get('/tasks', { method: 'HEAD' })
    expect(last(lines)['bytes']).toBe(0)
    const browser = await signedIn(api)
    const page = await (await browser.get('/settings/devices')).text()
    expect(last(lines)['bytes']).toBe(Buffer.byteLength(page))
    const archive = await (await browser.get('/settings/transfer/export')).arrayBuffer()
    expect(last(lines)).toMatchObject({ route: '/settings/transfer/export', bytes: archive.byteLength })
  })

  test('how much was taken of an answer that nobody took to its end', async () => {
    const { log, lines } = listening()
    const api = await openApi({ log })
    const browser = await signedIn(api)
    const before = lines().length
    const response = await browser.get('/settings/transfer/export')
    await response.body!.cancel()
    await expect.poll(() => lines().length).toBe(before + 2) // including the line of the audit log
    expect(last(lines)).toMatchObject({ route: '/settings/transfer/export', bytes: 0 })
  })

  test('the code of SQLite where it failed, in both lines', async () => {
    const { log, lines } = listening()
    const failed = Object.assign(new Error(`disk ${SECRET}`), { code: 'SQLITE_IOERR' })
    const api = await openApi({ log, wrap: (store) => ({ ...store, graph: () => { throw failed } }) }) // prettier-ignore
    await api.get('/pages')
    const [failure, request] = lines()
    expect(failure).toMatchObject({ msg: 'a request failed', fault: { code: 'SQLITE_IOERR' } })
    expect(request).toMatchObject({ msg: 'request', status: 500, code: 'SQLITE_IOERR' })
    const browser = await signedIn(api)
    await (await browser.get('/graph')).text()
    expect(last(lines)).toMatchObject({ route: '/graph', status: 500, code: 'SQLITE_IOERR' })
  })

  test('the code of the database behind an error of the store', async () => {
    const { log, lines } = listening()
    const full = new StoreUnavailable(Object.assign(new Error(SECRET), { code: '53100' }))
    const api = await openApi({ log, wrap: (store) => ({ ...store, graph: () => { throw full } }) }) // prettier-ignore
    await api.get('/pages')
    expect(last(lines)).toMatchObject({ status: 503, code: '53100' })
  })

  test('no account where the key of the hashes cannot be read, and the answer comes all the same', async () => {
    const { log, lines } = listening()
    let broken = true
    const key = (store: Store) => async () => (broken ? Promise.reject(new Error('torn')) : store.audit.key())
    const api = await openApi({
      log,
      wrap: (store) => ({ ...store, audit: { ...store.audit, key: key(store) } }),
    })
    expect((await api.get('/tasks')).status).toBe(200)
    expect(last(lines)).not.toHaveProperty('account')
    broken = false
    await api.get('/tasks')
    expect(last(lines)).toHaveProperty('account')
  })

  test('no code that holds words', async () => {
    const { log, lines, text } = listening()
    const api = await openApi({ log, wrap: (store) => ({ ...store, graph: () => { throw Object.assign(new Error(''), { code: `a ${SECRET}` }) } }) }) // prettier-ignore
    await api.get('/pages')
    expect(lines()[1]).not.toHaveProperty('code')
    expect(text()).not.toContain(SECRET)
  })
})

describe('[operations] the address of a caller', () => {
  test.each([
    [true, '198.51.100.7'],
    [false, undefined],
  ])('is in the lines of requests if the operator asks for it: %s', async (logAddresses, address) => {
    const { log, lines } = listening()
    const api = await openApi({ log, logAddresses })
    await api.get('/tasks', { from: '198.51.100.7' })
    await api.get('/tasks', { from: '198.51.100.7', token: 'ngp_wrong' })
    await api.app.request('https://notes.example/sign-in', undefined, {
      incoming: { url: '/sign-in', socket: { remoteAddress: '198.51.100.7' } },
    })
    const requests = lines().filter(({ msg }) => msg === 'request')
    expect(requests.map((line) => [line['status'], line['address']])).toEqual([
      [200, address],
      [401, address],
      [200, address],
    ])
  })
})

describe('[operations] a full disk', () => {
  test('is said in words on pages too', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const api = await openApi({
      wrap: (store) => ({
        ...store,
        signInLinks: { ...store.signInLinks, take: async () => Promise.reject(full) },
      }),
    })
    const { path } = await api.operators.createSignInLink('me')
    const answer = await api.app.request(`https://notes.example${path}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '60',
      expect.stringContaining('The disk of the server is full right now, so nothing was saved.'),
    ])
  })
})
