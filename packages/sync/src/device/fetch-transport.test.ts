import { describe, expect, test } from 'vitest'
import { fetchTransport, type Fetch, type FetchTransportOptions, type FileTransport } from '../index.ts'

type Asked = readonly [url: string, init: Parameters<Fetch>[1]]

/** A transport that records its requests and gives this answer. */
function transport(status: number, text: string, rest: Partial<FetchTransportOptions> = {}) {
  const asked: Asked[] = []
  const made = fetchTransport({
    url: 'https://notes.example',
    token: 'ngs_x',
    fetch: async (url, init) => {
      asked.push([url, init])
      return new Response(text, { status })
    },
    ...rest,
  })
  return { made, asked }
}

test.each([
  [undefined, {}, ''],
  ['1.2.3', {}, '?cursor=1.2.3'],
  ['a&b', { limit: 5 }, '?cursor=a%26b&limit=5'],
  [undefined, { limit: 5, url: 'https://notes.example/here//' }, '?limit=5'],
])('[sync] a pull from %j with %j asks for %j', async (cursor, rest, query) => {
  const { made, asked } = transport(200, '{"records":[]}', rest)
  expect(await made.pull(cursor)).toEqual({ ok: true, value: { records: [] }, bytes: 14 })
  const [[url, init]] = asked as [Asked]
  expect(url).toBe(`https://notes.example${'url' in rest ? '/here' : ''}/api/sync${query}`)
  expect(init).toMatchObject({ method: 'GET', headers: { Authorization: 'Bearer ngs_x' } })
  expect(init.signal.aborted).toBe(false)
})

test('[O1.5] a page is asked for by its id', async () => {
  const { made, asked } = transport(200, '{"records":[]}', { url: 'https://notes.example/here' })
  expect(await made.page!('a/b')).toMatchObject({ ok: true, value: { records: [] } })
  expect(asked[0]![0]).toBe('https://notes.example/here/api/sync/pages/a%2Fb')
  expect(asked[0]![1]).toMatchObject({ method: 'GET', headers: { Authorization: 'Bearer ngs_x' } })
})

test('a session may come from a function at each request, or from the fetch of the program', async () => {
  const sessions = ['ngs_1', 'ngs_2']
  const { made, asked } = transport(200, '{"records":[]}', { token: async () => sessions.shift()! })
  await made.pull(undefined)
  await made.page!('p')
  expect(asked.map(([, { headers }]) => headers['Authorization'])).toEqual(['Bearer ngs_1', 'Bearer ngs_2'])
  const refused = transport(200, '{}', { token: () => Promise.reject(new Error('locked')) })
  await expect(refused.made.pull(undefined)).rejects.toMatchObject({
    code: 'no_token',
    message: 'The program could not read the session of this device (locked).',
  })
  const own = transport(200, '{"records":[]}', { token: undefined })
  await own.made.pull(undefined)
  expect(own.asked[0]![1].headers).toEqual({})
})

test('[sync] a push is sent as JSON', async () => {
  const { made, asked } = transport(200, '{"results":[],"head":1}')
  const body = { epoch: 1, device: 'd', records: [] }
  expect(await made.push(body)).toMatchObject({ ok: true, value: { results: [], head: 1 } })
  expect(asked[0]![1]).toMatchObject({
    method: 'POST',
    headers: { Authorization: 'Bearer ngs_x', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
})

test('[sync] a refusal comes as the error body', async () => {
  const error = { error: 'Pull first.', code: 'conflict', hint: 'Do.' }
  const { made } = transport(409, JSON.stringify({ ...error, more: 1 }))
  expect(await made.pull(undefined)).toEqual({ ok: false, status: 409, error })
})

test.each([
  ['no JSON', 200, '<html>'],
  ['an error that is not the service’s', 502, '{"message":"bad gateway"}'],
  ['nothing', 502, 'null'],
])('[sync] %s counts as no answer', async (_, status, text) => {
  await expect(transport(status, text).made.pull('1.2.3')).rejects.toThrow()
})

test.each(['null', '[]', '{"status":"ok"}', '{"records":{},"results":"none"}'])(
  '[sync device 7] JSON of another service, %s, counts as no answer',
  async (text) => {
    const { made } = transport(200, text)
    const fault = { code: 'not_notegraph' }
    await expect(made.pull(undefined)).rejects.toMatchObject(fault)
    await expect(made.page!('p')).rejects.toMatchObject(fault)
    await expect(made.push({ epoch: 1, device: 'd', records: [] })).rejects.toMatchObject(fault)
  },
)

describe('files', () => {
  const bytes = new Uint8Array([1, 2, 3])
  const file = { id: 'x1', name: 'a b.png', type: 'image/png', bytes }
  const signal = new AbortController().signal

  /** A transport that gives this answer to every request. */
  function over(answer: () => Response) {
    const asked: Asked[] = []
    const { files } = fetchTransport({
      url: 'https://notes.example/',
      token: 'ngs_x',
      fetch: async (url, init) => {
        asked.push([url, init])
        return answer()
      },
    })
    return { files: files!, asked }
  }

  test("[sync] an upload sends the file's name and id", async () => {
    const answer = { id: 'x2', name: 'a b.png', type: 'image/png', size: 3 }
    const { files, asked } = over(() => Response.json(answer))
    expect(await files.upload(file, signal)).toMatchObject({ ok: true, value: answer })
    const [[url, init]] = asked as [Asked]
    expect(url).toBe('https://notes.example/api/files?name=a%20b.png&id=x1')
    expect(init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer ngs_x', 'Content-Type': 'image/png' },
      body: bytes,
    })
  })

  test('[sync] an upload without a media type lets the server choose the type', async () => {
    const { files, asked } = over(() => Response.json({ id: 'x1', name: 'a', type: 'a/b', size: 3 }))
    await files.upload({ ...file, type: '' }, signal)
    expect(asked[0]![1].headers).toEqual({ Authorization: 'Bearer ngs_x' })
  })

  test('[sync] an aborted signal stops an upload', async () => {
    const cutOff = new AbortController()
    const { files, asked } = over(() => Response.json({ id: 'x1' }))
    await files.upload(file, cutOff.signal)
    expect(asked[0]![1].signal.aborted).toBe(false)
    cutOff.abort()
    expect(asked[0]![1].signal.aborted).toBe(true)
  })

  test.each([
    [`attachment; filename="map.png"`, 'map.png'],
    [`inline; filename=map.png`, 'map.png'],
    [String.raw`attachment; filename="a \"b\".png"`, 'a "b".png'],
    [`attachment; filename="???.png"; filename*=UTF-8''%E6%9C%A8.png`, '木.png'],
    [`attachment; filename="x.png"; filename*=UTF-8''%ff`, 'x.png'],
    ['attachment', 'x1'],
  ])('[sync] a download with the header %s is named %s', async (disposition, name) => {
    const headers = { 'Content-Type': 'image/png; x=1', 'Content-Disposition': disposition }
    const { files, asked } = over(() => new Response(bytes, { headers }))
    expect(await files.download('x1')).toEqual({ ok: true, value: { name, type: 'image/png', bytes } })
    expect(asked[0]![0]).toBe('https://notes.example/api/files/x1')
  })

  test.each([
    ['upload', async (files: FileTransport) => files.upload(file, signal)],
    ['download', async (files: FileTransport) => files.download('x1')],
  ] as const)('[sync] a refused %s comes as the error body, and no JSON as no answer', async (_, ask) => {
    const error = { error: 'Full.', code: 'quota_full', hint: '' }
    expect(await ask(over(() => Response.json(error, { status: 507 })).files)).toEqual({
      ok: false,
      status: 507,
      error,
    })
    await expect(ask(over(() => new Response('<html>', { status: 502 })).files)).rejects.toThrow()
  })

  test('[sync] an answer without an id counts as no answer', async () => {
    await expect(over(() => Response.json({})).files.upload(file, signal)).rejects.toThrow()
  })
})
