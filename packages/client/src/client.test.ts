import { describe, expect, test } from 'vitest'
import { changesClient, every, metaOf, notesClient, NotegraphError, type ClientOptions } from './index.ts'

type Came = Response | Error
interface Asked {
  readonly url: string
  readonly init: RequestInit
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ error: 'What was wrong.', code, hint: 'What to do.' }, { 'X-Request-Id': 'r-1', ...headers }, status)

/** A client that records the requests, with scripted answers; and the waits between. */
function script(...answers: readonly Came[]) {
  const asked: Asked[] = []
  const waits: number[] = []
  const options: ClientOptions = {
    url: 'https://notes.example/here/',
    token: 'ngp_x',
    fetch: async (url, init) => {
      const next = answers[asked.length]
      asked.push({ url, init })
      if (next === undefined) throw new Error('nothing more was to be asked')
      if (next instanceof Error) throw next
      return next
    },
    sleep: async (ms) => void waits.push(ms),
  }
  return { options, asked, waits }
}

const headersOf = ({ init }: Asked): Record<string, string> => init.headers as Record<string, string>

const lost = new TypeError('fetch failed')

describe('a request', () => {
  test.each([
    [
      'listPages',
      (it: Client) => it.listPages({ type: 'person', limit: 2 }),
      'GET',
      '/pages?type=person&limit=2',
    ],
    ['readPage', (it: Client) => it.readPage('a/b & ä?'), 'GET', '/pages/a%2Fb%20%26%20%C3%A4%3F'],
    ['readDay', (it: Client) => it.readDay('today', { offset: 3 }), 'GET', '/days/today?offset=3'],
    ['readBlock', (it: Client) => it.readBlock('b'), 'GET', '/blocks/b'],
    ['search', (it: Client) => it.search({ q: '"a b" &' }), 'GET', '/search?q=%22a+b%22+%26'],
    ['listTasks', (it: Client) => it.listTasks(), 'GET', '/tasks'],
    ['listTypes', (it: Client) => it.listTypes(), 'GET', '/types'],
    ['addBlock', (it: Client) => it.addBlock('today', { text: 'x' }), 'POST', '/pages/today/blocks'],
    ['createPage', (it: Client) => it.createPage({ name: 'x' }), 'POST', '/pages'],
    ['setTask', (it: Client) => it.setTask('b', { state: 'done' }), 'POST', '/tasks/b'],
    ['updateBlock', (it: Client) => it.updateBlock('b', { text: 'x' }), 'PATCH', '/blocks/b'],
    [
      'setProperty',
      (it: Client) => it.setProperty('p', 'Works at', { value: null }),
      'PATCH',
      '/pages/p/properties/Works%20at',
    ],
    [
      'setProperties',
      (it: Client) => it.setProperties('p', { properties: { a: 'b' } }),
      'PATCH',
      '/pages/p/properties',
    ],
  ] as const)('%s', async (_, call, method, path) => {
    const { options, asked } = script(json({}))
    await call(notesClient(options))
    const [{ url, init }] = asked as [Asked]
    expect([init.method, url]).toEqual([method, `https://notes.example/here/api/v1/notes${path}`])
    expect(headersOf(asked[0]!)['Authorization']).toBe('Bearer ngp_x')
    expect('Idempotency-Key' in headersOf(asked[0]!)).toBe(method !== 'GET')
    expect(typeof init.body).toBe(method === 'GET' ? 'undefined' : 'string')
  })

  type Client = ReturnType<typeof notesClient>

  test('a body as JSON, with the headers that are asked for', async () => {
    const { options, asked } = script(json({}))
    await notesClient(options).updateBlock('b', { text: 'ä' }, { idempotencyKey: 'k', ifMatch: '"t"' })
    expect(asked[0]?.init.body).toBe('{"text":"ä"}')
    expect(headersOf(asked[0]!)).toEqual({
      Authorization: 'Bearer ngp_x',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k',
      'If-Match': '"t"',
    })
  })

  test('a token that a function gives for each call, whose error is the error of the call', async () => {
    const { options, asked } = script(json({}), json({}))
    const tokens = ['ngp_1', 'ngp_2']
    const notes = notesClient({ ...options, token: async () => tokens.shift()! })
    await notes.listTypes()
    await notes.listTypes()
    expect(asked.map((one) => headersOf(one)['Authorization'])).toEqual(['Bearer ngp_1', 'Bearer ngp_2'])
    const locked = notesClient({ ...options, token: () => Promise.reject(new Error('locked')) })
    await expect(locked.listTypes()).rejects.toThrow('locked')
  })

  test('a fresh key for each write, and the same one each time it is sent', async () => {
    const { options, asked } = script(lost, refusal(503, 'internal'), json({}), json({}))
    const notes = notesClient(options)
    await notes.addBlock('today', { text: 'x' })
    await notes.addBlock('today', { text: 'x' })
    const [first, second, third, other] = asked.map((one) => headersOf(one)['Idempotency-Key'])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(other).not.toBe(first)
  })
})

describe('an answer', () => {
  test('is the body, and what else was said is kept with it', async () => {
    const headers = {
      ETag: '"t"',
      'Idempotency-Replayed': 'true',
      'X-Request-Id': 'r',
      RateLimit: '"requests";r=1',
    }
    const { options } = script(json({ block: {} }, headers), json({ block: {} }))
    const notes = notesClient(options)
    const [one, two] = [await notes.readBlock('b'), await notes.readBlock('b')]
    expect(one).toEqual({ block: {} })
    expect(metaOf(one)).toEqual({ etag: '"t"', replayed: true, requestId: 'r', rateLimit: '"requests";r=1' })
    expect(metaOf(two)).toMatchObject({ etag: undefined, replayed: false })
    expect(() => metaOf({})).toThrow(TypeError)
  })

  test('a refusal in its words', async () => {
    const { options } = script(refusal(404, 'not_found'))
    const error = await notesClient(options)
      .readBlock('b')
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(NotegraphError)
    expect(error).toMatchObject({
      message: 'What was wrong.',
      status: 404,
      code: 'not_found',
      hint: 'What to do.',
      requestId: 'r-1',
    })
  })

  test.each(['<h1>Bad gateway</h1>', '', '[]', '{"error":"x"}', 'null'])(
    'an answer that is no error of the service is reported by its status: %s',
    async (text) => {
      const { options } = script(new Response(text, { status: 418 }))
      await expect(notesClient(options).listTypes()).rejects.toMatchObject({
        message: 'The answer (HTTP 418) did not come from Notegraph.',
        status: 418,
        code: 'not_notegraph',
      })
    },
  )

  test('a page of a proxy in place of an answer, and an address that is none, have codes of their own', async () => {
    const { options } = script(new Response('<h1>Welcome</h1>'))
    await expect(notesClient(options).listTypes()).rejects.toMatchObject({
      status: 200,
      code: 'not_notegraph',
    })
    const wrong = script()
    await expect(notesClient({ ...wrong.options, url: 'not a url' }).listTypes()).rejects.toMatchObject({
      status: 0,
      code: 'bad_url',
    })
    expect(wrong.asked).toEqual([])
  })
})

describe('the client tries again', () => {
  test('a rate, after as long as it asks', async () => {
    const { options, waits } = script(
      refusal(429, 'rate_limited', { 'Retry-After': '60' }),
      json({ ok: true }),
    )
    expect(await notesClient(options).setTask('b', { state: 'done' })).toEqual({ ok: true })
    expect(waits).toEqual([60_000])
  })

  test('a lost connection and a server that fails, a little later each time', async () => {
    const { options, waits } = script(lost, refusal(500, 'internal'), refusal(503, 'unavailable'), json({}))
    await notesClient(options).listTypes()
    expect(waits).toHaveLength(3)
    for (const [n, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(125 * 2 ** n)
      expect(wait).toBeLessThanOrEqual(250 * 2 ** n)
    }
  })

  test('after three retries, the client reports the last failure', async () => {
    const { options, asked } = script(lost, lost, lost, refusal(500, 'internal'))
    await expect(notesClient(options).listTypes()).rejects.toMatchObject({ status: 500 })
    expect(asked).toHaveLength(4)
    const gone = script(lost, lost)
    await expect(notesClient({ ...gone.options, retries: 1 }).listTypes()).rejects.toMatchObject({
      name: 'NotegraphError',
      status: 0,
      code: 'no_answer',
      cause: lost,
    })
  })

  test.each([
    ['a full list of changes', refusal(429, 'trail_full')],
    ['a conflict', refusal(409, 'conflict')],
    ['a wait beyond the longest', refusal(429, 'rate_limited', { 'Retry-After': '61' })],
  ])('not %s', async (_, answer) => {
    const { options, waits } = script(answer)
    await expect(notesClient(options).setTask('b', { state: 'done' })).rejects.toBeInstanceOf(NotegraphError)
    expect(waits).toEqual([])
  })

  test('a Revert only where it was surely not done', async () => {
    const first = script(lost)
    await expect(changesClient(first.options).revert('c/1')).rejects.toMatchObject({ code: 'no_answer' })
    expect(first.asked[0]?.url).toBe('https://notes.example/here/api/v1/settings/changes/c%2F1/revert')
    const second = script(refusal(429, 'rate_limited', { 'Retry-After': '1' }), json({ ok: true }))
    expect(await changesClient(second.options).revert('c')).toEqual({ ok: true })
  })
})

describe('a signal ends a call with a code', () => {
  test('while it is asked', async () => {
    const { options } = script(lost)
    const reason = new Error('enough')
    await expect(notesClient(options).listTypes({ signal: AbortSignal.abort(reason) })).rejects.toMatchObject(
      { name: 'NotegraphError', status: 0, code: 'aborted', cause: reason },
    )
  })

  test('while it waits', async () => {
    const { options, asked } = script(refusal(429, 'rate_limited', { 'Retry-After': '60' }))
    const { sleep: _, ...own } = options
    const stop = new AbortController()
    const asking = notesClient(own).listTypes({ signal: stop.signal })
    const reason = new Error('enough')
    setTimeout(() => stop.abort(reason), 1)
    await expect(asking).rejects.toMatchObject({ code: 'aborted', cause: reason })
    expect(asked).toHaveLength(1)
  })

  test('in the middle of an answer', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        stop.abort(reason)
        controller.error(reason)
      },
    })
    const { options } = script(new Response(broken))
    await expect(notesClient(options).listTypes({ signal: stop.signal })).rejects.toMatchObject({
      code: 'aborted',
      cause: reason,
    })
  })
})

test('a connection that is lost in the middle of an answer is no answer', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(lost) })
  const { options } = script(new Response(broken))
  await expect(notesClient(options).listTypes()).rejects.toMatchObject({ code: 'no_answer', cause: lost })
})

test('every item of a list, part by part', async () => {
  const { options, asked } = script(
    json({ pages: [1, 2], total: 3, next: 2 }),
    json({ pages: [3], total: 3, next: null }),
  )
  const notes = notesClient(options)
  const pages: unknown[] = []
  for await (const page of every((offset) => notes.listPages({ limit: 2, offset }), 'pages')) pages.push(page)
  expect(pages).toEqual([1, 2, 3])
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?limit=2&offset=0', '?limit=2&offset=2'])
})

test('the list of changes takes its filters', async () => {
  const { options, asked } = script(json({ changes: [] }))
  await changesClient(options).list({ token: 'Laptop script', page: 'Ada' })
  expect(asked[0]?.url).toBe(
    'https://notes.example/here/api/v1/settings/changes?token=Laptop+script&page=Ada',
  )
})
