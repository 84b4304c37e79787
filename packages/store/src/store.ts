import type { AuditStore } from './audit.ts'
import type { AccountStore, SessionStore, TokenStore } from './account.ts'
import type { ConnectedAppStore } from './connected-apps.ts'
import type { DigestStore } from './digests.ts'
import type { GraphStore } from './graph/graph-store.ts'
import type { BrowserStore, IdentityStore, PasskeyStore, SignInLinkStore } from './sign-in.ts'
import type { JobStore } from './jobs.ts'
import type { LookStore } from './looks.ts'
import type { PluginStore } from './plugins.ts'
import type { RateStore } from './rates.ts'
import type { SecretStore } from './secrets.ts'
import type { ShareStore } from './shares.ts'
import type { SiteStore } from './sites.ts'
import type { SweepStore } from './sweeps.ts'
import type { WebhookStore } from './webhooks.ts'

/** The resources that a store has taken. A figure that a store does not have is left out. */
export interface StoreUsage {
  /** Graphs that are open. */
  readonly openGraphs?: number
  /** Replicas on disk, and their bytes together. */
  readonly replicas?: number
  readonly replicaBytes?: number
  /** Times that a replica was brought up to date, and the commits that it lacked then, both since the start. */
  readonly catchUps?: number
  readonly caughtUpCommits?: number
  /** Commits that waited for the lock of their account, and the seconds of these waits, both since the start. */
  readonly lockWaits?: number
  readonly lockWaitSeconds?: number
  /** Connections to the database, the unused among them, and callers that wait for one. */
  readonly databaseConnections?: number
  readonly databaseIdle?: number
  readonly databaseWaiting?: number
}

/** All stored data: accounts with their secrets, and a graph for each account. */
export interface Store {
  readonly accounts: AccountStore
  readonly tokens: TokenStore
  readonly sessions: SessionStore
  readonly browsers: BrowserStore
  readonly identities: IdentityStore
  readonly signInLinks: SignInLinkStore
  readonly passkeys: PasskeyStore
  readonly connectedApps: ConnectedAppStore
  readonly shares: ShareStore
  readonly sites: SiteStore
  readonly webhooks: WebhookStore
  readonly plugins: PluginStore
  readonly looks: LookStore
  readonly digests: DigestStore
  readonly imports: JobStore
  /** Restores of a whole graph. */
  readonly restores: JobStore
  readonly sweeps: SweepStore
  readonly rates: RateStore
  readonly audit: AuditStore
  /** The rows with encrypted values, as they are stored. */
  readonly secrets: SecretStore
  /** @returns the graph of an existing account; the first use creates it */
  graph(accountId: string): GraphStore
  /** @returns whether the account has a graph, even an empty one */
  hasGraph(accountId: string): Promise<boolean>
  /** Deletes a graph. This cannot be undone. The account remains and starts with an empty graph. */
  removeGraph(accountId: string): Promise<void>
  /** @returns the account of a file, because the address of a file contains only the file's id */
  accountOfFile(fileId: string): Promise<string | undefined>
  /**
   * Calls a listener after each commit to an account's graph, and after its sessions, tokens, plan or graph changed. A
   * change by another process arrives about a second later. One call may report several changes or none, so the
   * listener reads the state again.
   * @param listener must return soon and not throw
   * @returns a function that removes the listener
   */
  watch(accountId: string, listener: () => void): () => void
  /** The figures of this moment, for the operator. A store without figures leaves it out. */
  usage?(): StoreUsage
  /** @throws if the store cannot be read, or a graph cannot be opened */
  ready(): Promise<void>
  /** Closes all files and ends all threads. */
  close(): Promise<void>
}
