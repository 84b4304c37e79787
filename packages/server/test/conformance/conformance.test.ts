/**
 * The conformance suites of both protocol versions, run against the tools for assistants and against a server of
 * fixtures with the same transport. Each failure is listed with its reason, and a passing scenario may not be listed.
 *
 * @module-tag process
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '@notegraph/host'
import { httpHandler } from '@notegraph/mcp-server'
import { operator } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addressReader,
  createMcpApp,
  makeDeps,
  startServer,
  type Env,
  type RunningServer,
} from '../../src/index.ts'
import { isForeign } from '../../src/http/origin.ts'
import { fileOf, run } from '../program.ts'
import { openBearerProxy, type BearerProxy } from './bearer-proxy.ts'
import { baseline, EXPECTED } from './expected.ts'
import { fixtureServer } from './fixture.ts'

const NO_LIMIT = { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 }
const blobs = memoryBlobs()

let out: string
const servers: RunningServer[] = []
const proxies: BearerProxy[] = []
const urls: Record<string, string> = {}
let direct: { url: string; token: string }

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'notegraph-conformance-'))
  const store = await openTestStore()
  const operators = operator(store, blobs, Date.now)
  await operators.createAccount('me', {})
  const { token } = await operators.createToken('me', { name: 'Test', scope: 'write' })
  const app = createMcpApp(
    makeDeps({
      store,
      blobs,
      log: makeLog('silent'),
      clock: Date.now,
      addressOf: addressReader([]),
      baseUrl: () => 'http://127.0.0.1',
      rates: NO_LIMIT,
      origin: undefined,
    }),
  )
  const tools = await startServer(app, '127.0.0.1', 0)
  const handle = httpHandler<undefined>(() => fixtureServer())
  const fixtures = await startServer(
    new Hono<Env>().post('/api/mcp', async ({ req }) =>
      isForeign(req.header('origin'), 'http://127.0.0.1')
        ? new Response(null, { status: 403 })
        : handle({ headers: req.raw.headers, body: await req.json() }, undefined),
    ),
    '127.0.0.1',
    0,
  )
  servers.push(tools, fixtures)
  proxies.push(await openBearerProxy(tools.port, token), await openBearerProxy(fixtures.port, 'none'))
  urls['the tools'] = proxies[0]!.url
  urls['the fixtures'] = proxies[1]!.url
  direct = { url: `http://127.0.0.1:${tools.port}/api/mcp`, token }
})
afterAll(async () => {
  await Promise.all([...proxies, ...servers].map(async (one) => ('stop' in one ? one.stop() : one.close())))
  rmSync(out, { recursive: true })
})

describe.concurrent.each([
  ['of 2025', 'mcp-conformance-2025', []],
  ['of 2026-07-28', 'mcp-conformance-2026', ['--requirements', '2026-07-28']],
] as const)('the suite %s', (suite, name, more) => {
  test.each(['the tools', 'the fixtures'])('finds nothing in %s but what is listed', async (what) => {
    const listed = join(out, `${name}-${what}.yml`)
    writeFileSync(listed, baseline(EXPECTED[suite][what]!))
    const args = ['server', '--url', urls[what]!, '--expected-failures', listed, '-o', join(out, name, what)]
    const { code, text } = await run(fileOf(name, 'dist/index.js'), [...args, ...more])
    expect([code, code === 0 ? '' : text.slice(text.indexOf('=== SUMMARY'))]).toEqual([0, ''])
  })
})

describe('the Inspector', () => {
  const inspector = () => fileOf('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js')
  const at = () => [
    '--cli',
    direct.url,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${direct.token}`,
  ]

  test.each(['legacy', 'modern'])('%s: --strict has no finding in the list of the tools', async (era) => {
    const { code, text } = await run(inspector(), [
      ...at(),
      '--method',
      'tools/list',
      '--protocol-era',
      era,
      '--strict',
    ])
    expect(code).toBe(0)
    expect((JSON.parse(text) as { tools: unknown[] }).tools).toHaveLength(18)
  })

  test('calls a tool', async () => {
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'create_page',
      '--tool-arg',
      'name=Made by the Inspector',
    ]
    const { code, text } = await run(inspector(), [...at(), ...call])
    expect([code, text]).toEqual([0, expect.stringContaining('Created [[Made by the Inspector]].')])
  })
})
