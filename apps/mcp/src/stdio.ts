/** Serves the tools on standard input and output, for one account of the store. */
import type { Readable, Writable } from 'node:stream'
import { assistantDeps, makeDeps, ratesOf, VERSION } from '@notegraph/server'
import { originOf, type Log, type Settings } from '@notegraph/host'
import { mcpServer, serveInput, subscriptions } from '@notegraph/mcp-server'
import { ok, operatorCaller, type OperatorCall } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'

export interface StdioOptions {
  readonly store: Store
  readonly blobs: Blobs
  readonly settings: Settings
  readonly log: Log
  readonly who: OperatorCall
  readonly input: Readable
  readonly output: Writable
}

/** The address under which writes are counted. */
const ADDRESS = 'this machine'

/**
 * Serves until the input ends and all requests are answered.
 *
 * @example
 * ```ts
 * await serveStdio({ store, blobs, settings, log, who, input: process.stdin, output: process.stdout })
 * ```
 */
export async function serveStdio({
  store,
  blobs,
  settings,
  log,
  who,
  input,
  output,
}: StdioOptions): Promise<void> {
  const clock = () => Date.now()
  const deps = makeDeps({
    store,
    blobs,
    log,
    clock,
    addressOf: () => ADDRESS,
    baseUrl: () => '',
    rates: ratesOf(settings),
    origin: originOf(settings),
  })
  // Each call checks the account again, because its plan may end while a client stays connected.
  const enter = async () => {
    const caller = await operatorCaller(store, who, clock())
    return caller.ok ? ok({ caller: caller.value, address: ADDRESS }) : caller
  }
  const services = assistantDeps(deps)
  await serveInput(
    (era) => mcpServer(services, { version: VERSION }, enter, { era, isOnStdio: true }),
    input,
    output,
    subscriptions(services, enter),
  )
}
