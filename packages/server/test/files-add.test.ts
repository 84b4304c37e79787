/**
 * A device uploads files.
 *
 * @module-tag both-stores
 */
import { createHash } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { PNG, sessionOf, upload, UPLOAD } from './uploads.ts'

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

    test('refused by its Content-Length, before its name is checked', async () => {
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

  test('[D6.1] a full disk: 507, and nothing is left; a file that the account has needs no room', async () => {
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
