/**
 * The client settings in docs/clients.md, read as each client reads them, and used against a server.
 *
 * @module-tag process
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse as parseToml } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHILD_ENV, run, start, type Started } from './run.ts'

const ROOT = new URL('../../../', import.meta.url)
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const guide = readFileSync(new URL('docs/clients.md', ROOT), 'utf8')

const URL_GIVEN = 'http://127.0.0.1:8787/api/mcp'
const SCRIPT = '/path/to/notegraph/scripts/notegraph.mjs'

interface Entry {
  readonly url?: string
  readonly httpUrl?: string
  readonly headers?: { readonly Authorization: string }
  readonly bearer_token_env_var?: string
  readonly command?: string | readonly string[]
  readonly args?: readonly string[]
  readonly env?: { readonly AUTHORIZATION: string }
}

/** The server's entry in a settings file, under any of the keys that clients use. */
function entryOf(value: unknown): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('notegraph' in value) return value.notegraph as Entry
  return Object.values(value)
    .map(entryOf)
    .find((entry) => entry !== undefined)
}

/** Each settings file in the guide, with its client. */
const FILES = guide.split(/^(?=\*\*)/m).flatMap((part) =>
  [...part.matchAll(/^```(json|toml)\n([^]*?)^```$/gm)].map(([, language, text]): [string, Entry] => {
    const client = /^\*\*(.+?)\*\*/.exec(part)![1]!
    return [client, entryOf(language === 'json' ? JSON.parse(text!) : parseToml(text!))!]
  }),
)
const OVER_HTTP = FILES.filter(([, { url, httpUrl }]) => (url ?? httpUrl) !== undefined)
const BRIDGED = FILES.filter(([, { args = [] }]) => args.includes('mcp-remote'))
const ON_LINES = FILES.filter((file) => file[1].command !== undefined && !BRIDGED.includes(file))

let home: string
let token: string
let server: Started
let baseUrl: string
const env = () => ({ NOTEGRAPH_DATA: join(home, 'data'), NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'warn' })

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-guide-'))
  await run(['account', 'create', 'me'], env())
  const made = await run(['token', 'create', '--account', 'me', '--name', 'x'], env())
  token = made.stdout.trim()
  server = start(['serve', '--json'], env())
  const said = await server.said(/^\{"baseUrl".*\}$/m)
  baseUrl = (JSON.parse(said[0]) as { baseUrl: string }).baseUrl
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(home, { recursive: true })
})

async function tools(transport: Transport): Promise<number> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  await client.close()
  return tools.length
}

/** The token where a client puts it: literal, prompted for, or in an environment variable. */
const authorization = ({ headers, bearer_token_env_var: variable }: Entry): string =>
  variable === undefined
    ? headers!.Authorization.replace(/ngp_…|\$\{input:token\}/, token)
    : `Bearer ${token}`

test('there are both ways in, for several clients', () => {
  expect([OVER_HTTP.length, ON_LINES.length, BRIDGED.length]).toEqual([6, 5, 1])
  expect(FILES).toHaveLength(12)
})

describe('over HTTP', () => {
  test.each(OVER_HTTP)('%s', async (_, entry) => {
    expect(entry.url ?? entry.httpUrl).toBe(URL_GIVEN)
    const url = new URL('/api/mcp', baseUrl)
    const requestInit = { headers: { Authorization: authorization(entry) } }
    expect(await tools(new StreamableHTTPClientTransport(url, { requestInit }))).toBe(18)
  })
})

test('through a bridge', () => {
  const [, { command, args, env }] = BRIDGED[0]!
  const header = ['--header', 'Authorization:${AUTHORIZATION}']
  expect([command, ...args!]).toEqual(['npx', '-y', 'mcp-remote', URL_GIVEN, ...header])
  expect(env).toEqual({ AUTHORIZATION: 'Bearer ngp_…' })
})

describe('on standard input and output', () => {
  const LINE = ['node', SCRIPT, 'mcp', '--account', 'me']
  test.each(ON_LINES)('%s', (_, { command, args = [] }) => expect([command!, args].flat()).toEqual(LINE))

  test('the line starts a server that answers', async () => {
    const child = {
      command: process.execPath,
      args: ['--conditions=notegraph', MAIN, ...LINE.slice(2)],
      env: { ...CHILD_ENV, ...env() },
    }
    expect(await tools(new StdioClientTransport(child))).toBe(18)
  })
})

test('the lines of a shell say the same', () => {
  expect(existsSync(new URL(SCRIPT.replace('/path/to/notegraph/', ''), ROOT))).toBe(true)
  const [http, lines] = guide.match(/^claude .*$/gm)!
  expect(http).toContain(` ${URL_GIVEN} --header "Authorization: Bearer ngp_…"`)
  expect(lines).toMatch(` -- node ${SCRIPT} mcp --account me`)
  const addresses = guide.match(/http:[^\s"`]+/g)!
  expect(addresses.length).toBeGreaterThan(7)
  expect(new Set(addresses)).toEqual(new Set([URL_GIVEN]))
  expect(readFileSync(new URL('README.md', ROOT), 'utf8').match(/^claude .*$/gm)).toEqual([http])
})
