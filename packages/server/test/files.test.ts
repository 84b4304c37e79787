import { createHash } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { parse as parseDisposition } from 'content-disposition'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call, type Reply } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const UPLOAD = '/api/files?name=map.png'
const PNG = { 'Content-Type': 'image/png' }

const sessionOf = async (api: Api, account = 'me'): Promise<string> =>
  (await api.operators.createSession(account, { device: 'phone' })).session

const upload = (api: Api, session: string | null, body: string, call: Call = {}, target = UPLOAD) =>
  api.call(target, { method: 'POST', token: session, body, headers: PNG, ...call })

const codeOf = ({ status, body }: Reply) => [status, body['code']]

describe('[sync] a file is added', () => {
  let api: Api
  let session: string
  beforeEach(async () => {
    api = await openApi()
    session = await sessionOf(api)
  })

  test('and is a file of the account, which counts for storage', async () => {
    const used = await api.graph.storage.bytes()
    const { status, body } = await upload(api, session, 'a picture')
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.any(String), name: 'map.png', type: 'image/png', size: 9 })
    expect(Buffer.from(body['id'], 'base64url').length).toBeGreaterThanOrEqual(16) // 128 bits
    expect(await api.graph.files.list()).toEqual([
      { ...body, hash: createHash('sha256').update('a picture').digest('hex'), createdAt: NOON },
    ])
    expect(await api.graph.storage.bytes()).toBe(used + 9)
  })

  test('and is the same file when the same bytes come again, whatever they are called', async () => {
    const { body: first } = await upload(api, session, 'a picture')
    const again = await upload(api, session, 'a picture', { headers: {} }, '/api/files?name=other.txt')
    expect(again.body).toEqual(first)
    const both = await Promise.all(['one', 'two'].map(() => upload(api, session, 'both')))
    expect(both[0]!.body).toEqual(both[1]!.body)
    expect(await api.graph.files.list()).toHaveLength(2)
  })

  describe('with the id that its device drew', () => {
    const ID = 'drawn_by-the-device-0001'
    const target = (id: string) => `${UPLOAD}&id=${id}`

    test('and has it, also where the upload is sent again', async () => {
      for (let times = 0; times < 2; times++) {
        const { status, body } = await upload(api, session, 'a picture', {}, target(ID))
        expect([status, body['id']]).toEqual([200, ID])
      }
      expect((await api.call(`/api/files/${ID}`, { token: session })).text).toBe('a picture')
      expect(await api.graph.files.list()).toHaveLength(1)
    })

    test('and has another where the account has the bytes already', async () => {
      const { body: first } = await upload(api, session, 'a picture')
      expect((await upload(api, session, 'a picture', {}, target(ID))).body).toEqual(first)
    })

    test('and has another where a file has the id: of this account, or of somebody else', async () => {
      await upload(api, session, 'a picture', {}, target(ID))
      await api.operators.createAccount('other', {})
      for (const [who, text] of [
        [session, 'another picture'],
        [await sessionOf(api, 'other'), 'a picture of theirs'],
      ] as const) {
        const { status, body } = await upload(api, who, text, {}, target(ID))
        expect([status, body['id'] === ID]).toEqual([200, false])
        expect((await api.call(`/api/files/${body['id']}`, { token: who })).text).toBe(text)
      }
      expect((await api.call(`/api/files/${ID}`, { token: null })).text).toBe('a picture')
    })

    test.each(['short', 'x'.repeat(65), 'drawn.by.the.device.0001', ''])(
      '%j is no such id: 400',
      async (id) => {
        const { status, body } = await upload(api, session, 'x', {}, target(id))
        expect([status, body['error']]).toEqual([
          400,
          expect.stringMatching(/^id takes 22 to 64 random characters/),
        ])
        expect(await api.graph.files.list()).toEqual([])
      },
    )
  })

  test('and named in notes from then on', async () => {
    const { body } = await upload(api, session, 'a picture')
    const { record, seq } = (await api.graph.records.find('today-1'))!
    if (record.kind !== 'block') throw new Error('no block')
    const words = { ...record.words, text: `see ![](/api/files/${body['id']})` }
    await api.graph.commits.commit({ puts: [{ record: { ...record, words }, from: seq }] })
    const block = (await api.get('/blocks/today-1')).body['block']
    expect(block['content']).toBe('see [picture: map.png]')
  })

  test.each([
    ['of the name where none is sent', undefined, 'map.png', 'image/png'],
    ['without its parameters', 'Text/Plain; charset=latin1', 'a', 'text/plain'],
    ['of any bytes where nothing says one', undefined, 'map', 'application/octet-stream'],
    ['of one’s own', 'application/x-thing+json', 'a.png', 'application/x-thing+json'],
  ])('the media type: %s', async (_, sent, name, type) => {
    const { body } = await api.call(`/api/files?name=${name}`, {
      method: 'POST',
      token: session,
      headers: sent === undefined ? {} : { 'Content-Type': sent },
      body: Buffer.from(name), // a text body would add a media type
    })
    expect(body).toMatchObject({ name, type })
  })

  test('an empty one too', async () => {
    const { status, body } = await api.call(UPLOAD, { method: 'POST', token: session, headers: PNG })
    expect([status, body['size']]).toEqual([200, 0])
    expect((await api.call(`/api/files/${body['id']}`, { token: null })).text).toBe('')
  })

  test.each([
    ['no name', '/api/files', /^name is missing\. Set it to the name of the file/],
    ['an empty name', '/api/files?name=', /^name is missing/],
    ['two names', '/api/files?name=a&name=b', /^name is repeated/],
    ['a path', '/api/files?name=a%2Fb.png', /^name contains a slash or a control character/],
    ['a line break', '/api/files?name=a%0Ab', /^name contains a slash or a control character/],
    ['256 characters', `/api/files?name=${'x'.repeat(256)}`, /^name takes at most 255 characters, not 256/],
    ['no percent-encoding', '/api/files?name=%ff', /^The value of name is not valid percent-encoding/],
  ])('%s: 400', async (_, target, words) => {
    const { status, body } = await upload(api, session, 'x', {}, target)
    expect([status, body['error']]).toEqual([400, expect.stringMatching(words)])
    expect(await api.graph.files.list()).toEqual([])
  })

  test.each(['nonsense', 'image/', 'image/png/x', 'a b/c', `image/${'x'.repeat(101)}`, 'imäge/png'])(
    'as %j: 400',
    async (type) => {
      const { status, body } = await upload(api, session, 'x', { headers: { 'Content-Type': type } })
      expect([status, body['error']]).toEqual([400, 'Content-Type is not a media type such as image/png.'])
    },
  )

  test('a name of 255 characters is taken', async () => {
    const name = `${'木'.repeat(251)}.png`
    const { body } = await upload(api, session, 'x', {}, `/api/files?name=${encodeURIComponent(name)}`)
    expect(body['name']).toBe(name)
  })

  test.each([
    ['nobody', null, 401, 'unauthorized'],
    ['a session of nobody', 'ngs_x', 401, 'unauthorized'],
    ['an API token', 'token', 403, 'forbidden'],
  ])('[D9.2] by %s: %i', async (_, who, status, code) => {
    const reply = await upload(api, who === 'token' ? api.token : who, 'x')
    expect(codeOf(reply)).toEqual([status, code])
  })

  test.each([
    ['not on the list', { allowed: false }, 403, 'forbidden'],
    ['without a plan', { plan: 'none' }, 402, 'payment_required'],
    ['in grace', { plan: 'grace' }, 402, 'payment_required'],
  ] as const)(
    '[D6.1] by an account %s: %i, before the file is looked at',
    async (_, options, status, code) => {
      await api.operators.setAccount('me', options)
      const large = { 'Content-Length': String(LIMITS.fileBytes + 1) }
      expect(codeOf(await upload(api, session, 'x', { headers: large }))).toEqual([status, code])
    },
  )

  describe('[sync] 100 MB and no more', () => {
    const words = {
      error: 'The file is larger than 100 MB.',
      code: 'too_large',
      hint: 'Send a file of at most 100 MB.',
    }

    test('told by its length, before the name is looked at', async () => {
      const headers = { ...PNG, 'Content-Length': String(LIMITS.fileBytes + 1) }
      const { status, body } = await upload(api, session, 'x', { headers }, '/api/files')
      expect([status, body]).toEqual([413, words])
    })

    test('found out on the way, without reading on', async () => {
      const megabyte = new Uint8Array(2 ** 20)
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent++
          controller.enqueue(megabyte)
        },
      })
      const reply = await api.call(UPLOAD, { method: 'POST', token: session, headers: PNG, body })
      expect([reply.status, reply.body]).toEqual([413, words])
      expect(sent).toBeLessThan(110)
      expect(await api.graph.files.list()).toEqual([])
    })

    test('exactly as many are taken', async () => {
      const megabyte = new Uint8Array(2 ** 20)
      let left = 100
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? controller.enqueue(megabyte) : controller.close()),
      })
      const reply = await api.call(UPLOAD, { method: 'POST', token: session, headers: PNG, body })
      expect([reply.status, reply.body['size']]).toEqual([200, 104_857_600])
    })
  })

  test('that is cut off on its way leaves nothing', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        sent++ < 3 ? controller.enqueue(Buffer.from('half')) : controller.error(new Error('gone')),
    })
    const reply = await api.call(UPLOAD, { method: 'POST', token: session, headers: PNG, body })
    expect([reply.status, reply.body['error']]).toEqual([400, 'The body ended early.'])
    expect(await api.graph.files.list()).toEqual([])
  })

  test('[D6.1] where there is no room: 507, and nothing is left; what the account has needs none', async () => {
    const { body: held } = await upload(api, session, 'held')
    const used = await api.graph.storage.bytes()
    await api.operators.setAccount('me', { quota: used + 4 })
    expect(codeOf(await upload(api, session, '12345'))).toEqual([507, 'quota_full'])
    expect(await api.graph.files.list()).toHaveLength(1)
    expect(await Array.fromAsync(api.blobs.list('me'))).toHaveLength(1)
    expect((await upload(api, session, '1234')).status).toBe(200)
    expect((await upload(api, session, '1')).status).toBe(507)
    expect((await upload(api, session, 'held')).body).toEqual(held)
  })

  test('bytes that were lost come back when they are sent again', async () => {
    const { body } = await upload(api, session, 'lost')
    await api.blobs.removeAll('me')
    expect((await api.call(`/api/files/${body['id']}`, { token: null })).status).toBe(500)
    expect((await upload(api, session, 'lost')).body).toEqual(body)
    expect((await api.call(`/api/files/${body['id']}`, { token: null })).text).toBe('lost')
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('by %s: 405', async (method) => {
    const { status, headers } = await api.call(UPLOAD, { method, token: session })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('[sync] the 600th request of a device in a minute is answered, the 601st is not', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 1 } })
  const session = await sessionOf(api)
  for (let n = 0; n < 600; n++) expect((await upload(api, session, 'x')).status).toBe(200)
  expect(codeOf(await upload(api, session, 'x'))).toEqual([429, 'rate_limited'])
  expect((await api.get('/tasks')).status).toBe(200)
})

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
    test('whoever holds its id', async () => {
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

  test('[D6.2] HEAD tells what GET would, and opens nothing', async () => {
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
    const told = ({ headers }: Reply) => [...headers].filter(([name]) => name !== 'x-request-id')
    expect([head.status, told(head)]).toEqual([get.status, told(get)])
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
    ])('%s', async (range, status, text, told) => {
      const reply = await read({ headers: { Range: range } })
      expect([reply.status, reply.headers.get('content-range')]).toEqual([status, told])
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

describe('[D9.5] how a file is shown', () => {
  let api: Api
  let session: string
  let made = 0
  beforeAll(async () => {
    api = await openApi()
    session = await sessionOf(api)
  })

  async function headersOf(name: string, type: string): Promise<Headers> {
    const target = `/api/files?name=${encodeURIComponent(name)}`
    const call = { headers: { 'Content-Type': type } }
    const { body } = await upload(api, session, `file ${made++}`, call, target)
    return (await api.call(`/api/files/${body['id']}`, { token: null })).headers
  }

  test.each([
    ['a.png', 'image/png', 'inline'],
    ['a.jpg', 'image/jpeg', 'inline'],
    ['a.webp', 'image/webp', 'inline'],
    ['a.avif', 'IMAGE/AVIF', 'inline'],
    ['a.svg', 'image/svg+xml', 'attachment'],
    ['a.png', 'image/svg+xml', 'attachment'],
    ['a.svgz', 'image/svg', 'attachment'],
    ['a.html', 'text/html', 'attachment'],
    ['a.png', 'text/html', 'attachment'],
    ['a.pdf', 'application/pdf', 'attachment'],
    ['a.xml', 'application/xhtml+xml', 'attachment'],
    ['a.js', 'text/javascript', 'attachment'],
    ['a.mp4', 'video/mp4', 'attachment'],
    ['a', 'application/octet-stream', 'attachment'],
  ])('%s as %s: %s, and nothing in it runs', async (name, type, expected) => {
    const headers = await headersOf(name, type)
    expect(parseDisposition(headers.get('content-disposition')!)).toEqual({
      type: expected,
      parameters: expect.objectContaining({ filename: name }),
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type.toLowerCase(),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['map.png', 'inline; filename=map.png'],
    ['my map.png', 'inline; filename="my map.png"'],
    ['a "b" \\ c.png', 'inline; filename="a \\"b\\" \\\\ c.png"'],
    ['Straße.png', `inline; filename="Stra?e.png"; filename*=UTF-8''Stra%C3%9Fe.png`],
    ['地図.png', `inline; filename="??.png"; filename*=UTF-8''%E5%9C%B0%E5%9B%B3.png`],
    ["it's; (c)*.png", `inline; filename="it's; (c)*.png"`],
    ['%41.png', `inline; filename=%41.png; filename*=UTF-8''%2541.png`],
    ['😀.png', `inline; filename="??.png"; filename*=UTF-8''%F0%9F%98%80.png`],
  ])('[RFC 6266] the name %s', async (name, expected) => {
    const header = (await headersOf(name, 'image/png')).get('content-disposition')!
    expect(header).toBe(expected)
    expect(parseDisposition(header).parameters['filename']).toBe(name)
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
