/**
 * Both sides of a move: the store that an account leaves, and the one where it arrives. Marks in the row of the account
 * say how far a move is. A write that began before the mark `leaving` is in the rows that are copied afterwards.
 */
import type { Moving } from './account.ts'
import { ACCOUNT_TABLES, type MovedTable } from './account-tables.ts'
import type { ConnectedAppStore } from './connected-apps.ts'
import { columnOf } from './members.ts'

/** The mark of an account, and the names of its latest move. */
export interface MoveMark {
  readonly moving?: Moving
  /** Names the move, in both stores. */
  readonly id?: string
  /** The other store, in words for the operator. */
  readonly place?: string
}

/** A move that begins. */
export type Move = Required<Omit<MoveMark, 'moving'>>

/** A value of a row. Times are milliseconds since 1970. */
export type RowValue = string | number | boolean | null

/** Rows of an account by table, with their columns. The id of the account is left out. */
export type AccountRows = Readonly<
  Record<MovedTable, readonly Readonly<Record<string, RowValue | undefined>>[]>
>

/** The names of the tables; `account` comes first. */
export const MOVED_TABLE_NAMES: readonly MovedTable[] = Object.keys(ACCOUNT_TABLES) as MovedTable[]

/** A table with the columns that move, in the order of the column `by`. */
export interface MovedColumns {
  readonly table: MovedTable
  readonly columns: readonly string[]
  readonly by: string
}

/** The tables with their columns. */
export const MOVED_TABLES: readonly MovedColumns[] = MOVED_TABLE_NAMES.map((table) => {
  const { members, by } = ACCOUNT_TABLES[table]
  return { table, columns: Object.keys(members).map(columnOf), by }
})

/** Tables with rows that nobody needs where the account has left. */
export const SHORT_LIVED_TABLES: readonly string[] = [
  ...MOVED_TABLE_NAMES.filter((table) => ACCOUNT_TABLES[table].isShortLived),
  'sweep_due',
]

/** A store as one side of a move. Each method is one transaction, unless it says otherwise. */
export interface MoveSide {
  /** The registered clients of apps. */
  readonly clients: Pick<ConnectedAppStore, 'findRecord' | 'putRecord'>
  /** @returns undefined if there is no such account */
  find(accountId: string): Promise<MoveMark | undefined>
  /**
   * Sets the mark `leaving` and closes the graph, after the writes that run now. The first use creates an empty graph. The
   * graph is closed in a second transaction.
   */
  close(accountId: string, move: Move): Promise<void>
  /** Takes `close` back. Does nothing if the mark is not `leaving`. */
  reopen(accountId: string): Promise<void>
  rows(accountId: string): Promise<AccountRows>
  /**
   * Writes the rows with the mark `arriving`. An account that had left is replaced.
   * @throws if a secret or an identity of the account belongs to another account here
   */
  receive(accountId: string, rows: AccountRows, move: Move): Promise<void>
  /** Sets the mark `left`: from now on, the other store has the account. @returns false if the mark is not `leaving` */
  leave(accountId: string, moveId: string): Promise<boolean>
  /** Removes the mark `arriving`. @returns false if the account has no such mark */
  arrive(accountId: string, moveId: string): Promise<boolean>
  /**
   * Deletes the graph and the short-lived rows of an account that has left. Its mark, secrets and identities stay, so that
   * callers learn that it moved. Takes several transactions.
   */
  clear(accountId: string): Promise<void>
  /** Deletes what a move that did not end has written. An account that had left returns to that state. */
  discard(accountId: string, move: Move): Promise<void>
  /** Ends the connections, and reports changed marks to other processes. */
  end(): Promise<void>
}
