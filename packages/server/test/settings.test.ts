/** The change list and its revert, with a device session. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const CHANGES = '/api/v1/settings/changes'

let api: Api
let session: string

beforeEach(async () => {
  api = await openApi()
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

const list = (query = '', call: Call = {}) => api.call(`${CHANGES}${query}`, { token: session, ...call })
const revert = (id: string, call: Call = {}) =>
  api.call(`${CHANGES}/${id}/revert`, { method: 'POST', token: session, ...call })
const latest = async (): Promise<Record<string, unknown> & { id: string }> =>
  (await list()).body['changes'][0]

/** Each write, its entry in the list, and the route that reads the result. */
const WRITES = [
  ['add_block', 'post', '/pages/Long/blocks', { text: 'new' }, 'Long', '/pages/Long'],
  ['create_page', 'post', '/pages', { name: 'New', blocks: ['a', 'b'] }, 'New', '/pages/New'],
  ['set_task', 'post', '/tasks/late', { state: 'done' }, 'Plans', '/blocks/late'],
  ['update_block', 'patch', '/blocks/late', { text: 'other' }, 'Plans', '/blocks/late'],
  ['set_property', 'patch', '/pages/Long/properties/mood', { value: 'calm' }, 'Long', '/pages/Long'],
  [
    'set_properties',
    'patch',
    '/pages/Countess/properties',
    { properties: { birthday: null, mood: 'calm' } },
    'Ada Lovelace',
    '/pages/Countess',
  ],
] as const

describe.each(WRITES)('[D8] %s', (action, method, target, body, page, read) => {
  test('is listed once, and one Revert puts all of it back', async () => {
    const before = await api.get(read)
    api.clock.now += 1_000
    const written = await api[method](target, body)
    expect(written.body['changed']).toBe(true)
    const { pageId, blockId } = written.body['ids']
    const { body: listed } = await list()
    expect(listed).toMatchObject({ total: 1, next: null })
    const [entry] = listed['changes']
    expect(entry).toEqual({
      id: expect.any(String),
      at: NOON + 1_000,
      token: 'Test',
      via: 'over the API',
      action,
      summary: expect.stringMatching(/^[A-Z].*\w$/),
      page,
      pageId,
      ...(blockId !== undefined && { blockId }),
      state: 'open',
    })

    const reverted = await revert(entry.id)
    expect([reverted.status, reverted.body]).toMatchObject([200, { ok: true, left: [] }])
    expect(reverted.body['restored']).toBeGreaterThan(0)
    const after = await api.get(read)
    expect(after.status).toBe(before.status)
    expect(content(after.body)).toEqual(content(before.body))
    expect((await latest())['state']).toBe('reverted')

    const again = await revert(entry.id)
    expect([again.status, again.body['error']]).toEqual([409, 'This change is already reverted.'])
  })

  test('that changes nothing is not listed', async () => {
    await api[method](target, body)
    const { changed } = (await api[method](target, body)).body
    expect((await list()).body['total']).toBe(changed ? 2 : 1)
  })
})

/** An answer without the times of edits. */
const content = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'updatedAt' ? undefined : value)))

describe('[D8.2] what was changed since is left as it is, and told', () => {
  test('a block', async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await latest()
    await api.patch('/blocks/late', { text: 'grease the mill' })
    expect((await revert(id)).body).toEqual({
      ok: true,
      restored: 0,
      left: [{ kind: 'block', id: 'late', why: expect.stringMatching(/^[A-Z].*\.$/) }],
    })
    expect((await api.get('/blocks/late')).body['block'].text).toBe('DONE [#A] grease the mill')
    expect((await revert(id)).status).toBe(409)
  })

  test('one property of two', async () => {
    await api.patch('/pages/Long/properties', { properties: { mood: 'calm', light: 'low' } })
    const { id } = await latest()
    await api.patch('/pages/Long/properties/mood', { value: 'bright' })
    expect((await revert(id)).body).toEqual({
      ok: true,
      restored: 1,
      left: [{ kind: 'property', id: 'long', key: 'mood', why: expect.any(String) }],
    })
    expect((await api.get('/pages/Long')).body['page'].props).toEqual({ mood: 'bright' })
  })

  test('a made page, while a block stands on it', async () => {
    const made = await api.post('/pages', { name: 'New', blocks: ['a'] })
    const { id } = await latest()
    await api.post('/pages/New/blocks', { text: 'b' })
    const { body } = await revert(id)
    expect(body).toMatchObject({ restored: 1, left: [{ kind: 'page', id: made.body['ids'].pageId }] })
    expect((await api.get('/pages/New')).body['blocks']).toMatchObject([{ content: 'b' }])
  })
})

describe('[D8.2] many at once', () => {
  const send = (body: unknown, call: Call = {}) =>
    api.call(`${CHANGES}/revert`, {
      method: 'POST',
      token: session,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...call,
    })
  const revertAll = (ids: readonly string[], call?: Call) => send({ ids }, call)
  const listedIds = async (): Promise<string[]> =>
    (await list()).body['changes'].map(({ id }: { id: string }) => id)

  beforeEach(async () => {
    await api.post('/pages', { name: 'New', blocks: ['a'] })
    const made = await api.post('/pages/New/blocks', { text: 'b' })
    await api.patch(`/blocks/${made.body['ids'].blockId}`, { text: 'c' })
  })

  test('newest first, so that each finds what it made; the list says how many are left', async () => {
    const [rewritten, added, page] = (await listedIds()) as [string, string, string]
    expect((await list('?limit=1')).body['open']).toBe(3)
    const { status, body } = await revertAll([page, rewritten, added])
    expect([status, body]).toEqual([
      200,
      {
        results: [
          { id: rewritten, ok: true, restored: 1, left: [] },
          { id: added, ok: true, restored: 1, left: [] },
          { id: page, ok: true, restored: 2, left: [] },
        ],
      },
    ])
    expect((await list('?token=Nobody')).body).toMatchObject({ changes: [], open: 0, total: 0 })
    expect((await api.get('/pages/New')).status).toBe(404)
  })

  test('one that cannot be reverted is told with its error, and holds up no other', async () => {
    const [rewritten, added, page] = (await listedIds()) as [string, string, string]
    await revert(rewritten)
    const { body } = await revertAll(['none', page, rewritten, page])
    expect(body['results']).toEqual([
      {
        id: rewritten,
        ok: false,
        error: 'This change is already reverted.',
        code: 'conflict',
        hint: 'List the changes to see which ones you can still revert.',
      },
      {
        id: page,
        ok: true,
        restored: 1,
        left: [{ kind: 'page', id: expect.any(String), why: 'The page still has blocks.' }],
      },
      {
        id: 'none',
        ok: false,
        error: 'No change in the list has the id "none".',
        code: 'not_found',
        hint: 'List the changes to find the id.',
      },
    ])
    expect((await revertAll([added])).body['results']).toMatchObject([{ ok: true, restored: 1 }])
  })

  test.each([
    [{ ids: [] }, 400, 'ids is empty. Name at least one change.'],
    [{ ids: Array.from({ length: 101 }, String) }, 400, 'ids takes up to 100 changes, not 101.'],
    ['ids', 400, 'The body takes a JSON object, not "ids".'],
  ])('%j is %i', async (sent, status, words) => {
    const { status: answered, body } = await send(sent)
    expect([answered, body['error']]).toEqual([status, words])
  })

  test('a body of more than 64 KB is 413', async () => {
    expect((await revertAll(['x'.repeat(70_000)])).status).toBe(413)
  })

  test('to a token it is 403, and in grace 402 for all', async () => {
    const ids = await listedIds()
    expect((await revertAll(ids, { token: api.token })).status).toBe(403)
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON - DAY })
    expect((await revertAll(ids)).status).toBe(402)
    expect((await list()).body['open']).toBe(3)
  })

  test("another account's changes are as those that are not there", async () => {
    const ids = await listedIds()
    await api.operators.createAccount('other', {})
    const theirs = (await api.operators.createSession('other', { device: 'Phone' })).session
    const { results } = (await revertAll(ids, { token: theirs })).body as { results: unknown[] }
    expect(results).toMatchObject(ids.map((id) => ({ id, ok: false, code: 'not_found' })))
    expect((await list()).body['open']).toBe(3)
  })
})

describe('[D8.1] what a change touched, before and after', () => {
  const read = (id: string, call: Call = {}) => api.call(`${CHANGES}/${id}`, { token: session, ...call })

  test.each([
    [
      'update_block',
      () => api.patch('/blocks/late', { text: 'grease the mill' }),
      [
        {
          kind: 'block',
          id: 'late',
          before: expect.stringContaining('oil the mill'),
          after: expect.stringContaining('grease the mill'),
        },
      ],
    ],
    [
      'add_block',
      () => api.post('/pages/Long/blocks', { text: 'new' }),
      [{ kind: 'block', id: expect.any(String), after: 'new' }],
    ],
    [
      'create_page',
      () => api.post('/pages', { name: 'New', properties: { mood: 'calm' }, blocks: ['a'] }),
      [
        { kind: 'page', id: expect.any(String), after: 'New\nmood:: calm' },
        { kind: 'block', id: expect.any(String), after: 'a' },
      ],
    ],
    [
      'set_properties',
      () => api.patch('/pages/Countess/properties', { properties: { birthday: null, mood: 'calm' } }),
      [
        { kind: 'property', id: 'ada', key: 'birthday', before: '1815-12-10' },
        { kind: 'property', id: 'ada', key: 'mood', after: 'calm' },
      ],
    ],
  ])('%s', async (_, write, touched) => {
    expect((await write()).status).toBe(200)
    const entry = await latest()
    expect(entry).not.toHaveProperty('touched')
    const whole = { ...entry, touched }
    expect((await list('?touched=true')).body).toMatchObject({
      changes: [whole],
      open: 1,
      total: 1,
      next: null,
    })
    expect((await read(entry.id)).body).toEqual({ change: whole })
    expect((await list('?touched=false')).body['changes']).toEqual([entry])
  })

  test('an answer of long texts ends at a whole change, and next leads on', async () => {
    api = await openApi({ rates: { writesPerToken: 0, writesPerAddress: 0, requestsPerAddress: 0 } })
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
    for (let n = 0; n < 30; n++) await api.patch('/blocks/late', { text: `${n} ${'long '.repeat(3_900)}` })
    const first = (await list('?touched=true')).body
    const count = first['changes'].length
    expect(first).toMatchObject({ total: 30, next: count })
    expect(JSON.stringify(first['changes']).length).toBeLessThanOrEqual(1_000_100)
    const rest = (await list(`?touched=true&offset=${count}`)).body
    expect(rest['changes']).toHaveLength(30 - count)
  })

  test('a hundred at a time, however many are asked for', async () => {
    api = await openApi({ rates: { writesPerToken: 0, writesPerAddress: 0, requestsPerAddress: 0 } })
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
    for (let n = 0; n < 101; n++) await api.post('/pages/Long/blocks', { text: `${n}` })
    expect((await list('?touched=true&limit=1000')).body).toMatchObject({ total: 101, next: 100 })
    expect((await list('?limit=1000')).body).toMatchObject({ total: 101, next: null })
  })

  test.each([
    ['none', 404, 'No change in the list has the id "none".'],
    ['%ff', 400, 'The change id in the path is not valid percent-encoding of UTF-8.'],
  ])('%s is %i', async (id, status, words) => {
    const { status: answered, body } = await read(id)
    expect([answered, body['error']]).toEqual([status, words])
  })

  test('after 30 days it is 404, and to a token 403', async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await latest()
    expect((await read(id, { token: api.token })).status).toBe(403)
    api.clock.now += 30 * DAY + 1
    expect((await read(id)).status).toBe(404)
  })
})

describe('[D8.4] after 30 days', () => {
  test.each([
    [30 * DAY, 1, 200],
    [30 * DAY + 1, 0, 409],
  ])('%i ms later: %i listed, a Revert is %i', async (later, total, status) => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await latest()
    api.clock.now += later
    expect((await list()).body['total']).toBe(total)
    expect((await revert(id)).status).toBe(status)
  })
})

describe('[D8] the list', () => {
  beforeEach(async () => {
    const { token } = await api.operators.createToken('me', { name: 'Other script', scope: 'write' })
    for (let n = 0; n < 5; n++) {
      api.clock.now += 1
      await api.post(
        `/pages/${n % 2 === 0 ? 'Long' : 'Plans'}/blocks`,
        { text: `${n}` },
        n < 2 ? { token } : {},
      )
    }
  })

  test.each([
    ['', 5, 5, null],
    ['?limit=2', 5, 2, 2],
    ['?limit=2&offset=2', 5, 2, 4],
    ['?limit=2&offset=4', 5, 1, null],
    ['?offset=9', 5, 0, null],
    ['?token=Other%20script', 2, 2, null],
    ['?token=Nobody', 0, 0, null],
    ['?page=long', 3, 3, null],
    ['?page=Plans&token=Other+script', 1, 1, null],
    ['?page=Nowhere', 0, 0, null],
    ['?unknown=1&unknown=2', 5, 5, null],
  ])('%s: of %i, %i answered, next %j', async (query, total, count, next) => {
    const { body } = await list(query)
    expect(body['changes']).toHaveLength(count)
    expect(body).toMatchObject({ total, next })
    const times: number[] = body['changes'].map(({ at }: { at: number }) => at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test.each([
    ['limit=0', 'limit takes a whole number from 1 to 1000, not "0".'],
    ['limit=1001', 'limit takes a whole number from 1 to 1000, not "1001".'],
    ['offset=-1', 'offset takes a whole number from 0 to 9007199254740991, not "-1".'],
    ['token=', 'token is empty. Set a name, or leave the parameter out.'],
    ['page=%20', 'page is empty. Set a name, or leave the parameter out.'],
    ['page=a&page=b', 'page is repeated. Send it once.'],
    ['touched=1', 'touched takes true or false, not "1".'],
    ['token=%ff', 'The value of token is not valid percent-encoding of UTF-8.'],
  ])('%s is 400', async (query, words) => {
    const { status, body } = await list(`?${query}`)
    expect([status, body['error']]).toEqual([400, words])
  })
})

describe('[D9.2] a session opens the settings, and a token the notes', () => {
  test.each([
    ['no header', null, 401],
    ['a token', 'token', 403],
    ['a token that was revoked', 'revoked', 403],
    ['another word', 'nonsense', 401],
    ['a session of the right form', 'ngs_00000000000000000000000000000000000000000002CZclj', 401],
  ])('%s: %i', async (_, kind, status) => {
    const made = await api.operators.createToken('me', { name: 'Revoked', scope: 'write' })
    await api.operators.revokeToken(made.id)
    const token = kind === 'token' ? api.token : kind === 'revoked' ? made.token : kind
    expect((await list('', { token })).status).toBe(status)
    expect((await revert('x', { token })).status).toBe(status)
  })

  test.each(['/pages', '/tasks', '/blocks/late'])('GET %s refuses a session with 401', async (target) => {
    const { status, body } = await api.get(target, { token: session })
    expect([status, body['error']]).toEqual([401, 'A device session does not give access to the notes API.'])
  })

  test.each(WRITES)('%s refuses a session with 401', async (_, method, target, body) => {
    expect((await api[method](target, body, { token: session })).status).toBe(401)
  })

  test('one that was ended opens nothing', async () => {
    const { session: ended, id } = await api.operators.createSession('me', { device: 'Old' })
    await api.store.sessions.end(id, NOON)
    expect((await list('', { token: ended })).status).toBe(401)
  })

  test.each([
    [{ allowed: false }, 403, 403],
    [{ plan: 'none' }, 402, 402],
    [{ plan: 'grace', endedAt: NOON - DAY }, 200, 402],
  ] as const)('with the account %j the list is %i, a Revert %i', async (options, listed, reverted) => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await latest()
    await api.operators.setAccount('me', options)
    expect((await list()).status).toBe(listed)
    expect((await revert(id)).status).toBe(reverted)
  })

  test("another account's change is as one that is not there", async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await latest()
    await api.operators.createAccount('other', {})
    const theirs = (await api.operators.createSession('other', { device: 'Phone' })).session
    expect((await list('', { token: theirs })).body['total']).toBe(0)
    const reply = await revert(id, { token: theirs })
    expect([reply.status, reply.body['error']]).toEqual([404, `No change in the list has the id "${id}".`])
    expect((await revert(id)).status).toBe(200)
  })
})

describe('as any route', () => {
  test.each([
    ['GET', '/x/revert', 'POST'],
    ['HEAD', '/x/revert', 'POST'],
    ['DELETE', '/x/revert', 'POST'],
    ['GET', '/revert', 'POST'],
    ['POST', '', 'GET, HEAD'],
    ['OPTIONS', '', 'GET, HEAD'],
  ])('%s on …/changes%s is 405; it takes %s', async (method, path, allow) => {
    const { status, headers } = await api.call(`${CHANGES}${path}`, { method, token: null })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })

  test.each(['/', '/x/revert/', '//revert', '/x/undo'])('…/changes%s is 404', async (path) => {
    expect((await api.call(CHANGES + path, { token: session })).status).toBe(404)
  })

  test('an id that is no percent-encoding is 400, one that nobody has 404', async () => {
    expect((await revert('%ff')).body['error']).toBe(
      'The change id in the path is not valid percent-encoding of UTF-8.',
    )
    expect((await revert('none')).status).toBe(404)
  })

  test('[D7] each counts as a request of its address, and as no write', async () => {
    const rates = { requestsPerAddress: 4, writesPerToken: 1, writesPerAddress: 1 }
    api = await openApi({ rates })
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
    await api.post('/tasks/late', { state: 'done' })
    const { headers } = await revert((await latest()).id)
    expect(headers.get('ratelimit')).toBe('"requests";r=1;t=60')
    await list('', { token: null })
    expect((await list()).status).toBe(429)
    expect((await revert('x')).status).toBe(429)
  })

  test('a Revert takes no body, and passes one over', async () => {
    await api.post('/tasks/late', { state: 'done' })
    expect((await revert((await latest()).id, { body: 'what is this' })).status).toBe(200)
  })

  test('HEAD is answered as GET is', async () => {
    expect((await list('', { method: 'HEAD' })).status).toBe(200)
  })
})
