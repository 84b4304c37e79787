/**
 * Devices that listen and hear nothing: the memory of each in the server's process, and the processor time of all. They
 * are real connections. The memory of the kernel for their sockets is not included.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { operator } from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import type { Ratio } from './measure.ts'

const LISTENERS = 10_000
const ACCOUNTS = 1_000
/** Connections that are opened at the same time. */
const AT_ONCE = 50
/** Seconds without a change, in which each stream gets a comment. */
const IDLE = 30
const MOST = {
  memoryKb: 64,
  /** Milliseconds of processor time in a second, for all listeners. */
  cpuMs: 200,
}
const TEMPLATE = 'template'

interface Figures {
  /** Bytes of objects and buffers, after a collection of garbage. */
  readonly inUse: number
  /** Bytes of the process, with memory that it may reuse. */
  readonly resident: number
  readonly cpuMs: number
}

export async function liveRatios(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const sockets: Socket[] = []
  try {
    const sessions = await fill(folder)
    const child = spawn(
      process.execPath,
      ['--conditions=notegraph', join(import.meta.dirname, 'live-server.ts')],
      { stdio: ['pipe', 'pipe', 'inherit'], env: environment(folder) },
    )
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const answer = async <T>(): Promise<T> => JSON.parse((await lines.next()).value as string) as T
    const figures = async (): Promise<Figures> => {
      child.stdin.write('figures\n')
      return answer<Figures>()
    }
    const { url } = await answer<{ url: string }>()
    const port = Number(new URL(url).port)
    // The first connections load code and fill caches, which later ones share.
    await listenAll(sockets, port, sessions.slice(0, AT_ONCE), 0)
    const before = await figures()
    await listenAll(sockets, port, sessions.slice(AT_ONCE), AT_ONCE)
    const after = await figures()
    await delay(IDLE * 1_000)
    const idle = await figures()
    const ended = sockets.filter(({ readyState }) => readyState !== 'open').length
    if (ended > 0) throw new Error(`the server ended ${ended} of ${LISTENERS} streams`)
    child.stdin.end()
    const stopped = new Promise((resolve) => child.once('exit', resolve))
    const notes = `${LISTENERS} devices of ${ACCOUNTS} accounts, over real connections`
    const each = (key: 'inUse' | 'resident') => (after[key] - before[key]) / (LISTENERS - AT_ONCE) / 1_024
    const result = [
      bounded(
        'memory of a listener in KB',
        each('inUse'),
        MOST.memoryKb,
        `${notes}; the process grew by ${each('resident').toFixed(1)} KB for each`,
      ),
      bounded(
        'processor ms in a second',
        (idle.cpuMs - after.cpuMs) / IDLE,
        MOST.cpuMs,
        `${notes}; ${IDLE} s without a change, with a comment and a check of the session for each`,
      ),
    ]
    for (const socket of sockets) socket.destroy()
    await stopped
    return result
  } finally {
    for (const socket of sockets) socket.destroy()
    rmSync(folder, { recursive: true })
  }
}

const bounded = (what: string, is: number, most: number, notes: string): Ratio => ({
  name: `Live streams: ${what}`,
  of: is.toFixed(1),
  to: `at most ${most}`,
  ratio: most / is,
  target: 1,
  notes,
})

const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NOTEGRAPH_DATA: folder,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'silent',
  NOTEGRAPH_CONNECTIONS: '0',
  NOTEGRAPH_CONNECTIONS_PER_ADDRESS: '0',
  // Each device has an address of its own, as behind a proxy.
  NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.0/8',
})

/** Creates accounts with graphs and device sessions. @returns the secrets of the sessions */
async function fill(folder: string): Promise<string[]> {
  const store = openSqlite(folder)
  await operatorOf(store).createAccount(TEMPLATE, {})
  await store.graph(TEMPLATE).commits.head()
  await store.close()

  const db = new Database(join(folder, 'accounts.sqlite'))
  const addAccount = db.prepare(
    `INSERT INTO account (id, plan, ended_at, allowed, zone, quota, created_at)
       SELECT ?, plan, ended_at, allowed, zone, quota, created_at FROM account WHERE id = '${TEMPLATE}'`,
  )
  const addSession = db.prepare(
    'INSERT INTO session (id, account_id, hash, device, created_at) VALUES (@id, @accountId, @hash, @device, @createdAt)',
  )
  // A store in memory makes the sessions, because a file would sync each.
  const quick = openSqlite(':memory:')
  const operators = operatorOf(quick)
  const secrets: string[] = []
  db.exec('BEGIN')
  for (let n = 0; n < ACCOUNTS; n++) {
    const id = `account-${n}`
    await operators.createAccount(id, {})
    for (let device = 0; device < LISTENERS / ACCOUNTS; device++)
      secrets.push((await operators.createSession(id, { device: `device ${device}` })).session)
    addAccount.run(id)
    for (const session of await quick.sessions.list(id)) addSession.run(session)
    const path = graphFile(folder, id)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    copyFileSync(graphFile(folder, TEMPLATE), path)
  }
  db.exec('COMMIT')
  db.close()
  await quick.close()
  return secrets
}

const operatorOf = (store: Store) => operator(store, memoryBlobs(Date.now), Date.now)

/** Opens a stream for each session, and waits for its first event. */
async function listenAll(
  sockets: Socket[],
  port: number,
  sessions: readonly string[],
  first: number,
): Promise<void> {
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    const opened = sessions.slice(at, at + AT_ONCE).map((session, n) => listen(port, session, first + at + n))
    sockets.push(...(await Promise.all(opened)))
  }
}

async function listen(port: number, session: string, n: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  socket.write(
    `GET /api/sync/live HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${session}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  )
  let text = ''
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`the server ended a stream: ${text.slice(0, 200)}`)))
    const take = (data: Buffer): void => {
      text += data.toString()
      if (!text.includes('data: ')) return
      socket.off('data', take)
      resolve()
    }
    socket.on('data', take)
  })
  socket.removeAllListeners('close')
  return socket.resume()
}
