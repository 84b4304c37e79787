/** Runs the API server as a process: starts the server, prints its address, and stops on request. */
import type { Settings } from '@notegraph/host'
import { serve, type Say } from '@notegraph/server'

/** Output streams of a process; tests replace them. */
export interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

export interface RunOptions {
  /** Resolves when the server should stop. */
  readonly stopped: Promise<void>
  /** Prints one line of JSON instead of text for people. */
  readonly json?: boolean
  readonly streams?: Streams
}

/**
 * Serves until `stopped` resolves.
 *
 * @throws {SettingError} if the port is taken or the data folder cannot be used
 * @example
 * ```ts
 * await runServer(readSettings(process.env), { stopped: new Promise((done) => process.once('SIGTERM', done)) })
 * ```
 */
export async function runServer(
  settings: Settings,
  { stopped, json = false, streams = process }: RunOptions,
): Promise<void> {
  const say = sayTo(streams)
  const sayWarning: Say = (line, kind) => {
    if (kind === 'warning') say(line, kind)
  }
  const served = await serve(settings, json ? sayWarning : say)
  if (json) {
    const { baseUrl, localUrl, metricsUrl, token, signInLink } = served
    say(JSON.stringify({ baseUrl, localUrl, metricsUrl }), 'place')
    if (token !== undefined || signInLink !== undefined) say(JSON.stringify({ token, signInLink }), 'secret')
  }
  await stopped
  await served.stop()
}

/** Standard output often goes to a log, which must not contain secrets. @see operations, Server routes */
const sayTo =
  ({ stdout, stderr }: Streams): Say =>
  (line, kind) =>
    void (kind === 'place' ? stdout : stderr).write(`${line}\n`)
