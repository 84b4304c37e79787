/**
 * The tools as processes of their own, while an API server uses the same data.
 *
 * @module-tag process
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHILD_ENV, MAIN, run, start, type Started } from './run.ts'

let home: string
let token: string
const started: Started[] = []
const env = () => ({ NOTEGRAPH_DATA: join(home, 'data'), NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: '' })
const begin = (...args: string[]): Started => {
  const one = start(args, env())
  started.push(one)
  return one
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-mcp-'))
  mkdirSync(join(home, 'notes/pages'), { recursive: true })
  writeFileSync(join(home, 'notes/pages/Plans.md'), '- TODO oil the mill\n')
  await run(['account', 'create', 'me'], env())
  await run(['import', join(home, 'notes'), '--account', 'me'], env())
  token = (
    await run(['token', 'create', '--account', 'me', '--name', 'x', '--scope', 'write'], env())
  ).stdout.trim()
})
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(home, { recursive: true }))

/** The program as a client starts it. */
const program = (...args: string[]) => ({
  command: process.execPath,
  args: ['--conditions=notegraph', MAIN, 'mcp', '--account', 'me', ...args],
  env: { ...CHILD_ENV, ...env() },
  stderr: 'pipe' as const,
})

type AnyClient = Pick<Client, 'callTool' | 'listTools' | 'close'>
const textOf = async (client: AnyClient, name: string, args: Record<string, unknown>): Promise<string> => {
  const { content } = await client.callTool({ name, arguments: args })
  return (content as { text: string }[])[0]!.text
}

const CLIENTS: [string, (...args: string[]) => Promise<AnyClient>][] = [
  [
    'the first generation of the SDK',
    async (...args) => {
      const client = new OldClient({ name: 'test', version: '1' })
      await client.connect(new OldTransport(program(...args)))
      return client as never // its answers have an older type with the same members
    },
  ],
  [
    'the second',
    async (...args) => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StdioClientTransport(program(...args)))
      return client
    },
  ],
  [
    'the second, at 2026-07-28',
    async (...args) => {
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      )
      await client.connect(new StdioClientTransport(program(...args)))
      return client
    },
  ],
]

describe.each(CLIENTS)('on standard input and output, a client of %s', (_, connect) => {
  test('reads and writes, in the zone it is given', async () => {
    const client = await connect('--zone', 'Pacific/Kiritimati')
    expect((await client.listTools()).tools).toHaveLength(18)
    expect(await textOf(client, 'read_page', { name: 'plans' })).toMatch(/^# \[\[Plans\]\]\n/)
    const added = await textOf(client, 'add_block', { page: 'today', text: 'hello' })
    expect(added).toMatch(/today in Pacific\/Kiritimati/)
    await client.close()
    const { stdout } = await run(['changes', '--account', 'me', '--json'], env())
    expect(JSON.parse(stdout)).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ token: 'notegraph mcp' })]),
    })
  })
})

test('[A8.3] with --read-only it refuses writes, and says how it would write', async () => {
  const client = await CLIENTS[1]![1]('--read-only')
  const refused = client.callTool({ name: 'create_page', arguments: { name: 'New' } })
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining('This program was started as read-only.'),
    data: { code: 'read_only_token', hint: 'Start the program again without --read-only.' },
  })
  await client.close()
})

test('requests before the end of the input are answered, and nothing else is on standard output', async () => {
  const { child, ended } = startPiped()
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_page', arguments: { name: 'Plans' } },
  }
  child.stdin!.end(JSON.stringify(call))
  const { code, stdout, stderr } = await ended
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
})

function startPiped(): Started {
  const one = start(['mcp', '--account', 'me'], env(), { keepInput: true })
  started.push(one)
  return one
}

describe('over HTTP on a port of its own, beside a server of the API', () => {
  test('both work on the same notes, with the same tokens', async () => {
    const api = begin('serve', '--json')
    const own = begin('mcp', '--port', '0', '--json')
    const { baseUrl } = JSON.parse((await api.said(/^\{"baseUrl".*\}$/m))[0]) as { baseUrl: string }
    const { url } = JSON.parse((await own.said(/^\{"url".*\}$/m))[0]) as { url: string }
    const headers = { Authorization: `Bearer ${token}` }
    const clients = [url, `${baseUrl}/api/mcp`].map((at) => {
      const client = new Client({ name: 'test', version: '1' })
      return {
        client,
        ready: client.connect(new StreamableHTTPClientTransport(new URL(at), { requestInit: { headers } })),
      }
    })
    await Promise.all(clients.map(async ({ ready }) => ready))
    const [there, here] = clients.map(({ client }) => client)
    await textOf(there!, 'create_page', { name: 'Made there' })
    expect(await textOf(here!, 'read_page', { name: 'made there' })).toMatch(/^# \[\[Made there\]\]\n/)
    await textOf(here!, 'add_block', { page: 'Made there', text: 'written here' })
    expect(await textOf(there!, 'read_page', { name: 'made there' })).toContain('- written here ^')
    expect((await fetch(`${baseUrl}/api/v1/notes/pages/Made%20there`, { headers })).status).toBe(200)
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
    expect((await fetch(new URL('/healthz', url))).status).toBe(200)
    expect((await fetch(new URL('/api/v1/notes/pages', url), { headers })).status).toBe(404)
    await Promise.all([there!.close(), here!.close()])
    own.child.kill('SIGTERM')
    expect((await own.ended).code).toBe(0)
  })

  test('a port in use is an error of one line', async () => {
    const first = begin('mcp', '--port', '0', '--json')
    const { url } = JSON.parse((await first.said(/^\{"url".*\}$/m))[0]) as { url: string }
    const { port } = new URL(url)
    const { code, stderr } = await begin('mcp', '--port', port).ended
    expect([code, stderr]).toEqual([
      1,
      `notegraph: --port: ${port} is in use. Stop the program that uses it, or choose another port.\n`,
    ])
  })
})

test.each([
  [['mcp'], 2, 'Use --account or --port.'],
  [['mcp', '--account', 'nobody'], 1, 'No account has the id "nobody".'],
  [['mcp', '--port', '70000'], 2, 'Use a port from 0 to 65535.'],
  [['mcp', '--port', '0', '--account', 'me'], 2, 'With --port, tokens decide the access'],
  [['mcp', '--account', 'me', '--zone', 'Mars'], 2, 'Use an IANA name'],
])('%j is refused in one line', async (args, code, words) => {
  const ended = await run(args, env())
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(/^notegraph: .+\n$/)
  expect(ended.stderr).toContain(words)
})
