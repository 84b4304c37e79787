/** The body of a write: its size, encoding and JSON. */
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call } from './api.ts'

const LIMIT = 65_536
const JSON_TYPE = { 'Content-Type': 'application/json' }

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const send = (body: NonNullable<Call['body']>, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  api.call('/api/v1/notes/tasks/late', { method: 'POST', body, headers })

/** A body without a length, and the number of bytes read from it. */
function streamed(chunks: readonly string[]) {
  let taken = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[taken]
        if (chunk === undefined) return controller.close()
        taken++
        controller.enqueue(new TextEncoder().encode(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  return { body, taken: () => taken }
}

const padded = (bytes: number): string => '{"state":"doing"}'.padEnd(bytes)

describe('[limits] 64 KB', () => {
  test.each([
    [LIMIT, 200],
    [LIMIT + 1, 413],
  ])('%i bytes: %i', async (bytes, status) => {
    expect((await send(padded(bytes))).status).toBe(status)
    expect((await send(padded(bytes), { ...JSON_TYPE, 'Content-Length': String(bytes) })).status).toBe(status)
    expect((await send(streamed([padded(bytes)]).body)).status).toBe(status)
  })

  test('in words', async () => {
    expect((await send(padded(LIMIT + 1))).body).toEqual({
      error: 'The request is larger than 65536 bytes.',
      code: 'too_large',
      hint: 'Send at most 64 KB.',
    })
  })

  test('bytes are counted, not characters', async () => {
    const wide = JSON.stringify({ state: '語'.repeat(LIMIT / 3) })
    expect(wide.length).toBeLessThan(LIMIT)
    expect((await send(wide)).status).toBe(413)
  })

  test('a body with a Content-Length above the limit is refused unread', async () => {
    const { body, taken } = streamed([padded(LIMIT + 1)])
    expect((await send(body, { ...JSON_TYPE, 'Content-Length': String(LIMIT + 1) })).status).toBe(413)
    expect(taken()).toBe(0)
  })

  test('one that does not is refused when it is too long, and 4 MB of the rest are discarded', async () => {
    const { body, taken } = streamed(Array.from({ length: 10_000 }, () => ' '.repeat(1_024)))
    expect((await send(body)).status).toBe(413)
    await expect.poll(taken).toBeGreaterThan(4_096)
    expect(taken()).toBeLessThanOrEqual(66 + 4_097)
  })

  test('one that breaks off is 400', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
    const reply = await send(body)
    expect([reply.status, reply.body['error']]).toEqual([400, 'The body ended early.'])
  })
})

describe('[D6.3] it is sent as application/json', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; x=y',
  ])('200 for %s', async (type) => {
    expect((await send(padded(20), { 'Content-Type': type })).status).toBe(200)
  })

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/ld+json',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'json',
    '*/*',
  ])('400 for %s', async (type) => {
    const reply = await send(padded(20), { 'Content-Type': type })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      error: 'The body is not sent as application/json.',
      code: 'bad_request',
      hint: 'Send the body as application/json, in UTF-8.',
    })
  })

  test('400 for none', async () => {
    expect((await send(new TextEncoder().encode(padded(20)), {})).status).toBe(400)
  })

  test.each([
    ['gzip', 400, 'The body is sent with Content-Encoding "gzip".'],
    ['identity', 200, undefined],
  ])('content encoding %s: %i', async (encoding, status, words) => {
    const reply = await send(padded(20), { ...JSON_TYPE, 'Content-Encoding': encoding })
    expect([reply.status, reply.body['error']]).toEqual([status, words])
  })
})

describe('[D6.3] it is UTF-8 and JSON, an object, and names no key twice', () => {
  test.each([
    ['a lone byte', [0x7b, 0xff, 0x7d], 'The body is not UTF-8.'],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22], 'The body is not UTF-8.'],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], 'The body is not UTF-8.'],
    ['one cut off', [0x22, 0xe6, 0x97], 'The body is not UTF-8.'],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 'The body is not UTF-8.'],
  ])('%s', async (_, bytes, words) => {
    const reply = await send(new Uint8Array(bytes))
    expect([reply.status, reply.body['error']]).toEqual([400, words])
  })

  test.each([
    ['', 'The body is not JSON.'],
    ['{', 'The body is not JSON.'],
    ["{'state':'done'}", 'The body is not JSON.'],
    ['{"state":"done"} x', 'The body is not JSON.'],
    ['state=done', 'The body is not JSON.'],
    ['[]', 'The body takes a JSON object, not an array.'],
    ['null', 'The body takes a JSON object, not null.'],
    ['"done"', 'The body takes a JSON object, not "done".'],
    [
      '{"state":"done","state":"todo"}',
      'The body names the key "state" twice in one object. Send each key once.',
    ],
    [
      '{"state":"done","x":{"a":1,"\\u0061":2}}',
      'The body names the key "a" twice in one object. Send each key once.',
    ],
    [
      '{"state":"done","when":1}',
      'This route has no key "when". Use state, scheduled, deadline, shift, priority, repeater, repeat or if_unchanged.',
    ],
    [
      '{"state":"done","__proto__":{}}',
      'This route has no key "__proto__". Use state, scheduled, deadline, shift, priority, repeater, repeat or if_unchanged.',
    ],
    [
      '{}',
      'state is missing. Use todo, doing, done, later, now, waiting or canceled; or send scheduled, deadline, shift, priority or repeater.',
    ],
    ['{"state":"DONE"}', 'state takes todo, doing, done, later, now, waiting, canceled or none, not "DONE".'],
  ])('%s', async (body, words) => {
    const reply = await send(body)
    expect([reply.status, reply.body['error']]).toEqual([400, words])
  })

  test.each([
    [999, /^state takes todo, .*, not an array\.$/],
    [1_000, /^The body nests more than 1,000 levels/],
    [32_000, /^The body nests more than 1,000 levels/],
  ])('nested %i levels deep', async (depth, words) => {
    const reply = await send(`{"state":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect([reply.status, reply.body['code']]).toEqual([400, 'bad_request'])
    expect(reply.body['error']).toMatch(words)
  })

  test('a byte order mark is passed over', async () => {
    expect((await send('\ufeff{"state":"doing"}')).status).toBe(200)
  })
})

test.each([
  ['POST', '/pages/Plans/blocks', 'text, position, parentId or if_unchanged'],
  ['POST', '/pages', 'name, type, properties, outline, blocks or if_unchanged'],
  ['POST', '/tasks/late', 'state, scheduled, deadline, shift, priority, repeater, repeat or if_unchanged'],
  ['PATCH', '/blocks/late', 'text, find, replace, expect, whole or if_unchanged'],
  ['PATCH', '/pages/Plans/properties/mood', 'value or if_unchanged'],
  ['PATCH', '/pages/Plans/properties', 'properties or if_unchanged'],
])('%s %s takes the keys %s, and names another that is sent', async (method, target, keys) => {
  const call = { method, headers: JSON_TYPE, body: '{"colour":1}' }
  const { status, body } = await api.call(`/api/v1/notes${target}`, call)
  expect([status, body['error']]).toEqual([400, `This route has no key "colour". Use ${keys}.`])
})

test('a name in the path that is no percent-encoding is 400 with the body, before the target', async () => {
  const headers = JSON_TYPE
  for (const [target, what] of [
    ['/pages/%ff/properties/mood', 'page name'],
    ['/pages/Nobody/properties/%ff', 'property key'],
  ] as const) {
    const { status, body } = await api.call(`/api/v1/notes${target}`, {
      method: 'PATCH',
      headers,
      body: '{"value":"x"}',
    })
    expect(status).toBe(400)
    expect(body['error']).toBe(`The ${what} in the path is not valid percent-encoding of UTF-8.`)
  }
})
