/** Starting and stopping the server that `npm start` runs. */
import {
  addressOf,
  makeLog,
  openStore,
  originOf,
  SettingError,
  type Log,
  type Settings,
} from '@notegraph/host'
import { openAgent, openBilling } from '@notegraph/service'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { startChores } from './chores.ts'
import { makeDeps } from './deps.ts'
import { firstStart } from './first-start.ts'
import { greeting } from './greeting.ts'
import { addressReader } from './http/address.ts'
import type { Env } from './http/context.ts'
import { startServer, type RunningServer } from './server.ts'

export interface Served {
  readonly baseUrl: string
  /** Of the account that a first start made. */
  readonly token: string | undefined
  /** Finishes what is in flight, then closes the store. */
  stop(): Promise<void>
}

/**
 * @param say prints the lines that greet a person
 * @throws {SettingError} when the port is taken or the data folder cannot be used
 */
export async function serve(settings: Settings, say: (line: string) => void): Promise<Served> {
  const clock = () => Date.now()
  const opened = await openStore(settings)
  const { store, blobs, retention } = opened
  let server: RunningServer | undefined
  let stopChores: (() => Promise<void>) | undefined
  const stop = async (): Promise<void> => {
    await server?.stop()
    await stopChores?.()
    await store.close()
  }
  try {
    const log = makeLog(settings.logLevel)
    // The address is known once the server listens, and first asked for by a request.
    let baseUrl = settings.baseUrl ?? ''
    const app = createApp(
      makeDeps({
        store,
        blobs,
        agent: settings.agent && openAgent(settings.agent),
        billing:
          settings.billingSecrets.length > 0 ? openBilling(store, settings.billingSecrets, clock) : undefined,
        log,
        clock,
        addressOf: addressReader(settings.trustedProxies),
        baseUrl: () => baseUrl,
        rates: {
          requestsPerAddress: settings.requestsPerMinute,
          writesPerToken: settings.writesPerMinuteToken,
          writesPerAddress: settings.writesPerMinuteAddress,
          reversibleChanges: settings.revertibleChanges,
        },
        origin: originOf(settings),
      }),
    )
    server = await listen(app, settings, log)
    baseUrl ||= addressOf(settings.host, server.port)
    const token = await firstStart(opened, clock)
    const origin = originOf(settings)
    stopChores = startChores({ store, blobs, retention, clock, ...(origin !== undefined && { origin }) }, log)
    for (const line of greeting(baseUrl, token)) say(line)
    return { baseUrl, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function listen(app: Hono<Env>, settings: Settings, log: Log): Promise<RunningServer> {
  try {
    return await startServer(app, settings.host, settings.port, { log })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SettingError(
        `NOTEGRAPH_PORT: ${settings.port} is in use; stop what listens there, or set another.`,
      )
    if (code === 'EACCES')
      throw new SettingError(`NOTEGRAPH_PORT: ${settings.port} may not be used by this user.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(`NOTEGRAPH_HOST: ${settings.host} is no address of this machine.`)
    throw new SettingError(`NOTEGRAPH_HOST: the server cannot listen on ${settings.host}: ${message}`)
  }
}
