/**
 * Files are read: by whom, in ranges, and in pieces.
 *
 * @module-tag both-stores
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, openApi, type Api, type Call, type Reply } from './api.ts'
import { sessionOf, upload } from './uploads.ts'

const DAY = 86_400_000

describe('[16] a file is read', () => {
  let api: Api
  let address: string
  beforeAll(async () => {
    api = await openApi()
    const { body } = await upload(api, await sessionOf(api), 'hello, world')
    address = `/api/files/${body['id']}`
    for (const [id, options] of [
      ['other', {}],
      ['unlisted', { allowed: false }],
      ['never', { plan: 'none' }],
    ] as const)
      await api.operators.createAccount(id, options)
  })

  const tokenOf = async (id: string) =>
    (await api.operators.createToken(id, { name: 'T', scope: 'read' })).token
  const read = (call: Call = {}, target = address) => api.call(target, { token: null, ...call })

  describe('[D9.5] by', () => {
    test('its id alone', async () => {
      const { status, text, headers } = await read()
      expect([status, text]).toEqual([200, 'hello, world'])
      expect(headers.get('content-length')).toBe('12')
    })

    test('a token of its account, and a session', async () => {
      for (const token of [api.token, await tokenOf('me'), await sessionOf(api)])
        expect((await read({ token })).text).toBe('hello, world')
    })

    test.each([
      ['a token of another account', async () => tokenOf('other'), 404, 'not_found'],
      ['a session of another account', async () => sessionOf(api, 'other'), 404, 'not_found'],
      ['a token that is none', async () => 'nonsense', 401, 'unauthorized'],
      ['a token that nobody holds', async () => (await tokenOf('me')).slice(0, -1), 401, 'unauthorized'],
      ['a session that is none', async () => 'ngs_nonsense', 401, 'unauthorized'],
      ['an account not on the list', async () => tokenOf('unlisted'), 403, 'forbidden'],
      ['an account without a plan', async () => tokenOf('never'), 402, 'payment_required'],
    ])('%s: not', async (_, token, status, code) => {
      const reply = await read({ token: await token() })
      expect(codeOf(reply)).toEqual([status, code])
      expect(reply.text).not.toContain('hello')
    })

    test.each(['', ' ', 'Basic bWU6bWU='])('the header %j: not', async (header) => {
      const { status } = await read({ headers: { Authorization: header } })
      expect(status).toBe(401)
    })
  })

  test("reliability: another account's id answers as one that does not exist", async () => {
    const token = await tokenOf('other')
    const [others, none] = [await read({ token }), await read({ token }, '/api/files/none')]
    expect([others.status, others.body]).toEqual([none.status, none.body])
    expect(none.body).toEqual({
      error: 'File not found.',
      code: 'not_found',
      hint: 'Take the address from an export or a backup of the account.',
    })
  })

  test.each(['x', 'a'.repeat(10_000), '..', '%00', encodeURIComponent('/etc/passwd'), '木', '%2e%2e%2f'])(
    'the id %j: 404',
    async (id) => expect((await read({}, `/api/files/${encodeURI(decodeURI(id))}`)).status).toBe(404),
  )

  test('an id that is no percent-encoding: 400', async () => {
    const { status, body } = await read({}, '/api/files/%ff')
    expect([status, body['error']]).toEqual([
      400,
      'The file id in the path is not valid percent-encoding of UTF-8.',
    ])
  })

  test('nobody sees the files of an account that is closed; in grace everybody does', async () => {
    const api = await openApi()
    const { body } = await upload(api, await sessionOf(api), 'x')
    const opened = async () => (await api.call(`/api/files/${body['id']}`, { token: null })).status
    expect(await opened()).toBe(200)
    await api.operators.setAccount('me', { allowed: false })
    expect(await opened()).toBe(404)
    await api.operators.setAccount('me', { allowed: true, plan: 'grace' })
    expect(await opened()).toBe(200)
    api.clock.now += 30 * DAY
    expect(await opened()).toBe(404)
    await api.operators.setAccount('me', { plan: 'active' })
    expect(await opened()).toBe(200)
    await api.operators.removeAccount('me')
    expect(await opened()).toBe(404)
  })

  test('[D6.2] HEAD returns the headers of GET, and opens nothing', async () => {
    let opened = 0
    const counted = await openApi({
      wrapBlobs: (blobs) => ({
        ...blobs,
        open: async (...args) => {
          opened++
          return blobs.open(...args)
        },
      }),
    })
    const { body } = await upload(counted, await sessionOf(counted), 'hello')
    const target = `/api/files/${body['id']}`
    const call = { token: null, headers: { Range: 'bytes=1-2' } }
    const [get, head] = [
      await counted.call(target, call),
      await counted.call(target, { ...call, method: 'HEAD' }),
    ]
    const headersOf = ({ headers }: Reply) => [...headers].filter(([name]) => name !== 'x-request-id')
    expect([head.status, headersOf(head)]).toEqual([get.status, headersOf(get)])
    expect([head.text, opened]).toEqual(['', 1])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('[D6.2] %s: 405', async (method) => {
    const { status, headers } = await read({ method })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('[D7] it counts for the address as a request of the notes', async () => {
    const api = await openApi({ rates: { requestsPerAddress: 3 } })
    await api.call('/api/files/none', { token: null })
    await api.call('/api/files/none', { method: 'DELETE', token: null })
    await api.get('/tasks')
    expect(codeOf(await api.call('/api/files/none', { token: null }))).toEqual([429, 'rate_limited'])
    expect((await api.call('/api/files/none', { method: 'DELETE', token: null })).status).toBe(405)
  })

  describe('[D9.5] ranges', () => {
    test.each([
      ['bytes=0-4', 206, 'hello', 'bytes 0-4/12'],
      ['bytes=0-0', 206, 'h', 'bytes 0-0/12'],
      ['bytes=7-', 206, 'world', 'bytes 7-11/12'],
      ['bytes=7-999', 206, 'world', 'bytes 7-11/12'],
      ['bytes=-5', 206, 'world', 'bytes 7-11/12'],
      ['bytes=-999', 206, 'hello, world', 'bytes 0-11/12'],
      ['bytes= 7 - 11', 206, 'world', 'bytes 7-11/12'],
      // An invalid range, or several ranges, get the whole file.
      ['bytes=5-2', 200, 'hello, world', null],
      ['bytes=0-1,3-4', 200, 'hello, world', null],
      ['bytes=-', 200, 'hello, world', null],
      ['bytes=', 200, 'hello, world', null],
      ['bytes=a-b', 200, 'hello, world', null],
      ['bytes=0-1;', 200, 'hello, world', null],
      ['bytes=0--1', 200, 'hello, world', null],
      [`bytes=0-${'9'.repeat(40)}`, 200, 'hello, world', null],
      ['lines=0-1', 200, 'hello, world', null],
      ['', 200, 'hello, world', null],
    ])('%s', async (range, status, text, contentRange) => {
      const reply = await read({ headers: { Range: range } })
      expect([reply.status, reply.headers.get('content-range')]).toEqual([status, contentRange])
      expect(reply.text).toBe(text)
      expect(reply.headers.get('content-length')).toBe(String(text.length))
    })

    test.each(['bytes=12-', 'bytes=999-1000', 'bytes=-0'])('%s is beyond the end', async (range) => {
      const reply = await read({ headers: { Range: range } })
      expect([reply.status, reply.headers.get('content-range')]).toEqual([416, 'bytes */12'])
      expect(reply.body).toEqual({
        error: 'The file ends before the range begins.',
        code: 'bad_request',
        hint: 'Request bytes within the size in Content-Range.',
      })
    })

    test('go on only with the bytes that were begun', async () => {
      const tag = (await read()).headers.get('etag')!
      const from = async (ifRange: string) =>
        (await read({ headers: { Range: 'bytes=7-', 'If-Range': ifRange } })).text
      expect(await from(tag)).toBe('world')
      for (const other of ['"other"', `W/${tag}`, 'Fri, 20 Nov 2026 12:00:00 GMT'])
        expect(await from(other)).toBe('hello, world')
    })
  })
})

describe('a file is never in memory whole', () => {
  /** A file of several pieces, recorded as they are read. */
  async function pieces(count: number) {
    const seen = { pulled: 0, cancelled: false }
    const piece = new Uint8Array(65_536)
    const api = await openApi({
      wrapBlobs: (blobs) => ({
        ...blobs,
        has: async () => true,
        open: async () =>
          new ReadableStream({
            pull: (controller) => (seen.pulled++ < count ? controller.enqueue(piece) : controller.close()),
            cancel: () => void (seen.cancelled = true),
          }),
      }),
    })
    const { body } = await upload(api, await sessionOf(api), 'x')
    const response = await api.app.request(
      'http://notes.example/',
      {},
      { incoming: { url: `/api/files/${body['id']}` } },
    )
    return { seen, reader: response.body!.getReader() }
  }

  test('its bytes are asked for as they are read', async () => {
    const { seen, reader } = await pieces(1_000)
    for (let n = 0; n < 3; n++) await reader.read()
    expect(seen.pulled).toBeLessThan(10)
    await reader.cancel()
  })

  test('and no longer once the reader has gone', async () => {
    const { seen, reader } = await pieces(1_000)
    await reader.read()
    await reader.cancel()
    expect(seen.cancelled).toBe(true)
  })
})
