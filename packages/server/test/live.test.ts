/**
 * The live stream of devices over HTTP. `packages/service/src/live` tests its rules.
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import { makeLog } from '@notegraph/host'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventReader, expectStream, type EventReader } from './event-reader.ts'
import { useServed } from './served.ts'
import { aPage, openSync, whole, type SyncApi } from './syncing.ts'

const PATH = '/api/sync/live'

/** Opens a stream without a network. */
async function listen(
  api: SyncApi,
  { token = api.session, method = 'GET' }: { readonly token?: string; readonly method?: string } = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' }
  return api.app.request(
    'http://notes.example/',
    { method, headers },
    { incoming: { url: PATH, socket: { remoteAddress: '192.0.2.1' } } },
  )
}

describe('[sync, Routes] GET /api/sync/live', () => {
  let api: SyncApi
  beforeEach(async () => {
    api = await openSync()
  })

  async function heads(reader: EventReader, count: number): Promise<unknown[]> {
    const all: unknown[] = []
    for (let n = 0; n < count; n++) all.push((await reader.event())?.['head'])
    return all
  }

  test('sends the head and the epoch at once, and after a push, an API write and a restore', async () => {
    const head = await api.graph.commits.head()
    const reader = eventReader(await listen(api))
    expect(await reader.event()).toEqual({ head, epoch: api.epoch })
    await api.push([whole(aPage('p1', 'Tea'))])
    expect(await reader.event()).toEqual({ head: head + 1, epoch: api.epoch })
    await api.post('/pages/Tea/blocks', { text: 'green' })
    expect(await reader.event()).toEqual({ head: head + 2, epoch: api.epoch })
    await api.graph.feed.raiseEpoch(Date.now())
    const { epoch } = await api.graph.feed.state()
    expect(epoch).toBeGreaterThan(api.epoch)
    expect(await reader.event()).toEqual({ head: head + 2, epoch })
    await reader.leave()
  })

  test('is described, uncompressed, never cached, and passed on by proxies at once', async () => {
    const response = await listen(api)
    expectStream(response, 'GET', PATH)
    await response.body!.cancel()
  })

  test('HEAD has the headers and opens no stream', async () => {
    expectStream(await listen(api, { method: 'HEAD' }), 'HEAD', PATH)
  })

  test.each([
    ['a token', async (api: SyncApi) => api.call(PATH), 403],
    ['nothing', async (api: SyncApi) => api.call(PATH, { token: null }), 401],
    ['an unknown session', async (api: SyncApi) => api.call(PATH, { token: `${api.session}x` }), 401],
    ['another method', async (api: SyncApi) => api.call(PATH, { method: 'POST', token: api.session }), 405],
  ])('refuses %s', async (_, call, status) => {
    expect((await call(api)).status).toBe(status)
  })

  test('ends when the session ends, and another session stays', async () => {
    const other = await api.operators.createSession('me', { device: 'Laptop' })
    const [reader, kept] = [
      eventReader(await listen(api)),
      eventReader(await listen(api, { token: other.session })),
    ]
    await Promise.all([reader.event(), kept.event()])
    const phone = (await api.store.sessions.list('me')).find(({ device }) => device === 'Phone')!
    await api.store.sessions.end(phone.id, Date.now())
    expect(await reader.event()).toBeUndefined()
    await api.push([whole(aPage('p1', 'Tea'))], {}, { token: other.session })
    expect(await kept.event()).toMatchObject({ head: await api.graph.commits.head() })
    await kept.leave()
  })

  test('a further stream of a device ends the oldest', async () => {
    const readers: EventReader[] = []
    for (let n = 0; n <= LIMITS.liveStreamsPerDevice; n++) readers.push(eventReader(await listen(api)))
    const [oldest, ...rest] = readers
    await oldest!.event()
    expect(await oldest!.event()).toBeUndefined()
    await Promise.all(rest.map((reader) => reader.event()))
    await api.push([whole(aPage('p1', 'Tea'))])
    const head = await api.graph.commits.head()
    expect(await Promise.all(rest.map((reader) => heads(reader, 1)))).toEqual(rest.map(() => [head]))
    await Promise.all(rest.map((reader) => reader.leave()))
  })

  test('counts as one request of a device, however many events follow', async () => {
    const limited = await openSync({ rates: { requestsPerAddress: 0 } })
    const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const response = await listen(limited)
    const reader = eventReader(response)
    await reader.event()
    await limited.post('/pages', { name: 'Tea' })
    await reader.event()
    expect(left((await limited.pull()).headers)).toBe(left(response.headers) - 1)
    await reader.leave()
  })
})

test('[sync, Routes] the log gets one line when a stream ends, with its bytes', async () => {
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const api = await openSync({ log })
  const reader = eventReader(await listen(api))
  await reader.event()
  const own = () => lines.filter(({ route }) => route === PATH)
  expect(own()).toEqual([])
  await reader.leave()
  expect(own()).toMatchObject([{ method: 'GET', status: 200, bytes: expect.any(Number) }])
  expect(own()[0]!['bytes']).toBeGreaterThan(20)
})

describe('a server on a port', () => {
  const it = useServed()

  test('[sync, Routes] a commit of another process is heard', async () => {
    const { served, session, data } = it
    const response = await fetch(served.baseUrl + PATH, { headers: { Authorization: `Bearer ${session}` } })
    const reader = eventReader(response)
    const first = await reader.event()
    const other = await data.open()
    await other.graph('me').commits.commit({ puts: [{ record: aPage('p9', 'Elsewhere'), from: 0 }] })
    await other.close()
    expect(await reader.event()).toEqual({ ...first, head: Number(first!['head']) + 1 })
    await reader.leave()
  })

  test('[sync, Routes] streams end when the server stops', async () => {
    const { served, session } = it
    const response = await fetch(served.baseUrl + PATH, { headers: { Authorization: `Bearer ${session}` } })
    const reader = eventReader(response)
    expect(await reader.event()).toMatchObject({ head: expect.any(Number) })
    const stopped = served.stop()
    // A connection that the server cuts off would reject.
    expect(await reader.event()).toBeUndefined()
    await stopped
  })
})
