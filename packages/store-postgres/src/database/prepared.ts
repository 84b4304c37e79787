/**
 * Statements that a connection keeps parsed and planned. A write runs some twenty, and PostgreSQL would take as long to
 * parse and plan them as to run them.
 *
 * A pooler that pools transactions sends each to another connection of the server, which would not have them. So only a
 * connection that leads to the server itself prepares statements: the server knows it by the process id that the client was
 * given. A pooler gives ids of its own.
 */
import type pg from 'pg'
import type { Statement } from './statement.ts'

export interface PreparedStatements {
  /** Finds out whether a new connection leads to the server itself. */
  connected(client: pg.ClientBase): void
  /** Before the next work of a connection: forgets plans that are too old. */
  renew(client: pg.ClientBase): void
  run(client: pg.ClientBase, statement: Statement, values: unknown[]): Promise<pg.QueryResult>
  /**
   * Whether an error says that the server lost a statement, or that its columns changed. Nothing was written then. No
   * connection prepares statements from then on, and the same work may succeed if it runs again.
   */
  lost(error: unknown): boolean
}

/** No such statement, one of the same name, and a plan that returns other columns than before. */
const LOST = /^(?:26000|42P05|0A000)$/

/**
 * Milliseconds that a plan is used. For an empty table, PostgreSQL may choose an index that is slow once the table has grown.
 * It plans again only after new statistics, up to a minute later.
 */
const PLAN_AGE = 1_000

/** A plan without an index would be slow even sooner. */
const IF_DIRECT = "SELECT set_config('enable_seqscan', 'off', false) WHERE pg_backend_pid() = $1"

export function preparedStatements(): PreparedStatements {
  /** The time of the latest renewal of each direct connection. */
  const direct = new WeakMap<pg.ClientBase, number>()
  let isOn = true
  return {
    connected: (client) => {
      const { processID } = client as pg.ClientBase & { readonly processID: number | null }
      client.query(IF_DIRECT, [processID]).then(
        ({ rowCount }) => rowCount === 1 && direct.set(client, performance.now()),
        () => {}, // the first statement of the caller fails as well
      )
    },
    renew: (client) => {
      const renewed = direct.get(client)
      const now = performance.now()
      if (renewed === undefined || now - renewed < PLAN_AGE) return
      direct.set(client, now)
      client.query('DISCARD PLANS').catch(() => {}) // the next statement fails as well
    },
    run: async (client, { name, text }, values) =>
      client.query(
        isOn && direct.has(client) && name !== undefined ? { name, text, values } : { text, values },
      ),
    lost: (error) => {
      const isLost = error instanceof Error && LOST.test(String((error as { code?: unknown }).code))
      if (isLost) isOn = false
      return isLost
    },
  }
}
