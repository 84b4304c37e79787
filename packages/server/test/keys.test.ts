/** `Idempotency-Key` and `If-Match`: a write happens once, and only on the version that was read. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call } from './api.ts'

const HOUR = 3_600_000

let api: Api
beforeEach(async () => {
  api = await openApi()
})

const keyed = (key: string, more: Call = {}): Call => ({
  ...more,
  headers: { ...more.headers, 'Idempotency-Key': key },
})
const matching = (tag: string): Call => ({ headers: { 'If-Match': tag } })
const lines = async () => (await api.get('/pages/Long')).body['total']
const tagOf = async (target: string) => (await api.get(target)).headers.get('etag') ?? ''

/** Each route that writes, with two different requests. */
const WRITES = [
  ['addBlock', 'post', '/pages/Long/blocks', { text: 'new' }, { text: 'other' }],
  ['createPage', 'post', '/pages', { name: 'New' }, { name: 'Other' }],
  ['setTask', 'post', '/tasks/late', { state: 'doing' }, { state: 'done' }],
  ['updateBlock', 'patch', '/blocks/late', { text: 'new' }, { text: 'other' }],
  ['setProperty', 'patch', '/pages/Long/properties/mood', { value: 'calm' }, { value: 'bright' }],
  [
    'setProperties',
    'patch',
    '/pages/Long/properties',
    { properties: { mood: 'calm' } },
    { properties: { mood: 'x' } },
  ],
] as const

describe.each(WRITES)('%s', (_, method, target, body, other) => {
  test('the same key and request get the first answer again, and write nothing', async () => {
    const first = await api[method](target, body, keyed('k-1'))
    expect(first.status).toBe(200)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = await api.get('/pages')
    const open = await api.graph.changes.countOpen(0)
    for (const later of [0, 1, 24 * HOUR - 1]) {
      api.clock.now = api.clock.now - (api.clock.now % HOUR) + later
      const again = await api[method](target, body, keyed('k-1'))
      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    }
    expect((await api.get('/pages')).text).toBe(before.text)
    expect(await api.graph.changes.countOpen(0)).toBe(open)
  })

  test('the same key with another request is 409', async () => {
    await api[method](target, body, keyed('k-1'))
    const reply = await api[method](target, other, keyed('k-1'))
    expect([reply.status, reply.body]).toEqual([
      409,
      {
        error: 'This Idempotency-Key was already used for another request.',
        code: 'conflict',
        hint: 'Use a new Idempotency-Key for each new request.',
      },
    ])
  })

  test('an answer that changed nothing is kept too', async () => {
    await api[method](target, body)
    const first = await api[method](target, body, keyed('k-1'))
    const again = await api[method](target, body, keyed('k-1'))
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test('an old ETag is 409, with the current text', async () => {
    const reply = await api[method](target, body, matching('"past"'))
    expect([reply.status, reply.body['code']]).toEqual([409, 'conflict'])
    expect(reply.body['error']).toMatch(
      /^(The (page|block) changed since the version in If-Match\. Current \2: |The page in If-Match does not exist yet)/,
    )
  })

  test.each(['', 'past', '"past', 'W/past', "'past'", '"a" "b"'])('If-Match: %s is 400', async (tag) => {
    expect((await api[method](target, body, matching(tag))).status).toBe(400)
  })
})

describe('[limits] a key is 1 to 255 visible ASCII characters', () => {
  test.each(['k', '~!', 'x'.repeat(255), '"quoted"'])('200 for %s', async (key) => {
    expect((await api.post('/pages/Long/blocks', { text: 'x' }, keyed(key))).status).toBe(200)
  })

  test.each(['', 'a b', 'x'.repeat(256), 'caf\u00e9', 'k, k'])('400 for %j', async (key) => {
    const { status, body } = await api.post('/pages/Long/blocks', { text: 'x' }, keyed(key))
    expect(status).toBe(400)
    expect(body['error']).toBe('Idempotency-Key takes 1 to 255 visible ASCII characters, such as a UUID.')
  })

  test('on a read it says nothing', async () => {
    expect((await api.get('/tasks', keyed('a b'))).status).toBe(200)
  })
})

describe('the scope of a key', () => {
  const add = (text: string, call: Call) => api.post('/pages/Long/blocks', { text }, call)

  test('24 hours', async () => {
    const before = await lines()
    await add('x', keyed('k'))
    api.clock.now += 24 * HOUR
    await add('x', keyed('k'))
    expect(await lines()).toBe(before + 1)
    api.clock.now += 1
    await add('x', keyed('k'))
    expect(await lines()).toBe(before + 2)
  })

  test('its token alone', async () => {
    const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
    const before = await lines()
    await add('x', keyed('k'))
    await add('y', keyed('k', { token }))
    expect(await lines()).toBe(before + 2)
  })

  test('the path and the body byte for byte, and the path in any spelling', async () => {
    const json = '{"text":"x"}'
    const send = (target: string, body: string) =>
      api.call(`/api/v1/notes${target}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      })
    await send('/pages/Long/blocks', json)
    expect((await send('/pages/%4Cong/blocks', json)).headers.get('idempotency-replayed')).toBe('true')
    expect((await send('/pages/Long/blocks?x=1', json)).headers.get('idempotency-replayed')).toBe('true')
    expect((await send('/pages/Plans/blocks', json)).status).toBe(409)
    expect((await send('/pages/Long/blocks', `${json} `)).status).toBe(409)
  })

  test('no refusal: the next request is decided again', async () => {
    const fix = { state: 'done' }
    expect((await api.post('/tasks/later', fix, keyed('k'))).status).toBe(404)
    expect((await api.post('/tasks/late', fix, keyed('k'))).status).toBe(200)
  })

  test('twenty at once are one', async () => {
    const before = await lines()
    const replies = await Promise.all(Array.from({ length: 20 }, () => add('x', keyed('k'))))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(await lines()).toBe(before + 1)
  })

  test('nothing beyond the rights of the token: a replay does not widen them', async () => {
    await add('x', keyed('k'))
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await add('x', keyed('k'))).status).toBe(402)
  })
})

describe('If-Match', () => {
  test('the ETag of a block lets one write through, and no second', async () => {
    const tag = await tagOf('/blocks/late')
    const first = await api.patch('/blocks/late', { text: 'grease the mill' }, matching(tag))
    expect(first.status).toBe(200)
    const { status, body } = await api.patch('/blocks/late', { text: 'paint the mill' }, matching(tag))
    expect([status, body['error']]).toEqual([
      409,
      'The block changed since the version in If-Match. Current block: TODO [#A] grease the mill\nSCHEDULED: <2026-11-18 Wed>',
    ])
    const next = first.headers.get('etag') ?? ''
    expect((await api.post('/tasks/late', { state: 'done' }, matching(next))).status).toBe(200)
  })

  test('the ETag of a page moves with its properties and its blocks', async () => {
    const tag = await tagOf('/pages/Ada%20Lovelace')
    const set = await api.patch('/pages/countess/properties/mood', { value: 'calm' }, matching(tag))
    expect(set.headers.get('etag')).toBe(await tagOf('/pages/countess'))
    expect((await api.post('/pages/countess/blocks', { text: 'x' }, matching(tag))).status).toBe(409)
    const now = await tagOf('/pages/countess?limit=1')
    expect((await api.post('/pages/countess/blocks', { text: 'x' }, matching(now))).status).toBe(200)
    expect(await tagOf('/pages/countess')).not.toBe(now)
  })

  test('a day carries the ETag of its page', async () => {
    const tag = await tagOf('/days/today')
    expect(tag).toBe(await tagOf('/pages/2026-11-20'))
    expect((await api.post('/pages/today/blocks', { text: 'x' }, matching(tag))).status).toBe(200)
    expect((await api.post('/pages/today/blocks', { text: 'x' }, matching(tag))).status).toBe(409)
  })

  test.each([
    ['*', 200],
    ['"other", *', 400],
    ['"other", :tag', 200],
    ['W/:tag', 200], // assistants 13.3
  ])('%s: %i', async (form, status) => {
    const tag = await tagOf('/blocks/late')
    const reply = await api.post('/tasks/late', { state: 'done' }, matching(form.replace(':tag', tag)))
    expect(reply.status).toBe(status)
  })

  test('* asks that a page is there', async () => {
    const made = await api.post('/pages', { name: 'New' }, matching('*'))
    expect([made.status, made.body['error']]).toEqual([409, 'The page in If-Match does not exist yet.'])
    expect((await api.post('/pages', { name: 'Plans' }, matching('*'))).status).toBe(200)
  })

  test('a long text is cut short in the words', async () => {
    await api.patch('/blocks/long-1', { text: 'x'.repeat(20_000) })
    const { body } = await api.patch('/blocks/long-1', { text: 'y' }, matching('"past"'))
    expect(body['error']).toMatch(/: x{300}…$/)
  })

  test('fifty at once onto what one of them read: one is written', async () => {
    const tag = await tagOf('/blocks/late')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => api.patch('/blocks/late', { text: `mill ${n}` }, matching(tag))),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
  })
})
