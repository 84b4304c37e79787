/** Listens on the configured host and port. A failure names the setting that caused it. */
import { SettingError, type Log, type Settings } from '@notegraph/host'
import type { Hono } from 'hono'
import type { Env } from './http/context.ts'
import { connectionCounter } from './http/address.ts'
import { startServer, type RunningServer } from './server.ts'

export type ListenSettings = Pick<
  Settings,
  'host' | 'connections' | 'connectionsPerAddress' | 'trustedProxies'
>

/**
 * Starts a server for an app.
 *
 * @param port 0 picks a free port
 * @param name the setting that a message names
 * @throws {SettingError} if the port is taken, or the host is not an address of this machine
 * @example
 * ```ts
 * const running = await listen(app, settings, 0, log)
 * ```
 */
export async function listen(
  app: Pick<Hono<Env>, 'fetch'>,
  { host, ...settings }: ListenSettings,
  port: number,
  log: Log,
  name = 'NOTEGRAPH_PORT',
): Promise<RunningServer> {
  try {
    const connections = {
      most: settings.connections,
      perAddress: settings.connectionsPerAddress,
      keyOf: connectionCounter(settings.trustedProxies),
    }
    return await startServer(app, host, port, { log, connections })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SettingError(
        `${name}: ${port} is in use. Stop the program that uses it, or choose another port.`,
      )
    if (code === 'EACCES')
      throw new SettingError(
        `${name}: ${port} needs privileges that this user does not have. Choose another port.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(`NOTEGRAPH_HOST: ${host} is not an address of this machine.`)
    throw new SettingError(`NOTEGRAPH_HOST: the server cannot listen on ${host}: ${message}`)
  }
}
