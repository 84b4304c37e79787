/** Subscriptions of clients of the older era, which need a connection that stays open. */
import { Client } from '@modelcontextprotocol/client'
import { LIMITS } from '@notegraph/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveLines, until } from './line-transport.ts'
import { add, block, page, world, type World } from './world.ts'

const PLANS = 'notegraph://pages/Plans'
const OTHER = 'notegraph://pages/Other'

let it: World
let client: Client
let updated: string[]
let leave: () => Promise<void>

beforeEach(async () => {
  updated = []
  it = await world({ records: [page('p', 'Plans'), page('q', 'Other')] })
  const lines = serveLines(it)
  leave = lines.leave
  client = new Client({ name: 'test', version: '1' })
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void updated.push(params.uri),
  )
  await client.connect(lines.transport)
})
afterEach(async () => {
  await leave()
  it.live.stop()
  await it.store.close()
})

let edits = 0
const writeOn = async (pageId: string) => add(it.graph, block(`b${++edits}-0000000`, pageId, 'words'))
/** Waits for the next update, and for no longer. */
async function heard(edit: () => Promise<unknown>): Promise<string[]> {
  updated = []
  await edit()
  await until(() => updated.length > 0)
  return updated
}

test('[V1] over lines the server announces subscriptions', () => {
  expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
  expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true })
})

test('[V1] over HTTP, where nothing carries an update, it announces none', async () => {
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  }
  const ask = async (method: string, params: object) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = await it.handle({ headers: new Headers(), body }, { caller: it.caller, address: 'a' })
    return answer.json()
  }
  expect(await ask('initialize', initialize)).toMatchObject({ result: { capabilities: { resources: {} } } })
  expect(await ask('initialize', initialize)).not.toHaveProperty('result.capabilities.resources.subscribe')
  expect(await ask('resources/subscribe', { uri: PLANS })).toMatchObject({
    error: { code: -32_601, data: { code: 'not_found' } },
  })
})

test('[V1] an update comes for each subscribed page, until the client unsubscribes', async () => {
  await client.subscribeResource({ uri: PLANS })
  await client.subscribeResource({ uri: OTHER })
  await client.subscribeResource({ uri: OTHER })
  expect(await heard(async () => writeOn('p'))).toEqual([PLANS])
  expect(await heard(async () => writeOn('q'))).toEqual([OTHER])
  await client.unsubscribeResource({ uri: PLANS })
  await writeOn('p')
  expect(await heard(async () => writeOn('q'))).toEqual([OTHER])
})

test('[V1] one stream serves all addresses, and ends with the last of them', async () => {
  await client.unsubscribeResource({ uri: PLANS })
  await client.subscribeResource({ uri: PLANS })
  await client.subscribeResource({ uri: OTHER })
  expect(it.live.size).toBe(1)
  await client.unsubscribeResource({ uri: PLANS })
  expect(it.live.size).toBe(1)
  await client.unsubscribeResource({ uri: OTHER })
  expect(it.live.size).toBe(0)
  await client.subscribeResource({ uri: OTHER })
  expect(await heard(async () => writeOn('q'))).toEqual([OTHER])
})

test('[V1] requests that come at once are followed in their order', async () => {
  await Promise.all([
    client.subscribeResource({ uri: PLANS }),
    client.unsubscribeResource({ uri: PLANS }),
    client.subscribeResource({ uri: OTHER }),
  ])
  await writeOn('p')
  expect(await heard(async () => writeOn('q'))).toEqual([OTHER])
})

test(`[limits] ${LIMITS.mcpSubscribed} resources at most, and those that were there stay`, async () => {
  for (let n = 1; n < LIMITS.mcpSubscribed; n++)
    await client.subscribeResource({ uri: `notegraph://pages/${n}` })
  await client.subscribeResource({ uri: PLANS })
  await expect(client.subscribeResource({ uri: OTHER })).rejects.toMatchObject({
    code: -32_602,
    data: { code: 'bad_request' },
  })
  expect(await heard(async () => writeOn('p'))).toEqual([PLANS])
})

test('[V1] the end of the input ends the stream', async () => {
  await client.subscribeResource({ uri: PLANS })
  await leave()
  expect(it.live.size).toBe(0)
})
