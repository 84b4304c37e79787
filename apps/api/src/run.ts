/** The API server as a process: it starts, prints where it is, and stops when it is asked to. */
import type { Settings } from '@notegraph/host'
import { serve, type Say } from '@notegraph/server'

/** Where a process prints; its own streams, except in tests. */
export interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

export interface RunOptions {
  /** Settles when the server should stop. */
  readonly stopped: Promise<void>
  /** Prints one line of JSON instead of words for a person. */
  readonly json?: boolean
  readonly streams?: Streams
}

/**
 * Serves until `stopped` settles.
 * @throws {SettingError} when the port is taken or the data folder cannot be used
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
    const { baseUrl, token, signInLink } = served
    say(JSON.stringify({ baseUrl }), 'place')
    if (token !== undefined || signInLink !== undefined) say(JSON.stringify({ token, signInLink }), 'secret')
  }
  await stopped
  await served.stop()
}

/** Standard output often goes to a log, which must hold no secret. @see operations, Server routes */
const sayTo =
  ({ stdout, stderr }: Streams): Say =>
  (line, kind) =>
    void (kind === 'place' ? stdout : stderr).write(`${line}\n`)
