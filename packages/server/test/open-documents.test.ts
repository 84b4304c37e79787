/** Public documents are not counted, so each is prepared once and cheap to send. */
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openApi, type Api } from './api.ts'

const PATHS = ['/api/v1/notes/types', '/api/v1/openapi.json', '/api/v1/settings/openapi.json']

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** Requests a document without unpacking it. */
const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await api.app.request(
    'http://notes.example/',
    { method, headers },
    { incoming: { url: path } },
  )
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe.each(PATHS)('[limits] %s', (path) => {
  test('is sent as gzip to a client that accepts it', async () => {
    const plain = await ask(path)
    const zipped = await ask(path, { 'Accept-Encoding': 'gzip' })
    expect(zipped.response.headers.get('content-encoding')).toBe('gzip')
    expect(plain.response.headers.get('content-encoding')).toBeNull()
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3)
    for (const { response } of [plain, zipped]) expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('is not sent again to a client that names its ETag', async () => {
    const etag = (await ask(path)).response.headers.get('etag')!
    for (const held of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { response, bytes } = await ask(path, { 'If-None-Match': held, 'Accept-Encoding': 'gzip' })
      expect([response.status, bytes.length]).toEqual([304, 0])
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const other of ['"other"', 'W/"other"', ''])
      expect((await ask(path, { 'If-None-Match': other })).response.status).toBe(200)
    expect((await api.call(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  test('answers HEAD with what GET says, and no body', async () => {
    const head = await ask(path, {}, 'HEAD')
    expect([head.response.status, head.bytes.length]).toEqual([200, 0])
    expect(head.response.headers.get('etag')).toBe((await ask(path)).response.headers.get('etag'))
  })

  test('is made once, however often it is asked for', async () => {
    await ask(path)
    const stringify = vi.spyOn(JSON, 'stringify')
    for (let n = 0; n < 20; n++) await ask(path, { 'Accept-Encoding': 'gzip' })
    const longest = Math.max(0, ...stringify.mock.results.map(({ value }) => String(value).length))
    stringify.mockRestore()
    expect(longest).toBeLessThan(1_000)
  })
})
