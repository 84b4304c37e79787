/**
 * Listens for changes on the server, so that the device pulls at once instead of at the next minute. It connects again
 * after growing waits that differ between devices. A connection without a sign of life for a minute counts as broken.
 *
 * @see sync, The device's rules 2
 */
import { backoff, EVERY } from './backoff.ts'
import type { Environment } from './environment.ts'
import type { ServerState, Transport } from './transport.ts'

/** The server sends a comment every 25 seconds, so this misses two of them. */
const SILENCE = 60_000

/** A connection that is opened again whenever it ends. */
export interface Listening {
  start(): void
  stop(): void
  /** Connects now if it waits, for example because the network is back. */
  wake(): void
}

/**
 * @param listen opens a connection; without it, nothing happens
 * @param heard called with each state of the server; `isFirst` for the first one of a connection
 */
export function listening(
  environment: Pick<Environment, 'now' | 'later' | 'random'>,
  listen: Transport['listen'],
  heard: (state: ServerState, isFirst: boolean) => void,
): Listening {
  let connection: AbortController | undefined
  let failures = 0
  let isOn = false
  let takeBack = (): void => {}

  function connect(): void {
    if (!listen || connection) return
    takeBack()
    const own = new AbortController()
    connection = own
    const began = environment.now()
    let isFirst = true
    let stopWatching = (): void => {}
    const live = (): void => {
      stopWatching()
      stopWatching = environment.later(SILENCE, () => own.abort())
    }
    const ended = (wait: (failures: number) => number): void => {
      stopWatching()
      if (connection !== own) return
      connection = undefined
      // Short connections count as failures: two programs with one session would end each other's streams for ever.
      failures = Math.abs(environment.now() - began) >= EVERY ? 1 : failures + 1
      takeBack = environment.later(wait(failures), connect)
    }
    const soon = (count: number): number => backoff(count, environment.random())
    live()
    listen((state) => {
      if (connection !== own || own.signal.aborted) return
      live()
      if (!state) return
      const wasFirst = isFirst
      isFirst = false
      heard(state, wasFirst)
    }, own.signal).then(
      // A refusal, for example of an older server without the route, is not repeated soon.
      (reply) => ended(reply.ok || reply.status >= 500 ? soon : () => EVERY),
      () => ended(soon),
    )
  }

  return {
    start() {
      if (isOn) return
      isOn = true
      failures = 0
      connect()
    },
    stop() {
      isOn = false
      takeBack()
      const own = connection
      connection = undefined
      own?.abort()
    },
    wake() {
      if (!isOn || connection) return
      failures = 0
      connect()
    },
  }
}
