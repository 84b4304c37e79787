/**
 * One connection that listens to a channel of PostgreSQL. A connection that breaks is opened again, after growing waits.
 * PostgreSQL keeps no message for a connection that is away, so each new one says that messages may have been missed.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

export interface ListenerOptions {
  /** The address of the server itself: a transaction pooler passes no message on. */
  readonly url: string
  /** The name of the channel, a plain word. */
  readonly channel: string
  readonly message: (payload: string) => void
  /** Called each time that the connection begins to listen. */
  readonly listening: () => void
}

export interface Listener {
  /** Ends the connection. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT = 5_000
const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000
/** A server that vanished ends no connection, so one that is idle is asked after this time. Milliseconds. */
const PROBE = 30_000

export function listen({ url, channel, message, listening }: ListenerOptions): Listener {
  const closed = new AbortController()
  const { signal } = closed
  const wait = async (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { ref: false, signal }).catch(() => {})

  /** Listens until the connection is lost. @returns whether it listened */
  async function connection(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: CONNECT_TIMEOUT,
      keepAlive: true,
      application_name: 'notegraph listener',
    })
    const lost = new AbortController()
    const lose = () => lost.abort()
    client.on('error', lose).on('end', lose)
    client.on('notification', ({ payload = '' }) => message(payload))
    signal.addEventListener('abort', lose)
    let listens = false
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      listens = true
      listening()
      const idle = { ref: false, signal: lost.signal }
      while (!lost.signal.aborted) {
        await setTimeout(PROBE, undefined, idle)
        await client.query('SELECT 1')
      }
    } catch {
      // The connection did not open, broke, or was closed.
    } finally {
      signal.removeEventListener('abort', lose)
      void client.end().catch(() => {}) // a server that vanished answers no farewell
    }
    return listens
  }

  async function run(): Promise<void> {
    let pause = FIRST_WAIT
    while (!signal.aborted) {
      pause = (await connection()) ? FIRST_WAIT : Math.min(2 * pause, LONGEST_WAIT)
      // Processes that lost the same server come back at different times.
      await wait(pause * (0.5 + Math.random()))
    }
  }
  const running = run()
  return {
    async close() {
      closed.abort()
      await running
    },
  }
}
