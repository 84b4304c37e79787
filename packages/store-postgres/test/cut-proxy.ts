/** A server between a client and PostgreSQL that counts round trips, and cuts a connection during a commit. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `before` keeps the commit from the server, `after` keeps the answer from the client. `unnoticed` does so too, and the server
 * does not notice that the client has gone.
 */
export type Cut = 'before' | 'after' | 'unnoticed'

export interface CutProxy {
  readonly url: string
  /**
   * Cut the next commit, and those of as many connections after it.
   * @param which a value that travels with the commit; without it, any commit is cut
   */
  cut(when: Cut, times?: number, which?: string): void
  /** How often a client waited for an answer and sent more after it. */
  readonly turns: number
  /** How many commits were cut. */
  readonly cuts: number
  close(): Promise<void>
}

const SOCKET = '.s.PGSQL.5432'
/** A new connection, and the signal after a commit, for which nobody waits. */
const BESIDE = /application_name|pg_notify/
const COMMIT = Buffer.from('COMMIT\0')

/** @param url the address of a server on a Unix socket */
export async function startCutProxy(url: string): Promise<CutProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-cut-'))
  const own = new URL(url)
  const upstream = join(own.searchParams.get('host')!, SOCKET)
  own.searchParams.set('host', folder)
  const sockets = new Set<Socket>()
  let when: Cut = 'before'
  let left = 0
  let beside = ''
  let cuts = 0
  let turns = 0

  const server = createServer((client) => {
    const postgres = connect(upstream)
    let isCut = false
    let hasAnswer = true
    const end = () => {
      client.destroy()
      if (!isCut || when !== 'unnoticed') postgres.destroy()
    }
    for (const socket of [client, postgres]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (bytes) => {
      if (hasAnswer && !BESIDE.test(bytes.toString('latin1'))) turns++
      hasAnswer = false
      if (left > 0 && bytes.includes(COMMIT) && bytes.includes(beside)) {
        left--
        cuts++
        isCut = true
        if (when === 'before') return end()
      }
      postgres.write(bytes)
      if (isCut && when === 'unnoticed') end()
    })
    postgres.on('data', (bytes) => {
      hasAnswer = true
      if (isCut) end()
      else client.write(bytes)
    })
  }).listen(join(folder, SOCKET))
  await once(server, 'listening')
  return {
    url: own.href,
    cut(at, times = 1, which = '') {
      when = at
      left = times
      beside = which
    },
    get turns() {
      return turns
    },
    get cuts() {
      return cuts
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
