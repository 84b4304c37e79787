/** Starting and stopping the server that `npm start` runs. */
import { LIMITS } from '@notegraph/contract'
import { addressOf, makeLog, openStore, SettingError, type Settings } from '@notegraph/host'
import { notesService, rateLog } from '@notegraph/service'
import { createApp } from './app.ts'
import { firstStart } from './first-start.ts'
import { greeting } from './greeting.ts'
import { addressReader } from './http/address.ts'
import { startServer, type RunningServer } from './server.ts'

export interface Served {
  readonly baseUrl: string
  /** Finishes what is in flight, then closes the store. */
  stop(): Promise<void>
}

/**
 * @param say prints the lines that greet a person
 * @throws {SettingError} when the port is taken or the data folder cannot be used
 */
export async function serve(settings: Settings, say: (line: string) => void): Promise<Served> {
  const clock = () => Date.now()
  const opened = openData(settings)
  const { store } = opened
  try {
    const log = makeLog(settings.logLevel)
    // The address is known once the server listens, and first asked for by a request.
    let baseUrl = settings.baseUrl ?? ''
    const app = createApp({
      store,
      notes: notesService(store, clock),
      requests: rateLog(settings.requestsPerMinute, LIMITS.rateWindow),
      log,
      clock,
      addressOf: addressReader(settings.trustedProxies),
      baseUrl: () => baseUrl,
    })
    const server = await listen(app, settings)
    baseUrl ||= addressOf(settings.host, server.port)
    const token = await firstStart(opened, clock)
    for (const line of greeting(baseUrl, token)) say(line)
    return {
      baseUrl,
      async stop() {
        await server.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function openData(settings: Settings) {
  try {
    return openStore(settings)
  } catch (error) {
    throw new SettingError(`NOTEGRAPH_DATA: ${settings.data} cannot be used: ${(error as Error).message}`)
  }
}

async function listen(app: Parameters<typeof startServer>[0], settings: Settings): Promise<RunningServer> {
  try {
    return await startServer(app, settings.host, settings.port, log)
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
    throw new SettingError(`The server could not listen: ${message}`)
  }
}
