/**
 * Serves the tools over HTTP on a port of their own, for callers with a token. An API server may use the same data.
 */
import { MCP_PATH } from '@notegraph/contract'
import { addressReader, createMcpApp, listen, makeDeps, ratesOf } from '@notegraph/server'
import { addressOf, originOf, type Log, type Settings } from '@notegraph/host'
import { openAgent } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'

export interface HttpOptions {
  readonly store: Store
  readonly blobs: Blobs
  readonly settings: Settings
  readonly log: Log
  /** 0 picks a free port. */
  readonly port: number
}

export interface ServedHttp {
  /** The address of the endpoint. */
  readonly url: string
  /** Finishes requests in progress. */
  stop(): Promise<void>
}

/**
 * Starts the server.
 *
 * @throws {SettingError} if the port is taken
 * @example
 * ```ts
 * const served = await serveHttp({ store, blobs, settings, log, port: 8788 })
 * ```
 */
export async function serveHttp({ store, blobs, settings, log, port }: HttpOptions): Promise<ServedHttp> {
  let baseUrl = ''
  const app = createMcpApp(
    makeDeps({
      store,
      blobs,
      agent: settings.agent && (await openAgent(settings.agent)),
      log,
      clock: () => Date.now(),
      addressOf: addressReader(settings.trustedProxies),
      baseUrl: () => baseUrl,
      rates: ratesOf(settings),
      origin: originOf(settings),
    }),
  )
  const server = await listen(app, settings, port, log, { names: { port: '--port' } })
  baseUrl = addressOf(settings.host, server.port)
  return { url: baseUrl + MCP_PATH, stop: () => server.stop() }
}
