/**
 * The files of `deploy/` name only variables that the server reads, and only metrics that it exposes.
 *
 * @module-tag process
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTES_PATH } from '@notegraph/contract'
import { readSettings } from '@notegraph/host'
import type { StoreUsage } from '@notegraph/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  alertRules,
  assignments,
  compose,
  container,
  dashboard,
  deployed,
  environmentOf,
  ROOT,
  selectedIn,
} from './deploy.ts'
import { prometheusMetrics } from '../src/metrics/prometheus.ts'
import { backupGauges, storeGauges } from '../src/metrics/serve-metrics.ts'
import { freePort } from './free-port.ts'
import { scrape } from './scrape.ts'
import { useServed } from './served.ts'

const COMPOSED = ['compose.one.yaml', 'compose.three.yaml']
const GIVEN = {
  ...assignments(deployed('three.env.example')),
  POSTGRES_PASSWORD: 'a',
  BUCKET_KEY: 'b',
  BUCKET_SECRET: 'c',
}
/** Each service that runs the server. */
const SERVERS = COMPOSED.flatMap((file) =>
  Object.entries(compose(file).services)
    .filter(([, { image }]) => image === 'notegraph')
    .map(([name, service]) => ({ file, name, service, env: environmentOf(service, GIVEN) })),
)

describe('environment variables', () => {
  const source = readFileSync(join(ROOT, 'packages/host/src/settings.ts'), 'utf8')
  const known = new Set(Array.from(source.matchAll(/'(NOTEGRAPH_\w+)'/g), ([, name]) => name!))

  const files = globSync('*', { cwd: join(ROOT, 'deploy') }).toSorted()
  test.each(files)('deploy/%s names only variables that the server reads', (file) => {
    const named = Array.from(deployed(file).matchAll(/\bNOTEGRAPH_[A-Z0-9_]+/g), ([name]) => name)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('the files are found, and name variables', () => {
    expect(known.size).toBeGreaterThan(30)
    expect(SERVERS.map(({ file, name }) => `${file} ${name}`)).toEqual([
      'compose.one.yaml notegraph',
      'compose.three.yaml notegraph-1',
      'compose.three.yaml notegraph-2',
      'compose.three.yaml notegraph-3',
    ])
  })

  test.each(SERVERS)('$file $name: the server accepts the values', ({ env: given }) => {
    const settings = readSettings({ ...container(deployed('Containerfile')).environment, ...given })
    expect(settings).toMatchObject({ host: '0.0.0.0', data: '/data', metricsPort: 9464 })
    expect(settings.printSecrets).toBe(false)
  })

  test.each(SERVERS)('$file $name: the network of the proxy is trusted', ({ file, service, env }) => {
    const { networks } = compose(file)
    const [inside] = service.networks!
    expect(service.networks).toHaveLength(1)
    expect(env['NOTEGRAPH_TRUSTED_PROXIES']).toBe(networks[inside!]!.ipam!.config[0]!.subnet)
  })

  test('the unit and its environment file set values that the server accepts', () => {
    const env = {
      ...assignments(deployed('notegraph.env.example')),
      ...assignments(deployed('notegraph.service')),
    }
    expect(readSettings(env)).toMatchObject({
      host: '127.0.0.1',
      data: '/var/lib/notegraph',
      trustedProxies: ['127.0.0.1/32', '::1/128'],
      printSecrets: false,
    })
  })
})

describe('three processes', () => {
  const { services } = compose('compose.three.yaml')
  const three = SERVERS.filter(({ file }) => file === 'compose.three.yaml')
  const ENDS = { condition: 'service_completed_successfully' }

  test.each(three)(
    '[operations] $name archives ended graphs in the folder of all three',
    ({ service, env }) => {
      const folder = env['NOTEGRAPH_RETENTION']!
      expect(service.volumes).toContain(`ended:${folder}`)
      // A new volume takes its owner from the folder of the image.
      expect(deployed('Containerfile')).toMatch(new RegExp(`install -d .*-o node .*${folder}$`, 'm'))
    },
  )

  test.each(three)('$name waits until the bucket exists', ({ service, env }) => {
    expect(service.depends_on).toMatchObject({ 'new-bucket': ENDS })
    expect(services['new-bucket']!.command!.join(' ')).toContain(
      `mc mb --ignore-existing bucket/${env['NOTEGRAPH_S3_BUCKET']}`,
    )
  })

  test('PostgreSQL waits until its archive is its own', () => {
    const { volumes, depends_on: waits } = services['postgres']!
    expect(waits).toEqual({ 'archive-owner': ENDS })
    expect(volumes).toEqual(expect.arrayContaining([...services['archive-owner']!.volumes!]))
  })

  test('a browser stays at the process that shows it a new token', () => {
    expect(deployed('Caddyfile.three')).toMatch(/lb_policy header Authorization \{\s+fallback cookie\s+\}/)
  })
})

describe('metrics', () => {
  const running = useServed({ NOTEGRAPH_METRICS_PORT: '0' })
  /** Labels by metric, as the text describes them. */
  let exposed: Map<string, Set<string>>

  beforeAll(async () => {
    const { baseUrl, token, metricsUrl } = running.served
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    await fetch(`${baseUrl}${NOTES_PATH}/pages/river`, { headers })
    await fetch(`${baseUrl}${NOTES_PATH}/pages/river/blocks`, {
      method: 'POST',
      headers,
      body: '{"text":"a"}',
    })
    const { text, series } = await scrape(metricsUrl!)
    exposed = new Map()
    for (const [, name, type] of `${text}\n${await figuresOfStores()}`.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        exposed.set(name! + end, new Set())
    for (const one of series.keys()) {
      const labels = exposed.get(/^\w+/.exec(one)![0])
      for (const [, label] of one.matchAll(/[{,](\w+)="/g)) labels?.add(label!)
    }
  })

  /** The embedded server has some of these figures, and one over PostgreSQL all of them. */
  async function figuresOfStores(): Promise<string> {
    const figures: Required<StoreUsage> = {
      openGraphs: 0,
      replicas: 0,
      replicaBytes: 0,
      catchUps: 0,
      caughtUpCommits: 0,
      lockWaits: 0,
      lockWaitSeconds: 0,
      databaseConnections: 0,
      databaseIdle: 0,
      databaseWaiting: 0,
    }
    const metrics = prometheusMetrics()
    metrics.addGauges(storeGauges({ usage: () => figures }))
    metrics.addGauges(backupGauges(() => ({ kept: 0, isLate: false }), Date.now))
    return metrics.text()
  }

  /** Prometheus adds these labels. */
  const ADDED = new Set(['job', 'instance'])

  test.each([
    ['up{job="a"} == 0', [{ metric: 'up', labels: ['job'] }]],
    [
      'sum by (a, le) (rate(b_total{c=~"5..", d="e.f"}[5m])) / g > 0.01',
      [
        { metric: 'b_total', labels: ['c', 'd'] },
        { metric: 'g', labels: [] },
      ],
    ],
  ])('the metrics of %j are %j', (expr, selected) => expect(selectedIn(expr)).toEqual(selected))

  const EXPRESSIONS = [
    ...alertRules().groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr])),
    ...dashboard().panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`panel ${title}`, expr]),
    ),
    ...dashboard().annotations.list.map(({ expr }) => ['annotation', expr]),
  ] as [name: string, expr: string][]

  test.each(EXPRESSIONS)('[operations] %s uses metrics that the server exposes', (_, expr) => {
    const selected = selectedIn(expr)
    expect(selected.length).toBeGreaterThan(0)
    // Prometheus makes this one itself.
    const own = selected.filter(({ metric }) => metric !== 'up')
    expect(own.filter(({ metric }) => !exposed.has(metric))).toEqual([])
    const unknown = own.flatMap(({ metric, labels }) => {
      const known = exposed.get(metric)!
      if (known.size === 0) return [] // a counter has no labels before its first event
      return labels.filter((label) => !known.has(label) && !ADDED.has(label))
    })
    expect(unknown).toEqual([])
  })
})

describe('the unit of systemd', () => {
  const has = spawnSync('systemd-analyze', ['--version']).status === 0
  const unit = join(ROOT, 'deploy/notegraph.service')

  test.each([
    'ProtectHome=yes',
    'ProcSubset=pid',
    'MemoryMax=4G',
    'TasksMax=256',
    'IPAddressDeny=169.254.0.0/16 168.63.129.16/32',
    'SystemCallFilter=~@privileged @resources',
    'SystemCallFilter=setpriority',
  ])('has %s', (line) => expect(deployed('notegraph.service').split('\n')).toContain(line))

  test.skipIf(!has)('is valid, and exposes little', () => {
    // The check wants a program that is there.
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-unit-'))
    const installed = join(folder, 'notegraph.service')
    writeFileSync(
      installed,
      deployed('notegraph.service').replace('/opt/notegraph/current/bin/node', process.execPath),
    )
    const verified = spawnSync('systemd-analyze', ['verify', installed], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(verified).toMatchObject({ status: 0, stderr: '' })
    // 10 times the exposure level. systemd fails above the threshold.
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit]
    expect(spawnSync('systemd-analyze', args).status).toBe(0)
  })
})

describe('the image', () => {
  const image = container(deployed('Containerfile'))
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-image-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const app = join(folder, 'app')
  const data = join(folder, 'data')

  test('sets itself up as npm test does, and runs as a user without privileges', () => {
    expect(image.runs[0]).toBe('node scripts/run.mjs setup')
    expect(image.runs).toHaveLength(2)
    expect(image.user).toBe('node')
    expect(image.volume).toBe(image.environment['NOTEGRAPH_DATA'])
  })

  // The first command is what set this checkout up. The others run here, in folders of their own.
  test(
    'its commands give a program that starts, is healthy, creates accounts and stops',
    { timeout: 300_000 },
    async () => {
      execFileSync('sh', ['-c', image.runs[1]!.replace(/ \/app$/, ` ${app}`)], { cwd: ROOT, stdio: 'pipe' })
      expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false)

      const inFolder = (words: readonly string[]) =>
        words.map((word) => (word === 'node' ? process.execPath : word.replace(/^\/app\//, `${app}/`)))
      const [program, ...args] = inFolder(image.command)
      const env = {
        PATH: process.env['PATH'],
        ...image.environment,
        NOTEGRAPH_DATA: data,
        NOTEGRAPH_PORT: String(await freePort()), // nobody else answers there after the stop
      }
      const server = spawn(program!, [...args, '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      const exited = once(server, 'exit')
      let out = ''
      server.stdout.setEncoding('utf8').on('data', (part: string) => (out += part))
      await expect.poll(() => out).toContain('"baseUrl"')

      const [check, ...checkArgs] = inFolder(image.health)
      const healthy = spawnSync(check!, checkArgs, {
        env,
        encoding: 'utf8',
      })
      expect([healthy.status, healthy.stderr]).toEqual([0, ''])
      const [, main] = inFolder(image.command)
      const created = spawnSync(program!, [main!, 'account', 'create', 'ada', '--json'], {
        env,
        encoding: 'utf8',
      })
      expect(JSON.parse(created.stdout)).toMatchObject({ id: 'ada', plan: 'active' })

      server.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      const gone = spawnSync(check!, checkArgs, { env })
      expect(gone.status).toBe(1)
    },
  )
})
