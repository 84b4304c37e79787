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
 * A plan serves for any values, also after its table has grown. A scan of a short table would be slow then, so plans use an
 * index wherever there is one.
 */
const IF_DIRECT = "SELECT set_config('enable_seqscan', 'off', false) WHERE pg_backend_pid() = $1"

export function preparedStatements(): PreparedStatements {
  const direct = new WeakSet<pg.ClientBase>()
  let isOn = true
  return {
    connected: (client) => {
      const { processID } = client as pg.ClientBase & { readonly processID: number | null }
      client.query(IF_DIRECT, [processID]).then(
        ({ rowCount }) => rowCount === 1 && direct.add(client),
        () => {}, // the first statement of the caller fails as well
      )
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
