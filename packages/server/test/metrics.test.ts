/**
 * Measurements: a scraper reads the real server over HTTP, after real requests.
 *
 * @module-tag both-stores
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS, MCP_PATH, NOTES_PATH } from '@notegraph/contract'
import { readSettings } from '@notegraph/host'
import type { BackupState } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prometheusMetrics } from '../src/metrics/prometheus.ts'
import { rateName } from '../src/metrics/metrics.ts'
import { backupGauges, releaseGauges, gaugesOf } from '../src/metrics/serve-metrics.ts'
import { metricsApp } from '../src/metrics/metrics-app.ts'
import { serve } from '../src/index.ts'
import { openApi } from './api.ts'
import { freePort } from './free-port.ts'
import { useServed } from './served.ts'
import { increase, metricNames, scrape, seriesOf, type Series } from './scrape.ts'
import { exchange } from './socket.ts'

const running = useServed({ NOTEGRAPH_METRICS_PORT: '0', NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '3' })

/** A word that only paths, bodies and tokens contain. */
const SECRET = 'Zwiebelkuchen'

interface Sent {
  readonly method?: string
  readonly token?: string | null
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

function send(path: string, { method = 'GET', token = running.served.token!, body, headers }: Sent = {}) {
  return fetch(running.served.baseUrl + path, {
    method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const read = async (): Promise<Series> => (await scrape(running.served.metricsUrl!)).series
const request = (method: string, route: string, status: number): string =>
  `notegraph_http_requests_total{method="${method}",route="${route}",status="${status}"}`
const refusal = (code: string, from = 'http'): string =>
  `notegraph_refusals_total{interface="${from}",code="${code}"}`

const PAGE = `${NOTES_PATH}/pages/{name}`
const BLOCKS = `${NOTES_PATH}/pages/{name}/blocks`
const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** In this order: the last write is over the rate of the token. */
const EXCHANGES: [name: string, path: string, sent: Sent, status: number, counted: Record<string, number>][] =
  [
    [
      'a public document',
      `${NOTES_PATH}/types`,
      { token: null },
      200,
      { [request('GET', `${NOTES_PATH}/types`, 200)]: 1 },
    ],
    ['a page', `${NOTES_PATH}/pages/river`, {}, 200, { [request('GET', PAGE, 200)]: 1 }],
    [
      'a missing page',
      `${NOTES_PATH}/pages/${SECRET}`,
      {},
      404,
      { [request('GET', PAGE, 404)]: 1, [refusal('not_found')]: 1 },
    ],
    [
      'an unknown token',
      `${NOTES_PATH}/pages/river`,
      { token: `ngp_${SECRET}` },
      401,
      { [request('GET', PAGE, 401)]: 1, [refusal('unauthorized')]: 1 },
    ],
    [
      'a wrong method',
      `${NOTES_PATH}/pages/${SECRET}`,
      { method: 'DELETE' },
      405,
      { [request('DELETE', PAGE, 405)]: 1, [refusal('method_not_allowed')]: 1 },
    ],
    [
      'an invented method',
      `/${SECRET}`,
      { method: 'PURGE' },
      404,
      { [request('other', 'none', 404)]: 1, [refusal('not_found')]: 1 },
    ],
    ['an unknown path', `/${SECRET}/${SECRET}`, {}, 404, { [request('GET', 'none', 404)]: 1 }],
    ['a web page', '/settings/assistants', { token: null }, 200, {}],
    [
      'a write',
      `${NOTES_PATH}/pages/river/blocks`,
      { method: 'POST', body: { text: SECRET } },
      200,
      {
        [request('POST', BLOCKS, 200)]: 1,
        'notegraph_commits_total{result="ok"}': 1,
        'notegraph_store_duration_seconds_count{operation="commits.commit"}': 1,
      },
    ],
    [
      'a write on another version',
      `${NOTES_PATH}/pages/river/blocks`,
      { method: 'POST', body: { text: SECRET }, headers: { 'If-Match': `"${'x'.repeat(22)}"` } },
      409,
      { [refusal('conflict')]: 1 },
    ],
    [
      'a call of a tool',
      MCP_PATH,
      { method: 'POST', body: call('read_page', { name: SECRET }) },
      200,
      {
        'notegraph_tool_calls_total{tool="read_page",result="refused"}': 1,
        [refusal('not_found', 'tools')]: 1,
      },
    ],
    [
      'a call of no tool',
      MCP_PATH,
      { method: 'POST', body: call(SECRET) },
      200,
      { 'notegraph_tool_calls_total{tool="unknown",result="refused"}': 1 },
    ],
    ['the third write', `${NOTES_PATH}/pages/river/blocks`, { method: 'POST', body: { text: 'x' } }, 200, {}],
    [
      'a write over the rate',
      `${NOTES_PATH}/pages/river/blocks`,
      { method: 'POST', body: { text: 'x' } },
      429,
      { [refusal('rate_limited')]: 1, 'notegraph_rate_refusals_total{rate="token_writes"}': 1 },
    ],
  ]

describe('[operations] /metrics counts real requests:', () => {
  test.each(EXCHANGES)('%s', async (_, path, sent, status, counted) => {
    const before = await read()
    const response = await send(path, sent)
    await response.text()
    expect(response.status).toBe(status)
    expect(increase(before, await read())).toMatchObject(counted)
  })

  test('a request that no parser accepts', async () => {
    const before = await read()
    const port = Number(new URL(running.served.baseUrl).port)
    expect((await exchange(port, `GET ${SECRET} HTTP/1.1\r\nHost: a\r\n\r\n`)).status).toBe(400)
    expect(increase(before, await read())).toMatchObject({ notegraph_protocol_errors_total: 1 })
  })

  test('each request is one of a duration, and none is in progress at the end', async () => {
    const before = await read()
    for (let n = 0; n < 3; n++) await (await send(`${NOTES_PATH}/pages/river`)).text()
    const counted = increase(before, await read())
    expect(counted).toMatchObject({
      [`notegraph_http_request_duration_seconds_count{method="GET",route="${PAGE}"}`]: 3,
      [`notegraph_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="${PAGE}"}`]: 3,
      'notegraph_store_duration_seconds_count{operation="tokens.findByHash"}': 3,
    })
    expect((await read()).get('notegraph_http_requests_in_progress')).toBe(0)
  })

  test('the figures of the process and the store are read at the scrape', async () => {
    const series = await read()
    expect(series.get('notegraph_open_graphs')).toBe(1)
    expect(series.get('notegraph_imports_running')).toBe(0)
    expect(series.get('notegraph_exports_running')).toBe(0)
    expect(series.get('notegraph_live_streams')).toBe(0)
    expect(series.get('notegraph_free_bytes')).toBeGreaterThan(0)
    expect(series.get('notegraph_unread_answer_bytes')).toBe(0)
    for (const name of [
      'process_resident_memory_bytes',
      'process_open_fds',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect([name, series.get(name)]).toEqual([name, expect.any(Number)])
  })
})

describe('[operations] labels are bounded:', () => {
  test('no label contains a path, a name, a token, an account or the text of a note', async () => {
    await send(`${NOTES_PATH}/pages/${SECRET}?q=${SECRET}`)
    const { text } = await scrape(running.served.metricsUrl!)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(running.served.token)
    expect(text).not.toContain('"me"')
    expect(text).not.toContain('127.0.0.1')
  })

  test('other names, paths and methods add no series', async () => {
    const ask = async (name: string): Promise<void> => {
      await send(`${NOTES_PATH}/pages/${name}`)
      await send(`/${name}`)
      await send(`/${name}`, { method: 'PROPFIND' })
      await send(MCP_PATH, { method: 'POST', body: call(name) })
    }
    await ask('first')
    const before = await read()
    for (let n = 0; n < 20; n++) await ask(`name-${n}`)
    // Node's own gauges name what is open in the process at this moment, and a sweep adds the series of its work.
    const added = [...(await read()).keys()].filter(
      (name) => !before.has(name) && !/^(?:nodejs|notegraph_(?:sweeps|store|commits))_/.test(name),
    )
    expect(added).toEqual([])
  })

  test.each([
    [{}, 'requests'],
    [{ writes: 'token' }, 'token_writes'],
    [{ writes: 'address' }, 'address_writes'],
    [{ reads: 'token' }, 'token_reads'],
    [{ reads: 'account' }, 'account_reads'],
    [{ reads: 'unread' }, 'unread_answers'],
    [{ reads: 'streams' }, 'live_streams'],
    [{ reads: 'links_a_day' }, 'digest_links_a_day'],
  ] as const)('the rate %j is named %s', (rate, name) => {
    expect(rateName({ code: 'rate_limited', limit: 1, ...rate })).toBe(name)
  })
})

describe('[operations] the port of the metrics', () => {
  test('answers nothing else, and the API port has no metrics', async () => {
    const { metricsUrl, baseUrl } = running.served
    expect((await fetch(new URL('/', metricsUrl))).status).toBe(ERRORS.not_found.status)
    expect((await fetch(new URL(NOTES_PATH, metricsUrl))).status).toBe(ERRORS.not_found.status)
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(ERRORS.not_found.status)
  })

  test('takes GET and HEAD only', async () => {
    const app = metricsApp(prometheusMetrics())
    expect((await app.request('/metrics', { method: 'HEAD' })).status).toBe(200)
    const posted = await app.request('/metrics', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  describe('of a start', () => {
    let folder: string
    let data: TestData
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'notegraph-metrics-'))
      data = await makeTestData(folder)
    })
    afterEach(() => rmSync(folder, { recursive: true }))
    const settings = (env: Record<string, string>) =>
      readSettings({ ...data.env, NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent', ...env })

    test('is off without the setting', async () => {
      const lines: string[] = []
      const served = await serve(settings({}), (line) => lines.push(line))
      expect([served.metricsUrl, lines.join('\n').includes('Metrics')]).toEqual([undefined, false])
      await served.stop()
    })

    test('is printed, and closed by the stop', async () => {
      const lines: string[] = []
      const served = await serve(settings({ NOTEGRAPH_METRICS_PORT: '0' }), (line) => lines.push(line))
      expect(lines.join('\n')).toContain(`Metrics            ${served.metricsUrl}\n`)
      await served.stop()
      await expect(fetch(served.metricsUrl!)).rejects.toThrow('fetch failed')
    })

    test.each([
      ['NOTEGRAPH_METRICS_PORT', {}],
      ['NOTEGRAPH_METRICS_HOST', { NOTEGRAPH_METRICS_HOST: '192.0.2.1' }],
    ])('%s that cannot be used stops the start with its name', async (name, env) => {
      const taken = new URL(running.served.metricsUrl!).port
      const start = serve(settings({ NOTEGRAPH_METRICS_PORT: taken, ...env }), () => {})
      await expect(start).rejects.toThrow(name)
    })

    test('closes if the server itself cannot start', async () => {
      const port = String(await freePort())
      const taken = new URL(running.served.baseUrl).port
      const start = serve(settings({ NOTEGRAPH_METRICS_PORT: port, NOTEGRAPH_PORT: taken }), () => {})
      await expect(start).rejects.toThrow('NOTEGRAPH_PORT')
      await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
    })
  })
})

describe('measurements of the store', () => {
  test('a store exposes the figures that it has, and no other', async () => {
    const metrics = prometheusMetrics()
    const deps = { responseMemory: { bytes: () => 0 }, imports: {}, exports: {}, live: { size: 3 } } as never
    metrics.addGauges({
      ...gaugesOf(
        { usage: () => ({ replicas: 2, replicaBytes: 4_096, databaseWaiting: 0, lockWaits: 7 }) },
        deps,
        '.',
      ),
      runningImports: () => 0,
      runningExports: () => 0,
    })
    const series = seriesOf(await metrics.text())
    expect(series.get('notegraph_replicas')).toBe(2)
    expect(series.get('notegraph_replica_bytes')).toBe(4_096)
    expect(series.get('notegraph_database_waiting')).toBe(0)
    expect(series.get('notegraph_lock_waits_total')).toBe(7)
    expect(seriesOf(await metrics.text()).get('notegraph_lock_waits_total')).toBe(7)
    expect(series.get('notegraph_live_streams')).toBe(3)
    expect(series.has('notegraph_open_graphs')).toBe(false)
    expect(series.has('notegraph_database_connections')).toBe(false)
  })

  test.each([
    [{ ok: true, seq: 1 }, 'ok'],
    [{ ok: false, why: 'changed_meanwhile' }, 'changed_meanwhile'],
    [{ ok: false, why: 'quota_full' }, 'quota_full'],
  ])('a commit that returns %j counts as %s', async (result, name) => {
    const metrics = prometheusMetrics()
    expect(await metrics.storeCall('commits.commit', async () => result)).toBe(result)
    expect(seriesOf(await metrics.text()).get(`notegraph_commits_total{result="${name}"}`)).toBe(1)
  })

  test('a call that throws counts as a failure, and passes the error on', async () => {
    const metrics = prometheusMetrics()
    const fault = new Error('the disk is gone')
    await expect(metrics.storeCall('pages.find', () => Promise.reject(fault))).rejects.toBe(fault)
    const series = seriesOf(await metrics.text())
    expect(series.get('notegraph_store_failures_total{operation="pages.find"}')).toBe(1)
    expect(series.get('notegraph_store_duration_seconds_count{operation="pages.find"}')).toBe(1)
  })
})

test('[operations] a server that makes backups exposes their age, and whether the last one is late', async () => {
  const series = async (state: BackupState) => {
    const metrics = prometheusMetrics()
    metrics.addGauges(backupGauges(() => state, () => 90_000)) // prettier-ignore
    const read = seriesOf(await metrics.text())
    return ['age_seconds', 'is_late'].map((name) => read.get(`notegraph_backup_${name}`))
  }
  const latest = { name: 'x', at: 30_000, accounts: 1, files: 0, damaged: 0 }
  expect(await series({ latest, kept: 1, isLate: false })).toEqual([60, 0])
  expect(await series({ kept: 0, isLate: true })).toEqual([NaN, 1])
})

test('[operations] a server that asks for releases exposes a newer one, and a list that cannot be read', async () => {
  const metrics = prometheusMetrics()
  metrics.addGauges(
    releaseGauges(() => ({ running: '1.0.0', newest: '1.1.0', isOutdated: true, failed: false })),
  )
  const read = seriesOf(await metrics.text())
  expect(['is_outdated', 'check_failed'].map((name) => read.get(`notegraph_release_${name}`))).toEqual([1, 0])
})

test('[operations] docs/operations/metrics.md lists each metric of Notegraph, and no other', async () => {
  const { text } = await scrape(running.served.metricsUrl!)
  const page = readFileSync(new URL('../../../docs/operations/metrics.md', import.meta.url), 'utf8')
  const withoutBackups = page.replace(/^A server that makes \[backups by itself\][^]*?\n\n/m, '')
  const [always, overPostgres] = withoutBackups.split('A server over PostgreSQL also exposes')
  const exposed = metricNames(text).filter((name) => name.startsWith('notegraph_'))
  const listed = [always!, ...(exposed.includes('notegraph_replicas') ? [overPostgres!] : [])].flatMap(
    (part) => Array.from(part.matchAll(/`(notegraph_\w+)`/g), ([, name]) => name!),
  )
  expect(listed.toSorted()).toEqual(exposed.toSorted())
})

test('[operations] a request that fails counts as a refusal with the code internal', async () => {
  const metrics = prometheusMetrics()
  const broken = async () => Promise.reject(new Error('torn'))
  const api = await openApi({
    metrics,
    wrap: (store) => ({ ...store, tokens: { ...store.tokens, findByHash: broken } }),
  })
  expect((await api.get('/pages')).status).toBe(500)
  expect(seriesOf(await metrics.text()).get(refusal('internal'))).toBe(1)
})
