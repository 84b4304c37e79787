/** Listens on the configured host and port. A failure names the setting that caused it. */
import { SettingError, type Log, type Settings } from '@notegraph/host'
import type { Hono } from 'hono'
import type { Env } from './http/context.ts'
import { connectionCounter } from './http/address.ts'
import { startServer, type RunningServer, type ServerOptions } from './server.ts'

export type ListenSettings = Pick<
  Settings,
  'host' | 'connections' | 'connectionsPerAddress' | 'trustedProxies'
>

/** The options of `listen`. */
export interface ListenOptions extends Pick<ServerOptions, 'metrics'> {
  /** The settings that messages name. */
  readonly names?: { readonly host?: string; readonly port?: string }
}

/**
 * Starts a server for an app.
 *
 * @param port 0 picks a free port
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
  { names = {}, metrics }: ListenOptions = {},
): Promise<RunningServer> {
  const name = { host: 'NOTEGRAPH_HOST', port: 'NOTEGRAPH_PORT', ...names }
  try {
    const connections = {
      most: settings.connections,
      perAddress: settings.connectionsPerAddress,
      keyOf: connectionCounter(settings.trustedProxies),
    }
    return await startServer(app, host, port, { log, connections, metrics })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new SettingError(
        `${name.port}: ${port} is in use. Stop the program that uses it, or choose another port.`,
      )
    if (code === 'EACCES')
      throw new SettingError(
        `${name.port}: ${port} needs privileges that this user does not have. Choose another port.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(`${name.host}: ${host} is not an address of this machine.`)
    throw new SettingError(`${name.host}: the server cannot listen on ${host}: ${message}`)
  }
}
