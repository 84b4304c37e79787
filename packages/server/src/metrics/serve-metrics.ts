/** Serves the measurements on a port of their own. Without the setting, no library is loaded and nothing is measured. */
import { statfsSync } from 'node:fs'
import { addressOf, type Log, type Settings } from '@notegraph/host'
import type { BackupState } from '@notegraph/service'
import type { Store, StoreUsage } from '@notegraph/store'
import type { ReleaseState } from '@notegraph/web'
import type { Deps } from '../http/context.ts'
import { listen } from '../listen.ts'
import { METRICS_PATH, metricsApp } from './metrics-app.ts'
import type { Gauges, Metrics, StoreGauges } from './metrics.ts'

/** The running port of the measurements. */
export interface ServedMetrics {
  readonly metrics: Metrics
  /** The address that a scraper reads. */
  readonly url: string
  stop(): Promise<void>
}

/** Scrapers at once; more are refused, so that the port takes little memory. */
const CONNECTIONS = 32

/**
 * Starts to measure.
 *
 * @returns undefined if the setting is missing
 * @throws {SettingError} if the port is taken
 */
export async function serveMetrics(
  { metricsHost: host, metricsPort }: Pick<Settings, 'metricsHost' | 'metricsPort'>,
  log: Log,
): Promise<ServedMetrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { prometheusMetrics } = await import('./prometheus.ts')
  const metrics = prometheusMetrics()
  const limits = { connections: CONNECTIONS, connectionsPerAddress: 0, trustedProxies: [] }
  const names = { host: 'NOTEGRAPH_METRICS_HOST', port: 'NOTEGRAPH_METRICS_PORT' }
  const server = await listen(metricsApp(metrics), { host, ...limits }, metricsPort, log, { names })
  return { metrics, url: addressOf(host, server.port) + METRICS_PATH, stop: () => server.stop() }
}

/** The figures that a scrape reads from the services and the store. */
export function gaugesOf(
  store: Pick<Store, 'usage'>,
  { responseMemory, imports, exports, live }: Pick<Deps, 'responseMemory' | 'imports' | 'exports' | 'live'>,
  data: string,
): Gauges {
  return {
    ...storeGauges(store),
    freeBytes: () => freeBytes(data),
    liveStreams: () => live.size,
    unreadAnswers: () => responseMemory.bytes(),
    runningImports: () => imports.running(),
    runningExports: () => exports.running(),
  }
}

/** The age of the last backup, and whether it is late. */
export const backupGauges = (state: () => BackupState, clock: () => number): Gauges => ({
  backupAge: () => {
    const { latest } = state()
    return latest ? (clock() - latest.at) / 1_000 : NaN
  },
  backupIsLate: () => (state().isLate ? 1 : 0),
})

/** Whether there is a newer release, and whether the list of releases could not be read. */
export const releaseGauges = (state: () => ReleaseState): Gauges => ({
  releaseIsOutdated: () => Number(state().isOutdated),
  releaseCheckFailed: () => Number(state().failed),
})

/** Bytes that a program without privileges can still write. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A gauge for each figure that the store has. */
export function storeGauges({ usage }: Pick<Store, 'usage'>): StoreGauges {
  if (!usage) return {}
  const keys = Object.keys(usage()) as (keyof StoreUsage)[]
  return Object.fromEntries(keys.map((key) => [key, () => usage()[key] ?? 0]))
}
