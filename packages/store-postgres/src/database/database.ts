/**
 * A pool of connections to PostgreSQL, for statements and transactions. Every wait is bounded: for a connection, for a
 * statement, for a lock. A transaction pooler may come in between.
 */
import { OutcomeUnknown, StoreUnavailable, type StoreUsage } from '@notegraph/store'
import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { preparedStatements } from './prepared.ts'
import type { Statement } from './statement.ts'
import { isUnavailable } from './unavailable.ts'

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly (string | null)[]
  | readonly (number | null)[]
  | readonly boolean[]
  | Uint8Array

/** Writes rows. */
export interface Writer {
  write(statement: Statement, values?: readonly Value[]): Promise<unknown>
}

/** Runs statements: in the pool, or in one transaction. */
export interface Session extends Writer {
  all<R>(statement: Statement, values?: readonly Value[]): Promise<R[]>
  /** The first row. */
  one<R>(statement: Statement, values?: readonly Value[]): Promise<R | undefined>
  /** @returns how many rows the statement wrote */
  write(statement: Statement, values?: readonly Value[]): Promise<number>
}

/** A session of one transaction. */
export interface Transaction extends Session {
  /**
   * Takes writes that travel with the commit, so that nobody waits for them apart. A promise is fulfilled at once. If a
   * write fails, the transaction fails with its fault.
   */
  readonly last: Writer
}

export interface TransactionOptions {
  /** Milliseconds that one statement may take. */
  readonly statementTimeout?: number
  /** Whether tables grow so much that each statement needs a plan of its own. */
  readonly isLarge?: boolean
}

export interface Database extends Session {
  /**
   * Run work in one transaction at READ COMMITTED. Statements that do not wait for each other travel together. The work
   * runs again, three times at most, if PostgreSQL gives up on a lock or a deadlock.
   * @throws StoreUnavailable if the connection is lost before the commit, and nothing was written
   * @throws OutcomeUnknown if the connection is lost during the commit
   */
  transaction<T>(work: (session: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Run reads in one snapshot, which sees all of a commit or nothing. Statements that do not wait for each other travel
   * together. Reads in the order of an index never sort: without statistics, PostgreSQL would sort all rows of an account
   * for each part of them.
   * @throws StoreUnavailable if the connection is lost
   */
  snapshot<T>(read: (session: Session) => Promise<T>): Promise<T>
  /** A connection for work that is no statement of the store, such as a migration. */
  withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /**
   * Run work while no other process runs work of that name. One connection holds the lock, which ends with it.
   * @param work calls `check`, which throws if the lock is lost
   * @returns undefined if another process still runs such work after the time of `lockTimeout`
   */
  alone<T>(
    name: string,
    work: (check: () => Promise<void>) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined>
  /** The connections of the pool, and callers that wait for one. */
  usage(): Pick<StoreUsage, 'databaseConnections' | 'databaseIdle' | 'databaseWaiting'>
  /** Waits for the work under way, then closes every connection. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** Connections at once. Default 10. */
  readonly connections?: number
  /** Milliseconds to wait for a free or a new connection. Default 5,000. */
  readonly connectTimeout?: number
  /** Milliseconds that one statement may take. Default 15,000. */
  readonly statementTimeout?: number
  /** Milliseconds to wait for a lock. Default 2,000. */
  readonly lockTimeout?: number
  /** Milliseconds that a transaction may do nothing: the locks of a process that died are free then. Default 10,000. */
  readonly idleTimeout?: number
}

const TRIES = 3
/** A serialization failure, a deadlock, and a lock that did not come in time. */
const TRY_AGAIN = /^(?:40001|40P01|55P03)$/

/** A statement after another one failed. */
const ABORTED = '25P02'

/** A `bigint` is a time, the number of a commit, or bytes: all of them safe integers. */
const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)

/** Whether the same transaction may succeed if it runs again. */
export const isContention = (error: unknown): boolean =>
  error instanceof Error && TRY_AGAIN.test(String((error as { code?: unknown }).code))

/** @throws TypeError if the address is no `postgres://` URL */
export function openDatabase({
  url,
  connections = 10,
  connectTimeout = 5_000,
  statementTimeout = 15_000,
  lockTimeout = 2_000,
  idleTimeout = 10_000,
}: DatabaseOptions): Database {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new TypeError('The address of PostgreSQL must begin with postgres:// or postgresql://.')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    // A server that hangs ends no statement by itself. A pooler takes no setting at the start of a connection.
    query_timeout: statementTimeout + 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    stream: () => new GatheringSocket(),
    application_name: 'notegraph',
    allowExitOnIdle: true,
    types: { getTypeParser },
  })
  // A connection that breaks while idle leaves the pool by itself.
  pool.on('error', () => {})
  const prepared = preparedStatements()
  /** Connections that broke. */
  const broken = new WeakMap<pg.ClientBase, Error>()
  pool.on('connect', (client) => {
    // Without a listener, a connection that breaks would end the process. The pool has none while it hands one over.
    client.on('error', (error) => void broken.set(client, error))
    prepared.connected(client)
  })

  let closed: Promise<void> | undefined

  async function withClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(rethrow)
    let fault: Error | undefined
    prepared.renew(client)
    try {
      return await work(client)
    } catch (error) {
      if (isUnavailable(error)) fault = error
      throw known(error)
    } finally {
      client.release(fault ?? broken.get(client)) // the pool closes a connection with a fault
    }
  }

  const attempt = async <T>(
    work: (session: Transaction) => Promise<T>,
    { statementTimeout: timeout = statementTimeout, isLarge = false }: TransactionOptions,
  ): Promise<T> =>
    withClient(async (client) => {
      const begun = client.query(
        `BEGIN; SET LOCAL lock_timeout = ${lockTimeout}; SET LOCAL statement_timeout = ${timeout};
         SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`,
      )
      begun.catch(() => {}) // it travels with the first statement; its fault is thrown below
      let first: unknown
      const query: Query = async (statement, values) =>
        (isLarge ? client.query(statement.text, values) : prepared.run(client, statement, values)).catch(
          (error: unknown) => {
            first ??= error
            throw error
          },
        )
      try {
        const last: (() => Promise<unknown>)[] = []
        const result = await work({
          ...sessionOf(query),
          last: {
            write: async (statement, values = []) => last.push(async () => query(statement, [...values])),
          },
        })
        const writes = Promise.all(last.map(async (write) => write()))
        writes.catch(() => {}) // the commit says more about a connection that is lost
        const { command } = await client.query('COMMIT').catch(rethrowUnknown)
        await Promise.all([begun, writes])
        if (command !== 'COMMIT') throw first ?? new Error('PostgreSQL rolled the transaction back.')
        return result
      } catch (error) {
        if (!isUnavailable(error)) await client.query('ROLLBACK')
        // Statements that travelled behind the one that failed say only that it did.
        throw (error as { code?: unknown } | undefined)?.code === ABORTED ? first : error
      }
    })

  return {
    ...sessionOf(async (statement, values) => {
      const run = async () => withClient(async (client) => prepared.run(client, statement, values))
      return run().catch(async (error: unknown) => {
        if (!prepared.lost(error)) throw error
        return run()
      })
    }),
    withClient,
    snapshot: async (read) =>
      withClient(async (client) => {
        const begun = client.query(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${statementTimeout};
           SET LOCAL enable_bitmapscan = off`,
        )
        begun.catch(() => {}) // the fault of the first statement is thrown below
        try {
          // Plans are made for this order alone, so none is kept.
          const result = await read(sessionOf(async ({ text }, values) => client.query(text, values)))
          await begun
          await client.query('COMMIT')
          return result
        } catch (error) {
          if (!isUnavailable(error)) await client.query('ROLLBACK')
          throw error
        }
      }),
    async transaction(work, options = {}) {
      for (let tries = 1; ; tries++)
        try {
          return await attempt(work, options)
        } catch (error) {
          if (tries === TRIES || !(prepared.lost(error) || isContention(error))) throw error
        }
    },
    alone: async (name, work) =>
      withClient(async (client) => {
        const lock = async (call: string) => client.query(`SELECT ${call}(hashtextextended($1, 0))`, [name])
        try {
          // PostgreSQL frees the locks of a process that died a moment later.
          await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeout}`)
          await lock('pg_advisory_lock')
          await client.query('COMMIT')
        } catch (error) {
          await client.query('ROLLBACK')
          if (isContention(error)) return undefined
          throw error
        }
        try {
          return { value: await work(async () => void (await client.query('SELECT 1'))) }
        } finally {
          await lock('pg_advisory_unlock')
        }
      }),
    usage: () => ({
      databaseConnections: pool.totalCount,
      databaseIdle: pool.idleCount,
      databaseWaiting: pool.waitingCount,
    }),
    close: async () => (closed ??= pool.end()),
  }
}

const known = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof StoreUnavailable) ? new StoreUnavailable(error) : error
const rethrow = (error: unknown): never => {
  throw known(error)
}

const rethrowUnknown = (error: unknown): never => {
  throw isUnavailable(error) ? new OutcomeUnknown(error) : error
}

type Query = (statement: Statement, values: unknown[]) => Promise<pg.QueryResult<pg.QueryResultRow>>

const sessionOf = (query: Query): Session => ({
  all: async <R>(statement: Statement, values: readonly Value[] = []) =>
    (await query(statement, [...values])).rows as unknown as R[],
  one: async <R>(statement: Statement, values: readonly Value[] = []) =>
    (await query(statement, [...values])).rows[0] as R | undefined,
  write: async (statement, values = []) => (await query(statement, [...values])).rowCount ?? 0,
})
