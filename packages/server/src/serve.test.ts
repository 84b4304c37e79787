import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlockAnswer, DayAnswer, PullAnswer, TypeList } from '@notegraph/contract'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { PAGE_TYPES } from '@notegraph/page-types'
import { openStore, readSettings, SettingError } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchDescribed } from '../test/described.ts'
import { aBlock, aPage, whole } from '../test/syncing.ts'
import { serve, type ServedApp } from './serve.ts'

let folder: string
let data: TestData
const running: ServedApp[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-serve-'))
  data = await makeTestData(join(folder, 'data'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(async (served) => served.stop()))
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string> = {}) {
  const lines: [line: string, kind: string][] = []
  const settings = readSettings({
    ...data.env,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    ...env,
  })
  const served = await serve(settings, (...said) => {
    // The data of tests has its key in itself. Each start warns about that.
    if (!said[0].startsWith('notegraph: warning: NOTEGRAPH_SECRET_KEY_FILE')) lines.push(said)
  })
  running.push(served)
  const saidAs = (kind: string) =>
    lines
      .filter((line) => line[1] === kind)
      .map(([line]) => line)
      .join('\n')
  return { served, said: lines.map(([line]) => line).join('\n'), saidAs }
}

const stopLast = async (): Promise<void> => running.pop()?.stop()

/** A provider that does not answer. */
const PROVIDER = {
  NOTEGRAPH_OIDC_ISSUER: 'http://127.0.0.1:9',
  NOTEGRAPH_OIDC_CLIENT_ID: 'notes',
  NOTEGRAPH_OIDC_CLIENT_SECRET: 'secret',
}

describe('[operations] the first start', () => {
  test('makes an account with a sample graph, and says where it is, with a line that works', async () => {
    const { served, said } = await start()
    expect(said).toContain(`${served.baseUrl}/api/v1/openapi.json`)
    expect(said).toContain(`${served.baseUrl}/api/mcp`)
    const [, token, url] = /curl -H 'Authorization: Bearer (\S+)' (\S+)/.exec(said) ?? []
    const response = await fetchDescribed(url!, { headers: { Authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    const { blocks } = v.parse(DayAnswer, await response.json())
    expect(blocks).not.toEqual([])
  })

  test('the example of the README runs', async () => {
    const [example] = readmeExamples(new URL('../README.md', import.meta.url))
    const code = example!.code.replace("'./data'", JSON.stringify(join(folder, 'data')))
    const { values } = await runExample(
      { ...example!, code },
      { given: { console: { log() {} } }, returned: ['types'] },
    )
    expect(v.parse(TypeList, await (values['types'] as Response).json()).types).toEqual(PAGE_TYPES)
  })

  test('prints a link that signs in as "me", once, and a second start prints another', async () => {
    const link = (said: string) => /^ +(http\S+\/api\/sign-in\/link\/ngl_\w+)$/m.exec(said)![1]!
    const { said, served } = await start()
    expect(said).toContain(`  Web settings       ${served.baseUrl}/settings\n`)
    const signIn = async (text: string) =>
      fetch(link(text), {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: new URL(link(text)).origin },
      })
    expect((await fetch(link(said))).status).toBe(200)
    const entered = await signIn(said)
    expect(entered.status).toBe(303)
    const cookie = entered.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const page = await fetch(`${served.baseUrl}/settings/assistants`, { headers: { cookie } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Signed in as me')])
    expect((await signIn(said)).status).toBe(410)
    await stopLast()
    const second = await start()
    expect((await signIn(second.said)).status).toBe(303)
  })

  test('prints no link with an identity provider, and starts though that does not answer', async () => {
    const { served, said } = await start(PROVIDER)
    expect(said).not.toContain('ngl_')
    const page = await fetch(`${served.baseUrl}/settings/devices`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="/api/sign-in?to=')])
    const tried = await fetch(`${served.baseUrl}/api/sign-in`, { redirect: 'manual' })
    expect([tried.status, await tried.text()]).toEqual([503, expect.stringContaining('did not answer')])
  })

  test('keeps the token and the link apart from where things are', async () => {
    const { saidAs, served } = await start()
    expect(saidAs('place')).toContain(served.baseUrl)
    expect(saidAs('place')).not.toMatch(/ng[pl]_/)
    expect(saidAs('secret')).toMatch(/ngl_\w+[^]+ngp_\w+/)
    expect(saidAs('warning')).toBe('')
  })

  test.each<[why: string, env: Record<string, string>, accounts: string[]]>([
    ['with an identity provider', PROVIDER, []],
    ['on a public address', { NOTEGRAPH_HOST: '0.0.0.0' }, []],
    ['behind a public address', { NOTEGRAPH_BASE_URL: 'https://notes.example' }, []],
    ['by name of this machine', { NOTEGRAPH_BASE_URL: 'http://localhost:8787' }, ['me']],
    ['as configured', { NOTEGRAPH_FIRST_START: 'nothing' }, []],
    ['as configured, with an identity provider', { ...PROVIDER, NOTEGRAPH_FIRST_START: 'account' }, ['me']],
  ])('%s makes the accounts %3$j', async (_, env, accounts) => {
    const { said } = await start(env)
    await stopLast()
    const { store } = await openStore(readSettings(data.env))
    expect((await store.accounts.list()).map(({ id }) => id)).toEqual(accounts)
    await store.close()
    expect(said.includes('ngp_')).toBe(accounts.length > 0)
    expect(said.includes('This server has no account yet.')).toBe(accounts.length === 0)
  })

  test('prints no token and no link where secrets are not printed, and says how to get one', async () => {
    const { said, saidAs } = await start({ NOTEGRAPH_PRINT_SECRETS: 'false' })
    expect(said).not.toMatch(/ng[pl]_/)
    expect(saidAs('place')).toContain('    notegraph token create --account me')
  })

  test.each(['start', 'notegraph'])(
    'names the command of a checkout if npm runs its script %s',
    async (script) => {
      const { saidAs } = await start({ NOTEGRAPH_PRINT_SECRETS: 'false', npm_lifecycle_event: script })
      expect(saidAs('place')).toContain('    npm run -s notegraph -- token create --account me')
    },
  )

  test('a second start finds the data again, and prints no token', async () => {
    const first = await start()
    const token = /ngp_\w+/.exec(first.said)?.[0]
    await stopLast()
    const second = await start()
    expect(second.said).not.toContain('ngp_')
    const pages = `${second.served.baseUrl}/api/v1/notes/pages`
    expect((await fetchDescribed(pages, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200)
  })

  test('the description names the address that people use', async () => {
    const { served, said } = await start({ NOTEGRAPH_BASE_URL: 'https://notes.example/here/' })
    expect(served.baseUrl).toBe('https://notes.example/here')
    expect(said).toContain('https://notes.example/here/api/v1/notes')
  })

  test('a port that was picked is printed, also behind another address', async () => {
    const { served, said } = await start({ NOTEGRAPH_BASE_URL: 'https://notes.example' })
    const [, local] = /Listens on +(\S+)/.exec(said) ?? []
    expect(local).toBe(served.localUrl)
    expect((await fetch(`${local}/healthz`)).status).toBe(200)
    await stopLast()
    expect((await start()).said).not.toContain('Listens on')
  })
})

test.each<[env: Record<string, string>, warns: RegExp]>([
  [
    { NOTEGRAPH_TRUSTED_PROXIES: '0.0.0.0/0' },
    /^notegraph: warning: NOTEGRAPH_TRUSTED_PROXIES: 0\.0\.0\.0\/0 .+$/,
  ],
  [
    { NOTEGRAPH_TRUSTED_PROXIES: '10.0.0.0/8,::/0' },
    /^notegraph: warning: NOTEGRAPH_TRUSTED_PROXIES: ::\/0 .+$/,
  ],
  [
    { NOTEGRAPH_BASE_URL: 'http://notes.example' },
    /^notegraph: warning: NOTEGRAPH_BASE_URL: .+ over http.+$/,
  ],
  [{ NOTEGRAPH_HOST: '0.0.0.0' }, /^notegraph: warning: NOTEGRAPH_BASE_URL: .+ over http.+$/],
  [{ NOTEGRAPH_HOST: '0.0.0.0', NOTEGRAPH_BASE_URL: 'https://notes.example' }, /^$/],
  [{ NOTEGRAPH_TRUSTED_PROXIES: '10.0.0.0/8' }, /^$/],
])('a start with %j warns in one line, and goes on', async (env, warns) => {
  expect((await start(env)).saidAs('warning')).toMatch(warns)
})

describe('[operations] data is for its user alone', () => {
  const modes = (at: string): [path: string, mode: number][] =>
    [...readdirSync(at, { recursive: true, withFileTypes: true })].map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path, statSync(path).mode & 0o777]
    })
  const expectPrivate = (at: string): void => {
    expect(statSync(at).mode & 0o777).toBe(0o700)
    for (const [path, mode] of modes(at))
      expect([path, mode]).toEqual([path, statSync(path).isDirectory() ? 0o700 : 0o600])
  }

  test('with any umask, while the server runs and after', async () => {
    const before = process.umask(0)
    try {
      await start()
      expectPrivate(join(folder, 'data'))
      expect(
        modes(join(folder, 'data'))
          .map(([path]) => path)
          .join(),
      ).toMatch(/-wal.*-shm|-shm.*-wal/)
      await stopLast()
      expectPrivate(join(folder, 'data'))
    } finally {
      process.umask(before)
    }
  })

  test('a start narrows files that were open to others, and leaves files of others alone', async () => {
    const data = join(folder, 'data')
    await start()
    await stopLast()
    for (const [path, mode] of modes(data)) chmodSync(path, mode === 0o700 ? 0o755 : 0o644)
    chmodSync(data, 0o755)
    writeFileSync(join(data, 'other.sh'), '')
    chmodSync(join(data, 'other.sh'), 0o755)
    await start()
    expect(statSync(join(data, 'other.sh')).mode & 0o777).toBe(0o755)
    rmSync(join(data, 'other.sh'))
    expectPrivate(data)
  })
})

test('[D2.8] a port that was picked belongs to the own origin: a file by its whole address is named', async () => {
  const { served, said } = await start()
  const { store, blobs } = await openStore(readSettings(data.env))
  const { session } = await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Phone' })
  await store.close()
  const call = async (path: string, token: string, body?: object): Promise<Response> =>
    fetchDescribed(served.baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const text = `see ${served.baseUrl}/api/files/nothing`
  const token = /ngp_\w+/.exec(said)![0]
  expect((await call('/api/v1/notes/pages/today/blocks', token, { text })).status).toBe(400)
  const { epoch } = v.parse(PullAnswer, await (await call('/api/sync', session)).json())
  const records = [aPage('p', 'Sea'), aBlock('b', text, { pageId: 'p' })].map(whole)
  expect((await call('/api/sync', session, { epoch, device: 'phone', records })).status).toBe(200)
  const { block } = v.parse(BlockAnswer, await (await call('/api/v1/notes/blocks/b', token)).json())
  expect(block.content).toBe('see [file: unknown]')
})

describe('[operations] a start that fails prints one line that names the variable', () => {
  const fault = async (env: Record<string, string>): Promise<string> => {
    const error = await start(env).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(SettingError)
    const { message } = error as SettingError
    expect(message).not.toContain('\n')
    return message
  }

  test('a port that is taken', async () => {
    const { served } = await start()
    const { port } = new URL(served.baseUrl)
    expect(await fault({ NOTEGRAPH_PORT: port, NOTEGRAPH_DATA: join(folder, 'other') })).toBe(
      `NOTEGRAPH_PORT: ${port} is in use. Stop the program that uses it, or choose another port.`,
    )
  })

  test('an address of another machine', async () => {
    expect(await fault({ NOTEGRAPH_HOST: '192.0.2.1' })).toMatch(/^NOTEGRAPH_HOST: 192\.0\.2\.1 /)
  })

  test('a host that is none', async () => {
    const env = { NOTEGRAPH_HOST: 'no host', NOTEGRAPH_BASE_URL: 'http://notes.example' }
    expect(await fault(env)).toMatch(/^NOTEGRAPH_HOST: /)
    expect(await fault({ NOTEGRAPH_HOST: 'no host' })).toMatch(/^NOTEGRAPH_HOST "no host" cannot be /)
  })

  test('a data folder that is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await fault({ NOTEGRAPH_DATA: file })).toMatch(/^NOTEGRAPH_DATA: .*file cannot be used: /)
  })
})
