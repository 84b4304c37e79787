import type { AccountStore, SessionStore, TokenStore } from './account.ts'
import type { GraphStore } from './graph-store.ts'

/** Everything that is kept: accounts with their tokens and sessions, and a graph for each account. */
export interface Store {
  readonly accounts: AccountStore
  readonly tokens: TokenStore
  readonly sessions: SessionStore
  /** The graph of an account that exists; it is made on first use. */
  graph(accountId: string): GraphStore
  /** Throws when the store cannot be read. */
  ready(): Promise<void>
  close(): Promise<void>
}
