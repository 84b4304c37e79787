import type { AuditStore } from './audit.ts'
import type { AccountStore, SessionStore, TokenStore } from './account.ts'
import type { GraphStore } from './graph/graph-store.ts'
import type { BrowserStore, IdentityStore, SignInLinkStore } from './sign-in.ts'
import type { ImportStore } from './imports.ts'
import type { SweepStore } from './sweeps.ts'

/** Everything that is kept: accounts with all that opens them, and a graph for each account. */
export interface Store {
  readonly accounts: AccountStore
  readonly tokens: TokenStore
  readonly sessions: SessionStore
  readonly browsers: BrowserStore
  readonly identities: IdentityStore
  readonly signInLinks: SignInLinkStore
  readonly imports: ImportStore
  readonly sweeps: SweepStore
  readonly audit: AuditStore
  /** The graph of an account that exists; it is made on first use. */
  graph(accountId: string): GraphStore
  /** Whether there is a graph of the account, be it empty. */
  hasGraph(accountId: string): Promise<boolean>
  /** Takes a graph away, for good. The account stays, and begins anew with an empty one. */
  removeGraph(accountId: string): Promise<void>
  /** The account that has a file, since an id opens its file without naming whose it is. */
  accountOfFile(fileId: string): Promise<string | undefined>
  /** Throws when the store cannot be read, or a graph cannot be opened. */
  ready(): Promise<void>
  close(): Promise<void>
}
