/**
 * `GET /api/sync`: a device pulls.
 *
 * @module-tag both-stores
 */
import { gunzipSync } from 'node:zlib'
import { SYNC_LIMITS } from '@notegraph/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { ids, type Reply } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, cursorOf, openSync, reworded, whole, type SyncApi } from './syncing.ts'

const DAY = 86_400_000

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

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
      account: 'me',
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

  test('a record that a program wrote over the API comes too', async () => {
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

    test('the reset goes on page by page, and only the first page says so', async () => {
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
      'for an Accept-Encoding of %s',
      async (accept) => {
        const response = await raw(accept)
        expect(response.headers.get('content-encoding')).toBe('gzip')
        expect(response.headers.get('vary')).toBe('Accept-Encoding')
        const body = gunzipSync(await response.arrayBuffer()).toString()
        expect(JSON.parse(body)).toEqual((await api.pull()).body)
      },
    )

    test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0'])(
      'and no other (%s)',
      async (accept) => {
        const response = await raw(accept)
        expect(response.headers.get('content-encoding')).toBeNull()
        expect(await response.json()).toMatchObject({ more: false })
      },
    )

    test('a short answer stays unpacked', async () => {
      const { headers, body } = await api.pull('?limit=1', { headers: { 'Accept-Encoding': 'gzip' } })
      expect(headers.get('content-encoding')).toBeNull()
      expect(body['records']).toHaveLength(1)
    })
  })
})
