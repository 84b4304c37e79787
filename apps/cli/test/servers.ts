/** Several real servers, each a process of its own over one store, and requests to them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchTransport, type Transport } from '@notegraph/sync'
import { afterAll, beforeAll } from 'vitest'
import { run, start, type Ended, type Env, type Started } from './run.ts'

export interface Reply {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests vary
  readonly headers: Headers
}

export interface SendOptions {
  readonly body?: unknown
  /** By default the token of the account, which may write. */
  readonly secret?: string
  readonly key?: string
  /** The address behind the proxy; by default a new one for each request. */
  readonly from?: string
}

export interface Server {
  readonly process: Started
  /** Sends a request below `/api/v1`. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>
  /** The requests of a device. */
  readonly device: Transport
  /** Ends the process without a goodbye. */
  kill(): Promise<void>
}

export interface ServersOptions {
  readonly count: number
  /** The variables of all processes. */
  readonly env: () => Env
  /** Whether each server has a data folder of its own, as on a machine of its own. */
  readonly isApart?: boolean
}

/** The servers of one test file, and an account that all of them know. */
export interface Servers {
  /** Those that run. A test that kills one starts another with `restart`. */
  readonly all: readonly Server[]
  /** A session of a device of the account. */
  readonly session: string
  /** Runs a command beside the servers. */
  command(...args: string[]): Promise<Ended>
  /** The variables of such a command. */
  env(): Env
  /** The data folder of a server, by its place in `all`. */
  data(n: number): string
  /** @param account the id of another account, which must exist */
  newToken(name: string, account?: string): Promise<string>
  /** A session of a device of an account, which must exist. */
  newSession(account: string): Promise<string>
  /** Kills one server and starts another in its place. */
  restart(n: number): Promise<Server>
  /** Starts a server in the place of one that has ended. */
  startAt(n: number): Promise<Server>
  addBlock(server: Server, page: string, text: string, options?: SendOptions): Promise<Reply>
  /** Sends requests at once, to the servers in turn. */
  atOnce(count: number, send: (server: Server, n: number) => Promise<Reply>): Promise<Reply[]>
}

let addresses = 0
/** An address that sent no request before. */
export function newAddress(): string {
  const number = ++addresses
  return `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
}

export const numberOf = (replies: readonly Reply[], status: number): number =>
  replies.filter((one) => one.status === status).length

/** Starts the servers before the tests of a file or a group, and kills them afterwards. */
export function useServers({ count, env: given, isApart = false }: ServersOptions): Servers {
  let home: string
  let token: string
  let session: string
  const all: Server[] = []

  const data = (n: number): string => join(home, isApart ? `data${n}` : 'data')
  const env = (n = count): Env => ({
    NOTEGRAPH_DATA: data(n),
    NOTEGRAPH_SECRET_KEY_FILE: join(home, 'secret.key'),
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'error',
    NOTEGRAPH_FIRST_START: 'nothing',
    NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.0/8',
    NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
    ...given(),
  })

  async function secret(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run(args, env())
    if (stdout === '') throw new Error(stderr)
    return stdout.trim()
  }

  const newToken = async (name: string, account = 'me'): Promise<string> =>
    secret('token', 'create', '--account', account, '--name', name, '--scope', 'write')

  const newSession = async (account: string): Promise<string> =>
    secret('session', 'create', '--account', account, '--device', 'Laptop')

  async function startAt(n: number): Promise<Server> {
    const server = await serve(env(n), { token, session })
    all[n] = server
    return server
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'notegraph-servers-'))
    const created = await run(['account', 'create', 'me'], env())
    if (created.code !== 0) throw new Error(created.stderr)
    token = await newToken('first')
    session = await newSession('me')
    await Promise.all(Array.from({ length: count }, async (_, n) => startAt(n)))
  })
  afterAll(async () => {
    await Promise.all(all.map(async (server) => server.kill()))
    rmSync(home, { recursive: true })
  })

  return {
    all,
    get session() {
      return session
    },
    command: async (...args) => run(args, env()),
    env,
    data,
    newToken,
    newSession,
    startAt,
    async restart(n) {
      await all[n]!.kill()
      return startAt(n)
    },
    addBlock: async (server, page, text, options = {}) =>
      server.send('POST', `/notes/pages/${page}/blocks`, { body: { text }, ...options }),
    atOnce: async (requests, send) =>
      Promise.all(Array.from({ length: requests }, async (_, n) => send(all[n % all.length]!, n))),
  }
}

async function serve(env: Env, { token, session }: { token: string; session: string }): Promise<Server> {
  const process = start(['serve', '--json'], env)
  const [line] = await process.said(/^\{"baseUrl".*\}$/m)
  const { baseUrl } = JSON.parse(line) as { baseUrl: string }
  return {
    process,
    async send(method, path, { body, secret = token, key, from = newAddress() } = {}) {
      const isBytes = body instanceof Uint8Array
      const answer = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          'X-Forwarded-For': from,
          ...(body !== undefined && { 'Content-Type': isBytes ? 'application/zip' : 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      })
      const { status, headers } = answer
      return { status, headers, body: (await answer.json()) as Reply['body'] }
    },
    device: fetchTransport({
      url: baseUrl,
      token: session,
      limit: 7,
      fetch: async (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, 'X-Forwarded-For': newAddress() } }),
    }),
    async kill() {
      process.child.kill('SIGKILL')
      await process.ended
    },
  }
}

/** The text of a block, as a server reports it. */
export const textOf = async (server: Server, id: string): Promise<string> =>
  (await server.send('GET', `/notes/blocks/${id}`)).body['block'].content as string
