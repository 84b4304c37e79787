/**
 * The storage use and plan of an account, with a device session.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { LONG, NOON } from './notes.ts'

const DAY = 86_400_000
const STORAGE = '/api/v1/settings/storage'

let api: Api
let session: string

beforeEach(async () => {
  api = await openApi()
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

const read = async () => (await api.call(STORAGE, { token: session })).body

describe('the used storage', () => {
  test('by pages, blocks and files, which add up', async () => {
    const before = await read()
    expect(before).toMatchObject({
      quota: 10 * 1024 ** 3,
      pages: { count: (await api.get('/pages')).body['total'] },
      shapes: { count: 0, bytes: 0 },
      files: { count: 0, bytes: 0 },
    })
    const kinds = ['pages', 'blocks', 'shapes', 'files']
    expect(kinds.reduce((sum, kind) => sum + before[kind].bytes, 0)).toBe(before['used'])
    expect(before['blocks'].count).toBeGreaterThan(LONG)

    await api.post('/pages/Long/blocks', { text: 'one more' })
    const grown = await read()
    expect(grown['blocks'].count).toBe(before['blocks'].count + 1)
    expect(grown['blocks'].bytes).toBeGreaterThan(before['blocks'].bytes + 8)
    expect(grown['pages']).toEqual(before['pages'])

    const upload = { method: 'POST', token: session, body: 'x'.repeat(1_000) }
    expect((await api.call('/api/files?name=a.txt', upload)).status).toBe(200)
    expect((await read())['files']).toEqual({ count: 1, bytes: 1_000 })
    expect((await read())['used']).toBe(await api.graph.storage.bytes())
  })

  test('the list of changes and kept answers are counted beside it', async () => {
    const before = await read()
    await api.post('/pages/Long/blocks', { text: 'x' }, { headers: { 'idempotency-key': 'k' } })
    const after = await read()
    expect(after['changes'].count).toBe(before['changes'].count + 1)
    expect(after['answers'].count).toBe(before['answers'].count + 1)
    expect(after['used']).toBe(before['used'] + 257)
  })

  test('of an account that has nothing yet', async () => {
    await api.operators.createAccount('new', { quota: 5 })
    ;({ session } = await api.operators.createSession('new', { device: 'Phone' }))
    expect(await read()).toMatchObject({ used: 0, quota: 5, pages: { count: 0, bytes: 0 } })
  })
})

describe('files that an import brought and nothing links', () => {
  const FILES = `${STORAGE}/files`
  const brought = (id: string, path: string, size = 10) => ({
    id,
    hash: `hash-${id}`,
    name: path.replace(/^.*\//, ''),
    path,
    type: 'image/png',
    size,
    createdAt: NOON,
  })
  const remove = (ids: unknown, token = session) =>
    api.call(`${FILES}/remove`, { method: 'POST', token, body: JSON.stringify({ ids }), ...JSON_BODY })
  const JSON_BODY = { headers: { 'content-type': 'application/json' } }
  beforeEach(async () => {
    const files = [
      brought('f1', 'assets/a.png'),
      brought('f2', 'Boards/b.canvas'),
      brought('f3', 'assets/c.png'),
    ]
    await api.graph.commits.commit({ puts: [], files })
    await api.post('/pages/Long/blocks', { text: 'x' })
  })

  test('are listed with name, size, time and why', async () => {
    const { status, body } = await api.call(`${FILES}?limit=1`, { token: session })
    expect(status).toBe(200)
    expect(body).toEqual({
      files: [
        {
          id: 'f1',
          name: 'a.png',
          path: 'assets/a.png',
          type: 'image/png',
          size: 10,
          createdAt: NOON,
          why: 'Imported, and not linked.',
        },
      ],
      total: 3,
      next: 1,
    })
  })

  test('are removed, and make room', async () => {
    const { used } = await read()
    const { status, body } = await remove(['f1', 'f3', 'none'])
    expect([status, body]).toEqual([200, { removed: ['f1', 'f3'], left: ['none'] }])
    expect((await read())['used']).toBe(used - 20)
    expect((await api.call(FILES, { token: session })).body).toMatchObject({
      total: 1,
      files: [{ id: 'f2' }],
    })
  })

  test.each<[string, unknown, number]>([
    ['no ids', undefined, 400],
    ['an empty list', [], 400],
    ['too many', Array.from({ length: 1_001 }, String), 400],
  ])('a body with %s is refused', async (_, ids, status) => {
    expect((await remove(ids)).status).toBe(status)
  })

  test('not with a token, and not in grace', async () => {
    expect((await remove(['f1'], api.token)).status).toBe(403)
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
    expect((await remove(['f1'])).status).toBe(402)
    expect((await api.call(FILES, { token: session })).body['total']).toBe(3)
  })
})

describe('[D9.3] the plan', () => {
  test('active', async () => expect((await read())['plan']).toEqual({ state: 'active' }))

  test.each([
    [0, 30],
    [1, 30],
    [DAY, 29],
    [29 * DAY, 1],
    [30 * DAY - 1, 1],
  ])('in grace, %i ms after it ended: %i days left', async (later, daysLeft) => {
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
    api.clock.now += later
    const plan = { state: 'grace', endedAt: NOON, readsUntil: NOON + 30 * DAY, daysLeft }
    expect((await read())['plan']).toEqual(plan)
  })

  test('after grace, the storage is not reported', async () => {
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
    api.clock.now += 30 * DAY
    expect((await api.call(STORAGE, { token: session })).status).toBe(402)
  })
})
