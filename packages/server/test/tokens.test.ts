/**
 * Tokens created, listed and revoked with a device session.
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import { NOON } from './notes.ts'
import { says, useSettings } from './settings.ts'

const TOKENS = '/api/v1/settings/tokens'
const JSON_BODY = { 'Content-Type': 'application/json' }

const it = useSettings(TOKENS)

const { list, send } = it
const make = (body: unknown, call?: Call) => send('POST', '', body, call)
const revoke = (id: string, call?: Call) => it.post(`/${id}/revoke`, call)

describe('[service, Authentication 1] a token is made', () => {
  test.each([
    [{ name: 'Laptop script' }, { name: 'Laptop script', scope: 'read' }],
    [
      { name: '  Laptop ', scope: 'write', zone: 'Asia/Tokyo' },
      { name: 'Laptop', scope: 'write', zone: 'Asia/Tokyo' },
    ],
    [
      { name: '東京のノート', scope: 'read' },
      { name: '東京のノート', scope: 'read' },
    ],
    [{ name: 'x'.repeat(100) }, { name: 'x'.repeat(100), scope: 'read' }],
  ])('%j', async (body, made) => {
    const reply = await make(body)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^ngp_[0-9A-Za-z]{49}$/),
        id: expect.any(String),
        createdAt: NOON,
        ...made,
      },
    ])
    const write = await it.api.post('/tasks/late', { state: 'done' }, { token: reply.body['token'] })
    expect(write.status).toBe(made.scope === 'write' ? 200 : 403)
    expect((await it.api.get('/days/today', { token: reply.body['token'] })).status).toBe(200)
  })

  test('[D1.6] its today is where it was made', async () => {
    it.api.clock.now = Date.UTC(2026, 10, 20, 20)
    await it.confirm()
    const { body } = await make({ name: 'Far east', zone: 'Asia/Tokyo' })
    expect((await it.api.get('/days/today', { token: body['token'] })).body['date']).toBe('2026-11-21')
  })

  test('[service, Authentication 2] the answer shows it once: no list and no store has it again', async () => {
    const { body } = await make({ name: 'Laptop' })
    const listed = await list()
    expect(listed.text).not.toContain(body['token'])
    expect(listed.text).not.toContain('hash')
    expect(JSON.stringify(await it.api.store.tokens.list('me'))).not.toContain(body['token'])
  })

  test.each([
    [{}, 'name is missing.'],
    [{ name: ' ' }, 'The token has no name. Name the program or device that uses the token.'],
    [{ name: 7 }, 'name takes a string, not 7.'],
    [{ name: 'a\nb' }, 'The name of a token is one line of at most 100 characters.'],
    [{ name: '\ud800' }, 'The name of a token is one line of at most 100 characters.'],
    [{ name: 'x'.repeat(101) }, 'The name of a token is one line of at most 100 characters.'],
    [{ name: 'a', zone: 'Berlin' }, '"Berlin" is not a time zone. Use an IANA name such as Europe/Berlin.'],
    [
      { name: 'a', account: 'other' },
      'This route has no key "account". Use name, scope, may, zone or expires.',
    ],
    ['[]', 'The body takes a JSON object, not an array.'],
    ['{', 'The body is not JSON.'],
    ['{"name":"a","name":"b"}', 'The body names the key "name" twice in one object. Send each key once.'],
  ])('%j is 400', async (body, words) => {
    expect(says(await make(body))).toEqual([400, words])
    expect((await list()).body['total']).toBe(1)
  })

  // A terminal runs the last one: it begins a command, such as one that clears the screen.
  test.each([0, 10, 27, 127, 155])('with the control character %d in its name is 400', async (code) => {
    const said = says(await make({ name: `a${String.fromCodePoint(code)}b` }))
    expect(said).toEqual([400, 'The name of a token is one line of at most 100 characters.'])
  })

  test.each([
    ['2026-11-31', 'expires must be a date such as 2026-11-20, not "2026-11-31".'],
    ['tomorrow', 'expires must be a date such as 2026-11-20, not "tomorrow".'],
    ['2026-11-19', 'expires must be today or a later day, not 2026-11-19.'],
  ])('with the last day %s is 400', async (expires, words) => {
    expect(says(await make({ name: 'a', expires }))).toEqual([400, words])
  })

  // It is noon of the 20th in UTC, and in Auckland the 21st began an hour ago.
  test.each<[zone: string | undefined, expires: string, ends: string]>([
    [undefined, '2026-11-20', '2026-11-21T00:00:00Z'],
    ['Europe/Berlin', '2026-11-21', '2026-11-21T23:00:00Z'],
    ['Pacific/Auckland', '2026-11-21', '2026-11-21T11:00:00Z'],
  ])(
    'in the zone %s its last day %s ends at %s, and it opens nothing from then on',
    async (zone, expires, ends) => {
      const { body } = await make({ name: 'a', expires, ...(zone !== undefined && { zone }) })
      const end = Date.parse(ends)
      expect(body).toMatchObject({ expiresAt: end })
      const { token } = body as { token: string }
      it.api.clock.now = end - 1
      expect((await it.api.get('/tasks', { token })).status).toBe(200)
      it.api.clock.now = end
      for (const target of ['/api/v1/notes/tasks', '/api/files/none'])
        expect(says(await it.api.call(target, { token }))).toEqual([401, 'This token has expired.'])
      expect((await list()).body['tokens']).toContainEqual(expect.objectContaining({ expiresAt: end }))
    },
  )

  test('a last day is one in the zone of the account where the token has none', async () => {
    await it.api.operators.setAccount('me', { zone: 'Asia/Tokyo' })
    const { body } = await make({ name: 'a', expires: '2026-11-20' })
    expect(body['expiresAt']).toBe(Date.parse('2026-11-20T15:00:00Z'))
  })

  test('[D1.2] a last day can be the last one of the calendar', async () => {
    const { body } = await make({ name: 'a', expires: '9999-12-31', zone: 'Europe/Berlin' })
    expect(body['expiresAt']).toBe(Date.parse('9999-12-31T23:00:00Z'))
  })

  test('a token that has expired makes room for another', async () => {
    for (let n = 1; n < 100; n++)
      await it.api.operators.createToken('me', { name: `${n}`, scope: 'read', expires: '2026-11-20' })
    expect((await make({ name: 'one more' })).status).toBe(409)
    it.api.clock.now += 86_400_000
    await it.confirm()
    expect((await make({ name: 'one more' })).status).toBe(200)
  })

  test('a scope that is none is 400', async () => {
    expect(says(await make({ name: 'a', scope: 'admin' }))).toEqual([
      400,
      expect.stringMatching(/^scope takes .*, not "admin"\.$/),
    ])
  })

  test('a hundred that are not revoked, and no more', async () => {
    for (let n = 1; n < 100; n++) await it.api.operators.createToken('me', { name: `${n}`, scope: 'read' })
    expect(says(await make({ name: 'one more' }))).toEqual([
      409,
      'This account already has 100 active tokens, which is the limit.',
    ])
    await revoke((await list('?limit=1')).body['tokens'][0].id)
    expect((await make({ name: 'one more' })).status).toBe(200)
  })
})

describe('[assistants, Rights] rights beside reading and writing', () => {
  test('are given when a token is made, and changed and taken later', async () => {
    const made = await make({ name: 'Rights', may: ['publish'] })
    expect([made.status, made.body['may']]).toEqual([200, ['publish']])
    const change = async (may: readonly string[]) => send('PATCH', `/${made.body['id']}`, { may })
    expect((await change(['publish', 'organize'])).body['may']).toEqual(['organize', 'publish'])
    expect((await change([])).body).not.toHaveProperty('may')
    expect((await change(['admin'])).status).toBe(400)
  })
})

describe('the list', () => {
  test('those made last first, each with when it was last used', async () => {
    it.api.clock.now += 61_000
    await it.api.get('/tasks')
    const { id } = (await make({ name: 'Phone' })).body
    expect((await list()).body).toEqual({
      tokens: [
        { id, name: 'Phone', scope: 'read', createdAt: NOON + 61_000 },
        {
          id: expect.any(String),
          name: 'Test',
          scope: 'write',
          may: ['organize', 'publish'],
          createdAt: NOON,
          lastUsedAt: NOON + 60_000,
        },
      ],
      total: 2,
      next: null,
    })
  })

  test.each([
    ['?limit=2', 2, 2],
    ['?limit=2&offset=2', 1, null],
    ['?offset=9', 0, null],
  ])('%s: %i answered, next %j', async (query, count, next) => {
    for (const name of ['a', 'b']) await make({ name })
    const { body } = await list(query)
    expect(body['tokens']).toHaveLength(count)
    expect(body).toMatchObject({ total: 3, next })
  })

  test.each(['limit=0', 'limit=1001', 'limit=', 'offset=-1', 'limit=1&limit=2'])(
    '?%s is 400',
    async (query) => {
      expect((await list(`?${query}`)).status).toBe(400)
    },
  )
})

describe('[service, Authentication 4] revoking', () => {
  test('closes the API and MCP at once, and for good', async () => {
    const { token, id } = (await make({ name: 'Laptop', scope: 'write' })).body
    const first = await revoke(id)
    expect(first.body).toMatchObject({ id, name: 'Laptop', revokedAt: NOON })
    expect((await it.api.get('/tasks', { token })).status).toBe(401)
    const headers = { ...JSON_BODY, Authorization: `Bearer ${token}` }
    expect((await it.api.app.request('/api/mcp', { method: 'POST', headers, body: '{}' })).status).toBe(401)
    it.api.clock.now += 1
    expect((await revoke(id)).body).toEqual(first.body)
  })

  test.each([
    ['none', 404, 'No token of this account has the id "none".'],
    ['%ff', 400, 'The token id in the path is not valid percent-encoding of UTF-8.'],
  ])('of %s is %i', async (id, status, words) => {
    expect(says(await revoke(id))).toEqual([status, words])
  })

  test('of a token of another account is as of none', async () => {
    await it.api.operators.createAccount('other', {})
    const theirs = (await it.api.operators.createSession('other', { device: 'Phone' })).session
    const { id } = (await make({ name: 'Laptop' })).body
    expect(says(await revoke(id, { token: theirs }))).toEqual([
      404,
      `No token of this account has the id "${id}".`,
    ])
    expect((await list('', { token: theirs })).body['total']).toBe(0)
    expect((await list()).body['tokens'][0]).not.toHaveProperty('revokedAt')
  })
})

describe('[D6.1] access, in the order of the checks', () => {
  test.each([
    ['no session', { token: null }, 401],
    ['another word', { token: 'ngs_x' }, 401],
  ] as const)('%s', async (_, call, status) => {
    expect((await make({ name: 'a' }, call)).status).toBe(status)
    expect((await list('', call)).status).toBe(status)
    expect((await revoke('none', call)).status).toBe(status)
  })

  test('[D9.2] a token is 403, also one that writes', async () => {
    for (const reply of [list('', { token: it.api.token }), make({}, { token: it.api.token })])
      expect((await reply).body['code']).toBe('forbidden')
  })

  test.each([
    [{ allowed: false }, [403, 403, 403]],
    [{ plan: 'none' }, [402, 402, 402]],
    // Revoking access works in grace too.
    [{ plan: 'grace' }, [200, 402, 200]],
  ] as const)('an account with %j', async (options, statuses) => {
    const { id } = (await make({ name: 'Laptop' })).body
    await it.api.operators.setAccount('me', options)
    const replies = [await list(), await make('no JSON'), await revoke(id)]
    expect(replies.map(({ status }) => status)).toEqual(statuses)
  })

  test('413 goes before 400', async () => {
    expect((await make('x'.repeat(65_537))).status).toBe(413)
  })

  test.each([
    ['PUT', '', 'GET, HEAD, POST'],
    ['DELETE', '', 'GET, HEAD, POST'],
    ['GET', '/x/revoke', 'POST'],
  ])('%s on …/tokens%s is 405', async (method, path, allow) => {
    const { status, headers } = await it.api.call(TOKENS + path, { method, token: it.session })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})
