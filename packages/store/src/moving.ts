/**
 * Both sides of a move: the store that an account leaves, and the one where it arrives. Marks in the row of the account
 * say how far a move is. A write that began before the mark `leaving` is in the rows that are copied afterwards.
 */
import type { Moving } from './account.ts'
import type { ConnectedAppStore } from './connected-apps.ts'

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

/** A table whose rows move with their account. */
export type MovedTable =
  | 'account'
  | 'plan_change'
  | 'token'
  | 'session'
  | 'browser'
  | 'identity'
  | 'connected_app'
  | 'app_secret'
  | 'share'
  | 'site'
  | 'webhook'
  | 'webhook_delivery'
  | 'plugin'
  | 'last_look'
  | 'digest'
  | 'push_key'
  | 'digest_way'
  | 'sign_in_link'
  | 'passkey'
  | 'import_job'
  | 'restore_job'
  | 'audit'

/** A value of a row. Times are milliseconds since 1970. */
export type RowValue = string | number | boolean | null

/** Rows of an account by table, with their columns. The id of the account is left out. */
export type AccountRows = Readonly<
  Record<MovedTable, readonly Readonly<Record<string, RowValue | undefined>>[]>
>

/** The columns of a job. */
const JOB = ['id', 'state', 'started_at', 'seen_at', 'ended_at', 'done', 'total', 'result']

/**
 * The columns of an account in every store, in tables of the same name. `by` orders the rows: it is a column, or the
 * number `n` that the store itself gives.
 */
export const MOVED_TABLES: Readonly<
  Record<MovedTable, { readonly columns: readonly string[]; readonly by: string }>
> = {
  account: {
    columns: ['plan', 'ended_at', 'allowed', 'zone', 'quota', 'is_admin', 'created_at'],
    by: 'created_at',
  },
  plan_change: { columns: ['at', 'from_plan', 'to_plan', 'by'], by: 'n' },
  token: {
    columns: [
      'id',
      'hash',
      'name',
      'scope',
      'may',
      'zone',
      'created_at',
      'expires_at',
      'expiry_noted',
      'last_used_at',
      'revoked_at',
    ],
    by: 'id',
  },
  session: {
    columns: ['id', 'hash', 'device', 'created_at', 'confirmed_at', 'last_used_at', 'ended_at'],
    by: 'id',
  },
  browser: {
    columns: [
      'id',
      'hash',
      'name',
      'signed_in_by',
      'issuer',
      'subject',
      'sid',
      'authenticated_at',
      'created_at',
      'last_used_at',
      'ended_at',
    ],
    by: 'id',
  },
  passkey: {
    columns: ['id', 'public_key', 'counter', 'transports', 'name', 'created_at', 'last_used_at'],
    by: 'id',
  },
  identity: { columns: ['issuer', 'subject', 'created_at'], by: 'subject' },
  connected_app: {
    columns: [
      'id',
      'client_id',
      'name',
      'host',
      'scope',
      'may',
      'zone',
      'created_at',
      'expires_at',
      'last_used_at',
    ],
    by: 'id',
  },
  app_secret: {
    columns: ['app_id', 'kind', 'hash', 'payload', 'expires_at', 'used_at'],
    by: 'hash',
  },
  share: {
    columns: [
      'id',
      'link',
      'page_id',
      'quotes',
      'password',
      'created_at',
      'expires_at',
      'ended_at',
      'closed_at',
    ],
    by: 'id',
  },
  site: {
    columns: [
      'slug',
      'title',
      'rule',
      'created_at',
      'ended_at',
      'published_at',
      'publication',
      'closed_at',
      'addresses',
    ],
    by: 'slug',
  },
  webhook: {
    columns: [
      'id',
      'url',
      'secret',
      'former_secret',
      'former_until',
      'filter',
      'with_blocks',
      'created_at',
      'epoch',
      'seq',
      'part',
      'due_at',
      'failing_since',
      'off_at',
      'off_why',
    ],
    by: 'id',
  },
  webhook_delivery: {
    columns: [
      'id',
      'webhook_id',
      'n',
      'seq',
      'body',
      'created_at',
      'state',
      'attempts',
      'last_at',
      'status',
      'fault',
      'took',
    ],
    by: 'id',
  },
  plugin: { columns: ['id', 'url', 'manifest', 'webhook_id', 'created_at', 'agreed_at'], by: 'id' },
  last_look: { columns: ['at'], by: 'at' },
  digest: { columns: ['is_on', 'hour'], by: 'hour' },
  push_key: { columns: ['public_key', 'private_key'], by: 'public_key' },
  digest_way: {
    columns: [
      'id',
      'kind',
      'address',
      'name',
      'browser_keys',
      'created_at',
      'version',
      'confirmed_at',
      'confirm_hash',
      'confirm_until',
      'end_key',
      'sealed_end_key',
      'due_at',
      'day',
      'reported_until',
      'sent_at',
      'attempts',
      'failing_since',
      'fault',
      'off_at',
      'off_why',
    ],
    by: 'id',
  },
  sign_in_link: { columns: ['hash', 'created_at', 'expires_at'], by: 'hash' },
  import_job: { columns: JOB, by: 'id' },
  restore_job: { columns: JOB, by: 'id' },
  audit: { columns: ['at', 'event', 'by', 'subject', 'detail', 'address', 'refused'], by: 'n' },
}

/** The names of the tables; `account` comes first. */
export const MOVED_TABLE_NAMES: readonly MovedTable[] = Object.keys(MOVED_TABLES) as MovedTable[]

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
