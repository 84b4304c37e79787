import { expect, test } from 'vitest'
import { fetchTransport, type Fetch } from '../index.ts'

type Asked = readonly [url: string, init: Parameters<Fetch>[1]]

/** A transport whose requests are kept, and get this answer. */
function transport(status: number, text: string, rest: { url?: string; limit?: number } = {}) {
  const asked: Asked[] = []
  const made = fetchTransport({
    url: 'https://notes.example',
    session: 'ngs_x',
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
])('[sync] %s is as no answer', async (_, status, text) => {
  await expect(transport(status, text).made.pull('1.2.3')).rejects.toThrow()
})
