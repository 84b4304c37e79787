/** One installation of the server: a data folder or a database, an account, and the server that runs at present. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, readSettings } from '@notegraph/host'
import { findPostgres, NO_POSTGRES, startPostgres, type PostgresServer } from '@notegraph/postgres-tests'
import { operator } from '@notegraph/service'
import { startServer, type Env, type Server } from './server.ts'
import type { StoreKind } from './stores.ts'

export const ACCOUNT = 'me'

export interface Secrets {
  readonly token: string
  readonly session: string
}

export interface Site extends Secrets {
  /** A folder for whatever a fault needs; deleted at the end. */
  readonly folder: string
  readonly data: string
  readonly env: Env
  readonly postgres: PostgresServer | undefined
  /** The server that runs; undefined while there is none. */
  readonly server: Server | undefined
  /** Starts a server in the place of one that has ended. */
  start(options?: StartOptions): Promise<Server>
  /** Ends the server, if one runs. */
  end(signal: NodeJS.Signals): Promise<void>
  /** The problems that `check` finds. */
  check(): Promise<readonly string[]>
  /** Ends everything, and deletes the folder. */
  close(): Promise<void>
}

export interface StartOptions {
  readonly env?: Env
  readonly through?: readonly string[]
}

/** PostgreSQL must not acknowledge what a crash of it can lose. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** Variables of a server without rates, on a data folder. */
const envOf = (data: string): Env => ({
  NOTEGRAPH_DATA: data,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'silent',
  NOTEGRAPH_FIRST_START: 'nothing',
  NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.0/8',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
  NOTEGRAPH_REVERTIBLE_CHANGES: '0',
})

/** Creates an installation with one account, whose server does not run yet. */
export async function makeSite(store: StoreKind): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-trial-'))
  const postgres = store === 'postgres' ? await ownPostgres() : undefined
  const data = join(folder, 'data')
  mkdirSync(data)
  const env = {
    ...envOf(data),
    NOTEGRAPH_SECRET_KEY_FILE: join(folder, 'secret.key'),
    ...(postgres && { NOTEGRAPH_DATABASE_URL: postgres.url() }),
  }
  let server: Server | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = server
    server = undefined
    await running?.end(signal)
  }
  return {
    folder,
    data,
    env,
    postgres,
    ...(await makeAccount(env)),
    get server() {
      return server
    },
    async start(options = {}) {
      server = await startServer({ ...env, ...options.env }, options.through)
      return server
    },
    end,
    check: async () => checkStore(env),
    async close() {
      await end('SIGKILL')
      await postgres?.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The problems of a store that no fault keeps from opening. */
export async function checkStore(env: Env, account: string = ACCOUNT): Promise<readonly string[]> {
  const { store } = await openStore(readSettings(env))
  try {
    return await store.graph(account).maintenance.check()
  } finally {
    await store.close()
  }
}

async function ownPostgres(): Promise<PostgresServer> {
  const programs = findPostgres({ env: process.env })
  if (programs === undefined) throw new Error(NO_POSTGRES)
  return startPostgres(programs, { settings: DURABLE })
}

async function makeAccount(env: Env): Promise<Secrets> {
  const { store, blobs } = await openStore(readSettings(env))
  try {
    const operators = operator(store, blobs, Date.now)
    await operators.createAccount(ACCOUNT, {})
    const { token } = await operators.createToken(ACCOUNT, { name: 'Trial', scope: 'write' })
    const { session } = await operators.createSession(ACCOUNT, { device: 'Trial' })
    return { token, session }
  } finally {
    await store.close()
  }
}
