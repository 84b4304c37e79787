/**
 * Subscriptions to pages and days, over HTTP and over lines, with the client of the newer era.
 *
 * @module-tag both-stores
 */
import {
  Client,
  StreamableHTTPClientTransport,
  type McpSubscription,
  type Transport,
} from '@modelcontextprotocol/client'
import { LIMITS } from '@notegraph/contract'
import { makePage, setProps, type PageRecord } from '@notegraph/graph'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveLines, until } from './line-transport.ts'
import { add, block, NOON, page, world, type World } from './world.ts'

const PLANS = 'notegraph://pages/Plans'
const TODAY = 'notegraph://days/today'
const VERSIONS = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const

let it: World
let client: Client
let updated: string[]
let leave: (() => Promise<void>) | undefined

/** A client that records updates. */
async function connected(transport: Transport): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' }, VERSIONS)
  made.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void updated.push(params.uri),
  )
  await made.connect(transport)
  return made
}

const overHttp = async (): Promise<Client> => {
  const reach = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const body: unknown = await request.json()
    const { headers, signal } = request
    return it.handle({ headers, body, signal }, { caller: it.caller, address: 'a' })
  }
  return connected(
    new StreamableHTTPClientTransport(new URL('http://notes.example/api/mcp'), { fetch: reach }),
  )
}

const overLines = async (): Promise<Client> => {
  const lines = serveLines(it)
  leave = lines.leave
  return connected(lines.transport)
}

const subscribe = async (...uris: readonly string[]): Promise<McpSubscription> =>
  client.listen({ resourceSubscriptions: [...uris] })

/** Edits a page, and waits until the client has heard of so many updates. */
async function heard(count: number, edit: () => Promise<unknown>): Promise<string[]> {
  updated = []
  await edit()
  await until(() => updated.length >= count)
  return updated.toSorted()
}

let edits = 0
const writeOn = async (pageId: string) => add(it.graph, block(`b${++edits}-0000000`, pageId, 'words'))

async function editPage(id: string, change: (record: PageRecord) => PageRecord): Promise<void> {
  const { record, seq } = (await it.graph.records.find(id))!
  await it.graph.commits.commit({ puts: [{ record: change(record as PageRecord), from: seq }] })
}

beforeEach(async () => {
  updated = []
  leave = undefined
  it = await world({ records: [page('p', 'Plans', [['alias', 'Ideas']]), page('q', 'Other')] })
})
afterEach(async () => {
  await client.close()
  await leave?.()
  it.live.stop()
  await it.store.close()
})

describe.each([
  ['HTTP', overHttp],
  ['lines', overLines],
])('[V1] subscriptions over %s', (_, connect) => {
  beforeEach(async () => {
    client = await connect()
  })

  test('an update comes for each subscribed page that changed, and for no other', async () => {
    const { honoredFilter } = await subscribe(PLANS, TODAY)
    expect(honoredFilter).toEqual({ resourceSubscriptions: [PLANS, TODAY] })
    expect(await heard(1, async () => writeOn('p'))).toEqual([PLANS])
    const both = async () => {
      await writeOn('q')
      await add(it.graph, makePage({ id: 'journal-20261120', name: '2026-11-20', now: NOON }))
    }
    expect(await heard(1, both)).toEqual([TODAY])
  })

  test('a page is followed by its alias, through a renaming and a deletion, and before it exists', async () => {
    const [alias, later] = ['notegraph://pages/ideas', 'notegraph://pages/Later']
    await subscribe(alias, later, 'notegraph://nothing')
    expect(await heard(1, async () => writeOn('p'))).toEqual([alias])
    const rename = async () => editPage('p', (record) => setProps(record, [['name', 'Later']], NOON + 1))
    expect(await heard(2, rename)).toEqual([later, alias].toSorted())
    const remove = async () => editPage('p', (record) => ({ ...record, deleted: NOON + 2 }))
    expect(await heard(2, remove)).toEqual([later, alias].toSorted())
  })

  test('a restore from a backup updates every resource', async () => {
    await subscribe(PLANS, TODAY)
    expect(await heard(2, async () => it.graph.feed.raiseEpoch(NOON))).toEqual([TODAY, PLANS].toSorted())
  })

  test('a closed subscription has no stream behind it', async () => {
    const subscription = await subscribe(PLANS)
    expect(it.live.size).toBe(1)
    await subscription.close()
    await until(() => it.live.size === 0)
  })

  test('a subscription ends in order when the server stops', async () => {
    const subscription = await subscribe(PLANS)
    it.live.stop()
    expect(await subscription.closed).toBe('graceful')
    expect(it.live.size).toBe(0)
  })

  test(`[limits] ${LIMITS.mcpSubscribed} resources at most`, async () => {
    const uris = Array.from({ length: LIMITS.mcpSubscribed + 1 }, (_, n) => `notegraph://pages/${n}`)
    await expect(subscribe(...uris)).rejects.toMatchObject({ code: -32_602, data: { code: 'bad_request' } })
    await expect(subscribe(...uris.slice(1))).resolves.toBeDefined()
  })

  test(`[limits] ${LIMITS.liveStreamsPerToken} at once: a further one ends the oldest`, async () => {
    const all: McpSubscription[] = []
    for (let n = 0; n <= LIMITS.liveStreamsPerToken; n++) all.push(await subscribe(PLANS))
    expect(await all[0]!.closed).toBe('graceful')
    expect(it.live.size).toBe(LIMITS.liveStreamsPerToken)
  })

  test('a filter that the server does not have is not honored', async () => {
    const { honoredFilter } = await client.listen({ toolsListChanged: true })
    expect(honoredFilter).toEqual({})
    expect(it.live.size).toBe(0)
  })
})

test('[V1] a subscription over HTTP ends when its token is revoked', async () => {
  client = await overHttp()
  const subscription = await subscribe(PLANS)
  await it.store.tokens.revoke('t', NOON)
  expect(await subscription.closed).toBe('graceful')
})

test('[V1] the end of the input ends the subscriptions', async () => {
  client = await overLines()
  await subscribe(PLANS)
  await leave!()
  expect(it.live.size).toBe(0)
})
