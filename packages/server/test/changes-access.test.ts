/**
 * Access to the change list, and its routes.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { CHANGES, openChanges, WRITES, type ChangesApi } from './changing.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000

let api: ChangesApi
beforeEach(async () => {
  api = await openChanges()
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
    expect((await api.list('', { token })).status).toBe(status)
    expect((await api.revert('x', { token })).status).toBe(status)
  })

  test('[D8.6] a token keeps nothing, and a session does', async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    const keep = (body: object, token = api.session) =>
      api.call(`${CHANGES}/keep`, {
        method: 'POST',
        token,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await keep({ ids: [id] }, api.token)).status).toBe(403)
    for (const body of [{}, { ids: [] }, { ids: [id], token: 'Test' }, { token: 'Test' }, { until: NOON }])
      expect((await keep(body)).status).toBe(400)
    expect((await keep({ token: 'Test', until: NOON })).body).toEqual({ ok: true, kept: 1 })
    expect(await api.latest()).toMatchObject({ id, state: 'kept', keptAt: NOON })
    expect((await api.revert(id)).status).toBe(409)
    // A time has no upper limit, and a database column has one.
    expect((await keep({ token: 'Test', until: Number.MAX_VALUE })).body).toEqual({ ok: true, kept: 0 })
  })

  test.each(['/pages', '/tasks', '/blocks/late'])('GET %s refuses a session with 401', async (target) => {
    const { status, body } = await api.get(target, { token: api.session })
    expect([status, body['error']]).toEqual([401, 'A device session does not give access to the notes API.'])
  })

  test.each(WRITES)('%s refuses a session with 401', async (_, method, target, body) => {
    expect((await api[method](target, body, { token: api.session })).status).toBe(401)
  })

  test('one that was ended opens nothing', async () => {
    const { session: ended, id } = await api.operators.createSession('me', { device: 'Old' })
    await api.store.sessions.end(id, NOON)
    expect((await api.list('', { token: ended })).status).toBe(401)
  })

  test.each([
    [{ allowed: false }, 403, 403],
    [{ plan: 'none' }, 402, 402],
    [{ plan: 'grace', endedAt: NOON - DAY }, 200, 402],
  ] as const)('with the account %j the list is %i, a Revert %i', async (options, listed, reverted) => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    await api.operators.setAccount('me', options)
    expect((await api.list()).status).toBe(listed)
    expect((await api.revert(id)).status).toBe(reverted)
  })

  test("another account's change is as one that is not there", async () => {
    await api.post('/tasks/late', { state: 'done' })
    const { id } = await api.latest()
    await api.operators.createAccount('other', {})
    const theirs = (await api.operators.createSession('other', { device: 'Phone' })).session
    expect((await api.list('', { token: theirs })).body['total']).toBe(0)
    const reply = await api.revert(id, { token: theirs })
    expect([reply.status, reply.body['error']]).toEqual([404, `No change in the list has the id "${id}".`])
    expect((await api.revert(id)).status).toBe(200)
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
    expect((await api.call(CHANGES + path, { token: api.session })).status).toBe(404)
  })

  test('an id that is no percent-encoding is 400, one that nobody has 404', async () => {
    expect((await api.revert('%ff')).body['error']).toBe(
      'The change id in the path is not valid percent-encoding of UTF-8.',
    )
    expect((await api.revert('none')).status).toBe(404)
  })

  test('[D7] each counts as a request of its address, and as no write', async () => {
    const rates = { requestsPerAddress: 4, writesPerToken: 1, writesPerAddress: 1 }
    api = await openChanges({ rates })
    await api.post('/tasks/late', { state: 'done' })
    const { headers } = await api.revert((await api.latest()).id)
    expect(headers.get('ratelimit')).toBe('"requests";r=1;t=60')
    await api.list('', { token: null })
    expect((await api.list()).status).toBe(429)
    expect((await api.revert('x')).status).toBe(429)
  })

  test('a Revert takes no body, and passes one over', async () => {
    await api.post('/tasks/late', { state: 'done' })
    expect((await api.revert((await api.latest()).id, { body: 'what is this' })).status).toBe(200)
  })

  test('HEAD is answered as GET is', async () => {
    expect((await api.list('', { method: 'HEAD' })).status).toBe(200)
  })
})
