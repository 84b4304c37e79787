/** The measurements as Prometheus metrics. The server loads this module only if `NOTEGRAPH_METRICS_PORT` is set. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.ts'
import { methodLabel, rateName, type Gauges, type Metrics, type MetricsSource } from './metrics.ts'

/** Seconds. Reads take well under a millisecond, and a write waits for the disk. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const GAUGES: { readonly [K in keyof Gauges]-?: readonly [name: string, help: string] } = {
  openGraphs: ['notegraph_open_graphs', 'Graphs that are open.'],
  replicas: ['notegraph_replicas', 'Replicas on disk.'],
  replicaBytes: ['notegraph_replica_bytes', 'Bytes of replicas on disk.'],
  catchUps: ['notegraph_catch_ups_total', 'Times that a replica was brought up to date.'],
  caughtUpCommits: [
    'notegraph_catch_up_commits_total',
    'Commits that replicas lacked when they were brought up to date.',
  ],
  lockWaits: ['notegraph_lock_waits_total', 'Commits that waited for the lock of their account.'],
  lockWaitSeconds: [
    'notegraph_lock_wait_seconds_total',
    'Seconds until commits held the lock of their account.',
  ],
  databaseConnections: ['notegraph_database_connections', 'Connections to the database.'],
  databaseIdle: ['notegraph_database_idle_connections', 'Connections to the database that are unused.'],
  databaseWaiting: ['notegraph_database_waiting', 'Callers that wait for a connection to the database.'],
  backupAge: ['notegraph_backup_age_seconds', 'Seconds since the last complete backup.'],
  backupIsLate: ['notegraph_backup_is_late', '1 if the last backup is late or failed, else 0.'],
  releaseIsOutdated: ['notegraph_release_is_outdated', '1 if there is a newer release, else 0.'],
  releaseCheckFailed: [
    'notegraph_release_check_failed',
    '1 if the list of releases could not be read the last time, else 0.',
  ],
  freeBytes: ['notegraph_free_bytes', 'Bytes that are free on the disk of the data folder.'],
  liveStreams: ['notegraph_live_streams', 'Live streams that are open.'],
  unreadAnswers: ['notegraph_unread_answer_bytes', 'Bytes of answers that callers have not read yet.'],
  runningImports: ['notegraph_imports_running', 'Imports of archives that run or wait in this process.'],
  runningExports: ['notegraph_exports_running', 'Exports that run in this process.'],
}

/** Store calls with a result that says whether they committed. */
const COMMITS: ReadonlySet<string> = new Set(['commits.commit', 'commits.commitAll'])

/**
 * Creates a registry with the metrics of this process and of Notegraph.
 *
 * @example
 * ```ts
 * const metrics = prometheusMetrics()
 * metrics.begin()({ method: 'GET', route: '/healthz', status: 200 })
 * const text = await metrics.text()
 * ```
 */
export function prometheusMetrics(): Metrics & MetricsSource {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  /** A counter if its name says so. The source counts, so each scrape takes its figure over. */
  function figure(name: string, help: string, read: () => number): unknown {
    if (!name.endsWith('_total')) return gauge(name, help, read)
    return new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  new Gauge({
    name: 'notegraph_build_info',
    help: 'The release, as a label.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)
  const requests = counter('notegraph_http_requests_total', 'Requests, by route template.', [
    'method',
    'route',
    'status',
  ])
  const durations = histogram(
    'notegraph_http_request_duration_seconds',
    'Seconds from the arrival of a request until its answer begins.',
    ['method', 'route'],
  )
  let inProgress = 0
  gauge('notegraph_http_requests_in_progress', 'Requests without an answer yet.', () => inProgress)
  const refusals = counter('notegraph_refusals_total', 'Refused requests and tool calls, by error code.', [
    'interface',
    'code',
  ])
  const rateRefusals = counter('notegraph_rate_refusals_total', 'Requests over a rate, by rate.', ['rate'])
  const calls = counter('notegraph_tool_calls_total', 'Calls of tools for assistants.', ['tool', 'result'])
  const protocolErrors = counter(
    'notegraph_protocol_errors_total',
    'Requests that the parser or HTTP forbade.',
  )
  const refusedConnections = counter(
    'notegraph_connections_refused_total',
    'Connections closed because there were too many.',
  )
  const storeDurations = histogram('notegraph_store_duration_seconds', 'Seconds of a call of the store.', [
    'operation',
  ])
  const storeFailures = counter('notegraph_store_failures_total', 'Calls of the store that threw.', [
    'operation',
  ])
  const commits = counter(
    'notegraph_commits_total',
    'Commits, by result. `changed_meanwhile` is a conflict with another write.',
    ['result'],
  )
  const imports = counter('notegraph_imports_total', 'Imports of archives that ended, by state.', ['state'])
  const webhookAttempts = counter(
    'notegraph_webhook_attempts_total',
    'Attempts to deliver a message to a webhook, by result.',
    ['result'],
  )
  const digestAttempts = counter(
    'notegraph_digest_attempts_total',
    'Attempts to send a digest, by way and result.',
    ['way', 'result'],
  )
  const sweeps = counter('notegraph_sweeps_total', 'Sweeps that ended, by state.', ['state'])

  return {
    begin() {
      const start = performance.now()
      inProgress++
      return ({ method: sent, route, status, refusal }) => {
        inProgress--
        const method = methodLabel(sent)
        requests.inc({ method, route, status })
        durations.observe({ method, route }, (performance.now() - start) / 1_000)
        if (!refusal) return
        refusals.inc({ interface: 'http', code: refusal.code })
        if (refusal.code === 'rate_limited') rateRefusals.inc({ rate: rateName(refusal) })
      }
    },
    toolCalled({ tool = 'unknown', refused }) {
      calls.inc({ tool, result: refused === undefined ? 'ok' : 'refused' })
      if (refused !== undefined) refusals.inc({ interface: 'tools', code: refused })
    },
    protocolError: () => protocolErrors.inc(),
    connectionRefused: () => refusedConnections.inc(),
    async storeCall(operation, call) {
      const start = performance.now()
      try {
        const value = await call()
        if (COMMITS.has(operation)) commits.inc({ result: commitResult(value) })
        return value
      } catch (error) {
        storeFailures.inc({ operation })
        throw error
      } finally {
        storeDurations.observe({ operation }, (performance.now() - start) / 1_000)
      }
    },
    importEnded: (state) => imports.inc({ state }),
    sweepEnded: (state) => sweeps.inc({ state }),
    webhookAttempted: (result) => webhookAttempts.inc({ result }),
    digestAttempted: (way, result) => digestAttempts.inc({ way, result }),
    addGauges(gauges) {
      for (const key of Object.keys(GAUGES) as (keyof Gauges)[]) {
        const read = gauges[key]
        if (read) figure(...GAUGES[key], read)
      }
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** The reason of a refused commit is one of a few words of the store. */
function commitResult(value: unknown): string {
  const { ok, why } = value as { readonly ok: boolean; readonly why?: string }
  return ok ? 'ok' : (why ?? 'refused')
}
