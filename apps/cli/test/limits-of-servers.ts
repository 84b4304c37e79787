/** Limits, idempotency keys and tokens, which hold across all servers over one store. */
import { beforeAll, expect, test } from 'vitest'
import { newAddress, numberOf, type Server, type Servers } from './servers.ts'

const CHANGES = 500
const [REQUESTS, WRITES] = [50, 12]

/** The variables that the tests below need. */
export const LIMITS_ENV = {
  NOTEGRAPH_REQUESTS_PER_MINUTE: String(REQUESTS),
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: String(WRITES),
  NOTEGRAPH_REVERTIBLE_CHANGES: String(CHANGES),
}

/** Defines the tests. They have their own account: the reads by which other tests wait count in rates of theirs. */
export function testLimits(servers: Servers): void {
  const account = 'limits'
  let secret: string
  let session: string
  beforeAll(async () => {
    expect(await servers.command('account', 'create', account)).toMatchObject({ code: 0, stderr: '' })
    secret = await servers.newToken('first', account)
    session = await servers.newSession(account)
  })

  test('[D7] let through as many requests of an address as the limit, and not one more', async () => {
    const from = newAddress()
    const replies = await servers.atOnce(3 * REQUESTS, async (server) =>
      server.send('GET', '/notes/pages', { from, secret }),
    )
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([REQUESTS, 2 * REQUESTS])
  })

  test('[D7] let through as many writes of an address as the limit, and not one more', async () => {
    const from = newAddress()
    const replies = await servers.atOnce(3 * WRITES, async (server, n) =>
      servers.addBlock(server, 'today', `${n}`, { from, secret }),
    )
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([WRITES, 2 * WRITES])
  })

  test('[D7] the requests of a server that is killed still count', async () => {
    const from = newAddress()
    const read = async (server: Server) => server.send('GET', '/notes/pages', { from, secret })
    expect(numberOf(await servers.atOnce(REQUESTS - 2, read), 200)).toBe(REQUESTS - 2)
    await servers.restart(0)
    expect(numberOf(await servers.atOnce(10, read), 200)).toBe(2)
  })

  test('take one idempotency key that is sent to all of them at once as one write', async () => {
    await servers.all[0]!.send('POST', '/notes/pages', { body: { name: 'Keys' }, secret })
    const KEYS = 20
    const replies = await servers.atOnce(4 * KEYS, async (server, n) => {
      const key = `key-${Math.floor(n / 4)}`
      return servers.addBlock(server, 'Keys', key, { key, secret })
    })
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(replies.map(({ body }) => body['block'].id)).size).toBe(KEYS)
    for (const server of servers.all)
      expect((await server.send('GET', '/notes/pages/Keys', { secret })).body['total']).toBe(KEYS)
  })

  test('refuse a token that one of them revoked at the next request', async () => {
    const own = await servers.newToken('revoked', account)
    const read = async () =>
      servers.atOnce(servers.all.length, async (server) =>
        server.send('GET', '/notes/pages', { secret: own }),
      )
    expect(numberOf(await read(), 200)).toBe(servers.all.length)
    const [one] = servers.all as [Server]
    const { body } = await one.send('GET', '/settings/tokens', { secret: session })
    const { id } = (body['tokens'] as { id: string; name: string }[]).find(({ name }) => name === 'revoked')!
    expect((await one.send('POST', `/settings/tokens/${id}/revoke`, { secret: session })).status).toBe(200)
    expect(numberOf(await read(), 401)).toBe(servers.all.length)
  })

  test('leave exactly 500 changes in the change list after 499 and 20 writes at once', async () => {
    const total = async (server: Server): Promise<number> =>
      (await server.send('GET', '/settings/changes?limit=1', { secret: session })).body['total']
    const totals = async () => Promise.all(servers.all.map(total))
    const missing = CHANGES - 1 - (await total(servers.all[0]!))
    expect(missing).toBeGreaterThan(100)
    for (let n = 0; n < missing; n++)
      expect((await servers.addBlock(servers.all[n % 2]!, 'Keys', `fill ${n}`, { secret })).status).toBe(200)
    expect(await totals()).toEqual(servers.all.map(() => CHANGES - 1))
    const replies = await servers.atOnce(20, async (server, n) =>
      servers.addBlock(server, 'Keys', `last ${n}`, { secret }),
    )
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([1, 19])
    expect(await totals()).toEqual(servers.all.map(() => CHANGES))
  })

  test.each(['me', account])('afterwards the graph of %s has no problems', async (id) => {
    expect(await servers.command('check', '--account', id)).toMatchObject({ code: 0, stderr: '' })
  })
}
