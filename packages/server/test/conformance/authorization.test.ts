/**
 * The scenarios of the conformance suite for authorization servers, against a server that apps connect to. The suite's
 * scenarios for MCP servers have none about authorization, and its scenarios named `auth/` test a client.
 *
 * @module-tag process
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { signInPerson, type Person } from '../oauth-person.ts'
import { fileOf, run, start } from '../program.ts'
import { useServed } from '../served.ts'

const SUITE = fileOf('mcp-conformance-2026', 'dist/index.js')
const it = useServed({ NOTEGRAPH_OAUTH: 'on' })

let out: string
let person: Person
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'notegraph-conformance-'))
  person = await signInPerson(it.served.signInLink ?? '')
})
afterAll(() => rmSync(out, { recursive: true }))

async function register(redirect: string): Promise<string> {
  const response = await fetch(`${it.served.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'The suite', redirect_uris: [redirect] }),
  })
  return ((await response.json()) as { client_id: string }).client_id
}

interface Check {
  readonly id: string
  readonly status: string
}

/** The results that the suite wrote, whatever the names of its folders. */
const checksIn = (folder: string): Check[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[])

const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant']

test('[A9.1] the suite has no further scenario for an authorization server', async () => {
  const { text } = await run(SUITE, ['list'])
  const listed = text.slice(text.indexOf('Authorization server scenarios'))
  expect([...listed.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name)).toEqual(SCENARIOS)
})

test.each(['2025-11-25', '2026-07-28'])(
  '[A9.1] the authorization server passes every scenario of %s',
  async (revision) => {
    const { baseUrl } = it.served
    const port = await freePort()
    const folder = join(out, revision)
    const clientId = await register(`http://127.0.0.1:${port}/callback`)
    const suite = start(SUITE, [
      'authorization',
      `--url=${baseUrl}`,
      `--resource=${baseUrl}/api/mcp`,
      `--client-id=${clientId}`,
      `--port=${port}`,
      `--spec-version=${revision}`,
      `--output-dir=${folder}`,
    ])
    const [opened] = await suite.says(/^http\S+\/oauth\/authorize\S+$/m)
    await fetch(await person.allow(opened))
    const { code, text } = await suite.ended
    expect([code, code === 0 ? '' : text]).toEqual([0, ''])
    expect(checksIn(folder).map(({ id, status }) => [id, status])).toEqual([
      ['authorization-code-grant', 'SUCCESS'],
      ['authorization-server-metadata', 'SUCCESS'],
      ['authorization-server-metadata-cimd', 'SUCCESS'],
    ])
  },
)
