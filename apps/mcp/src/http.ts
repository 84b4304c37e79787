/** The tools on a port of their own, for whoever has a token, beside a server of the API on the same data. */
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
  /** 0 picks a free one. */
  readonly port: number
}

export interface ServedHttp {
  /** Of the endpoint. */
  readonly url: string
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

/** @throws {SettingError} when the port is taken */
export async function serveHttp({ store, blobs, settings, log, port }: HttpOptions): Promise<ServedHttp> {
  let baseUrl = ''
  const app = createMcpApp(
    makeDeps({
      store,
      blobs,
      agent: settings.agent && openAgent(settings.agent),
      log,
      clock: () => Date.now(),
      addressOf: addressReader(settings.trustedProxies),
      baseUrl: () => baseUrl,
      rates: ratesOf(settings),
      origin: originOf(settings),
    }),
  )
  const server = await listen(app, settings, port, log, '--port')
  baseUrl = addressOf(settings.host, server.port)
  return { url: baseUrl + MCP_PATH, stop: () => server.stop() }
}
