/** The routes of sync. The next file tests the rules behind them. */
import { availableParallelism } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { SYNC_LIMITS } from '@notegraph/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { ids, type Reply } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, aPage, openSync, reworded, whole, zipped, type SyncApi } from './syncing.ts'

const DAY = 86_400_000
let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const codeOf = ({ status, body }: Reply) => [status, body['code']]
const cursorOf = ({ body }: Reply): string => `?cursor=${body['cursor']}`

/** All pages of a pull from a cursor. */
async function pullAll(from = '', limit = 10): Promise<Reply['body'][]> {
  const answers: Reply['body'][] = []
  for (let query = from; ;) {
    const reply = await api.pull(`${query === '' ? '?' : `${query}&`}limit=${limit}`)
    expect(reply.status).toBe(200)
    answers.push(reply.body)
    if (!reply.body['more']) return answers
    query = cursorOf(reply)
  }
}

describe('[sync, Routes] GET /api/sync', () => {
  test('answers records, cursor, epoch, more, reset, now and head, and how many live where everything begins', async () => {
    const { body } = await api.pull('?limit=3')
    expect(body).toEqual({
      records: expect.any(Array),
      cursor: expect.any(String),
      epoch: api.epoch,
      more: true,
      reset: false,
      now: NOON,
      head: await api.graph.commits.head(),
      total: (await pullAll()).at(-1)!['count'],
    })
    expect(body['records']).toHaveLength(3)
    expect((await api.pull(`${cursorOf({ body } as Reply)}&limit=1`)).body).not.toHaveProperty('total')
  })

  test('each record changed after the cursor, newest state, in the order of the changes', async () => {
    const start = await api.pull()
    expect((await api.pull(cursorOf(start))).body['records']).toEqual([])
    const [b, c] = [aBlock('b', 'first'), aBlock('c', 'second')]
    await api.push([whole(b), whole(c)])
    await api.push([reworded(b, 'changed', 'r2', NOON)])
    const { body } = await api.pull(cursorOf(start))
    expect(ids(body['records'])).toEqual(['c', 'b'])
    expect(body['records'][1].words).toEqual({ text: 'changed', rev: 'r2', at: NOON })
  })

  test('a page at a time until more is false; each record once', async () => {
    const answers = await pullAll()
    expect(answers.length).toBeGreaterThan(2)
    const all = answers.flatMap(({ records }) => ids(records))
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength((await api.pull()).body['records'].length)
  })

  test('what a program wrote over the API comes too', async () => {
    const start = await api.pull()
    await api.post('/pages/today/blocks', { text: 'written by a program' })
    const { body } = await api.pull(cursorOf(start))
    const block = body['records'].find(({ kind }: { kind: string }) => kind === 'block')
    expect(block.words.text).toBe('written by a program')
  })

  test('count and checksum come with the last page', async () => {
    const answers = await pullAll()
    const last = answers.at(-1)!
    expect(last['count']).toBe(answers.flatMap(({ records }) => records).length)
    expect(last['checksum']).toMatch(/^[0-9a-f]{13}$/)
    for (const body of answers.slice(0, -1)) expect(body).not.toHaveProperty('count')
    await api.push([whole(aBlock('b', 'x'))])
    const next = (await api.pull()).body
    expect(next['count']).toBe(last['count'] + 1)
    expect(next['checksum']).not.toBe(last['checksum'])
  })

  test('up to 5,000 records', async () => {
    const puts = Array.from({ length: 6_000 }, (_, n) => ({ record: aBlock(`many-${n}`, 'x'), from: 0 }))
    await api.graph.commits.commit({ puts })
    const { body } = await api.pull()
    expect([body['records'].length, body['more']]).toEqual([5_000, true])
  })

  test('or 4 MB', async () => {
    const text = 'x'.repeat(20_000)
    const puts = Array.from({ length: 250 }, (_, n) => ({ record: aBlock(`long-${n}x`, text), from: 0 }))
    await api.graph.commits.commit({ puts })
    const { text: json, body } = await api.pull()
    expect(body['more']).toBe(true)
    expect(json.length).toBeGreaterThan(4_000_000)
    expect(json.length).toBeLessThan(SYNC_LIMITS.pullBytes + 25_000)
  })

  test.each([
    ['?limit=0', 'limit takes a whole number from 1 to 5000, not "0".'],
    ['?limit=5001', 'limit takes a whole number from 1 to 5000, not "5001".'],
    ['?limit=ten', 'limit takes a whole number from 1 to 5000, not "ten".'],
    ['?limit=', 'limit takes a whole number from 1 to 5000, not "".'],
    ['?limit=1&limit=2', 'limit is repeated. Send it once.'],
    ['?cursor=', 'cursor takes the cursor of the previous answer. Leave it out to start again.'],
    ['?cursor=yesterday', 'cursor takes the cursor of the previous answer. Leave it out to start again.'],
    ['?cursor=1&cursor=1', 'cursor is repeated. Send it once.'],
    ['?cursor=1.2.3.4.5.6', 'cursor takes the cursor of the previous answer. Leave it out to start again.'],
    ['?cursor=%ff', 'The value of cursor is not valid percent-encoding of UTF-8.'],
  ])('[D6.4] %s: 400', async (query, words) => {
    const { status, body } = await api.pull(query)
    expect([status, body['error']]).toEqual([400, words])
  })

  test('[D6.4] a parameter it does not know is passed over', async () => {
    expect((await api.pull('?since=1&limit=1')).body['records']).toHaveLength(1)
  })

  describe('reset: the device is sent everything, from a cursor that says so', () => {
    test('when the epoch differs: the server was restored from a backup', async () => {
      const before = await api.pull()
      await api.graph.feed.raiseEpoch(NOON)
      const { body } = await api.pull(cursorOf(before))
      expect(body).toMatchObject({ reset: true, more: false, epoch: api.epoch + 1 })
      expect(body['records']).toHaveLength(before.body['records'].length)
      expect((await api.pull(`?cursor=${body['cursor']}`)).body).toMatchObject({ reset: false, records: [] })
    })

    test('when the cursor is older than the oldest kept tombstone', async () => {
      await api.pull() // notes for the first time how far the feed has come
      const before = await api.pull()
      const held = (await api.held('long-0'))!
      const { body } = await api.push([
        { record: { ...held, deleted: NOON }, dirty: ['deleted'], seen: ['rev-long-0'] },
      ])
      expect(body['results'][0].outcome).toBe('applied')
      await api.push([whole(aBlock('later', 'x'))])
      api.clock.now += DAY
      await api.pull()
      api.clock.now += 179 * DAY
      const kept = (await api.pull(cursorOf(before))).body
      expect(kept).toMatchObject({ reset: false })
      expect(ids(kept['records'])).toContain('long-0') // [sync server 7] tombstones are kept for at least 180 days
      api.clock.now += 2 * DAY
      const gone = (await api.pull(cursorOf(before))).body
      expect(gone).toMatchObject({ reset: true })
      expect(ids(gone['records'])).not.toContain('long-0')
    })

    test('when it is newer than the head', async () => {
      const { body } = await api.pull()
      const [epoch, seq, n] = body['cursor'].split('.')
      const ahead = await api.pull(`?cursor=${epoch}.${Number(seq) + 10}.${n}`)
      expect(ahead.body).toMatchObject({ reset: true })
      expect(ahead.body['records']).toHaveLength(body['records'].length)
    })

    test('and goes on page by page, told once', async () => {
      const before = await api.pull()
      await api.graph.feed.raiseEpoch(NOON)
      const answers = await pullAll(cursorOf(before))
      expect(answers.map(({ reset }) => reset)).toEqual(answers.map((_, i) => i === 0))
      expect(answers.map(({ total }) => total !== undefined)).toEqual(answers.map((_, i) => i === 0))
      expect(answers.flatMap(({ records }) => records)).toHaveLength(before.body['records'].length)
    })
  })

  describe('gzip', () => {
    const raw = (accept: string) =>
      api.app.request('http://notes.example/api/sync', {
        headers: { Authorization: `Bearer ${api.session}`, 'Accept-Encoding': accept },
      })

    test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5', '*', 'GZIP'])(
      'for whoever takes %s',
      async (accept) => {
        const response = await raw(accept)
        expect(response.headers.get('content-encoding')).toBe('gzip')
        expect(response.headers.get('vary')).toBe('Accept-Encoding')
        const body = gunzipSync(await response.arrayBuffer()).toString()
        expect(JSON.parse(body)).toEqual((await api.pull()).body)
      },
    )

    test('of many long answers at once some come as they are, so that packing holds nobody up', async () => {
      const texts = Array.from({ length: 30 }, (_, n) => aBlock(`w${n}`, `${n} `.repeat(6_000)))
      await api.push(texts.map((block) => whole(block)))
      const answers = await Promise.all(
        Array.from({ length: 2 * availableParallelism() }, async () =>
          api.pull('', { headers: { 'Accept-Encoding': 'gzip' } }),
        ),
      )
      const codings = answers.map(({ headers }) => headers.get('content-encoding'))
      expect(new Set(codings)).toEqual(new Set(['gzip', null]))
      expect(
        (await api.pull('', { headers: { 'Accept-Encoding': 'gzip' } })).headers.get('content-encoding'),
      ).toBe('gzip')
    })

    test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0'])(
      'and no other (%s)',
      async (accept) => {
        const response = await raw(accept)
        expect(response.headers.get('content-encoding')).toBeNull()
        expect(await response.json()).toMatchObject({ more: false })
      },
    )

    test('what is short stays as it is', async () => {
      const { headers, body } = await api.pull('?limit=1', { headers: { 'Accept-Encoding': 'gzip' } })
      expect(headers.get('content-encoding')).toBeNull()
      expect(body['records']).toHaveLength(1)
    })
  })
})

describe('[sync, Routes] POST /api/sync', () => {
  const b = aBlock('b', 'words')

  test('answers a result for each record, in their order, with what the server now holds, and the head', async () => {
    const { body } = await api.push([whole(aPage('p', 'A page')), whole(b)])
    expect(body).toEqual({
      results: [
        { id: 'p', outcome: 'applied', record: await api.held('p') },
        { id: 'b', outcome: 'applied', record: await api.held('b') },
      ],
      head: await api.graph.commits.head(),
    })
    expect((await api.get('/blocks/b')).body['block'].content).toBe('words')
  })

  test('one transaction: all that is taken has one number', async () => {
    const before = await api.graph.commits.head()
    await api.push(Array.from({ length: 500 }, (_, n) => whole(aBlock(`n-${n}`, 'x'))))
    expect(await api.graph.commits.head()).toBe(before + 1)
  })

  test('at most 500 records', async () => {
    const { status, body } = await api.push(
      Array.from({ length: 501 }, (_, n) => whole(aBlock(`n-${n}`, 'x'))),
    )
    expect([status, body['error']]).toEqual([400, 'the push: records has 501 members. The limit is 500.'])
    expect(await api.held('n-0')).toBeUndefined()
  })

  describe('or 1 MB', () => {
    const words = {
      error: 'The request is larger than 1048576 bytes.',
      code: 'too_large',
      hint: 'Send at most 500 records and 1 MB per request.',
    }
    const sized = (bytes: number): string => {
      const body = JSON.stringify({ epoch: api.epoch, device: 'phone', records: [whole(b)] })
      return body.padEnd(bytes)
    }

    test('exactly as many are taken', async () => {
      expect((await api.send(sized(1_048_576))).body['results']).toMatchObject([{ outcome: 'applied' }])
    })
    test('one more is not', async () => {
      const { status, body } = await api.send(sized(1_048_577))
      expect([status, body]).toEqual([413, words])
      expect(await api.held('b')).toBeUndefined()
    })
    test('told by its length before any of it is read', async () => {
      const { status, body } = await api.send('x', { headers: { 'Content-Length': '20971520' } })
      expect([status, body]).toEqual([413, words])
    })
    test('found out on the way, without reading on', async () => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent++
          controller.enqueue(new Uint8Array(65_536))
        },
      })
      expect((await api.send(body)).body).toEqual(words)
      expect(sent).toBeLessThan(25)
    })
  })

  describe('the body may come as gzip', () => {
    const gzip = { headers: { 'Content-Encoding': 'gzip' } }
    const body = () => JSON.stringify({ epoch: api.epoch, device: 'phone', records: [whole(b)] })

    test('and is as any other', async () => {
      expect((await api.send(zipped(body()), gzip)).body['results']).toMatchObject([
        { id: 'b', outcome: 'applied' },
      ])
    })
    test('no more of it is unpacked than may be sent', async () => {
      const bomb = zipped(' '.repeat(20 * 1_048_576))
      expect(bomb.length).toBeLessThan(30_000)
      expect(codeOf(await api.send(bomb, gzip))).toEqual([413, 'too_large'])
      expect((await api.send(zipped(body().padEnd(1_048_576)), gzip)).status).toBe(200)
    })
    test.each([
      ['what is no gzip', () => body(), 'gzip', 'The body is not gzip.'],
      ['half of it', () => zipped(body()).slice(0, 40), 'gzip', 'The body is not gzip.'],
      ['another coding', () => body(), 'br', 'The body is not sent as application/json.'],
    ])('%s: 400', async (_, made, encoding, error) => {
      const reply = await api.send(made(), { headers: { 'Content-Encoding': encoding } })
      expect([reply.status, reply.body['error']]).toEqual([400, error])
    })
  })

  test('another epoch: 409, pull first; nothing lands', async () => {
    const { status, body } = await api.push([whole(b)], { epoch: api.epoch + 1 })
    expect([status, body]).toEqual([
      409,
      {
        error: 'This server was restored from a backup since the last pull. Nothing was written.',
        code: 'conflict',
        hint: 'Pull first, then push again.',
      },
    ])
    expect(await api.held('b')).toBeUndefined()
  })

  test('a record that can never be taken is refused with the error body and holds up no other', async () => {
    const wrong = { ...b, id: 'w', place: { ...b.place, order: 'first' } }
    const { status, body } = await api.push([
      whole(b),
      { record: wrong, dirty: ['place'] },
      whole(aBlock('c', 'x')),
    ])
    expect(status).toBe(200)
    expect(body['results']).toMatchObject([
      { id: 'b', outcome: 'applied' },
      {
        id: 'w',
        outcome: 'refused',
        record: null,
        error: {
          error: 'w: place.order takes a finite number, not "first".',
          code: 'bad_request',
          hint: 'Fix the request.',
        },
      },
      { id: 'c', outcome: 'applied' },
    ])
  })

  test.each([
    ['no JSON', '{', 'The body is not JSON.'],
    [
      'a key twice',
      '{"epoch":1,"epoch":2}',
      'The body names the key "epoch" twice in one object. Send each key once.',
    ],
    ['a list', '[]', 'the push: the body takes an object, not an array.'],
    ['nothing', '{}', 'the push: epoch takes a finite number, but is missing.'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The body is not UTF-8.'],
  ])('[D6.3] %s: 400', async (_, sent, error) => {
    const { status, body } = await api.send(sent)
    expect([status, body['error']]).toEqual([400, error])
  })

  test('[D6.3] another media type: 400', async () => {
    const { status } = await api.push([whole(b)], {}, { headers: { 'Content-Type': 'text/plain' } })
    expect(status).toBe(400)
  })
})

describe('[sync, Routes] conflicts', () => {
  const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })
  beforeEach(async () => {
    await api.push([whole(b)])
    await api.push([reworded(b, 'here', 'phone~1', NOON - 5_000)])
    await api.push([reworded(b, 'there', 'laptop~1', NOON - 3_000)], { device: 'laptop' })
  })

  test('GET /api/sync/conflicts: the blocks with versions', async () => {
    const { body } = await api.conflicts()
    expect(body).toEqual({ blocks: [await api.held('b')], total: 1, next: null })
    expect(body['blocks'][0]).toMatchObject({
      words: { text: 'there', rev: 'laptop~1' },
      versions: [{ text: 'here', rev: 'phone~1', at: NOON - 5_000, device: 'phone' }],
    })
  })

  test('a window of them, as any list, which ends before it grows beyond 4 MB', async () => {
    const long = 'long '.repeat(3_900)
    const versions = Array.from({ length: 100 }, (_, n) => ({
      text: long,
      rev: `v~${n}`,
      at: NOON,
      device: 'd',
    }))
    const records = ['c1', 'c2', 'c3'].map((id) => ({
      ...aBlock(id, long, { rev: 'r', at: NOON }),
      versions,
    }))
    await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    const seen: string[] = []
    const lengths: number[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const { text, body } = await api.call(`/api/sync/conflicts?limit=1000&offset=${offset}`, {
        token: api.session,
      })
      expect(body['total']).toBe(4)
      lengths.push(Buffer.byteLength(text))
      seen.push(...ids(body['blocks']))
      offset = body['next'] as number | null
    }
    expect(seen).toEqual(['b', 'c1', 'c2', 'c3'])
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4_000_000)
    expect(lengths).toHaveLength(2)
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'offset=x'])
      expect((await api.call(`/api/sync/conflicts?${query}`, { token: api.session })).status).toBe(400)
  })

  test.each([
    ['the words that are shown', 'laptop~1', 'there'],
    ['the others', 'phone~1', 'here'],
  ])('POST with %s: the block with those words and no versions', async (_, rev, text) => {
    const { status, body } = await api.pick('b', rev)
    expect(status).toBe(200)
    expect(body['block'].words.text).toBe(text)
    expect(body['block']).not.toHaveProperty('versions')
    expect(body['block']).toEqual(await api.held('b'))
    expect((await api.conflicts()).body).toEqual({ blocks: [], total: 0, next: null })
    expect((await api.get('/blocks/b')).body['block'].content).toBe(text)
  })

  test('a pick reaches the devices as any change', async () => {
    const before = await api.pull()
    await api.pick('b', 'phone~1')
    const { body } = await api.pull(cursorOf(before))
    expect(body['records']).toMatchObject([{ id: 'b', words: { text: 'here' } }])
  })

  test.each([
    ['a block that there is not', 'none', 'r', 404, 'No block has the id "none".'],
    ['a page', 'long', 'r', 404, 'No block has the id "long".'],
    ['words it does not have', 'b', 'r9', 409, 'The block has no version with this revision.'],
    ['words it had once', 'b', 'r0', 409, 'The block has no version with this revision.'],
    ['no words', 'b', undefined, 400, 'pick is missing. Set it to the revision of the words to keep.'],
    ['a number', 'b', 7, 400, 'pick takes a string, not 7.'],
    [
      'an id that is no percent-encoding',
      '%ff',
      'r',
      400,
      'The block id in the path is not valid percent-encoding of UTF-8.',
    ],
  ])('of %s', async (_, id, rev, status, error) => {
    const reply = await api.pick(id, rev)
    expect([reply.status, reply.body['error']]).toEqual([status, error])
    expect((await api.conflicts()).body['blocks']).toHaveLength(1)
  })

  test('a key it does not take: 400, by its name', async () => {
    const { status, body } = await api.call('/api/sync/conflicts/b', {
      method: 'POST',
      token: api.session,
      headers: { 'Content-Type': 'application/json' },
      body: '{"pick":"phone~1","drop":true}',
    })
    expect([status, body['error']]).toEqual([400, 'This route has no key "drop". Use pick.'])
  })

  test('a body over 64 KB: 413', async () => {
    expect(codeOf(await api.pick('b', 'x'.repeat(65_536)))).toEqual([413, 'too_large'])
  })
})

const ROUTES = [
  ['GET', '/api/sync', 'GET, HEAD, POST'],
  ['POST', '/api/sync', 'GET, HEAD, POST'],
  ['GET', '/api/sync/conflicts', 'GET, HEAD'],
  ['POST', '/api/sync/conflicts/b', 'POST'],
] as const

describe.each(ROUTES)('[D6.1] %s %s', (method, target, allow) => {
  const ask = (call: object = {}) =>
    api.call(target, {
      method,
      token: api.session,
      ...(method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: 'no JSON' }),
      ...call,
    })

  test.each([
    ['nobody', null, 401, 'Missing or expired device session.'],
    ['a session of nobody', 'ngs_x', 401, 'Missing or expired device session.'],
    [
      'an API token',
      'token',
      403,
      'An API token does not give access to this route. The route requires a device session.',
    ],
  ])('[D9.2] by %s', async (_, who, status, error) => {
    const reply = await ask({ token: who === 'token' ? api.token : who })
    expect([reply.status, reply.body['error']]).toEqual([status, error])
  })

  test('by an account not on the list: 403', async () => {
    await api.operators.setAccount('me', { allowed: false })
    expect(codeOf(await ask())).toEqual([403, 'forbidden'])
  })

  test('by one without a plan: 402', async () => {
    await api.operators.setAccount('me', { plan: 'none' })
    expect(codeOf(await ask())).toEqual([402, 'payment_required'])
  })

  test('in grace a device pulls, and pushes nothing: 402 before the body is looked at', async () => {
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await ask()).status).toBe(method === 'GET' ? 200 : 402)
  })

  test('another method: 405', async () => {
    const { status, headers } = await ask({ method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})

test('HEAD is answered as GET is', async () => {
  expect((await api.pull('', { method: 'HEAD' })).status).toBe(200)
})

describe('[sync, Routes] 600 requests a minute from one address, and not the rates of the notes API', () => {
  test('the 600th is answered, the 601st is not; a minute later it is', async () => {
    api = await openSync({ rates: { requestsPerAddress: 1, writesPerToken: 1, writesPerAddress: 1 } })
    const b = aBlock('b', 'x')
    await api.push([whole(b)])
    for (let n = 1; n < 599; n++) await api.pull('?limit=1')
    const last = await api.pull('?limit=1')
    expect(last.status).toBe(200)
    expect(last.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/)
    expect(last.headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60')
    const over = await api.push([reworded(b, 'y', 'r2', NOON)])
    expect([over.status, over.body['error']]).toEqual([
      429,
      'This address sent more than 600 requests in a minute.',
    ])
    expect((await api.get('/tasks')).status).toBe(200)
    expect((await api.pull('', { from: '192.0.2.9' })).status).toBe(200)
    api.clock.now += 60_000
    expect((await api.pull()).status).toBe(200)
  })

  test('a push counts as no write', async () => {
    api = await openSync({ rates: { writesPerToken: 1, writesPerAddress: 1, reversibleChanges: 1 } })
    for (let n = 0; n < 5; n++) expect((await api.push([whole(aBlock(`n-${n}`, 'x'))])).status).toBe(200)
    expect((await api.post('/tasks/late', { state: 'done' })).status).toBe(200)
  })
})
