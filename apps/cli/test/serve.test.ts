/**
 * The command serve.
 *
 * @module-tag process
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run, start, type Started } from './run.ts'

let home: string
let server: Started | undefined
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-serve-'))
})
afterEach(() => void server?.child.kill('SIGKILL'))
afterAll(() => rmSync(home, { recursive: true }))

const env = (more: Record<string, string> = {}) => ({
  NOTEGRAPH_DATA: join(home, 'data'),
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  ...more,
})
const notegraph = (...args: string[]) => run(args, env())
/** A zone in which it is about noon, so that the day of the sample graph does not end during a test. */
const NOON_ZONE = `Etc/GMT${new Date().getUTCHours() < 12 ? '-' : '+'}${Math.abs(new Date().getUTCHours() - 12)}`
const OPENAPI = /^ +OpenAPI document +((\S+)\/api\/v1\/openapi\.json)$/m
const CURL = /^ *curl -H '(\w+): (.+)' (\S+)$/m

const read = (url: string, token: string) => fetch(url, { headers: { Authorization: `Bearer ${token}` } })

async function stop(started: Started): Promise<unknown> {
  started.child.kill('SIGTERM')
  return (await started.ended).code
}

test('[operations] a first start prints a curl line that works as it is, to standard error; a second finds the data and prints no token', async () => {
  server = start(['serve'], env({ TZ: NOON_ZONE }))
  const [, header, value, url] = await server.whispered(CURL)
  const answer = await fetch(url!, { headers: { [header!]: value! } })
  expect(answer.status).toBe(200)
  const { page, blocks } = (await answer.json()) as { page: { kind: string }; blocks: unknown[] }
  expect([page.kind, blocks.length > 3]).toEqual(['journal', true])
  const [, openapi, base] = await server.said(OPENAPI)
  expect(((await (await fetch(openapi!)).json()) as { openapi: string }).openapi).toMatch(/^3\.1/)
  expect(Number(new URL(base!).port)).toBeGreaterThan(0)
  // The keep-alive connections above do not delay the stop.
  expect(await stop(server)).toBe(0)
  const { stdout, stderr } = await server.ended
  const token = value!.replace('Bearer ', '')
  expect(stderr).toContain(token)
  expect(stdout).not.toMatch(/ng[pl]_/)
  // The lines for people come first, and the log after them.
  expect(stdout.indexOf('{')).toBeGreaterThan(stdout.indexOf('MCP endpoint'))
  const log = stdout.split('\n').filter((line) => line.startsWith('{'))
  expect(log.length).toBeGreaterThan(0)

  server = start(['serve', '--json'], env())
  const [line] = await server.said(/^\{"baseUrl".*\}$/m)
  const started = JSON.parse(line) as { baseUrl: string }
  expect(Object.keys(started)).toEqual(['baseUrl'])
  const [secrets] = await server.whispered(/^\{"signInLink".*\}$/m)
  const { signInLink } = JSON.parse(secrets) as { signInLink: string }
  const asked = await fetch(signInLink)
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Sign in as')])
  const entered = await fetch(signInLink, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: started.baseUrl },
  })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
  expect((await read(`${started.baseUrl}/api/v1/notes/pages`, token)).status).toBe(200)
  expect(await stop(server)).toBe(0)
  expect((await server.ended).stdout).not.toMatch(/ng[pl]_/)
  expect((await server.ended).stderr).not.toContain('ngp_')
})

test('[operations] a first start with an unknown TZ uses UTC', async () => {
  server = start(['serve'], env({ NOTEGRAPH_DATA: join(home, 'no-zone'), TZ: 'Nowhere/Unknown' }))
  const [, header, value, url] = await server.whispered(CURL)
  expect((await fetch(url!, { headers: { [header!]: value! } })).status).toBe(200)
  expect(await stop(server)).toBe(0)
})

test('while it runs, accounts come and go and notes come in', async () => {
  server = start(['serve'], env())
  const [, , base] = await server.said(OPENAPI)
  const pages = `${base}/api/v1/notes/pages`
  const made = await notegraph('token', 'create', '--account', 'me', '--name', 'old')
  const old = made.stdout.trim()
  expect(((await (await read(pages, old)).json()) as { total: number }).total).toBe(33)

  expect((await notegraph('account', 'remove', 'me', '--yes')).code).toBe(0)
  expect((await read(pages, old)).status).toBe(401)
  expect((await notegraph('account', 'create', 'me')).code).toBe(0)
  const token = (await notegraph('token', 'create', '--account', 'me', '--name', 'new')).stdout.trim()
  expect((await read(pages, old)).status).toBe(401)
  expect(await (await read(pages, token)).json()).toMatchObject({ pages: [], total: 0 })

  mkdirSync(join(home, 'notes'))
  writeFileSync(join(home, 'notes/Ada.md'), 'first\n')
  expect((await notegraph('import', join(home, 'notes'), '--account', 'me')).code).toBe(0)
  expect(await (await read(pages, token)).json()).toMatchObject({ pages: [{ name: 'Ada' }], total: 1 })
  expect((await notegraph('check', '--account', 'me')).stdout).toBe('No problems found.\n')

  const answers = Array.from({ length: 20 }, () =>
    read(pages, token).then(
      ({ status }) => status,
      () => 'refused',
    ),
  )
  await Promise.race(answers)
  expect(await stop(server)).toBe(0)
  for (const status of await Promise.all(answers)) expect([200, 'refused']).toContain(status)
})

test('[operations] a signal that arrives twice, as from a terminal and from npm, cuts no request', async () => {
  server = start(['serve'], env())
  const [, , base] = await server.said(OPENAPI)
  const made = await notegraph('token', 'create', '--account', 'me', '--name', 'slow', '--scope', 'write')
  const asked = request(`${base}/api/v1/notes/pages/today/blocks`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${made.stdout.trim()}`,
      'Content-Type': 'application/json',
      Expect: '100-continue',
    },
  })
  asked.flushHeaders()
  await once(asked, 'continue') // the server has the request, and waits for its body
  // Signals that are pending together arrive once.
  for (let n = 0; n < 20; n++) {
    server.child.kill('SIGINT')
    await sleep(1)
  }
  asked.end('{"text":"in flight"}')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  expect((await server.ended).code).toBe(0)
})

test('[D2.8] a command goes by the address of the server, though its own shell says another', async () => {
  server = start(['serve'], env())
  const [, , base] = await server.said(OPENAPI)
  const elsewhere = env({ NOTEGRAPH_PORT: '1', NOTEGRAPH_BASE_URL: 'https://other.example' })
  mkdirSync(join(home, 'linked'))
  writeFileSync(join(home, 'linked/Linked.md'), `see ${base}/api/files/nothing\n`)
  expect((await run(['import', join(home, 'linked'), '--account', 'me'], elsewhere)).code).toBe(0)
  expect((await run(['check', '--account', 'me'], elsewhere)).stdout).toBe('No problems found.\n')
  const { stdout: link } = await run(['sign-in-link', '--account', 'me'], elsewhere)
  expect(link).toContain(`${base}/api/sign-in/link/`)

  const token = (await notegraph('token', 'create', '--account', 'me', '--name', 'linked')).stdout.trim()
  const page = await (await read(`${base}/api/v1/notes/pages/Linked`, token)).json()
  expect(page).toMatchObject({ blocks: [{ content: 'see [file: unknown]' }] })
  expect(await stop(server)).toBe(0)
})

describe('a start that cannot be', () => {
  async function failing(more: Record<string, string>): Promise<string> {
    const { code, stdout, stderr } = await run(
      ['serve'],
      env({ NOTEGRAPH_DATA: join(home, 'other'), ...more }),
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^notegraph: .+\n$/)
    return stderr
  }

  test.each([
    ['NOTEGRAPH_PORT', '70000'],
    ['NOTEGRAPH_BASE_URL', 'notes.example'],
    ['NOTEGRAPH_HOST', '192.0.2.1'],
  ])('names %s', async (name, value) => expect(await failing({ [name]: value })).toContain(name))

  test('names NOTEGRAPH_PORT where another server has it', async () => {
    server = start(['serve'], env())
    const [, , base] = await server.said(OPENAPI)
    const { port } = new URL(base!)
    expect(await failing({ NOTEGRAPH_PORT: port })).toContain(`NOTEGRAPH_PORT: ${port} is in use`)
    expect(await stop(server)).toBe(0)
  })
})
