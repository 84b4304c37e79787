/**
 * Two servers over one data folder: limits, the change list, idempotency keys, revoked tokens, imports and the order of
 * writes hold across them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zipTarget } from '@notegraph/host'
import { checkLinearizable, recordHistory } from '@notegraph/store/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, start, type Env, type Started } from './run.ts'

const CHANGES = 500
const [REQUESTS, WRITES] = [50, 12]

interface Reply {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests vary
}

interface Server {
  readonly process: Started
  /** A request below `/api/v1`. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>
}

interface SendOptions {
  readonly body?: unknown
  readonly secret?: string
  readonly key?: string
  /** The address behind the proxy; by default a new one for each request. */
  readonly from?: string
}

let data: string
let token: string
let session: string
let servers: Server[] = []

const env = (): Env => ({
  NOTEGRAPH_DATA: data,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'error',
  NOTEGRAPH_FIRST_START: 'nothing',
  NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.0/8',
  NOTEGRAPH_REQUESTS_PER_MINUTE: String(REQUESTS),
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: String(WRITES),
  NOTEGRAPH_REVERTIBLE_CHANGES: String(CHANGES),
})
let addresses = 0
const newAddress = (): string => `2001:db8:0:${(++addresses).toString(16)}::1`
async function secret(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(args, env())
  if (stdout === '') throw new Error(stderr)
  return stdout.trim()
}
const newToken = async (name: string) =>
  secret('token', 'create', '--account', 'me', '--name', name, '--scope', 'write')

async function serve(): Promise<Server> {
  const started = start(['serve', '--json'], env())
  const [line] = await started.said(/^\{"baseUrl".*\}$/m)
  const { baseUrl } = JSON.parse(line) as { baseUrl: string }
  return {
    process: started,
    async send(method, path, { body, secret = token, key, from = newAddress() } = {}) {
      const isBytes = body instanceof Uint8Array
      const answer = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          'X-Forwarded-For': from,
          ...(body !== undefined && { 'Content-Type': isBytes ? 'application/zip' : 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Reply['body'] }
    },
  }
}

const addBlock = async (server: Server, page: string, text: string, options: SendOptions = {}) =>
  server.send('POST', `/notes/pages/${page}/blocks`, { body: { text }, ...options })
/** Requests at once, to the servers in turn. */
const atOnce = async (count: number, send: (server: Server, n: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, async (_, n) => send(servers[n % servers.length]!, n)))
const numberOf = (replies: readonly Reply[], status: number) =>
  replies.filter((one) => one.status === status).length

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'notegraph-two-'))
  await run(['account', 'create', 'me'], env())
  token = await newToken('first')
  session = await secret('session', 'create', '--account', 'me', '--device', 'Laptop')
  servers = await Promise.all([serve(), serve()])
}, 60_000)
afterAll(async () => {
  for (const { process } of servers) await kill(process)
  rmSync(data, { recursive: true })
})

async function kill({ child, ended }: Started): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

describe('two servers over one data folder', () => {
  test('[D7] let through as many requests of an address as the limit, and not one more', async () => {
    const from = newAddress()
    const replies = await atOnce(3 * REQUESTS, async (server) => server.send('GET', '/notes/pages', { from }))
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([REQUESTS, 2 * REQUESTS])
  })

  test('[D7] let through as many writes of an address as the limit, and not one more', async () => {
    const from = newAddress()
    const replies = await atOnce(3 * WRITES, async (server, n) => addBlock(server, 'today', `${n}`, { from }))
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([WRITES, 2 * WRITES])
  })

  test('one idempotency key that is sent to both at once is one write', async () => {
    await servers[0]!.send('POST', '/notes/pages', { body: { name: 'Keys' } })
    const KEYS = 20
    const replies = await atOnce(4 * KEYS, async (server, n) => {
      const key = `key-${Math.floor(n / 4)}`
      return addBlock(server, 'Keys', key, { key })
    })
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(replies.map(({ body }) => body['block'].id)).size).toBe(KEYS)
    const { body } = await servers[1]!.send('GET', '/notes/pages/Keys')
    expect(body['total']).toBe(KEYS)
  })

  test('a token that one revokes is refused by the other at the next request', async () => {
    const own = await newToken('revoked')
    const [one, other] = servers as [Server, Server]
    expect((await other.send('GET', '/notes/pages', { secret: own })).status).toBe(200)
    const { body } = await one.send('GET', '/settings/tokens', { secret: session })
    const { id } = (body['tokens'] as { id: string; name: string }[]).find(({ name }) => name === 'revoked')!
    expect((await one.send('POST', `/settings/tokens/${id}/revoke`, { secret: session })).status).toBe(200)
    expect((await other.send('GET', '/notes/pages', { secret: own })).status).toBe(401)
  })

  test('reads and writes at once of a few blocks are linearizable', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await addBlock(servers[0]!, 'today', 'start')).body['block'].id)
    const history = recordHistory()
    await Promise.all(
      Array.from({ length: 6 }, async (_, client) => {
        const server = servers[client % 2]!
        for (let n = 0; n < 12; n++) {
          const id = ids[(client + n) % ids.length]!
          if ((client + n) % 3 === 0) await write(server, id, `${client}.${n}`)
          else await history.read(id, async () => textOf(server, id))
        }
      }),
    )
    const initial = () => 'start'
    expect(checkLinearizable(history.operations, { initial })).toEqual({ ok: true })

    // A server that answers from a cache would be found.
    const [id, cached] = [ids[0]!, await textOf(servers[1]!, ids[0]!)]
    await write(servers[0]!, id, 'newest')
    await history.read(id, async () => cached)
    expect(checkLinearizable(history.operations, { initial })).toMatchObject({ ok: false, register: id })

    async function write(server: Server, id: string, text: string): Promise<void> {
      await history.write(id, text, async () => {
        const { status } = await server.send('PATCH', `/notes/blocks/${id}`, { body: { text } })
        if (status !== 200 && status !== 409) throw new Error(`a write returned ${status}`)
        return status === 200
      })
    }
  })

  test('an import that one runs is listed by the other, which refuses a second', async () => {
    const [one, other] = servers as [Server, Server]
    const zip = await archive(400)
    const state = async (server: Server) =>
      (await server.send('GET', '/settings/import', { secret: session })).body['import']
    const replies = await Promise.all(
      [one, other].map(async (server) =>
        server.send('POST', '/settings/import', { body: zip, secret: session }),
      ),
    )
    expect([numberOf(replies, 200), numberOf(replies, 409)]).toEqual([1, 1])
    const started = replies.find(({ status }) => status === 200)!.body['import']
    for (const server of servers) expect((await state(server)).id).toBe(started.id)
    await expect.poll(async () => (await state(one)).state, { timeout: 60_000 }).toBe('done')
    await expect.poll(async () => (await state(other)).state, { timeout: 60_000 }).toBe('done')
    const { body } = await other.send('GET', '/notes/pages?limit=1000')
    const names = (body['pages'] as { name: string }[]).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('Imported '))).toHaveLength(400)
  })

  test('499 changes and 20 writes at once leave exactly 500 in the change list', async () => {
    const list = async () => servers[1]!.send('GET', '/settings/changes?limit=1', { secret: session })
    const missing = CHANGES - 1 - Number((await list()).body['total'])
    expect(missing).toBeGreaterThan(100)
    for (let n = 0; n < missing; n++)
      expect((await addBlock(servers[n % 2]!, 'Keys', `fill ${n}`)).status).toBe(200)
    expect((await list()).body['total']).toBe(CHANGES - 1)
    const replies = await atOnce(20, async (server, n) => addBlock(server, 'Keys', `last ${n}`))
    expect([numberOf(replies, 200), numberOf(replies, 429)]).toEqual([1, 19])
    expect((await list()).body['total']).toBe(CHANGES)
  })

  test('[D7] the requests of a server that is killed still count', async () => {
    const from = newAddress()
    const read = async (server: Server) => server.send('GET', '/notes/pages', { from })
    expect(numberOf(await atOnce(REQUESTS - 2, read), 200)).toBe(REQUESTS - 2)
    await kill(servers[0]!.process)
    servers = [servers[1]!]
    expect(numberOf(await atOnce(10, read), 200)).toBe(2)
    servers = [servers[0]!, await serve()]
    expect(numberOf(await atOnce(10, read), 200)).toBe(0)
  })

  test('afterwards the graph has no problems', async () => {
    expect(await run(['check', '--account', 'me'], env())).toMatchObject({ code: 0 })
  })
})

const textOf = async (server: Server, id: string): Promise<string> =>
  (await server.send('GET', `/notes/blocks/${id}`)).body['block'].content as string

async function archive(pages: number): Promise<Uint8Array> {
  const zip = zipTarget()
  const bytes = buffer(zip.output)
  for (let n = 0; n < pages; n++) await zip.write(`Imported ${n}.md`, Buffer.from(`line ${n}\n`), 0)
  zip.end()
  return bytes
}
