/**
 * `POST /api/sync`: a device pushes.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from './api.ts'
import { aBlock, aPage, openSync, whole, zipped, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
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
    test('refused by its Content-Length before any of it is read', async () => {
      const { status, body } = await api.send('x', { headers: { 'Content-Length': '20971520' } })
      expect([status, body]).toEqual([413, words])
    })
    test('found out on the way, after which 4 MB are discarded', async () => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent++
          controller.enqueue(new Uint8Array(65_536))
        },
      })
      expect((await api.send(body)).body).toEqual(words)
      await expect.poll(() => sent).toBeGreaterThan(80)
      expect(sent).toBeLessThan(90)
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
      ['another coding', () => body(), 'br', 'The body is sent with Content-Encoding "br".'],
    ])('%s: 400', async (_, made, encoding, error) => {
      const reply = await api.send(made(), { headers: { 'Content-Encoding': encoding } })
      expect([reply.status, reply.body['error']]).toEqual([400, error])
    })
  })

  test('another epoch: 409, pull first; nothing is committed', async () => {
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

  test('another account than that of the session: 409; nothing is committed', async () => {
    const { status, body } = await api.push([whole(b)], { account: 'you' })
    expect([status, body['code'], body['error']]).toEqual([
      409,
      'conflict',
      'This device has the notes of another account. Nothing was written.',
    ])
    expect(await api.held('b')).toBeUndefined()
    expect((await api.push([whole(b)], { account: 'me' })).status).toBe(200)
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
