/** [operations] The list of releases, asked of a real server on this machine. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '@notegraph/host'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NEVER_BEGINS, NEVER_ENDS } from '../test/document-server.ts'
import { localServer } from '../test/local-server.ts'
import { startReleaseTimer, type ReleaseTimerDeps, type Releases } from './release-timer.ts'

/** A busy machine may take longer than the second that is usual. */
const WAIT = { timeout: 120_000 }
const DAY = 86_400_000

let data: string
let logged: string
let asked: number
const running: Releases[] = []
const clock = { now: Date.UTC(2026, 10, 20, 12) }
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'notegraph-releases-'))
  logged = ''
  asked = 0
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(async ({ stop }) => stop()))
  rmSync(data, { recursive: true })
})

async function listAt(answer: RequestListener): Promise<string> {
  const { host } = await localServer((request, response) => {
    asked++
    answer(request, response)
  })
  return `http://${host}/releases`
}
const answering = async (list: unknown) => listAt((_, response) => response.end(JSON.stringify(list)))

function start(url: string, options: Partial<ReleaseTimerDeps> = {}): Releases {
  const log = makeLog('info', { write: (line) => (logged += line) })
  const given = {
    url,
    data,
    clock: () => clock.now,
    log,
    running: '0.9.0',
    first: 1,
    every: 1,
    patience: 120_000,
  }
  const started = startReleaseTimer({ ...given, ...options })
  running.push(started)
  return started
}
const noted = (): { failed?: boolean } =>
  JSON.parse(readFileSync(join(data, 'newest-release.json'), 'utf8')) as {}

const tag = (name: string, more = {}) => ({ tag_name: name, html_url: 'https://forge.example', ...more })

test.each<[string, unknown, string | undefined, boolean]>([
  ['one release', tag('v0.10.0'), '0.10.0', true],
  ['a list', [tag('v0.9.1'), tag('v0.10.0'), tag('v0.9.2')], '0.10.0', true],
  ['what a server says of itself', { ok: true, version: '1.0.0', build: '1a2b' }, '1.0.0', true],
  ['numbers as words would be compared', [tag('0.10.0'), tag('0.9.9')], '0.10.0', true],
  ['the same release', tag('v0.9.0'), '0.9.0', false],
  ['the same release of another build', tag('v0.9.0+1a2b'), '0.9.0', false],
  ['older ones', [tag('v0.8.12'), tag('v0.1.99')], '0.8.12', false],
  ['a draft and a pre-release', [tag('v2.0.0', { draft: true }), tag('v3.0.0', { prerelease: true })], undefined, false],
  ['a pre-release by its name', [tag('v2.0.0-rc.1'), tag('v0.9.0')], '0.9.0', false],
  ['other names', [tag('query@7.0.0'), tag('nightly'), tag('v1.2')], undefined, false],
  ['nothing', [], undefined, false],
])('[operations] %s', async (_, list, newest, isOutdated) => {
  const { state } = start(await answering(list))
  await vi.waitFor(() => expect(noted().failed).toBe(false), WAIT)
  expect(state()).toEqual({ running: '0.9.0', newest, isOutdated, failed: false })
  expect(logged.includes('there is a newer release')).toBe(isOutdated)
}) // prettier-ignore

test('[operations] a pre-release is older than its release', async () => {
  const { state } = start(await answering(tag('v1.0.0')), { running: '1.0.0-rc.2' })
  await vi.waitFor(() => expect(state()).toMatchObject({ newest: '1.0.0', isOutdated: true }), WAIT)
})

test('[operations] the list is asked once a day, by restarts and by several processes, and says nothing of the server', async () => {
  const seen: unknown[] = []
  const url = await listAt(({ method, url: path, headers }, response) => {
    seen.push([method, path, headers['user-agent'], headers['cookie'], headers['authorization']])
    response.end(JSON.stringify(tag(`v1.0.${asked}`)))
  })
  const first = start(url)
  await vi.waitFor(() => expect(first.state().newest).toBe('1.0.1'), WAIT)
  await first.stop()
  const [again, other] = [start(url), start(url)]
  expect([again, other].map(({ state }) => state().newest)).toEqual(['1.0.1', '1.0.1'])
  clock.now += DAY - 1
  await other.stop()
  expect(asked).toBe(1)
  clock.now += 1
  await vi.waitFor(() => expect(again.state().newest).toBe('1.0.2'), WAIT)
  expect(seen).toEqual([1, 2].map(() => ['GET', '/releases', 'Notegraph', undefined, undefined]))
  expect(statSync(join(data, 'newest-release.json')).mode & 0o777).toBe(0o600)
})

test('[operations] another list is asked at once, and so is one after the clock was set back', async () => {
  const before = start(await answering(tag('v1.0.0')))
  await vi.waitFor(() => expect(before.state().newest).toBe('1.0.0'), WAIT)
  await before.stop()
  const url = await answering(tag('v1.1.0'))
  const after = start(url)
  expect(after.state().newest).toBeUndefined()
  await vi.waitFor(() => expect(after.state().newest).toBe('1.1.0'), WAIT)
  clock.now -= 2 * DAY
  await vi.waitFor(() => expect(asked).toBe(3), WAIT)
})

test.each<[string, RequestListener, string]>([
  ['is an error', (_, response) => response.writeHead(403).end('{}'), 'Its host answered with 403.'],
  ['leads elsewhere', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(), 'Its host redirects'],
  ['is no JSON', (_, response) => response.end('<p>v9.9.9'), 'SyntaxError'],
  ['is no list', (_, response) => response.end('{"name":"v9.9.9"}'), 'ValiError'],
  ['is too long', (_, response) => response.end(`[${' '.repeat(1_000_000)}]`), 'It has more than 1000000 bytes.'],
  ['is cut off', (_, response) => response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy()), 'Its host cannot be reached.'],
])('[operations] an answer that %s is one line of the log, and keeps what was known', async (_, answer, words) => {
  let isWell = true
  const url = await listAt((request, response) => (isWell ? response.end(JSON.stringify(tag('v1.0.0'))) : answer(request, response)))
  const { state } = start(url)
  await vi.waitFor(() => expect(state().newest).toBe('1.0.0'), WAIT)
  isWell = false
  logged = ''
  for (const times of [2, 3]) {
    clock.now += DAY
    await vi.waitFor(() => expect(asked).toBe(times), WAIT)
    await vi.waitFor(() => expect(state()).toMatchObject({ newest: '1.0.0', isOutdated: true, failed: true }), WAIT)
  }
  await vi.waitFor(() => expect(logged).toContain(words), WAIT)
  isWell = true
  clock.now += DAY
  await vi.waitFor(() => expect(state().failed).toBe(false), WAIT)
  expect(logged.match(/cannot be read/g)).toHaveLength(1)
  expect(logged).not.toContain(url)
}) // prettier-ignore

test.each<[string, RequestListener]>([
  ['does not begin', NEVER_BEGINS],
  ['does not end', NEVER_ENDS],
])('[operations] a stop waits for no answer that %s, and is no failure', async (_, answer) => {
  const { state, stop } = start(await listAt(answer))
  await vi.waitFor(() => expect(asked).toBe(1), WAIT)
  await stop()
  expect([state().failed, logged]).toEqual([false, ''])
})

test('[operations] a data folder that cannot be written to is one line of the log', async () => {
  const { state } = start(await answering(tag('v1.0.0')), { data: join(data, 'none') })
  await vi.waitFor(() => expect(logged).toContain('ENOENT'), WAIT)
  expect([state().failed, asked]).toEqual([true, 0])
})
