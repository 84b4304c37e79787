/**
 * The live stream of tokens over HTTP. `packages/service/src/live` tests its rules.
 *
 * @module-tag both-stores
 */
import { notesClient } from '@notegraph/client'
import { MCP_PATH } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { eventReader, expectStream } from './event-reader.ts'
import { useServed } from './served.ts'
import { aPage } from './syncing.ts'

const PATH = '/api/v1/notes/live'

interface Asked {
  readonly token?: string
  readonly method?: string
  readonly after?: string
}

/** Opens a stream without a network. */
async function listen(api: Api, { token = api.token, method = 'GET', after }: Asked = {}): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Accept-Encoding': 'gzip',
    ...(after !== undefined && { 'Last-Event-ID': after }),
  }
  return api.app.request(
    'http://notes.example/',
    { method, headers },
    { incoming: { url: PATH, socket: { remoteAddress: '192.0.2.1' } } },
  )
}

describe('[V1] GET /api/v1/notes/live', () => {
  let api: Api
  beforeEach(async () => {
    api = await openApi()
  })

  test('sends an event with an id at once, and after a write, and resumes after it', async () => {
    const head = await api.graph.commits.head()
    const reader = eventReader(await listen(api))
    const first = await reader.next()
    expect(first).toMatch(new RegExp(`^id: \\S+\ndata: {"seq":${head},"pages":\\[\\]}$`))
    await api.post('/pages', { name: 'Tea' })
    const { id } = (await api.get('/pages/Tea')).body['page'] as { id: string }
    const event = { seq: head + 1, pages: [{ id, name: 'Tea', kind: 'written' }] }
    expect(await reader.event()).toEqual(event)
    await reader.leave()
    const resumed = eventReader(await listen(api, { after: /^id: (.*)$/m.exec(first!)![1]! }))
    expect(await resumed.event()).toEqual(event)
    await resumed.leave()
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
    [
      'a session',
      async (api: Api) => (await api.operators.createSession('me', { device: 'Phone' })).session,
      401,
    ],
    ['nothing', async () => null, 401],
    ['an unknown token', async (api: Api) => `${api.token}x`, 401],
  ])('refuses %s', async (_, tokenOf, status) => {
    expect((await api.call(PATH, { token: await tokenOf(api) })).status).toBe(status)
  })

  test('a token that only reads may listen, and hears until it is revoked', async () => {
    const { token } = await api.operators.createToken('me', { name: 'Reader', scope: 'read' })
    const [reader, other] = [eventReader(await listen(api, { token })), eventReader(await listen(api))]
    await Promise.all([reader.event(), other.event()])
    const { id } = (await api.store.tokens.list('me')).find(({ name }) => name === 'Reader')!
    await api.store.tokens.revoke(id, Date.now())
    expect(await reader.event()).toBeUndefined()
    await api.post('/pages', { name: 'Tea' })
    expect(await other.event()).toMatchObject({ pages: [{ name: 'Tea' }] })
    await other.leave()
  })

  test('a slow caller gets every page', async () => {
    const reader = eventReader(await listen(api))
    await reader.event() // the position after which pages are reported
    const names = ['Tea', 'Coffee', 'Cocoa']
    for (const name of names) await api.post('/pages', { name })
    const heard: string[] = []
    while (heard.length < names.length) {
      const { pages } = (await reader.event()) as { pages: { name: string }[] }
      heard.push(...pages.map(({ name }) => name))
    }
    expect(heard).toEqual(names)
    await reader.leave()
  })

  test('counts as one read of the token, however many events follow', async () => {
    const limited = await openApi({ rates: { requestsPerAddress: 100 } })
    const left = (headers: Headers) =>
      Number(/"token-reads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const response = await listen(limited)
    const reader = eventReader(response)
    await reader.event()
    await limited.post('/pages', { name: 'Tea' })
    await reader.event()
    expect(left((await limited.get('/pages')).headers)).toBe(left(response.headers) - 1)
    await reader.leave()
  })
})

describe('[V1] a server on a port', () => {
  const it = useServed()

  test('the client hears a commit of another process, and goes on after the server ended the stream', async () => {
    const { served, data } = it
    const pages: string[] = []
    let drop = (): void => {}
    const notes = notesClient({
      url: served.baseUrl,
      token: served.token ?? '',
      fetch: async (url, init) => {
        const stop = new AbortController()
        drop = () => stop.abort()
        return fetch(url, { ...init, signal: stop.signal })
      },
    })
    const other = await data.open()
    const commit = async (id: string) =>
      other.graph('me').commits.commit({ puts: [{ record: aPage(id, id), from: 0 }] })
    for await (const event of notes.listen()) {
      pages.push(...event.pages.map(({ name }) => name))
      if (pages.length === 2) break
      if (pages.length === 1) drop()
      await commit(pages.length === 0 ? 'here' : 'meanwhile')
    }
    expect(pages).toEqual(['here', 'meanwhile'])
    await other.close()
  })

  test('streams end when the server stops', async () => {
    const { served } = it
    const headers = { Authorization: `Bearer ${served.token}` }
    const reader = eventReader(await fetch(served.baseUrl + PATH, { headers }))
    await reader.event()
    const stopped = served.stop()
    // A connection that the server cuts off would reject.
    expect(await reader.event()).toBeUndefined()
    await stopped
  })
})

test('[V1] a subscription over MCP is a stream of events, and ends with its token', async () => {
  const api = await openApi()
  const uri = 'notegraph://pages/Tea'
  const META = 'io.modelcontextprotocol'
  const body = {
    jsonrpc: '2.0',
    id: 7,
    method: 'subscriptions/listen',
    params: {
      notifications: { resourceSubscriptions: [uri] },
      _meta: { [`${META}/protocolVersion`]: '2026-07-28', [`${META}/clientCapabilities`]: {} },
    },
  }
  const headers = {
    Authorization: `Bearer ${api.token}`,
    'Content-Type': 'application/json',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'subscriptions/listen',
  }
  const response = await api.app.request(
    'http://notes.example/',
    { method: 'POST', headers, body: JSON.stringify(body) },
    { incoming: { url: MCP_PATH, socket: { remoteAddress: '192.0.2.1' } } },
  )
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const reader = eventReader(response)
  expect(await reader.next()).toMatch(
    /^event: message\ndata: .*"method":"notifications\/subscriptions\/acknowledged"/,
  )
  await api.post('/pages', { name: 'Tea' })
  expect(await reader.event()).toMatchObject({
    method: 'notifications/resources/updated',
    params: { uri, _meta: { [`${META}/subscriptionId`]: 7 } },
  })
  const [token] = await api.store.tokens.list('me')
  await api.store.tokens.revoke(token!.id, Date.now())
  expect(await reader.event()).toMatchObject({ id: 7, result: { resultType: 'complete' } })
  expect(await reader.event()).toBeUndefined()
})
